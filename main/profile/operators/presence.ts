/**
 * Tracks who is at the workstation, in one profile. State is held in main; the window is notified
 * and never trusted for it.
 */
import type { Access, LockReason } from '../../../preload/contract/api/operators/operators.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'

/** The operator without any permission, used while nobody is signed in. */
export const nobody: Operator = { id: '', name: '', roles: [] }

/** The current operator, and the transitions in and out. */
export interface Presence {
  readonly access: () => Access
  /** The signed-in operator; `nobody` otherwise. */
  readonly current: () => Operator
  enter(operator: Operator): void
  /** The operator signed in with a passphrase that someone else set. */
  mustChange(operatorId: string): void
  /** Returns the operator who left; undefined when nobody was signed in. */
  leave(reason: LockReason): Operator | undefined
  /**
   * Counts locks and sign-outs. A request made before one is not answered by a sign-in after it.
   */
  departures(): number
  /** Changes after each sign-in and sign-out. Two sign-ins differ, even of the same person. */
  signInEpoch(): number
  /** Updates the name or roles of the signed-in operator. */
  renew(operator: Operator): void
}

/** Creates the presence, starting in state `first`. */
export function createPresence(first: Access, here: Operator = nobody): Presence {
  let access = first
  let current = here
  let departures = 0
  let signInEpoch = 0
  return {
    access: () => access,
    current: () => current,
    enter(operator) {
      signInEpoch += 1
      access = { state: 'in' }
      current = operator
    },
    mustChange(operatorId) {
      signInEpoch += 1
      access = { state: 'must-change', operatorId }
      current = nobody
    },
    leave(reason) {
      departures += 1
      signInEpoch += 1
      const before = current === nobody ? undefined : current
      const pending = access.state === 'must-change' ? access.operatorId : undefined
      const id = before?.id ?? pending
      if (id === undefined) return undefined
      access = { state: 'locked', reason, operatorId: reason === 'not-signed-in' ? null : id }
      current = nobody
      return before
    },
    departures: () => departures,
    signInEpoch: () => signInEpoch,
    renew(operator) {
      if (operator.id === current.id) current = operator
    },
  }
}
