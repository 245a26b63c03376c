/**
 * `npm run test:changed`: the tests nearest to uncommitted changes, including new files. `-- --base
 * REV` adds all changes since the branch left REV.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './lib/build.ts'
import { graphOf, testsFor, wholeSettings } from './lib/changed.ts'
import { prepare } from './lib/prepare.ts'
import { addUp, ending, isGood } from './lib/results.ts'
import { root, run } from './lib/run.ts'
import { say, stop } from './lib/say.ts'
import { runPlaywright, runVitest, vitestProjects } from './lib/suites.ts'

const { values } = parseArgs({ options: { base: { type: 'string', default: 'HEAD' } } })

async function git(...args: readonly string[]): Promise<string[]> {
  const { code, output } = await run('git', args, { quiet: true })
  if (code !== 0) stop(`test:changed: git ${args.join(' ')}\n${output}`)
  return output.split('\n').filter(Boolean)
}

/** Returns the text of a file that can name others; empty for any other file. */
const textOf = (file: string): string => {
  const path = join(root, file)
  return /\.(ts|vue|js|mjs|css|html)$/.test(file) && existsSync(path)
    ? readFileSync(path, 'utf8')
    : ''
}

const since = await git('diff', '--merge-base', '--name-only', values.base)
const untracked = await git('ls-files', '--others', '--exclude-standard')
const changed = [...new Set([...since, ...untracked])]
const files = new Set([...(await git('ls-files')), ...changed])
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
