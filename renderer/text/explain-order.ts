/** Why an action on a payment or a batch failed. */
import type { Failure } from '../../preload/contract/api/failures.ts'
import { limitAdvice, limitText } from '../../preload/contract/text/limits.ts'
import { isOfApprovals } from '../../preload/contract/domain/orders/act-blockers.ts'
import { duplicateDays } from '../../preload/contract/domain/orders/order-course.ts'
import { assertNever, type Explanation } from './explanation.ts'
import {
  aloneTexts,
  approverReasons,
  brokenReasons,
  evidenceReasons,
  orderStateLabels,
} from './order-text.ts'
import { localTime } from './times.ts'

type OrderFailure = Failure<
  | 'own-work'
  | 'same-person'
  | 'not-maker'
  | 'order-changed'
  | 'order-state'
  | 'approvals-missing'
  | 'not-approver'
  | 'decided-alone'
  | 'over-limit'
  | 'possible-duplicate'
  | 'evidence-needed'
  | 'integrity-broken'
  | 'inquiry-first'
  | 'known-at-bank'
  | 'alert-undecided'
  | 'inquiry-under-way'
  | 'support-reply-unresolved'
  | 'copied-already'
  | 'sending-not-ended'
  | 'account-differs'
  | 'owner-kind-differs'
  | 'unit-not-confirmed'
  | 'terms-changed'
>

const unitReasons: Readonly<Record<Failure<'unit-not-confirmed'>['why'], string>> = {
  never: 'The bank\u2019s unit of amounts is unknown and was not confirmed in pre-production.',
  'another-unit': 'Pre-production confirmed another unit than the one set here.',
  'nothing-shown': 'The bank has shown no amount of this entry yet.',
  'amount-differs': 'The bank shows a different amount for this entry than was sent.',
}

