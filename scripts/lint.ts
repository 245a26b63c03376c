/** `npm run lint`; arguments after `--` are for ESLint. */
import { lint } from './lib/lint.ts'

process.exit((await lint(process.argv.slice(2))) ? 0 : 1)
