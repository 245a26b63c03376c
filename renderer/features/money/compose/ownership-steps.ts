/** The next step for a payment after an answer about the beneficiary's account. */
import type { ResultClass } from '../../../../preload/contract/domain/validation-reading.ts'

/** Never a decision: a button shows the answer itself. */
export const ownershipSteps: Readonly<Record<ResultClass, string>> = {
  'owner-matches': 'Review the bank\u2019s answer for each field before you submit.',
  'owner-matches-in-part':
    'A name differs. Compare it with your records. The approver must give a reason.',
  'owner-differs':
    'The score is below the threshold. Review the bank\u2019s answer and compare it with your records before you submit.',
  'owner-not-checked':
    'The bank did not compare the owner. Verify the owner another way before you submit.',
  'account-closed': 'Do not pay to this account. Ask the beneficiary for another one.',
  'account-not-found': 'Compare account and bank with the beneficiary\u2019s instructions.',
  'cannot-tell': 'Owner is unknown. Verify the owner another way.',
  'request-refused': 'Review the bank\u2019s answer, correct the fields it names and check again.',
  'call-refused':
    'The bank declined the ids, path or form of the call. Correct the profile with the bank, then check again.',
  'access-refused':
    'The bank denied access to this profile. Compare certificate, keys and registered address with the bank.',
  'pause-after-429': 'Check again when the countdown in the status bar has ended.',
  'bank-unavailable': 'Account status is unknown. Check again later.',
  'not-understood': 'Review the answer as received and ask the bank what it means.',
  'not-answered': 'A check moves no money: it is safe to check again.',
}
