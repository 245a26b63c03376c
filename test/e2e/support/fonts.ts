/** Runs a program with one font family only, and verifies that. */
import { writeFile } from 'node:fs/promises'
import { expect, test, type Page } from 'playwright/test'

const monoOf = { 'DejaVu Sans': 'DejaVu Sans Mono', 'Liberation Sans': 'Liberation Mono' } as const
type Family = keyof typeof monoOf | undefined

/** A wide and a narrow family; systems other than Linux have no fontconfig and use their own. */
export const families: readonly Family[] =
  process.platform === 'linux' ? ['DejaVu Sans', 'Liberation Sans'] : [undefined]

/** The environment that hides every other family from a program. */
export async function drawnIn(family: Family): Promise<Record<string, string>> {
  if (family === undefined) return {}
  const file = test.info().outputPath('fonts.conf')
  const patterns = [family, monoOf[family]].map(
    (one) => `<pattern><patelt name="family"><string>${one}</string></patelt></pattern>`,
  )
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <selectfont>
    <acceptfont>${patterns.join('')}</acceptfont>
    <rejectfont><pattern><patelt name="scalable"><bool>true</bool></patelt></pattern></rejectfont>
  </selectfont>
</fontconfig>
`,
  )
  return { FONTCONFIG_FILE: file }
}

/**
 * Fails if the heading is drawn in another family, for example because the wanted one is not
 * installed.
 */
export async function expectDrawnIn(family: Family, page: Page): Promise<void> {
  if (family === undefined) return
  await expect(page.locator('h1')).toBeAttached()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const heading = { nodeId: root.nodeId, selector: 'h1' }
  const { nodeId } = await devtools.send('DOM.querySelector', heading)
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devtools.detach()
  expect(fonts.map(({ familyName }) => familyName)).toEqual([family])
}
