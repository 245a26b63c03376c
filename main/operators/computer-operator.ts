/**
 * Who acts in a real profile: the person signed in to this computer, under the name that the system knows.
 * Operators of Countersign's own, with their passwords and four eyes, come with payments.
 */
import type { Operator } from '../../preload/contract/roles.ts'

/** The operator for the name of the computer's account. */
export const computerOperator = (accountName: string): Operator => ({
  id: `computer:${accountName}`,
  name: accountName,
  roles: ['maker', 'administrator'],
})
