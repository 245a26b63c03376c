/**
 * The verbs of the noun `orders`: wires and RTP payments from draft to settlement. Nothing is sent except by
 * `release` and `confirmResend`, and both name the very text that was shown (promises P1 and P3).
 */
import { page } from '../../kernel/paging.ts'
import { writtenFile } from '../profiles/profile.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import { orderForm } from '../../domain/orders/order-form.ts'
import { bankStatementInput } from '../../domain/orders/bank-statement.ts'
import * as imported from '../../domain/orders/order-import.ts'
import * as lists from '../../domain/orders/order-list.ts'
import * as known from '../../domain/orders/order.ts'
import { orderState } from '../../domain/orders/order-states.ts'

const ofOrder = z.strictObject({ id: z.string() })
/** The order together with what was shown of it: another text, another answer. */
const ofBinding = z.strictObject({ id: z.string(), binding: z.string() })
const words = z.string().trim().max(500)
const makers = ['maker'] as const
const checkers = ['checker'] as const
const makersAndCheckers = ['maker', 'checker'] as const

const mayAsk = [
  'rate-paused',
  'bank-not-running',
  'profile-incomplete',
  'profile-retired',
  'product-not-agreed',
] as const
const notAgain = ['desk-word-waits', 'copied-already'] as const
/** Something tells of it, or may before long. */
const whenTold = ['known-at-bank', 'alert-undecided', 'look-up-under-way'] as const
const onOrder = ['not-found', 'order-state'] as const

