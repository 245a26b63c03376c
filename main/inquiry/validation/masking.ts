/** Masks account and owner in a record: in what the bank sent, wherever it stands and however it is written. */
import {
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import type {
  AccountReading,
  ValidationOutcome,
} from '../../../preload/contract/bank/account-validation.ts'
import { ownerMask, type KnownOwner } from '../../bank/privacy/owner-masking.ts'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The text with the account's number masked, however many zeros lead it; text without it comes back as it was. */
export function maskAccountIn(text: string, accountNumber: string): string {
  const significant = significantAccount(accountNumber)
  if (significant === '') return text
  // Not inside a longer number: a date or an id that happens to hold the digits stays readable. Letters
  // beside an account of digits alone belong to something else, such as ACCT in front of it.
  const kin = /^\d+$/.test(significant) ? '\\d' : '[A-Za-z0-9]'
  const whole = new RegExp(`(?<!${kin})0*${escaped(significant)}(?!${kin})`, 'gi')
  return text.replace(whole, maskedAccount(accountNumber))
}

/** What one record is masked by: both accounts that it may name, and whom it is about. */
export interface MaskedThings {
  readonly accountNumber: string
  /** The account that the answer names, which need not be the one that was asked about. */
  readonly accountInAnswer: string | null
  readonly owner: KnownOwner
}

/** Of a shorter number in an answer little is sure, and every code would hold it. */
const leastTellingDigits = 5

/** The mask of one record's texts. */
export function recordMask({
  accountNumber,
  accountInAnswer,
  owner,
}: MaskedThings): (text: string) => string {
  const accounts = [accountNumber]
  if (significantAccount(accountInAnswer ?? '').length >= leastTellingDigits) {
    accounts.push(accountInAnswer ?? '')
  }
  const maskOwner = ownerMask(owner)
  return (text) => maskOwner(accounts.reduce(maskAccountIn, text))
}

type Traced = Pick<Extract<ValidationOutcome, { kind: 'unreadable' }>, 'trace' | 'beside'>

/** The outcome masked wherever free text or an echo may name account or owner; codes stay as they came. */
export function maskOutcome(
  outcome: ValidationOutcome,
  mask: (text: string) => string,
): ValidationOutcome {
  const maskOrNull = (text: string | null): string | null => (text === null ? null : mask(text))
  const maskReading = (reading: AccountReading): AccountReading => ({
    ...reading,
    accountStatus: { ...reading.accountStatus, message: maskOrNull(reading.accountStatus.message) },
    accountNumber: reading.accountNumber === null ? null : maskedAccount(reading.accountNumber),
    systemRecordId: maskOrNull(reading.systemRecordId),
    primaryId: maskOrNull(reading.primaryId),
    secondaryId: maskOrNull(reading.secondaryId),
    additionalId: maskOrNull(reading.additionalId),
    userDefined: maskOrNull(reading.userDefined),
    other: reading.other.map(({ path, value }) => ({ path, value: mask(value) })),
  })
  const maskTrace = ({ trace, beside }: Traced): Traced => ({
    ...(trace && { trace: { ...trace, transactionId: maskOrNull(trace.transactionId) } }),
    ...(beside && { beside: beside.map(({ path, value }) => ({ path, value: mask(value) })) }),
  })
  const maskText = <T extends { text: string | null }>(message: T): T => ({
    ...message,
    text: maskOrNull(message.text),
  })
  switch (outcome.kind) {
    case 'answered':
      return {
        ...outcome,
        ...maskTrace(outcome),
        reading: maskReading(outcome.reading),
        warnings: outcome.warnings.map(maskText),
      }
    case 'refused':
      return {
        ...outcome,
        ...maskTrace(outcome),
        reading: outcome.reading && maskReading(outcome.reading),
        messages: outcome.messages.map(maskText),
      }
    case 'unreadable':
      return { ...outcome, ...maskTrace(outcome) }
    case 'no-answer':
    case 'not-sent':
      return outcome
  }
}
