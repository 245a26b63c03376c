/** Roles; every channel of the API states which ones it requires. */
import { z } from '../../kernel/zod.ts'

export const roles = ['maker', 'checker', 'administrator'] as const
/** Any signed-in operator, and those who administer. */
export const anyOperator = roles
export const administrators = ['administrator'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** An operator as the window knows one; never with a secret. */
export const operator = z.object({ id: z.string(), name: z.string(), roles: z.array(role) })
export type Operator = z.infer<typeof operator>
