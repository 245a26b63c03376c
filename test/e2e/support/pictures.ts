/** How pictures of the screens are taken: the folder, the sizes and the names. */
import { fileURLToPath } from 'node:url'
import { expect, type Page } from 'playwright/test'

/** The folder that `npm run screenshots` writes to. */
export const folder = fileURLToPath(new URL('../../../build/screenshots', import.meta.url))
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const

/** Changes the theme through the palette. */
export async function chooseTheme(page: Page, theme: Theme): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`Theme: ${theme}`)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

/** Plays the same scenes in two sizes; `take` writes one picture once the screen has settled. */
export async function inBothSizes(
  page: Page,
  theme: Theme,
  scenes: (take: (name: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await scenes(async (name) => {
      // Every fade has finished, and no cursor blinks.
      await page.waitForTimeout(250)
      const file = `${name}-${theme}-${String(size.width)}x${String(size.height)}.png`
      await page.screenshot({ path: `${folder}/${file}`, caret: 'hide' })
    })
  }
}
