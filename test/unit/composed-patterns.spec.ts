/**
 * Lint reads expressions as they are written. Those that are composed while a file is loaded are
 * checked here by the same rules, because they read texts of banks and strangers as well.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Linter } from 'eslint'
import regexp from 'eslint-plugin-regexp'
import { afterEach, expect, it, vi } from 'vitest'
import { linearExpressions } from '../../scripts/lib/forbidden.ts'
import { root } from '../../scripts/lib/run.ts'

const linter = new Linter()
const findings = (source: string, flags: string): string[] =>
  linter
    .verify(`new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)})`, {
      plugins: { regexp },
      rules: linearExpressions,
    })
    .map(({ message }) => `/${source}/${flags}: ${message}`)

/** Composes the expressions of a file anew, and returns the slow ones. */
async function slowIn(path: string): Promise<string[]> {
  const composed = new Map<string, readonly [string, string]>()
  vi.resetModules()
  vi.stubGlobal(
    'RegExp',
    new Proxy(RegExp, {
      construct(target, values: [string | RegExp, string?]) {
        const made = new target(...values)
        composed.set(String(made), [made.source, made.flags])
        return made
      },
    }),
  )
  await import(join(root, path))
  return [...composed.values()].flatMap(([source, flags]) => findings(source, flags))
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const files = globSync('{main,preload}/**/*.ts', { cwd: root }).filter((path) =>
  readFileSync(join(root, path), 'utf8').includes('new RegExp('),
)

it('finds an expression that backtracks without end', () => {
  expect(findings('^(a+)+$', '')).toHaveLength(1)
})

it.each(files)('composes linear expressions only: %s', async (path) => {
  expect(await slowIn(path)).toEqual([])
})
