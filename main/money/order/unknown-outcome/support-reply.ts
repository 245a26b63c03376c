/**
 * Replies of the bank's support about an unknown outcome, where neither status inquiry nor
 * alert helps. One person records it, and a second, who did not make the order, confirms. *Made*
 * counts as accepted and is tracked. *Not made* changes no state: it lets two people resend the
 * same text under the same reference, or one person close the order (Promises P1 and P10).
 */
import type { SupportReplyInput } from '../../../../preload/contract/domain/orders/support-reply.ts'
import type { Transaction } from 'kysely'
import type { Reader, Tables } from '../../../store/store.ts'
import { withDetail } from '../../../store/with-detail.ts'
import { approvalFacts } from '../approval/approvals.ts'
import { readOutcomeEvidence } from '../approval/approval-hash.ts'
import { inquiryQualifiesFrom } from '../status/qualifying-inquiries.ts'
import { factsOf, requireState, requireOrder, policiesFor, stateAfter } from '../order-facts.ts'
import type { OrderFacts } from '../order-machine.ts'
import type { OrderRow, OrderContext } from '../types.ts'
import type { OrderTracking, NotifyOrder } from '../services.ts'
import {
  attemptsOf,
  supportReplyIn,
  supportRepliesOf,
  isConfirmedNotMade,
  moveOrder,
  type AttemptRow,
  type SupportReplyRow,
} from '../order-records.ts'
import { refuse, refuseIf } from '../refusals.ts'

export interface SupportReplyDeps {
  readonly notify: NotifyOrder
  readonly track: OrderTracking['track']
  /** Returns whether a status inquiry of the order is under way. */
  readonly isInquiryRunning: (id: string) => boolean
}

/**
 * The clock of the bank's support may be ahead of ours, and a typed time without seconds means
 * the whole minute.
 */
const minuteMs = 60_000

/** Refuses if anything reports the order, or soon may. */
function refuseIfReported(
  { bankKnows, isAlertOpen, isUndecided }: OrderFacts,
  id: string,
  deps: SupportReplyDeps,
): void {
  if (bankKnows || isUndecided) refuse({ code: 'known-at-bank' })
  if (isAlertOpen) refuse({ code: 'alert-undecided' })
  if (deps.isInquiryRunning(id)) refuse({ code: 'inquiry-under-way' })
}

const wrongTime = (message: string): never =>
  refuse({ code: 'invalid-input', fields: [{ path: 'repliedAt', message, source: null }] })

/**
 * A reply given before the sending, or too soon after it, says nothing about the sending (bank note
 * 67).
 */
function checkReplyTime(
  { result, repliedAt }: Pick<SupportReplyInput, 'result' | 'repliedAt'>,
  attempts: readonly AttemptRow[],
  { policy, clock, waits }: Pick<OrderContext, 'policy' | 'clock' | 'waits'>,
): void {
  const at = Date.parse(repliedAt)
  if (at > clock.now().getTime() + minuteMs) wrongTime('This time is in the future')
  const last = attempts.at(-1)
  if (last === undefined || at + minuteMs <= Date.parse(last.journalled_at))
    wrongTime('It was not sent yet at this time')
  if (result === 'made') return
  const from = inquiryQualifiesFrom(attempts, policy.current().policy)
  if (from === null) return wrongTime('The last sending has not ended yet')
  if (at < from.getTime())
    wrongTime(
      `\u201cNot made\u201d counts when the bank says so after ${utcOf(from)}: before, it may still be processing it`,
    )
  // Both are the bank's times: a clock that runs ahead here shortens no wait.
  const now = waits.earliest()
  if (now < from || at > now.getTime() + minuteMs)
    wrongTime(
      `By the bank\u2019s clock, as last heard, it is ${utcOf(now)}. Check the status to hear it again, then record the reply`,
    )
}

const utcOf = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Records a reply of the bank's support after the person saw this evidence. No state changes. */
export async function recordSupportReply(
  context: OrderContext,
  deps: SupportReplyDeps,
  input: SupportReplyInput,
  actor: string,
): Promise<void> {
  const { store, clock } = context
  const { id, evidence, result, contact, repliedAt, ticket } = input
  const instant = new Date(repliedAt).toISOString()
  // The typed texts stay out of the audit chain, because the chain can never be changed.
  const detail = { result, repliedAt: instant }
  const act = { actor, kind: 'order.support-reply-recorded', subject: id, detail }
  await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'outcome-unknown')
    const attempts = await attemptsOf(tx, id)
    const supportReplies = await supportRepliesOf(tx, id)
    if (supportReplyIn(supportReplies, attempts)?.confirmed_by === null)
      refuse({ code: 'order-state', state: row.state })
    const facts = await factsOf(tx, row, context, [])
    if (facts.evidence !== evidence) refuse({ code: 'order-changed' })
    if (result === 'not-made') refuseIfReported(facts, id, deps)
    checkReplyTime(input, attempts, context)
    const seq = (supportReplies.at(-1)?.seq ?? 0) + 1
    const attempt = attempts.at(-1)?.seq ?? 0
    await tx
      .insertInto('order_support_replies')
      .values({
        order_id: id,
        seq,
        result,
        contact,
        ticket,
        evidence,
        replied_at: instant,
        after_attempt: attempt,
        recorded_by: actor,
        recorded_at: clock.now().toISOString(),
        confirmed_by: null,
        confirmed_at: null,
        withdrawn_at: null,
      })
      .execute()
    // The hash covers the typed texts, so that the confirming person signs them too.
    const signed = { evidence: await readOutcomeEvidence(tx, row) }
    await updateSupportReply(tx, { order_id: id, seq }, signed)
    return withDetail(undefined, { seq, attempt, ...signed })
  })
  deps.notify(id, 'outcome-unknown')
}