export function explainOrder(failure: OrderFailure): Explanation {
  switch (failure.code) {
    case 'own-work':
      return {
        title: 'A second person is needed',
        reason: 'Nobody approves their own work, administrators included.',
        next: 'Ask another operator. Nothing was done.',
      }
    case 'possible-duplicate':
      return {
        title: 'Possible duplicate',
        reason:
          failure.entries > 0
            ? `Payments like its entries are in this batch, or were sent in the last ${String(duplicateDays.batch)} days.`
            : `Same amount to the same account: ${failure.payments.map(({ reference }) => reference).join(', ')}.`,
        next: 'Enter why it is no duplicate. Nothing was done.',
      }
    case 'same-person':
      return {
        title: 'Another person is needed',
        reason: 'The person who proposed it cannot confirm it.',
        next: 'Ask another operator. Nothing was sent.',
      }
    case 'not-maker':
      return {
        title: 'Only its maker may do this',
        reason: 'Another operator made it.',
        next: 'Ask the operator who made it. Submitted: a checker may send it back.',
      }
    case 'order-changed':
      return {
        title: 'It has changed since it was shown',
        reason: 'It differs from what you saw. Nothing was done.',
        next: 'Review the current version and decide again.',
      }
    case 'order-state':
      return {
        title: 'Not possible in this state',
        reason: `It is ${orderStateLabels[failure.state].toLowerCase()} now. Nothing was done.`,
        next: 'Review the current version.',
      }
    case 'approvals-missing':
      return {
        title: 'Approvals are missing',
        reason: `Approved: ${failure.have} of ${failure.needed}. Nothing was sent.`,
        next: 'If it was never sent, return it to draft, submit it again and have it approved. If its outcome is unknown, it cannot be resent.',
      }
    case 'not-approver':
      return {
        title: 'Your approval does not count here',
        reason: approverReasons[failure.why],
        next: 'Ask another checker. Nothing was done.',
      }
    case 'decided-alone':
      return {
        title: 'Decide this one alone',
        reason: `${aloneTexts[failure.why]}.`,
        next: 'Open it and decide with its evidence. Nothing was done.',
      }
    case 'over-limit':
      return {
        title: 'Over the policy limit',
        reason: limitText(failure),
        next: limitAdvice(failure),
      }
    case 'evidence-needed':
      if (failure.missing.includes('restored'))
        return {
          title: 'It may have been sent already',
          reason: evidenceReasons.restored,
          next: 'Have a second person check with the bank and confirm it on the order. Nothing was sent.',
        }
      if (failure.missing.every(isOfApprovals))
        return {
          title: 'Evidence changed since approval',
          reason: failure.missing.map((one) => evidenceReasons[one]).join(' '),
          next: 'Review the flagged entries. If it was never sent, send it back and have it approved again. If a payee change is pending, rejecting the change keeps the approval valid. Nothing was sent.',
        }
      return {
        title: 'The policy requires more evidence',
        reason: failure.missing.map((one) => evidenceReasons[one]).join(' '),
        next: 'Nothing was sent. Evidence is added while it is a draft. If it was never sent, return it to draft.',
      }
    case 'integrity-broken':
      return {
        title:
          failure.what === 'bank'
            ? 'Approved for another bank'
            : 'Stored order differs from the approved one',
        reason: brokenReasons[failure.what],
        next:
          failure.what === 'bank'
            ? 'Nothing was sent. If it was never sent, the maker returns it to draft and submits it again. If its outcome is unknown, resend it only to the bank it went to.'
            : 'Nothing was sent. Inform your administrator: the stored data was changed from outside.',
      }
    case 'inquiry-first':
      return {
        title: 'Status check needed first',
        reason: `Only a status check after ${localTime(failure.countsFrom)} counts. \u201cNot found\u201d right after a time-out is no proof.`,
        next: 'Check the status then. Nothing was sent.',
      }
    case 'known-at-bank':
      return {
        title: 'The bank has it',
        reason: 'A status check or an alert names it, so it is not resent.',
        next: 'Call the bank. If its outcome is unknown, check its status. Nothing was sent.',
      }
    case 'alert-undecided':
      return {
        title: 'An alert may belong to it',
        reason: 'No one has decided yet if the suggested alert belongs to this payment.',
        next: 'Decide that first, under Related alerts. Nothing was sent.',
      }
    case 'inquiry-under-way':
      return {
        title: 'Status check in progress',
        reason: 'The answer may show that the bank has it.',
        next: 'Wait for its answer. Nothing was done.',
      }
    case 'support-reply-unresolved':
      return {
        title: 'Bank\u2019s reply must be resolved first',
        reason: 'A resend needs a confirmed reply “not made” and no undecided status check.',
        next: 'See Call the bank, under Unknown outcomes. Nothing was sent.',
      }
    case 'sending-not-ended':
      return {
        title: 'The last sending has not ended yet',
        reason: 'The workstation that sent it was lost less than 15 minutes ago.',
        next: 'Start that workstation again, or wait. Nothing was sent.',
      }
    case 'copied-already':
      return {
        title: 'It was copied',
        reason: 'A copy may be sent, or was sent. Sending both would pay twice.',
        next: 'This order was not resent. If the copy was not sent either, discard it first.',
      }
    case 'account-differs':
      return {
        title: 'Different account',
        reason: 'The ownership check covers another account or bank than this beneficiary\u2019s.',
        next: 'Run an ownership check for this beneficiary.',
      }
    case 'owner-kind-differs':
      return {
        title: failure.payee === 'person' ? 'The payee is a person' : 'The payee is a business',
        reason: `The ownership check was made for a ${failure.payee === 'person' ? 'business' : 'person'}.`,
        next: `Check the owner as a ${failure.payee}, or correct the payee book.`,
      }
    case 'unit-not-confirmed':
      return {
        title: 'Unit of ACH amounts not confirmed',
        reason: unitReasons[failure.why],
        next: `Set here: ${failure.unit}. Originate a small batch in pre-production, track it, and confirm the amount that the bank shows. Nothing was sent.`,
      }
    case 'terms-changed':
      return {
        title: 'ACH origination settings changed',
        reason: 'The batch was submitted under earlier settings, and its message uses them.',
        next: 'If it was never sent, its maker returns it to draft and submits it again. Nothing was sent.',
      }
    default:
      return assertNever(failure)
  }
}
