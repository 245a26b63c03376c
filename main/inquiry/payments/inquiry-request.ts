/** What a payment was looked up by, as it is kept and as it is shown. */
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { AccountChoice } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { PaymentInquiryRequest } from '../../../preload/contract/api/payments/inquiry.ts'
import { paymentLookUpQuestion } from '../../../preload/contract/api/payments/inquiry.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { accountMask } from '../../bank/privacy/call-accounts.ts'
import type { StoredAccount } from '../../profile/profile-records.ts'

/** The question with the number that is sent: what the profile says of an own account may change later (trap 66). */
export const storedQuestion = z.object({
  question: paymentLookUpQuestion,
  /** Null where a transaction id is asked for. */
  number: z.string().nullable(),
  /** The own account's name as it was then. */
  accountName: z.string().nullable(),
})
export type StoredQuestion = z.infer<typeof storedQuestion>

/** The question with its account's number; undefined: there is no such own account. */
export function withNumber(
  question: PaymentInquiryRequest,
  accounts: readonly StoredAccount[],
): StoredQuestion | undefined {
  if (question.by === 'transaction-id') return { question, number: null, accountName: null }
  const { account } = question
  if (account.kind === 'typed') {
    return { question, number: account.number.trim(), accountName: null }
  }
  const own = accounts.find(({ id }) => id === account.id)
  return own && { question, number: own.account_number, accountName: own.name }
}

/** The question as the window may have it. Its account is masked wherever it stands in it. */
export function shownQuestion(
  { question, number }: StoredQuestion,
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

/** A reference may repeat the account. */
const withoutAccount = (text: string, number: string | null): string =>
  accountMask({
    path: '',
    requestBody: JSON.stringify({ accountNumber: number ?? '' }),
    responseBody: null,
  })(text)

/** In a few words, for lists. */
export function titleOf(kept: StoredQuestion, inFull = false): string {
  const { question, number, accountName } = kept
  if (question.by === 'transaction-id') return `Transaction ${question.transactionId}`
  const shown = inFull ? (number ?? '') : maskedAccount(number ?? '')
  const account = accountName === null ? shown : `${accountName} ${shown}`
  const reference = inFull ? question.reference : withoutAccount(question.reference, number)
  return `${reference} from ${account}`
}