/**
 * Returns the support reply that waits for a second person; refuses with `order-changed` if it is
 * another one or none.
 */
async function waitingSupportReply(
  reader: Reader,
  row: OrderRow,
  seq: number,
): Promise<SupportReplyRow> {
  requireState(row, 'outcome-unknown')
  const supportReply = supportReplyIn(
    await supportRepliesOf(reader, row.id),
    await attemptsOf(reader, row.id),
  )
  return supportReply?.confirmed_by === null && supportReply.seq === seq
    ? supportReply
    : refuse({ code: 'order-changed' })
}

/**
 * Confirms the support reply as the second person on the same evidence; every rule is checked again
 * inside the transaction.
 */
export async function confirmSupportReply(
  context: OrderContext,
  deps: SupportReplyDeps,
  { id, seq, evidence }: { readonly id: string; readonly seq: number; readonly evidence: string },
  actor: string,
): Promise<void> {
  const { store, clock } = context
  const submissionPolicies = await policiesFor(context, await requireOrder(store.read, id))
  const detail = { seq, evidence }
  const act = { actor, kind: 'order.support-reply-confirmed', subject: id, detail }
  const to = await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    const supportReply = await waitingSupportReply(tx, row, seq)
    const facts = await factsOf(tx, row, context, submissionPolicies)
    if (supportReply.evidence !== evidence || facts.evidence !== evidence)
      refuse({ code: 'order-changed' })
    if (supportReply.recorded_by === actor) refuse({ code: 'same-person' })
    // A person who set the second person's sign-in could act as that person. So neither the maker
    // nor the recording person may have set it.
    const makers = [...facts.makers, supportReply.recorded_by]
    refuseIf(approvalFacts(row, { makers, earlier: submissionPolicies }, context).whyNot(actor))
    if (supportReply.result === 'not-made') refuseIfReported(facts, id, deps)
    const reply = { result: supportReply.result, repliedAt: supportReply.replied_at }
    checkReplyTime(reply, await attemptsOf(tx, id), context)
    const state = stateAfter(facts, { kind: 'support-reply-confirmed', by: actor })
    const at = clock.now().toISOString()
    await updateSupportReply(tx, supportReply, { confirmed_by: actor, confirmed_at: at })
    await moveOrder(tx, id, 'outcome-unknown', {
      state,
      updated_at: at,
      ...(state === 'accepted' && { resend: null, closed_at: null, next_inquiry_at: at }),
    })
    return withDetail(state, { result: supportReply.result, attempt: supportReply.after_attempt })
  })
  deps.notify(id, to)
  if (to === 'accepted') deps.track(id)
}

/** Withdraws a support reply that waits for a second person. */
export async function withdrawSupportReply(
  context: OrderContext,
  { notify }: Pick<SupportReplyDeps, 'notify'>,
  { id, seq }: { readonly id: string; readonly seq: number },
  actor: string,
): Promise<void> {
  const { store, clock } = context
  const act = { actor, kind: 'order.support-reply-withdrawn', subject: id, detail: { seq } }
  await store.record(act, async (tx) => {
    const supportReply = await waitingSupportReply(tx, await requireOrder(tx, id), seq)
    await updateSupportReply(tx, supportReply, { withdrawn_at: clock.now().toISOString() })
  })
  notify(id, 'outcome-unknown')
}

/**
 * Closes an order that bank support reported as not made; nobody sends it again. Status inquiries
 * and alerts continue, and the first report of the order opens it again (`reopen`).
 */
export async function closeNotMade(
  context: OrderContext,
  deps: SupportReplyDeps,
  { id }: { readonly id: string },
  actor: string,
): Promise<void> {
  const { store, clock } = context
  const act = { actor, kind: 'order.closed', subject: id, detail: {} }
  await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireState(row, 'outcome-unknown')
    if (row.closed_at !== null) refuse({ code: 'order-state', state: row.state })
    const facts = await factsOf(tx, row, context, [])
    refuseIfReported(facts, id, deps)
    const state = stateAfter(facts, { kind: 'closed' })
    const at = clock.now().toISOString()
    const closed = { state, closed_at: at, resend: null, updated_at: at }
    await moveOrder(tx, id, 'outcome-unknown', closed)
  })
  deps.notify(id, 'outcome-unknown')
}

const updateSupportReply = (
  tx: Transaction<Tables>,
  { order_id, seq }: Pick<SupportReplyRow, 'order_id' | 'seq'>,
  to: Partial<Pick<SupportReplyRow, 'evidence' | 'confirmed_by' | 'confirmed_at' | 'withdrawn_at'>>,
) =>
  tx
    .updateTable('order_support_replies')
    .set(to)
    .where('order_id', '=', order_id)
    .where('seq', '=', seq)
    .execute()

/**
 * Returns whether an order that the bank's support called not made turned out to be at the
 * bank.
 */
export function isContradicted(
  supportReplies: readonly SupportReplyRow[],
  attempts: readonly Pick<AttemptRow, 'seq'>[],
  isKnown: boolean,
): boolean {
  const ofLast = supportReplies.filter(
    ({ after_attempt }) => after_attempt === (attempts.at(-1)?.seq ?? 0),
  )
  const isReportedMade = ofLast.some(
    ({ result, confirmed_by }) => result === 'made' && confirmed_by !== null,
  )
  return ofLast.some(isConfirmedNotMade) && (isKnown || isReportedMade)
}