/** Payment orders. */
export const orders = {
  list: query(lists.ordersRequest, page(known.orderLine)),
  getCounts: query(lists.orderCountsRequest, lists.orderCounts),
  get: query(ofOrder, known.order),
  /** With accounts in full: an audited act. */
  reveal: command(ofOrder, known.order, ['not-found'], anyOperator),

  /** Keeps a draft as typed: a new one (`id` null), or one's own. Nobody writes in another's: they could approve it. */
  saveDraft: command(
    z.strictObject({ id: z.string().nullable(), form: orderForm }),
    known.order,
    [...onOrder, 'not-maker'],
    makers,
  ),
  /** The form of a draft in full, to go on writing: an audited act. */
  openDraft: command(
    ofOrder,
    z.object({ id: z.string(), form: orderForm }),
    [...onOrder, 'not-maker'],
    makers,
  ),
  /**
   * A new draft with everything of an earlier order but its references and dates. Never of one that is on its way or
   * in doubt: under another reference the bank could not tell that it is the same payment.
   */
  copy: command(ofOrder, z.object({ id: z.string(), form: orderForm }), onOrder, makers),
  discard: command(ofOrder, nothing, [...onOrder, 'not-maker'], makers),
  /** Asks the bank's `validate` about the draft's body and keeps the answer as evidence. */
  validate: command(ofOrder, known.order, [...onOrder, ...mayAsk], makersAndCheckers),
  /** Attaches an ownership check that was made of this beneficiary. */
  attachOwnership: command(
    z.strictObject({ id: z.string(), validationId: z.string() }),
    known.order,
    [...onOrder, 'account-differs', 'owner-kind-differs'],
    makersAndCheckers,
  ),
  /** Ends the writing: the body is made, and waits for approval. */
  submit: command(
    ofOrder,
    known.order,
    [
      ...onOrder,
      'over-limit',
      'evidence-needed',
      'product-not-agreed',
      'profile-retired',
      'unit-not-confirmed',
    ],
    makers,
  ),
  /** The maker takes it back to write on; approvals are void. */
  recall: command(ofOrder, known.order, [...onOrder, 'not-maker'], makers),
  /** Lets the operator choose a file of payments; null: none was chosen. */
  selectImport: command(
    nothing,
    imported.orderImport.nullable(),
    ['file-failed', 'file-not-understood', 'too-many-rows'],
    makers,
  ),
  /** Makes a draft of each of these rows. */
  commitImport: command(
    z.strictObject({ draftId: z.string(), rows: z.array(z.int()).min(1).max(1_000) }),
    z.object({ made: z.array(z.string()) }),
    ['draft-gone'],
    makers,
  ),

  /** Opens it for approval: notes that this operator has seen it as it is now, and tells what changed since the last look. */
  review: command(ofOrder, known.orderReview, ['not-found'], makersAndCheckers),
  /**
   * Approves exactly what was shown. Never one's own work, administrators included (P3). Where the owner of an account is
   * in doubt (`needsReason`) it is refused without a reason.
   */
  approve: command(
    ofBinding.extend({ reason: words.optional() }),
    known.order,
    [...onOrder, 'order-changed', 'own-work', 'not-approver', 'evidence-needed', 'over-limit'],
    checkers,
  ),
  sendBack: command(
    z.strictObject({ id: z.string(), comment: words.min(1, { error: 'What is to be changed' }) }),
    known.order,
    [...onOrder, 'own-work'],
    checkers,
  ),
  /** Lets it go. Journalled and flushed before the first byte; without a way to the bank it waits. */
  release: command(
    ofBinding,
    known.order,
    [
      ...onOrder,
      'order-changed',
      'approvals-missing',
      'binding-broken',
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
  /** Takes a release back that still waits. */
  takeBack: command(ofOrder, known.order, onOrder, makersAndCheckers),

  /**
   * Says of a draft that it was not sent since the backup that its store was restored from. Never of one's own work;
   * what was sent from here, as the file beside the store knows, is not heeded away.
   */
  acknowledgeRestore: command(
    z.strictObject({ id: z.string(), reason: words.min(1, { error: 'How it was looked up' }) }),
    known.order,
    [...onOrder, 'own-work', 'binding-broken'],
    makersAndCheckers,
  ),
  /** Asks the bank about it now. */
  lookUp: command(ofOrder, known.order, [...onOrder, ...mayAsk], makersAndCheckers),
  /** The first of two people asks for a second sending of the same body under the same reference. */
  proposeResend: command(
    z.strictObject({
      id: z.string(),
      evidence: z.string(),
      reason: words.min(1, { error: 'Why it is to be sent again' }),
    }),
    known.order,
    [...onOrder, 'order-changed', 'look-up-first', 'known-at-bank', 'alert-undecided', ...notAgain],
    makersAndCheckers,
  ),
  /**
   * The second person confirms it, having seen the same evidence: it is sent. Where the route of a look-up is not proven
   * that person gives a reason too.
   */
  confirmResend: command(
    z.strictObject({ id: z.string(), evidence: z.string(), reason: words.optional() }),
    known.order,
    [
      ...onOrder,
      'order-changed',
      'look-up-first',
      'known-at-bank',
      'alert-undecided',
      ...notAgain,
      'evidence-needed',
      'same-person',
      'own-work',
      'not-approver',
      'approvals-missing',
      'binding-broken',
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
  /** The first of two people records what the bank's desk said of an order in doubt. */
  recordBankStatement: command(
    bankStatementInput,
    known.order,
    [...onOrder, 'order-changed', ...whenTold],
    makersAndCheckers,
  ),
  /**
   * The second one, who did not make it, confirms on the same evidence: made is accepted and followed; not made lets two
   * people send it again, or one close it.
   */
  confirmBankStatement: command(
    z.strictObject({ id: z.string(), seq: z.int(), evidence: z.string() }),
    known.order,
    [...onOrder, 'order-changed', 'same-person', 'own-work', 'not-approver', ...whenTold],
    checkers,
  ),
  withdrawBankStatement: command(
    z.strictObject({ id: z.string(), seq: z.int() }),
    known.order,
    [...onOrder, 'order-changed'],
    makersAndCheckers,
  ),
  /** Ends an order that the bank's desk did not make: nobody sends it again. */
  closeNotMade: command(ofOrder, known.order, [...onOrder, ...whenTold], makersAndCheckers),
  /** Says of a suggested alert whether it is about this order. */
  decideAlert: command(
    z.strictObject({ id: z.string(), alertSeq: z.int(), isAboutIt: z.boolean() }),
    known.order,
    ['not-found'],
    makersAndCheckers,
  ),
  /** Writes the receipt, with the hash of its last entry in the audit chain, as a PDF that the operator places. */
  printReceipt: command(ofOrder, writtenFile, [...onOrder, 'file-failed'], anyOperator),

  /** Something of it changed: read it again. */
  changed: event(z.object({ id: z.string(), state: orderState })),
  countsChanged: event(z.strictObject({})),
} as const
