/**
 * How a validation is saved, from a single inquiry or a row of a bulk run. SSN, date of birth and
 * id number are never stored (bank note 39).
 */
import type { Transaction } from 'kysely'
import { maskedAccount, significantAccount } from '../../preload/contract/kernel/account-number.ts'
import {
  ownerFields,
  type AccountInquiry,
  type OwnerField,
} from '../../preload/contract/bank/account-validation.ts'
import {
  resultClassOf,
  scoreOf,
  type ResultClass,
} from '../../preload/contract/domain/validation-reading.ts'
import type { Act } from '../store/hash-chain.ts'
import type { VerifiedAccount } from '../bank/apis/account-validation.ts'
import type { Tables } from '../store/tables.ts'
import {
  insertValidation,
  searchable,
  type ValidationRow,
} from './validation/validation.records.ts'
import type { AccountAnswer } from '../../preload/contract/bank/account-validation.ts'

/** The owner as the list shows it; empty if none is named. */
export const nameOf = ({
  ownerKind,
  owner,
}: Pick<AccountInquiry, 'ownerKind' | 'owner'>): string => {
  if (ownerKind === 'none') return ''
  if (ownerKind === 'business') return owner.businessName ?? ''
  return [owner.namePrefix, owner.firstName, owner.middleName, owner.lastName, owner.nameSuffix]
    .filter((part) => part !== undefined)
    .join(' ')
}

/** Returns which owner fields are sent. */
export const sentFields = (inquiry: AccountInquiry): OwnerField[] =>
  ownerFields.filter((field) => inquiry.owner[field] !== undefined)

const scoreIn = (answer: AccountAnswer): number | null =>
  answer.kind === 'answered' ? scoreOf(answer.reading) : null

/** The identity of a validation record, who requested it, and when it arrived. */
export interface RecordIdentity {
  readonly id: string
  /** ISO UTC. */
  readonly at: string
  readonly actor: string
}

/** A validation ready to save: its act, and the write inside that act's transaction. */
export interface PreparedValidation {
  readonly act: Act
  /**
   * The class with the threshold at 0: the match threshold is applied when the record is read (bank
   * note 33).
   */
  readonly resultClass: ResultClass
  readonly score: number | null
  readonly row: ValidationRow
  readonly write: (tx: Transaction<Tables>) => Promise<void>
}

/** Builds the record from the inquiry and the answer. */
export function prepareValidation(
  inquiry: AccountInquiry,
  { answer, callId }: VerifiedAccount,
  { id, at, actor }: RecordIdentity,
): PreparedValidation {
  const detail = {
    routingNumber: inquiry.routingNumber,
    account: maskedAccount(inquiry.accountNumber),
    outcome: answer.kind,
    call: callId,
  }
  const resultClass = resultClassOf(answer, 0)
  const score = scoreIn(answer)
  const row = {
    id,
    at,
    actor,
    api_version: inquiry.apiVersion,
    routing_number: inquiry.routingNumber,
    account_number: inquiry.accountNumber,
    account_significant: significantAccount(inquiry.accountNumber),
    owner_kind: inquiry.ownerKind,
    owner_name: nameOf(inquiry),
    fields_sent: JSON.stringify(sentFields(inquiry)),
    ssn_digits: inquiry.owner.ssn?.length ?? null,
    user_defined: inquiry.userDefined ?? null,
    outcome: JSON.stringify(answer),
    result_class: resultClass,
    score,
    bank_call_id: callId,
  }
  return {
    act: { actor, kind: 'validation.answered', subject: id, detail },
    resultClass,
    score,
    row: searchable(row),
    write: (tx) => insertValidation(tx, row),
  }
}
