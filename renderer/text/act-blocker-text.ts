/** Why an action on an order is not possible now, as a sentence beside its button. */
import {
  isOfApprovals,
  type ActBlocker,
  type ApprovalEvidence,
  type MissingEvidence,
} from '../../preload/contract/domain/orders/act-blockers.ts'
import type { Role } from '../../preload/contract/domain/operators/roles.ts'
import {
  mayStillLeave,
  type OrderState,
} from '../../preload/contract/domain/orders/order-states.ts'
import { limitText } from '../../preload/contract/text/limits.ts'
import { refusalText } from '../../preload/contract/text/order-refusals.ts'
import { assertNever } from './explanation.ts'
import { localTime } from './times.ts'

const roleNames: Readonly<Record<Role, string>> = {
  maker: 'a maker',
  checker: 'a checker',
  administrator: 'an administrator',
}

/** Returns which roles an action needs, as a sentence. */
export const roleNeededText = (needs: readonly Role[]): string =>
  `Only ${needs.map((one) => roleNames[one]).join(' or ')} may do this`

const approverTexts: Readonly<
  Record<Extract<ActBlocker, { code: 'not-approver' }>['why'], string>
> = {
  'not-named': 'The policy names other approvers for this amount',
  'already-approved': 'You have already approved it',
  'set-sign-in-of-maker': 'You last set its maker\u2019s sign-in',
  'sign-in-set-by-maker': 'Its maker last set your sign-in',
}

const requiredTexts: Readonly<Record<Exclude<MissingEvidence, ApprovalEvidence>, string>> = {
  ownership: 'an ownership check of the beneficiary',
  'ownership-too-old': 'a newer ownership check',
  'ownership-no-match': 'an ownership check with a matching owner',
  validate: 'a bank pre-check of this message',
  'validate-failed': 'a bank pre-check that the bank did not refuse',
  payee: 'a payee from the payee book, approved and unchanged',
}
const outdatedTexts: Readonly<Record<ApprovalEvidence, string>> = {
  'payees-changed':
    'A payee was changed or removed in the payee book since its approval. Send it back and have it approved again',
  'payees-not-shown':
    'It was approved before approvers were shown the owners of typed accounts, and some entries are flagged. Send it back and have it approved again',
  restored:
    'Data was restored from a backup. This order, or the same under another reference, may have been sent since. A second person must first confirm that it was not',
}

function evidenceText(missing: readonly MissingEvidence[]): string {
  const required = missing.flatMap((one) => (isOfApprovals(one) ? [] : [requiredTexts[one]]))
  if (required.length > 0) return `The policy requires ${required.join(' and ')}`
  return missing.flatMap((one) => (isOfApprovals(one) ? [outdatedTexts[one]] : [])).join('. ')
}

/**
 * Returns the step that changes an order or has it approved anew, from its state on. What may be at
 * the bank is resent as it was approved, or not at all.
 */
function anew(state: OrderState, step: string): string {
  if (state === 'draft') return `${step.slice(0, 1).toUpperCase()}${step.slice(1)}`
  return mayStillLeave(state) ? `Return it to draft and ${step}` : 'It cannot be resent'
}

/**
 * Returns the reason as a sentence without a full stop. A step that it names is possible in this
 * state of the order.
 */
export function actBlockerText(blocker: ActBlocker, state: OrderState): string {
  switch (blocker.code) {
    case 'not-permitted':
      return roleNeededText(blocker.needs)
    case 'not-maker':
      return `Only ${blocker.maker}, who made it, may do this`
    case 'own-work':
      return 'A second person is needed: no one approves their own work'
    case 'same-person':
      return `A person other than ${blocker.person} must confirm it`
    case 'not-approver':
      return approverTexts[blocker.why]
    case 'approval-not-counted':
      return 'Your approval does not count'
    case 'approvals-missing':
      return `${
        blocker.more === 1
          ? '1 more approval is needed'
          : `${String(blocker.more)} more approvals are needed`
      }. ${anew(state, 'submit it again')}`
    case 'form-errors':
      return 'Correct the errors in the form first'
    case 'evidence-needed':
      return evidenceText(blocker.missing)
    case 'evidence-changed':
      return blocker.since === 'proposal'
        ? 'The evidence changed since the proposal. Withdraw it and propose it again'
        : 'The evidence changed since the reply was recorded. Withdraw it and record it again'
    case 'known-at-bank':
      return `The bank has reported it under this reference, so it cannot be changed or sent. ${state === 'outcome-unknown' ? 'Check its status' : 'Ask bank support about it'}`
    case 'alert-undecided':
      return 'Decide first if the suggested alert belongs to it'
    case 'inquiry-undecided':
      return 'The latest status check is undecided. Check the status again first'
    case 'support-reply-unresolved':
      return 'The reply of bank support must be resolved first. See Call the bank, under Unknown outcomes'
    case 'copied-already':
      return 'It was copied after it was closed. The copy may be sent, or was sent'
    case 'sending-not-ended':
      return 'The last sending has not ended yet'
    case 'inquiry-first':
      return `Check the status after ${localTime(blocker.countsFrom)}. It can be resent only if that check does not find it`
    case 'unit-not-confirmed':
      return 'The bank\u2019s unit of ACH amounts is not confirmed in pre-production (Settings, ACH)'
    case 'terms-changed':
      return `ACH origination settings changed after it was submitted. ${anew(state, 'submit it again')}`
    case 'date-too-far':
      return `Its effective date is more than 31 days from today. ${anew(state, 'change the date')}`
    case 'restore-unconfirmed':
      return 'Payments are on hold after a restore until two people confirm operators and policy'
    case 'over-limit':
      return limitText(blocker)
    case 'original-made':
      return `${refusalText(blocker)}. ${anew(state, 'discard it')}`
    case 'follow-up':
    case 'original-unresolved':
    case 'not-copied':
    case 'may-be-made':
      return refusalText(blocker)
    default:
      return assertNever(blocker)
  }
}

/** Returns the sentence for a disabled button; empty if nothing blocks it. */
export const disabledReasonOf = (
  blocker: ActBlocker | null | undefined,
  state: OrderState,
): string => (blocker ? actBlockerText(blocker, state) : '')
