/** Masks an account in text that the bank sent, wherever it stands and however many zeros lead it. */
import { maskedAccount, significantAccount } from '../../preload/contract/account-number.ts'
import type {
  AccountReading,
  ValidationOutcome,
} from '../../preload/contract/account-validation.ts'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The text with the account's number masked; text without it comes back as it was. */
export function maskAccountIn(text: string, accountNumber: string): string {
  const significant = significantAccount(accountNumber)
  if (significant === '') return text
  // Not inside a longer number: a date or an id that happens to hold the digits stays readable. Letters
  // beside an account of digits alone belong to something else, such as ACCT in front of it.
  const kin = /^\d+$/.test(significant) ? '\\d' : '[A-Za-z0-9]'
  const whole = new RegExp(`(?<!${kin})0*${escaped(significant)}(?!${kin})`, 'gi')
  return text.replace(whole, maskedAccount(accountNumber))
}

/** The outcome with the account masked wherever free text or an echo may hold it; codes stay as they came. */
export function maskOutcome(
  outcome: ValidationOutcome,
  mask: (text: string) => string,
): ValidationOutcome {
  const maskOrNull = (text: string | null): string | null => (text === null ? null : mask(text))
  const maskReading = (reading: AccountReading): AccountReading => ({
    ...reading,
    accountStatus: { ...reading.accountStatus, message: maskOrNull(reading.accountStatus.message) },
    accountNumber: maskOrNull(reading.accountNumber),
    other: reading.other.map(({ path, value }) => ({ path, value: mask(value) })),
  })
  const maskText = <T extends { text: string | null }>(message: T): T => ({
    ...message,
    text: maskOrNull(message.text),
  })
  switch (outcome.kind) {
    case 'answered':
      return {
        ...outcome,
        reading: maskReading(outcome.reading),
        warnings: outcome.warnings.map(maskText),
      }
    case 'refused':
      return {
        ...outcome,
        reading: outcome.reading && maskReading(outcome.reading),
        messages: outcome.messages.map(maskText),
      }
    case 'unreadable':
    case 'no-answer':
    case 'not-sent':
      return outcome
  }
}
