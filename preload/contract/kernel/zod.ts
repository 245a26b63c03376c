/**
 * The contract's only import of zod. `jitless` must be set before any schema is created: the
 * window's content security policy forbids dynamic code, and main follows the same rule.
 */
import { z } from 'zod'

z.config({ jitless: true })

export { z }
