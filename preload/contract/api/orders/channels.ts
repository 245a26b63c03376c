/**
 * Channels of `orders`: wires and RTP payments from draft to settlement, and batches from their
 * submission on. Only `release` and `confirmResend` send anything, and each names the exact text
 * that was shown (Promises P1 and P3).
 */
import { page } from '../../kernel/paging.ts'
import { writtenFile } from '../profiles/profile.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import { paymentFormSchema } from '../../domain/orders/payment-form.ts'
import { supportReplyInput } from '../../domain/orders/support-reply.ts'
import * as imported from '../../domain/orders/payment-import.ts'
import * as lists from '../../domain/orders/order-list.ts'
import * as known from '../../domain/orders/order.ts'
import { alertDecisions, shownDuplicates } from '../../domain/orders/order-course.ts'
import { orderState } from '../../domain/orders/order-states.ts'
import { limitLeft } from '../../domain/operators/policy.ts'

const ofOrder = z.strictObject({ id: z.string() })
/** An order with the approval hash of its shown text; another text fails. */
const ofApprovalHash = z.strictObject({ id: z.string(), approvalHash: z.string() })
/**
 * Decided together with others, in one question that lists them all: then main refuses an order
 * that must be decided about alone, and records the review of one that was decided.
 */
const isTogether = z.boolean().optional()
const typedText = z.string().trim().max(500)
const makers = ['maker'] as const
const checkers = ['checker'] as const
const makersAndCheckers = ['maker', 'checker'] as const

const callFailures = [
  'rate-paused',
  'bank-not-running',
  'profile-incomplete',
  'profile-retired',
  'product-not-agreed',
] as const
const resendBlockers = ['support-reply-unresolved', 'copied-already', 'sending-not-ended'] as const
/** A report about the order exists, or may arrive soon. */
const reportedFailures = ['known-at-bank', 'alert-undecided', 'inquiry-under-way'] as const
const onOrder = ['not-found', 'order-state'] as const
/** Nobody changes a draft that the bank has reported, or that an alert may be about. */
const onDraft = [...onOrder, 'known-at-bank', 'alert-undecided'] as const

