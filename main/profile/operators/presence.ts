/**
 * Tracks who is at the workstation, in one profile. State is held in main; the window is notified
 * and never trusted for it.
 */
import type { Access, LockReason } from '../../../preload/contract/api/operators/operators.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { operatorIn, type OperatorRow } from './operators.records.ts'

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
  /**
   * Takes in what the store now says of an operator who is here: another name or other roles.
   * Nobody stays who can no longer sign in.
   */
  take(row: OperatorRow | undefined): void
  /** The profile has operators by now. */
  operatorsAdded(): void
}

/** Creates the presence, starting in state `first`. */
export function createPresence(first: Access, here: Operator = nobody): Presence {
  let access = first
  let current = here
  let departures = 0
  let signInEpoch = 0
  function leave(reason: LockReason): Operator | undefined {
    departures += 1
    signInEpoch += 1
    const before = current === nobody ? undefined : current
    const pending = access.state === 'must-change' ? access.operatorId : undefined
    const id = before?.id ?? pending
    if (id === undefined) return undefined
    access = { state: 'locked', reason, operatorId: reason === 'not-signed-in' ? null : id }
    current = nobody
    return before
  }
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
    leave,
    departures: () => departures,
    signInEpoch: () => signInEpoch,
    take(row) {
      const id = access.state === 'must-change' ? access.operatorId : current.id
      if (row?.id !== id) return
      if (row.disabled === 1) leave('not-signed-in')
      else if (access.state === 'in') current = operatorIn(row)
    },
    operatorsAdded() {
      if (access.state === 'no-operators')
        access = { state: 'locked', reason: 'not-signed-in', operatorId: null }
    },
  }
}
