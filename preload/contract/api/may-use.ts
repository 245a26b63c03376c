/**
 * Who may use a channel: one rule for main, which refuses, and for the window, which explains it in
 * advance.
 */
import { roles as everyRole, type Role } from '../domain/operators/roles.ts'
import type { Allowed } from './define-channel.ts'

/** The part of a channel that restricts its use. */
export interface Restricted {
  readonly allowed: Allowed
}

/** Returns whether these roles are sufficient. */
export const isAllowed = (allowed: Allowed, roles: readonly Role[]): boolean =>
  typeof allowed === 'string' || allowed.some((role) => roles.includes(role))

/** Returns the roles of which one is required. */
export const rolesFor = ({ allowed }: Restricted): readonly Role[] =>
  typeof allowed === 'string' ? everyRole : allowed
