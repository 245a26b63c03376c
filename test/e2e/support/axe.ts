/** axe-core inside the real window: injected by the driver, so the window's policy stays as it is. */
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

/** Finds no violation on what the window shows now; the message names rule and element. */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  await page.evaluate(source)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: Violation[] }> }
    }
    return (await axe.run()).violations
  })
  const said = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${what}: ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(said).toEqual([])
}
