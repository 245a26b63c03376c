/** Masks account and owner in a record wherever the bank's text holds them, in any spelling. */
import {
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import type {
  AccountAnswer,
  AccountReading,
} from '../../../preload/contract/bank/account-validation.ts'
import type { OtherField } from '../../../preload/contract/bank/answers/shape.ts'
import { maskAccountIn, ownerMask, type KnownOwner } from '../../bank/privacy/mask-in-text.ts'

/** The values masked in one record: the accounts that it may name, and the owner. */
export interface MaskedThings {
  readonly accountNumber: string
  /** The account in the answer, which may differ from the requested one. */
  readonly accountInAnswer: string | null
  readonly owner: KnownOwner
}

/** A shorter account in an answer is not masked, because its digits occur in many codes. */
const minMaskedDigits = 5

/** Returns a function that masks the texts of one record. */
export function recordMask({
  accountNumber,
  accountInAnswer,
  owner,
}: MaskedThings): (text: string) => string {
  const accounts = [accountNumber]
  if (significantAccount(accountInAnswer ?? '').length >= minMaskedDigits) {
    accounts.push(accountInAnswer ?? '')
  }
  const maskOwner = ownerMask(owner)
  return (text) => maskOwner(accounts.reduce(maskAccountIn, text))
}

/**
 * Masks the answer wherever free text or an echo may name account or owner; codes stay unchanged.
 */
export function maskAnswer(answer: AccountAnswer, mask: (text: string) => string): AccountAnswer {
  if (!('trace' in answer)) return answer
  const maskOrNull = (text: string | null): string | null => (text === null ? null : mask(text))
  const maskFields = (fields: readonly OtherField[]): OtherField[] =>
    fields.map(({ path, value }) => ({ path, value: mask(value) }))
  const maskReading = (reading: AccountReading): AccountReading => ({
    ...reading,
    accountStatus: { ...reading.accountStatus, message: maskOrNull(reading.accountStatus.message) },
    accountNumber: reading.accountNumber === null ? null : maskedAccount(reading.accountNumber),
    systemRecordId: maskOrNull(reading.systemRecordId),
    primaryId: maskOrNull(reading.primaryId),
    secondaryId: maskOrNull(reading.secondaryId),
    additionalId: maskOrNull(reading.additionalId),
    userDefined: maskOrNull(reading.userDefined),
    other: maskFields(reading.other),
  })
  const maskTexts = <T extends { readonly text: string | null }>(messages: readonly T[]): T[] =>
    messages.map((message) => ({ ...message, text: maskOrNull(message.text) }))
  const { trace } = answer
  const common = {
    beside: maskFields(answer.beside),
    trace: { ...trace, transactionId: maskOrNull(trace.transactionId) },
  }
  switch (answer.kind) {
    case 'answered': {
      const reading = maskReading(answer.reading)
      return { ...answer, ...common, reading, warnings: maskTexts(answer.warnings) }
    }
    case 'nothing-found':
    case 'refused': {
      const reading = answer.reading && maskReading(answer.reading)
      const masked = { ...common, reading, messages: maskTexts(answer.messages) }
      return answer.kind === 'refused'
        ? { ...answer, ...masked, connectError: maskOrNull(answer.connectError) }
        : { ...answer, ...masked }
    }
    case 'not-understood':
      return { ...answer, ...common }
  }
}
