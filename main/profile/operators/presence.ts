/** Who is at the workstation, in one profile. Kept in main: the window is told, never asked. */
import type { Access, LockReason } from '../../../preload/contract/api/operators/operators.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'

/** One who may do nothing: stands where nobody is signed in. */
export const nobody: Operator = { id: '', name: '', roles: [] }

/** Who is here now, and the ways in and out. */
export interface Presence {
  readonly access: () => Access
  /** Whoever is signed in; nobody otherwise. */
  readonly current: () => Operator
  enter(operator: Operator): void
  /** Signed in with a passphrase that somebody else set. */
  mustChange(operatorId: string): void
  /** Answers who was here; undefined where nobody was. */
  leave(reason: LockReason): Operator | undefined
  /** How often the workstation was locked or left: what was asked before it is not answered by a sign-in after it. */
  departures(): number
  /** Another number after each coming and going: one sign-in is not the next, the same person's neither. */
  visit(): number
  /** The one who is here is called otherwise or may do other things. */
  renew(operator: Operator): void
}

/** Begins where `first` says. */
export function createPresence(first: Access, here: Operator = nobody): Presence {
  let access = first
  let current = here
  let departures = 0
  let visit = 0
  return {
    access: () => access,
    current: () => current,
    enter(operator) {
      visit += 1
      access = { state: 'in' }
      current = operator
    },
    mustChange(operatorId) {
      visit += 1
      access = { state: 'must-change', operatorId }
      current = nobody
    },
    leave(reason) {
      departures += 1
      visit += 1
      const before = current === nobody ? undefined : current
      const pending = access.state === 'must-change' ? access.operatorId : undefined
      const id = before?.id ?? pending
      if (id === undefined) return undefined
      access = { state: 'locked', reason, operatorId: reason === 'not-signed-in' ? null : id }
      current = nobody
      return before
    },
    departures: () => departures,
    visit: () => visit,
    renew(operator) {
      if (operator.id === current.id) current = operator
    },
  }
}
