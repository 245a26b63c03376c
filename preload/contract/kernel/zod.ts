/**
 * The contract's only way to zod. `jitless` must be set before any schema is made: the window's
 * policy forbids dynamic code, and main keeps to the same rule.
 */
import { z } from 'zod'

z.config({ jitless: true })

export { z }
