/**
 * Reads a stored ownership check: who owns the account, by the threshold in force, and whether the
 * check is about a payee.
 */
import type { Selectable } from 'kysely'
import { sameAccount, sameRouting } from '../../../../preload/contract/kernel/account-number.ts'
import type {
  OwnerKind,
  AccountReading,
} from '../../../../preload/contract/bank/account-validation.ts'
import { personIn } from '../../../../preload/contract/domain/owner-name.ts'
import { nameOf } from '../../../inquiry/save-validation.ts'
import { isSameName } from '../../../platform/folded-text.ts'
import {
  namesOf,
  resultClassOf,
  type NameField,
  type ResultClass,
} from '../../../../preload/contract/domain/validation-reading.ts'
import type { ValidationsTable } from '../../../store/tables/validations.ts'
import { storedAnswer } from '../../../inquiry/stored-answer.ts'

/**
 * Uses the threshold in force, like the validation history. A check about another account matches
 * nobody.
 */
export function readCheck(found: StoredCheck, threshold: number): CheckReading {
  const answer = storedAnswer(found)
  const isAnother = answer.kind === 'answered' && namesAnother(answer.reading, found)
  return {
    resultClass: isAnother ? 'cannot-tell' : resultClassOf(answer, threshold),
    differingNames: namesOf(answer),
  }
}

/** An account or routing number that the answer omits contradicts nothing. */
export const namesAnother = (
  { accountNumber, routingNumber }: Pick<AccountReading, 'accountNumber' | 'routingNumber'>,
  found: StoredCheck,
): boolean =>
  (accountNumber !== null && !sameAccount(accountNumber, found.account_number)) ||
  (routingNumber !== null && !sameRouting(routingNumber, found.routing_number))

/**
 * Returns whether a check of one name is about a payee of another: the same words, or the parts of
 * a person's name.
 */
export function isAboutPayee(queriedName: string, name: string, kind: OwnerKind): boolean {
  if (isSameName(queriedName, name)) return true
  const person = kind === 'person' ? personIn(name) : null
  return person !== null && isSameName(queriedName, nameOf({ ownerKind: 'person', owner: person }))
}

export type StoredCheck = Pick<
  Selectable<ValidationsTable>,
  'outcome' | 'account_number' | 'routing_number'
>

export interface CheckReading {
  readonly resultClass: ResultClass
  readonly differingNames: NameField[]
}
