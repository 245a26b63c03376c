/** `npm run lint`; what is given after `--` is for ESLint. */
import { lint } from './lib/lint.ts'

process.exit((await lint(process.argv.slice(2))) ? 0 : 1)
