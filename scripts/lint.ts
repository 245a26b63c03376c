/**
 * `npm run lint`; `-- --changed` checks only files that are not committed. Other arguments are for
 * ESLint.
 */
import { changedFiles, isThere } from './lib/changed-files.ts'
import { lint } from './lib/lint.ts'
import { stop } from './lib/say.ts'

const args = process.argv.slice(2)
const options = args.filter((arg) => arg !== '--changed')
const isPart = options.length < args.length
const files = isPart ? (await changedFiles()).filter(isThere) : undefined
if (files?.length === 0) stop('lint: no file is changed', 0)
process.exit((await lint(options, files)) ? 0 : 1)
