/** `npm run typecheck`. */
import { typecheck } from './lib/typecheck.ts'

process.exit((await typecheck()) ? 0 : 1)
