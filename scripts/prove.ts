/**
 * `npm run prove -- NAME [COUNT] [--seed S] [--team N] [--without GUARD] [--full]`: one proof, of any
 * length. `--seed` replays a schedule, `--team` sets how many workstations share a store, `--without`
 * plays a build that lacks a guard: then it must fail. `--full`: in the sizes of a release. Without
 * NAME: what each proof promises. A proof without a page is played as its spec says.
 */
import { parseArgs } from 'node:util'
import buildPrograms from '../test/unit/support/programs/build-programs.ts'
import { sizeVariable } from '../test/proofs/sizes.ts'
import { closingLine } from './lib/results.ts'
import { prepare } from './lib/prepare.ts'
import { say, stop } from './lib/say.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    team: { type: 'string' },
    without: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
})
if (values.full) process.env[sizeVariable] = 'full'
// The sizes are read from the environment when the pages are loaded.
const { pages } = await import('../test/proofs/pages.ts')
const [name, count] = positionals

const wholeNumber = (what: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text) || Number(text) === 0)
    stop(`prove: ${what} ${text}: a whole number above 0`)
  return Number(text)
}
const asked = {
  count: wholeNumber('COUNT', count),
  seed: wholeNumber('--seed', values.seed),
  team: wholeNumber('--team', values.team),
  without: values.without,
  say,
}
const listed = (title: string, items: readonly string[]): string =>
  [title, ...items.map((item) => `  - ${item}`)].join('\n')

if (name === undefined) {
  for (const [key, { promise, troubles, invariants, controls, counts }] of Object.entries(pages))
    console.log(
      [
        `${key} [${counts}]: ${promise}`,
        listed(' Meanwhile:', troubles),
        listed(' It fails unless:', invariants),
        listed(
          ' --without:',
          Object.entries(controls).map(([guard, { lacks }]) => `${guard}: a build that ${lacks}`),
        ),
        '',
      ].join('\n'),
    )
  process.exit(0)
}
const page = pages[name]
if (page === undefined) {
  process.argv.splice(2, Infinity, `--only=${name}`)
  await import('./proofs.ts')
  process.exit()
}
if (asked.without !== undefined && !(asked.without in page.controls))
  stop(`prove: --without ${asked.without}: it is one of ${Object.keys(page.controls).join(', ')}`)
await prepare('test')
const removePrograms = await buildPrograms()
const start = performance.now()
const checks = await page.prove(asked)
await removePrograms()
for (const { what, holds } of checks) say(`${holds ? 'holds' : 'FAILS'}: ${what}`)
say(`${((performance.now() - start) / 1_000).toFixed(0)} s`)
const passed = checks.filter(({ holds }) => holds).length
const counts = { passed, failed: checks.length - passed, skipped: 0 }
console.log(closingLine(`prove ${name}`, counts))
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)
