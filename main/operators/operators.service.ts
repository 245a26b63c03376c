/** Who is at the workstation. Kept in main: the window is told, never asked. */
import type { Operator } from '../../preload/contract/roles.ts'

/** What the desks need to know of an operator, signed in or not. */
export interface OperatorFacts extends Operator {
  readonly disabled: boolean
  /** Who set its name, roles or passphrase last; null: nobody else did. */
  readonly setBy: string | null
}

/** The operators of one profile and the one who is here. */
export interface Operators {
  readonly all: readonly Operator[]
  current(): Operator
  /** Makes another operator the current one; undefined when there is no such operator. */
  switchTo(operatorId: string): Operator | undefined
}

/** Starts with the first of a list that is never empty. */
export function createOperators(all: readonly [Operator, ...Operator[]]): Operators {
  let current: Operator = all[0]
  return {
    all,
    current: () => current,
    switchTo(operatorId) {
      const found = all.find((operator) => operator.id === operatorId)
      if (found) current = found
      return found
    },
  }
}
