/** The next step for a payment after an answer about the beneficiary's account. */
import type { ResultClass } from '../../../../preload/contract/domain/validation-reading.ts'

/** Never a decision: a button shows the answer itself. */
export const ownershipSteps: Readonly<Record<ResultClass, string>> = {
  'owner-matches': 'Look at what the bank answered of each field before you submit.',
  'owner-matches-in-part':
    'A name differs. Compare it with your papers. Whoever approves the payment has to give a reason.',
  'owner-differs':
    'The score is under the threshold. Look at what the bank answered and compare it with your papers before you submit.',
  'owner-not-checked':
    'The bank compared no owner. Make sure by other means whose account it is before you submit.',
  'account-closed': 'Do not pay into it: ask the beneficiary for another account.',
  'account-not-found': 'Compare account and bank with what the beneficiary gave you.',
  'cannot-tell':
    'Nothing good and nothing bad is known. Make sure by other means whose account it is.',
  'request-refused': 'Look at what the bank answered, correct what it names and check again.',
  'access-refused':
    'The bank did not let this profile in: its certificate, keys and registered address are to be compared with the bank.',
  'silence-asked': 'Check again when the countdown in the status bar has ended.',
  'bank-unavailable': 'Nothing is known of the account. Check again later.',
  'not-understood': 'Look at the answer as it came and ask the bank what it means.',
  'not-answered': 'It moves no money: it is safe to check again.',
}
