/**
 * How a validation is kept, whoever asked for it: the desk one at a time, or a bulk run row by row. SSN, date of
 * birth and id number are kept nowhere (trap 39).
 */
import type { Transaction } from 'kysely'
import {
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import {
  ownerFields,
  type AccountInquiry,
  type OwnerField,
  type ValidationOutcome,
} from '../../../preload/contract/bank/account-validation.ts'
import {
  resultClassOf,
  scoreOf,
  type ResultClass,
} from '../../../preload/contract/domain/validation-reading.ts'
import type { Act } from '../../store/audit-chain/hash-chain.ts'
import type { VerifiedAccount } from '../../bank/apis/account-validation.ts'
import type { Tables } from '../../store/tables.ts'
import { insertValidation, searchable, type ValidationRow } from './validation.records.ts'

/** The owner as the list shows it; empty when none is named. */
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

/** Which owner fields are sent. */
export const sentFields = (inquiry: AccountInquiry): OwnerField[] =>
  ownerFields.filter((field) => inquiry.owner[field] !== undefined)

const scoreIn = (outcome: ValidationOutcome): number | null =>
  outcome.kind === 'answered' ? scoreOf(outcome.reading) : null

/** Whose validation it is, and when it came in. */
export interface KeptBy {
  readonly id: string
  /** ISO UTC. */
  readonly at: string
  readonly actor: string
}

/** A validation as it is kept: the act that explains it, and the writing of it inside that act's transaction. */
export interface ValidationToKeep {
  readonly act: Act
  /** The class with any score matching: which score matches is decided when it is read (trap 33). */
  readonly resultClass: ResultClass
  readonly score: number | null
  readonly row: ValidationRow
  readonly write: (tx: Transaction<Tables>) => Promise<void>
}

/** Derives both from what was asked and what came. */
export function validationToKeep(
  inquiry: AccountInquiry,
  { outcome, callId }: VerifiedAccount,
  { id, at, actor }: KeptBy,
): ValidationToKeep {
  const detail = {
    routingNumber: inquiry.routingNumber,
    account: maskedAccount(inquiry.accountNumber),
    outcome: outcome.kind,
    call: callId,
  }
  const resultClass = resultClassOf(outcome, 0)
  const score = scoreIn(outcome)
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
    outcome: JSON.stringify(outcome),
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
