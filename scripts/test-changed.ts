/**
 * `npm run test:changed`: the tests nearest to uncommitted changes, including new files. `-- --base
 * REV` adds all changes since the branch left REV.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './lib/build.ts'
import { graphOf, testsFor, wholeSettings } from './lib/changed.ts'
import { changedFiles, isThere, trackedFiles } from './lib/changed-files.ts'
import { prepare } from './lib/prepare.ts'
import { addUp, ending, isGood } from './lib/results.ts'
import { root } from './lib/run.ts'
import { say, stop } from './lib/say.ts'
import { runPlaywright, runVitest, vitestProjects } from './lib/suites.ts'

const { values } = parseArgs({ options: { base: { type: 'string', default: 'HEAD' } } })

/** Returns the text of a file that can name others; empty for any other file. */
const textOf = (file: string): string =>
  /\.(ts|vue|js|mjs|css|html)$/.test(file) && isThere(file)
    ? readFileSync(join(root, file), 'utf8')
    : ''

const changed = await changedFiles(values.base)
const files = new Set([...(await trackedFiles()), ...changed])
const choice = testsFor(graphOf(new Map([...files].map((file) => [file, textOf(file)]))), changed)
const { vitest, e2e, left } = choice
const reached = vitest.length + e2e.length + left.vitest + left.e2e
const settings = wholeSettings(changed)
if (settings.length > 0)
  say(
    `test:changed: ${settings.join(', ')} can change any test: npm test runs those that do not name them`,
  )
if (reached === 0) stop(`test:changed: no test reaches the ${changed.length} changed files`, 0)
say(
  `test:changed: ${vitest.length} test files and ${e2e.length} of the window, nearest to ${changed.length} changed files; ` +
    `${left.vitest} and ${left.e2e} that are farther away are left to npm test`,
)
await prepare('test')
const suites = [...(vitest.length > 0 ? [await runVitest(vitestProjects, vitest)] : [])]
if (e2e.length > 0) {
  await ensureBuilt()
  suites.push(await runPlaywright('e2e', e2e))
}
console.log(ending('test:changed', suites))
process.exit(isGood(addUp(suites)) ? 0 : 1)