export const orders = {
  list: query(lists.ordersRequest, page(known.orderLine)),
  getCounts: query(lists.orderCountsRequest, lists.orderCounts),
  get: query(ofOrder, known.order),
  /**
   * Returns the order and the changes since this operator's last review. Records no review: to list
   * an order in a common question is not to review it.
   */
  getReview: query(ofOrder, known.orderReview),
  /**
   * Returns the limits that submitting a draft now would be held to; null if none is set. `id` null:
   * a draft that is not saved yet.
   */
  getLimit: query(
    z.strictObject({
      id: z.string().nullable(),
      service: z.enum(known.orderServices),
      currency: z.string().max(3),
    }),
    limitLeft.nullable(),
  ),
  /** Returns the order with unmasked accounts: an audited act. */
  reveal: command(ofOrder, known.order, ['not-found'], anyOperator),

  /**
   * Saves a draft exactly as typed: a new one (`id` null), or the operator's own. Nobody edits
   * another's draft, because the editor could then approve it.
   */
  saveDraft: command(
    z.strictObject({ id: z.string().nullable(), form: paymentFormSchema }),
    known.order,
    [...onDraft, 'not-maker'],
    makers,
  ),
  /** Returns the unmasked form of a draft for editing: an audited act. */
  openDraft: command(
    ofOrder,
    z.object({ id: z.string(), form: paymentFormSchema }),
    [...onOrder, 'not-maker'],
    makers,
  ),
  /**
   * Creates a draft from an earlier order without its references and dates. Refused for an order in
   * flight or with an unknown outcome, unless it was closed as not made: under another reference,
   * the bank could not recognize the same payment.
   */
  copy: command(ofOrder, z.object({ id: z.string(), form: paymentFormSchema }), onOrder, makers),
  /**
   * Fills service, amount, currency, purpose and own account of the operator's own draft from the
   * last payment to its payee. The authors of that payment count as authors of the draft.
   */
  copyLast: command(
    ofOrder,
    z.object({ id: z.string(), form: paymentFormSchema }),
    [...onDraft, 'not-maker'],
    makers,
  ),
  discard: command(ofOrder, nothing, [...onDraft, 'not-maker'], makers),
  /** Sends the draft's body to the bank's `preCheck` and stores the answer as evidence. */
  preCheck: command(ofOrder, known.order, [...onDraft, ...callFailures], makersAndCheckers),
  /** Attaches an ownership check of this beneficiary. */
  attachOwnership: command(
    z.strictObject({ id: z.string(), validationId: z.string() }),
    known.order,
    [...onDraft, 'account-differs', 'owner-kind-differs'],
    makersAndCheckers,
  ),
  /**
   * Ends editing: the body is built and waits for approval. A possible duplicate requires a reason,
   * which the approvers see; `order-changed`: one was not shown.
   */
  submit: command(
    z.strictObject({
      id: z.string(),
      reason: typedText.optional(),
      shownDuplicates: shownDuplicates.optional(),
    }),
    known.order,
    [
      ...onDraft,
      'order-changed',
      'possible-duplicate',
      'over-limit',
      'evidence-needed',
      'product-not-agreed',
      'profile-retired',
      'unit-not-confirmed',
    ],
    makers,
  ),
  /** The maker takes the order back for editing; all approvals become void. */
  returnToDraft: command(ofOrder, known.order, [...onOrder, 'not-maker'], makers),
  /** Opens a dialog for a file of payments; null if none was chosen. */
  selectImport: command(
    nothing,
    imported.paymentImport.nullable(),
    ['file-failed', 'file-not-understood', 'too-many-rows'],
    makers,
  ),
  /** Creates a draft from each of these rows. */
  commitImport: command(
    z.strictObject({ draftId: z.string(), rows: z.array(z.int()).min(1).max(1_000) }),
    z.object({ created: z.array(z.string()) }),
    ['draft-gone'],
    makers,
  ),

  /**
   * Opens the order for approval: records that this operator has seen its current state, and
   * returns the changes since the last review.
   */
  review: command(ofOrder, known.orderReview, ['not-found'], makersAndCheckers),
  /**
   * Approves exactly the shown text. Never the approver's own work, administrators included
   * (Promise P3). If the owner of an account is uncertain (`needsReason`), or the order may be a
   * duplicate, a reason is required; `order-changed` also: a possible duplicate was not shown.
   */
  approve: command(
    ofApprovalHash.extend({
      reason: typedText.optional(),
      shownDuplicates: shownDuplicates.optional(),
      isTogether,
    }),
    known.order,
    [
      ...onOrder,
      'order-changed',
      'decided-alone',
      'possible-duplicate',
      'own-work',
      'not-approver',
      'evidence-needed',
      'over-limit',
    ],
    checkers,
  ),
  sendBack: command(
    z.strictObject({
      id: z.string(),
      comment: typedText.min(1, { error: 'Enter what to change' }),
    }),
    known.order,
    [...onOrder, 'own-work'],
    checkers,
  ),
  /**
   * Releases the order. Its journal entry is flushed to disk before the first byte is sent; without
   * a connection to the bank, the order waits.
   */
  release: command(
    ofApprovalHash.extend({ isTogether }),
    known.order,
    [
      ...onOrder,
      'order-changed',
      'decided-alone',
      'approvals-missing',
      'integrity-broken',
      'evidence-needed',
      'over-limit',
      'restore-unconfirmed',
      'profile-incomplete',
      'profile-retired',
      'product-not-agreed',
      'unit-not-confirmed',
      'terms-changed',
    ],
    makersAndCheckers,
  ),
  /** Withdraws a release that is still waiting. */
  takeBack: command(ofOrder, known.order, onOrder, makersAndCheckers),

  /**
   * Confirms that a draft was not sent between the backup and the restore of its store. Refused for
   * the operator's own work, and for an order that the file beside the store shows as sent.
   */
  acknowledgeRestore: command(
    z.strictObject({ id: z.string(), reason: typedText.min(1, { error: 'Enter how you know' }) }),
    known.order,
    [...onOrder, 'own-work', 'integrity-broken'],
    makersAndCheckers,
  ),
  /** Adds a comment, in any state; the order and its approvals stay as they are. */
  addComment: command(
    z.strictObject({ id: z.string(), text: typedText.min(1, { error: 'Enter a comment' }) }),
    known.order,
    ['not-found', 'profile-retired'],
    anyOperator,
  ),
  /**
   * Opens a dialog for files and attaches those chosen, all or none; null if none was chosen. The
   * order and its approvals stay as they are.
   */
  attachFiles: command(
    ofOrder,
    known.order.nullable(),
    ['not-found', 'profile-retired', 'file-failed', 'not-attached'],
    anyOperator,
  ),
  /** Saves an attached file where the operator chooses; null if nowhere. Never opens it. */
  saveFile: command(
    z.strictObject({ id: z.string(), fileId: z.string() }),
    writtenFile,
    ['not-found', 'file-failed', 'file-changed'],
    anyOperator,
  ),
  /** Requests the order's current status from the bank. */
  inquire: command(ofOrder, known.order, [...onOrder, ...callFailures], makersAndCheckers),
  /** The first of two people requests a resend of the same body under the same reference. */
  proposeResend: command(
    z.strictObject({
      id: z.string(),
      evidence: z.string(),
      reason: typedText.min(1, { error: 'Enter the reason for the resend' }),
    }),
    known.order,
    [
      ...onOrder,
      'order-changed',
      'inquiry-first',
      'known-at-bank',
      'alert-undecided',
      ...resendBlockers,
    ],
    makersAndCheckers,
  ),
  /**
   * The second person confirms after seeing the same evidence, and the order is sent. A reason is
   * required if the route of a status inquiry is not proven.
   */
  confirmResend: command(
    z.strictObject({ id: z.string(), evidence: z.string(), reason: typedText.optional() }),
    known.order,
    [
      ...onOrder,
      'order-changed',
      'inquiry-first',
      'known-at-bank',
      'alert-undecided',
      ...resendBlockers,
      'evidence-needed',
      'same-person',
      'own-work',
      'not-approver',
      'approvals-missing',
      'integrity-broken',
      'over-limit',
      'restore-unconfirmed',
      'profile-incomplete',
      'profile-retired',
      'product-not-agreed',
      'unit-not-confirmed',
      'terms-changed',
    ],
    checkers,
  ),
  withdrawResend: command(ofOrder, known.order, onOrder, makersAndCheckers),
  /**
   * The first of two people records the reply of bank support about an order with an
   * unknown outcome.
   */
  recordSupportReply: command(
    supportReplyInput,
    known.order,
    [...onOrder, 'order-changed', ...reportedFailures],
    makersAndCheckers,
  ),
  /**
   * A second person, not the maker, confirms on the same evidence. "Made" accepts and tracks the
   * order; "not made" lets two people resend it, or one person close it.
   */
  confirmSupportReply: command(
    z.strictObject({ id: z.string(), seq: z.int(), evidence: z.string() }),
    known.order,
    [...onOrder, 'order-changed', 'same-person', 'own-work', 'not-approver', ...reportedFailures],
    checkers,
  ),
  withdrawSupportReply: command(
    z.strictObject({ id: z.string(), seq: z.int() }),
    known.order,
    [...onOrder, 'order-changed'],
    makersAndCheckers,
  ),
  /** Closes an order that bank support declared not made; it is never sent again. */
  closeNotMade: command(ofOrder, known.order, [...onOrder, ...reportedFailures], makersAndCheckers),
  /** Records whether a suggested alert concerns this order; `shown`: the decision that was shown. */
  decideAlert: command(
    z.strictObject({
      id: z.string(),
      alertSeq: z.int(),
      isAboutIt: z.boolean(),
      shown: z.enum(alertDecisions),
    }),
    known.order,
    ['not-found', 'changed-meanwhile'],
    makersAndCheckers,
  ),
  /**
   * Writes a PDF receipt, with the hash of its last audit entry, to a file that the operator
   * chooses.
   */
  printReceipt: command(ofOrder, writtenFile, [...onOrder, 'file-failed'], anyOperator),

  /** An order has changed; read it again. */
  changed: event(z.object({ id: z.string(), state: orderState })),
  countsChanged: event(z.strictObject({})),
} as const
