/** Masks account and owner in a record wherever the bank's text holds them, in any spelling. */
import {
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import type {
  AccountReading,
  ValidationOutcome,
} from '../../../preload/contract/bank/account-validation.ts'
import { maskAccountIn, ownerMask, type KnownOwner } from '../../bank/privacy/mask-in-text.ts'

/** The values masked in one record: the accounts that it may name, and the owner. */
export interface MaskedThings {
  readonly accountNumber: string
  /** The account in the answer, which may differ from the requested one. */
  readonly accountInAnswer: string | null
  readonly owner: KnownOwner
}

/** A shorter account in an answer is not masked, because its digits occur in many codes. */
const leastTellingDigits = 5

/** Returns a function that masks the texts of one record. */
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

/**
 * Masks the outcome wherever free text or an echo may name account or owner; codes stay unchanged.
 */
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
