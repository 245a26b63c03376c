/** The request of a payment status inquiry, as saved and as shown. */
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { AccountChoice } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { PaymentInquiryRequest } from '../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { paymentInquiryRequest } from '../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { maskOfAccounts } from '../../bank/privacy/mask-in-text.ts'
import type { StoredAccount } from '../../profile/profile-records.ts'

/**
 * The query with the account number that was sent, because the profile's entry for an own account
 * may change later (bank note 66).
 */
export const storedInquiryRequest = z.object({
  question: paymentInquiryRequest,
  /** Null for a query by transaction id. */
  number: z.string().nullable(),
  /** The own account's name at that time. */
  accountName: z.string().nullable(),
})
export type StoredInquiryRequest = z.infer<typeof storedInquiryRequest>

/** Returns the query with its account's number; undefined if there is no such own account. */
export function withNumber(
  question: PaymentInquiryRequest,
  accounts: readonly StoredAccount[],
): StoredInquiryRequest | undefined {
  if (question.by === 'transaction-id') return { question, number: null, accountName: null }
  const { account } = question
  if (account.kind === 'typed') {
    return { question, number: account.number.trim(), accountName: null }
  }
  const own = accounts.find(({ id }) => id === account.id)
  return own && { question, number: own.account_number, accountName: own.name }
}

/** Returns the query for the window, with its account masked everywhere in it. */
export function shownInquiryRequest(
  { question, number }: StoredInquiryRequest,
  inFull: boolean,
): PaymentInquiryRequest {
  if (inFull || question.by === 'transaction-id') return question
  return {
    ...question,
    account: shownChoice(question.account),
    reference: withoutAccount(question.reference, number),
  }
}

const shownChoice = (account: AccountChoice): AccountChoice =>
  account.kind === 'own' ? account : { kind: 'typed', number: maskedAccount(account.number) }

/** A reference may repeat the account number. */
const withoutAccount = (text: string, number: string | null): string =>
  maskOfAccounts([number ?? ''])(text)

/** Returns a short title for lists. */
export function titleOf(stored: StoredInquiryRequest, inFull = false): string {
  const { question, number, accountName } = stored
  if (question.by === 'transaction-id') return `Transaction ${question.transactionId}`
  const shown = inFull ? (number ?? '') : maskedAccount(number ?? '')
  const account = accountName === null ? shown : `${accountName} ${shown}`
  const reference = inFull ? question.reference : withoutAccount(question.reference, number)
  return `${reference} from ${account}`
}
