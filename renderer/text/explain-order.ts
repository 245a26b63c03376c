/** Why an action on a payment or a batch failed. */
import type { Failure } from '../../preload/contract/api/failures.ts'
import { limitAdvice, limitWords } from '../../preload/contract/api/operators/limit-text.ts'
import { isOfApprovals } from '../../preload/contract/api/orders/approval-evidence.ts'
import { assertNever, type Explanation } from './explanation.ts'
import { approverReasons, brokenReasons, evidenceReasons, orderStateWords } from './order-text.ts'
import { localTime } from './times.ts'

type OrderFailure = Failure<
  | 'own-work'
  | 'same-person'
  | 'not-maker'
  | 'order-changed'
  | 'order-state'
  | 'approvals-missing'
  | 'not-approver'
  | 'over-limit'
  | 'evidence-needed'
  | 'binding-broken'
  | 'look-up-first'
  | 'known-at-bank'
  | 'alert-undecided'
  | 'look-up-under-way'
  | 'desk-word-waits'
  | 'copied-already'
  | 'account-differs'
  | 'owner-kind-differs'
  | 'unit-not-confirmed'
  | 'terms-changed'
>

const unitReasons: Readonly<Record<Failure<'unit-not-confirmed'>['why'], string>> = {
  never:
    'No document says in what the bank counts an amount, and nobody has seen it in pre-production.',
  'another-unit': 'Another unit than the one that is set was seen to be right in pre-production.',
  'nothing-shown': 'The bank has shown no amount of this entry yet.',
  'amount-differs': 'The bank shows another amount of this entry than was sent.',
}

export function explainOrder(failure: OrderFailure): Explanation {
  switch (failure.code) {
    case 'own-work':
      return {
        title: 'A second person is needed',
        reason: 'Nobody approves their own work, administrators included.',
        next: 'Ask another operator. Nothing was done.',
      }
    case 'same-person':
      return {
        title: 'Another person is needed',
        reason: 'Whoever asked for it cannot confirm it.',
        next: 'Ask another operator. Nothing was sent.',
      }
    case 'not-maker':
      return {
        title: 'Only its maker may do this',
        reason: 'Another operator made it.',
        next: 'Ask the operator who made it, or send it back.',
      }
    case 'order-changed':
      return {
        title: 'It has changed since it was shown',
        reason: 'What you saw is not what stands now. Nothing was done.',
        next: 'Look at it as it is now, and decide again.',
      }
    case 'order-state':
      return {
        title: 'Not possible in this state',
        reason: `It is ${orderStateWords[failure.state].toLowerCase()} now. Nothing was done.`,
        next: 'Look at it as it is now.',
      }
    case 'approvals-missing':
      return {
        title: 'Approvals are missing',
        reason: `${failure.have} of ${failure.needed} approvals stand. Nothing was sent.`,
        next: 'Ask a checker to approve it.',
      }
    case 'not-approver':
      return {
        title: 'Your approval does not count here',
        reason: approverReasons[failure.why],
        next: 'Ask another checker. Nothing was done.',
      }
    case 'over-limit':
      return {
        title: 'Above what the policy allows',
        reason: limitWords(failure),
        next: limitAdvice(failure),
      }
    case 'evidence-needed':
      if (failure.missing.includes('restored'))
        return {
          title: 'It may have been sent already',
          reason: evidenceReasons.restored,
          next: 'Have a second person look it up at the bank and say so on the order. Nothing was sent.',
        }
      if (failure.missing.every(isOfApprovals))
        return {
          title: 'The evidence is not what was approved',
          reason: failure.missing.map((one) => evidenceReasons[one]).join(' '),
          next: 'Look at the flagged entries, then send it back and have it approved again; where a change of a payee waits, its refusal lets the approval hold. Nothing was sent.',
        }
      return {
        title: 'The policy asks for more',
        reason: failure.missing.map((one) => evidenceReasons[one]).join(' '),
        next: 'Add what is missing. Nothing was sent.',
      }
    case 'binding-broken':
      return {
        title:
          failure.what === 'bank'
            ? 'Approved for another bank'
            : 'What was approved is not what the store holds',
        reason: brokenReasons[failure.what],
        next:
          failure.what === 'bank'
            ? 'Nothing was sent. If it never left, its maker takes it back and submits it again. An order in doubt is sent again only to the bank it went to.'
            : 'Nothing was sent. Tell your administrator: the store was changed from outside.',
      }
    case 'look-up-first':
      return {
        title: 'A look-up comes first',
        reason: `It counts when it is made after ${localTime(failure.countsFrom)}. Not found right after a time-out is no proof.`,
        next: 'Look it up at the bank then. Nothing was sent.',
      }
    case 'known-at-bank':
      return {
        title: 'The bank has told of it',
        reason: 'A look-up or an alert named it, so that the bank has it: it is not sent again.',
        next: 'Look it up, or ask the bank\u2019s desk. Nothing was sent.',
      }
    case 'alert-undecided':
      return {
        title: 'An alert may be about it',
        reason: 'Whether the suggested alert is about this payment was not decided yet.',
        next: 'Decide that first, under Alerts about it. Nothing was sent.',
      }
    case 'look-up-under-way':
      return {
        title: 'The bank is being asked about it',
        reason: 'A look-up is on its way, and its answer may say that the bank has it.',
        next: 'Wait for its answer. Nothing was done.',
      }
    case 'desk-word-waits':
      return {
        title: 'What the bank\u2019s desk said comes first',
        reason:
          'It is not confirmed, says that it was made, or a look-up since cannot tell: nothing is sent on that.',
        next: 'See Third way out. Nothing was sent.',
      }
    case 'copied-already':
      return {
        title: 'It was copied',
        reason: 'A copy of it may leave, or has left: both would pay twice.',
        next: 'Discard the copy first, where it has not left. Nothing was sent.',
      }
    case 'account-differs':
      return {
        title: 'Another account',
        reason: 'The ownership check is about another account or bank than this beneficiary.',
        next: 'Check this beneficiary and attach that.',
      }
    case 'owner-kind-differs':
      return {
        title: failure.payee === 'person' ? 'The payee is a person' : 'The payee is a business',
        reason: `The ownership check asked about a ${failure.payee === 'person' ? 'business' : 'person'}.`,
        next: `Check the owner as a ${failure.payee}, or correct the payee book.`,
      }
    case 'unit-not-confirmed':
      return {
        title: 'The unit of ACH amounts is not confirmed',
        reason: unitReasons[failure.why],
        next: `Set here: ${failure.unit}. Originate a small batch in pre-production, follow it, and confirm there what the bank shows of it. Nothing was sent.`,
      }
    case 'terms-changed':
      return {
        title: 'The settings of ACH origination have changed',
        reason: 'The batch was submitted under other settings, which its body is written with.',
        next: 'Take it back to its maker and submit it again. Nothing was sent.',
      }
    default:
      return assertNever(failure)
  }
}
