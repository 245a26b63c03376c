/** axe-core in the real window: injected by the driver, so the window's policy stays unchanged. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly {
    readonly target: readonly unknown[]
    readonly failureSummary?: string
  }[]
}

/** WCAG 2.2 to level AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const all = { type: 'tag', values: tags } as const
/** The rules that a theme can break in what has passed all rules in another theme. */
export const ofColours = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} as const

/** Expects no violation in the present window; the message names rule and element. */
export async function expectNoViolation(
  page: Page,
  what: string,
  runOnly: typeof all | typeof ofColours = all,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const violations = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> }
    }
    // The size of targets is off by default.
    const rules = { 'target-size': { enabled: true } }
    const options = {
      runOnly: only,
      ...(only.type === 'tag' && { rules }),
      resultTypes: ['violations'],
    }
    return (await axe.run(options)).violations
  }, runOnly)
  const described = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${what}: ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(described).toEqual([])
}
