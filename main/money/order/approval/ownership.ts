/** Reads a kept ownership check: whose the account is, by the threshold in force, and whether that is about a payee. */
import type { Selectable } from 'kysely'
import { sameAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  type OwnerKind,
  validationOutcome,
  type AccountReading,
} from '../../../../preload/contract/bank/account-validation.ts'
import { personIn } from '../../../../preload/contract/domain/owner-name.ts'
import { nameOf } from '../../../inquiry/validation/save-validation.ts'
import { isSameName } from '../../../platform/folded-text.ts'
import {
  namesOf,
  resultClassOf,
  type NameField,
  type ResultClass,
} from '../../../../preload/contract/domain/validation-reading.ts'
import type { ValidationsTable } from '../../../store/tables.ts'

/** By the threshold in force, like the history of validations. What is about another account matches nobody. */
export function readCheck(found: KeptCheck, threshold: number): CheckReading {
  const parsed = validationOutcome.safeParse(JSON.parse(found.outcome))
  if (!parsed.success) return { resultClass: 'not-understood', differingNames: [] }
  const { data: outcome } = parsed
  const isAnother = outcome.kind === 'answered' && namesAnother(outcome.reading, found)
  return {
    resultClass: isAnother ? 'cannot-tell' : resultClassOf(outcome, threshold),
    differingNames: namesOf(outcome),
  }
}

/** What the answer does not name contradicts nothing. */
export const namesAnother = (
  { accountNumber, routingNumber }: Pick<AccountReading, 'accountNumber' | 'routingNumber'>,
  found: KeptCheck,
): boolean =>
  (accountNumber !== null && !sameAccount(accountNumber.trim(), found.account_number)) ||
  (routingNumber !== null && routingNumber.trim() !== found.routing_number)

/** Whether a check that asked about one name is about a payee of another: the same words, or the parts of a person's. */
export function isAboutPayee(askedName: string, name: string, kind: OwnerKind): boolean {
  if (isSameName(askedName, name)) return true
  const person = kind === 'person' ? personIn(name) : null
  return person !== null && isSameName(askedName, nameOf({ ownerKind: 'person', owner: person }))
}

/** What of a kept validation decides what it says. */
export type KeptCheck = Pick<
  Selectable<ValidationsTable>,
  'outcome' | 'account_number' | 'routing_number'
>

/** What a kept check says of its owner. */
export interface CheckReading {
  readonly resultClass: ResultClass
  /** The name fields that differ. */
  readonly differingNames: NameField[]
}
