/** Who may use a verb: the one rule by which main refuses, and by which the window says so before anybody presses. */
import { roles as everyRole, type Role } from '../domain/operators/roles.ts'
import type { Allowed } from './verbs.ts'

/** Of a verb, what says who may use it. */
export interface Restricted {
  readonly allowed: Allowed
}

/** Whether these roles are enough. */
export const isAllowed = (allowed: Allowed, roles: readonly Role[]): boolean =>
  typeof allowed === 'string' || allowed.some((role) => roles.includes(role))

/** The roles of which one is needed. */
export const rolesFor = ({ allowed }: Restricted): readonly Role[] =>
  typeof allowed === 'string' ? everyRole : allowed

const words: Readonly<Record<Role, string>> = {
  maker: 'a maker',
  checker: 'a checker',
  administrator: 'an administrator',
}

/** Why these roles are not enough, in a sentence; null: they are. */
export const roleDisabledReason = (verb: Restricted, roles: readonly Role[]): string | null =>
  isAllowed(verb.allowed, roles)
    ? null
    : `Only ${rolesFor(verb)
        .map((role) => words[role])
        .join(' or ')} may do this`
