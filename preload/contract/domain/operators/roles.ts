/** Who may do what: every verb of the contract says which roles it needs. */
import { z } from '../../kernel/zod.ts'

export const roles = ['maker', 'checker', 'administrator'] as const
/** Whoever is signed in, and those who set up. */
export const anyOperator = roles
export const administrators = ['administrator'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** An operator as the window knows one: never a secret. */
export const operator = z.object({ id: z.string(), name: z.string(), roles: z.array(role) })
export type Operator = z.infer<typeof operator>
