/**
 * Why a released order did not leave. Main stores the sentence with the order and in the audit
 * trail, so that later versions do not change either.
 */
import type { CallFailure } from '../bank/answers/call-failure.ts'
import type { OverLimit } from '../domain/orders/act-blockers.ts'
import { callFailureTitle } from './call-failures.ts'
import { limitText } from './limits.ts'
import { refusalText } from './order-refusals.ts'

const plainTexts = {
  'release-canceled': 'The release was canceled before it was sent',
  'profile-closed': 'The profile was closed before it was sent',
  'program-ended': 'The program ended before it was sent',
  'home-gone': 'The workstation that was to send it is gone',
  'release-unknown':
    'The store did not confirm in time that it was released. Nothing was sent. Release it again',
  'store-unheard': 'This workstation did not hear from the store in time. Nothing was sent',
  'order-ended': 'It was ended in the meantime',
  'order-gone': 'It no longer exists',
  'not-made': 'The call could not be made',
  'not-recorded': 'Its sending could not be recorded. Nothing was sent',
  'profile-retired': 'The profile is retired',
  'profile-incomplete': 'The profile is incomplete',
  'product-not-agreed': 'This product is not in the agreement with the bank',
  'other-bank': 'It was approved for another bank address or client id. Nothing was sent',
  'other-order': 'The stored order differs from the approved one. Nothing was sent',
  'approvals-missing': 'Approvals that the policy requires are no longer valid. Nothing was sent',
  'other-payee-flags':
    'A payee was changed or removed in the payee book since its approval. Nothing was sent',
  'evidence-missing': 'Evidence that the policy requires is no longer valid. Nothing was sent',
  'not-permitted':
    'The operator who released or confirmed it is no longer permitted to. Nothing was sent',
  'keychain-problem': 'The keychain could not store the end of the audit chain. Nothing was sent',
  'restore-unconfirmed':
    'Payments are on hold after a restore until two people confirm operators and policy. Nothing was sent',
  'unit-not-confirmed': 'The bank\u2019s unit of ACH amounts is not confirmed. Nothing was sent',
  'terms-changed': 'ACH origination settings changed after it was submitted. Nothing was sent',
  'original-entry-changed': 'The state of an original entry changed. Nothing was sent',
  'original-unresolved': `${refusalText({ code: 'original-unresolved' })}. Nothing was sent`,
  'effective-date': 'Its effective date is no longer within 31 days. Nothing was sent',
  'debit-account': 'Its debit account may no longer be debited. Nothing was sent',
  changed: 'It changed after its release. Nothing was sent',
  'refusal-confirmed':
    'The bank refused the request, and a proven status check reports that the bank does not have it',
} as const

export type NotSent =
  | { readonly code: keyof typeof plainTexts }
  | { readonly code: 'too-old'; readonly minutes: number }
  | { readonly code: 'over-limit'; readonly limit: OverLimit }
  | { readonly code: 'bank-refused'; readonly status: number }
  | { readonly code: 'call-failed'; readonly failure: CallFailure }

/** Returns the reason as a sentence, for the people who decide about another release. */
export function notSentText(why: NotSent): string {
  switch (why.code) {
    case 'too-old':
      return `The release was older than ${String(why.minutes)} minutes when it could be sent`
    case 'over-limit':
      return `It is over a limit now. ${limitText(why.limit)}`
    case 'bank-refused':
      return `The bank refused the request with HTTP ${String(why.status)} and accepted nothing`
    case 'call-failed':
      return `Nothing was sent: ${callFailureTitle(why.failure)}`
    default:
      return plainTexts[why.code]
  }
}
