/**
 * The journal of sendings. Its row is on the disk before the first byte of the payment, written by
 * the only code that moves an order to `sending`. A row without an end was left by a killed
 * program, and its payment may be at the bank (Promises P1 and P10).
 */
import { notSentText } from '../../../../preload/contract/text/not-sent.ts'
import type { Transaction } from 'kysely'
import type { Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import type { JsonObject } from '../../../platform/json/canonical-json.ts'
import type { AlsoRecord, Store, Tables } from '../../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import { withDetail } from '../../../store/with-detail.ts'
import { bankOf } from '../approval/approval-hash.ts'
import { renewing } from '../approval/evidence.ts'
import { releaseBlocker } from './release-checks.ts'
import { brokenApproval } from '../approval/integrity.ts'
import { factsOf, requireOrder, stateAfter } from '../order-facts.ts'
import { countingApprovals, isAboutOrder, nextState } from '../order-machine.ts'
import type { OrderRow, OrderContext } from '../types.ts'
import {
  attemptsOf,
  findSummary,
  homeGone,
  moveOrder,
  resendOf,
  type AttemptRow,
} from '../order-records.ts'
import { refusalConfirmed } from '../../may-bank-have.ts'
import { refuse, refuseIf } from '../refusals.ts'
import { putBack, reportedByBank, suspectedSending } from '../sent-version.ts'
import { addStatusEvents } from '../status/status-events.ts'
import type { MayTake } from './release.ts'
import type { SendResult } from './send-result.ts'
import { sha256Of } from '../../../platform/sha256.ts'

/**
 * A sending about to be journalled: its attempt number and the text that the client is about to
 * send.
 */
export interface SendAttempt {
  readonly id: string
  readonly attempt: number
  readonly service: OrderRow['service']
  readonly body: string
  /** Hash of the bank that the call goes to; null in practice. */
  readonly bank: string | null
  /** The release instant stored in the order's row. */
  readonly releasedAt: string | null
  readonly releasedBy: string
  readonly confirmedBy: string | null
  readonly earlierPolicies: readonly Policy[]
}

/** Returns who sends: the releasing person, or the two people of a resend. */
export function sendersOf(row: OrderRow): { releasedBy: string; confirmedBy: string | null } {
  const resend = resendOf(row)
  return resend?.confirmedBy === undefined
    ? { releasedBy: row.released_by ?? 'system', confirmedBy: null }
    : { releasedBy: resend.by, confirmedBy: resend.confirmedBy }
}

/**
 * Journals a sending and moves its order to `sending`; both are on the disk when it resolves.
 * Rejects, and then nothing may be sent, if the order is not queued, its text is not the one at
 * hand, anything approved no longer holds, it was journalled already, another workstation is to send
 * it, the store cannot write, or the end of the audit chain cannot be saved outside the store.
 */
export async function journal(context: OrderContext, sendAttempt: SendAttempt): Promise<void> {
  const { id, attempt, body, releasedAt, releasedBy, confirmedBy, earlierPolicies } = sendAttempt
  const bodySha256 = sha256Of(body)
  const detail = { attempt, bodySha256, releasedBy, confirmedBy }
  const act = { actor: releasedBy, kind: 'order.send-journalled', subject: id, detail }
  const saved = await context.saveHead()
  refuseIf(saved.ok ? undefined : saved.error)
  const { home } = context.store.membership
  const work = async (tx: Transaction<Tables>): Promise<string> => {
    const row = await requireOrder(tx, id)
    // The profile may have been changed to another bank and back, while this call still goes to the
    // other bank.
    const isOtherBank = sendAttempt.bank !== bankOf(context)
    const broken = isOtherBank ? 'bank' : await brokenApproval(tx, row, context)
    const what = row.body === body ? broken : 'body'
    if (what !== null) refuse({ code: 'integrity-broken', what })
    refuseIf(await releaseBlocker(tx, row, context, context.waits.earliest()))
    const facts = await factsOf(tx, row, context, earlierPolicies)
    const state = stateAfter(facts, { kind: 'journalled' })
    const senders = sendersOf(row)
    // A release by other people, or on another workstation, is another decision.
    const areSamePeople = senders.releasedBy === releasedBy && senders.confirmedBy === confirmedBy
    const isSame = areSamePeople && row.released_at === releasedAt && row.home === home
    if (!isSame) refuse({ code: 'order-changed' })
    const at = context.clock.now().toISOString()
    const journalledAt = context.waits.latest().toISOString()
    await tx
      .insertInto('order_attempts')
      .values({
        order_id: id,
        seq: attempt,
        journalled_at: journalledAt,
        ended_at: null,
        released_by: releasedBy,
        confirmed_by: confirmedBy,
        body_sha256: bodySha256,
        home,
        // The typed reasons stay with the attempt, because the audit chain holds no typed text.
        resend: confirmedBy === null ? null : row.resend,
        outcome: 'under-way',
        reason: null,
        status: null,
        call_id: null,
        transaction_id: null,
      })
      .execute()
    const sent_approvals = JSON.stringify({
      have: countingApprovals(facts),
      needed: facts.approvalsNeeded,
    })
    if (!(await moveOrder(tx, id, 'queued', { state, updated_at: at, sent_approvals })))
      refuse({ code: 'order-state', state: row.state })
    return row.reference
  }
  const reference = await renewing(() => context.store.record(act, work))
  // Also recorded outside the store, so that a store copy restored later cannot send this again.
  await context.sent.add(reference, attempt)
}

/**
 * Returns whether this attempt of this workstation is still under way; checked before the same call
 * goes out after a pause of the rate budget.
 */
export async function isUnderWay(
  { read, membership }: Pick<Store, 'read' | 'membership'>,
  { id, attempt }: Pick<SendAttempt, 'id' | 'attempt'>,
): Promise<boolean> {
  const { state } = await requireOrder(read, id)
  const last = (await attemptsOf(read, id)).at(-1)
  const isOurs = last?.seq === attempt && last.home === membership.home
  return isOurs && state === 'sending' && last.outcome === 'under-way'
}

/**
 * Stores the end of a sending of this workstation and returns the resulting state. An end stored
 * earlier stays unchanged; where others gave the sending up meanwhile, this one is stored beside it.
 */
export async function storeSendResult(
  context: OrderContext,
  { id, attempt }: Pick<SendAttempt, 'id' | 'attempt'>,
  end: SendResult,
): Promise<OrderState> {
  const { outcome, reason, status } = end
  const { home } = context.store.membership
  const detail: JsonObject = { attempt, outcome, reason, status }
  const act = { actor: 'system', kind: 'order.ended', subject: id, detail }
  const done = await unlessSuperseded(() =>
    context.store.record(act, async (tx) => {
      const sent = (await attemptsOf(tx, id)).find(({ seq }) => seq === attempt)
      if (sent?.outcome !== 'under-way' || sent.home !== home) throw new Superseded()
      return endAttempt(context, tx, { id, attempt }, end)
    }),
  )
  return (
    done ??
    (await storeLateResult(context, { id, attempt }, end)) ??
    (await requireOrder(context.store.read, id)).state
  )
}

/** The reason of an attempt that was given up, once its workstation said what came of it. */
const homeBack = 'home-back'

/**
 * Stores what came of a sending that others gave up because this workstation was gone. If the bank
 * accepted it, that ends the unknown outcome as a status inquiry does; nothing leaves because of it.
 * Returns the state of the order; null if the sending was not given up.
 */
export async function storeLateResult(
  context: OrderContext,
  { id, attempt }: Pick<SendAttempt, 'id' | 'attempt'>,
  end: SendResult,
): Promise<OrderState | null> {
  const { outcome, reason, status, callId, transactionId } = end
  const { home } = context.store.membership
  if (home === null) return null
  const detail: JsonObject = { attempt, outcome, reason, status, callId }
  const act = { actor: 'system', kind: 'order.ended-late', subject: id, detail }
  const done = await unlessSuperseded(() =>
    context.store.record(act, async (tx) => {
      const row = await requireOrder(tx, id)
      const sent = (await attemptsOf(tx, id)).find(({ seq }) => seq === attempt)
      if (sent?.home !== home || sent.reason !== homeGone) throw new Superseded()
      const facts = await factsOf(tx, row, context, [], attempt)
      await tx
        .updateTable('order_attempts')
        .set({
          reason: `${homeBack}: ${outcome}`,
          ended_at: context.waits.latest().toISOString(),
          status,
          call_id: callId,
          transaction_id: transactionId,
        })
        .where('order_id', '=', id)
        .where('seq', '=', attempt)
        .execute()
      const isRejected = outcome === 'rejected' && isAboutOrder(facts, outcome) && !facts.bankKnows
      const found = outcome === 'accepted' || isRejected ? outcome : null
      const state = found && nextState(facts, { kind: 'inquiry-answered', found })
      const at = context.clock.now().toISOString()
      if (state !== null)
        await moveOrder(tx, id, row.state, {
          state,
          updated_at: at,
          resend: null,
          next_inquiry_at: state === 'accepted' ? at : null,
          ...(callId !== null && { last_call_id: callId }),
          ...(transactionId !== null && { transaction_id: transactionId }),
        })
      // An acceptance holds a resend back that waits meanwhile.
      if (state !== null || found === 'accepted')
        await storeReport(context, tx, row, end, { source: 'initiate-late', at })
      return state ?? row.state
    }),
  )
  return done ?? null
}

async function endAttempt(
  context: OrderContext,
  tx: Transaction<Tables>,
  { id, attempt }: Pick<SendAttempt, 'id' | 'attempt'>,
  end: SendResult,
): Promise<OrderState> {
  const at = context.clock.now().toISOString()
  const row = await requireOrder(tx, id)
  const facts = await factsOf(tx, row, context, [], attempt)
  const state = stateAfter(facts, { kind: 'sending-ended', outcome: end.outcome })
  await closeAttempt(tx, id, attempt, context.waits.latest(), end)
  // A rejected resend says nothing about the first sending, so its transaction id and status
  // are not the order's.
  const isOfThisOrder = isAboutOrder(facts, end.outcome)
  await moveOrder(tx, id, 'sending', {
    state,
    updated_at: at,
    not_sent: end.notSent && notSentText(end.notSent),
    resend: null,
    ...(end.callId !== null && { last_call_id: end.callId }),
    ...(isOfThisOrder && end.transactionId !== null && { transaction_id: end.transactionId }),
    ...((state === 'outcome-unknown' || state === 'accepted') && { next_inquiry_at: at }),
  })
  if (isOfThisOrder) await storeReport(context, tx, row, end, { source: 'initiate', at })
  return state
}

/** Stores what the answer to a sending reports about its order. */
async function storeReport(
  { kinds }: Pick<OrderContext, 'kinds'>,
  tx: Transaction<Tables>,
  row: OrderRow,
  { outcome, status, callId, batch, statusText }: SendResult,
  { source, at }: Pick<StatusEvent, 'source' | 'at'>,
): Promise<void> {
  const { vocabulary, storeAnswer } = kinds.of(row)
  if (batch !== null) {
    const isAboutEntries = outcome !== 'not-sent' && isSuccess(status)
    await storeAnswer(tx, row.id, batch, { callId, at, isAboutEntries })
  }
  if (statusText === null) return
  const event = { source, vocabulary, statusText, at, bankTime: null, callId, alertSeq: null }
  await addStatusEvents(tx, row.id, [event], kinds)
}

const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300

async function closeAttempt(
  tx: Transaction<Tables>,
  id: string,
  seq: number,
  endedAt: Date,
  end: Pick<SendResult, 'reason' | 'status' | 'callId' | 'transactionId'> & {
    readonly outcome: AttemptRow['outcome']
  },
): Promise<void> {
  const { outcome, reason, status, callId, transactionId } = end
  await tx
    .updateTable('order_attempts')
    .set({
      ended_at: endedAt.toISOString(),
      outcome,
      reason,
      status,
      call_id: callId,
      transaction_id: transactionId,
    })
    .where('order_id', '=', id)
    .where('seq', '=', seq)
    .where('outcome', '=', 'under-way')
    .execute()
}

/**
 * Ends the unknown outcome of a bare refusal as not sent, if a status inquiry by a proven route
 * confirms it; a person may then release it again. Returns the new state, or null if the outcome
 * stays unknown.
 */
export const confirmRefusal = (context: OrderContext, id: string): Promise<OrderState | null> =>
  renewing(() =>
    correctResult(context, id, 'refusal-confirmed', async (tx, row, state) => {
      // An order changed from outside stays at an unknown outcome for good.
      if ((await brokenApproval(tx, row, context)) !== null) throw new Superseded()
      const corrected = (await attemptsOf(tx, id)).at(-1)
      return {
        corrected,
        end: { outcome: 'not-sent', reason: refusalConfirmed },
        order: {
          state,
          not_sent: notSentText({ code: 'refusal-confirmed' }),
          next_inquiry_at: null,
        },
      }
    }),
  )

/**
 * Sets the outcome of an order that seemed unsent to unknown again, because the bank has reported
 * it: the order is then what was sent, and what was edited since is a draft of its own. Returns the
 * new state, or null if that does not apply.
 */
export async function markUnknownAgain(
  context: OrderContext,
  id: string,
): Promise<OrderState | null> {
  const { emitEvent, clock } = context
  const drafts: string[] = []
  const to = await correctResult(context, id, 'reported-by-bank', async (tx, row, state, also) => {
    const corrected = suspectedSending(await attemptsOf(tx, id))
    const edits = corrected ? await putBack(context, tx, row, corrected, also) : null
    if (edits !== null) drafts.push(edits)
    return {
      corrected,
      end: { outcome: 'unknown', reason: reportedByBank },
      order: { state, not_sent: null, next_inquiry_at: clock.now().toISOString() },
    }
  })
  for (const draft of drafts) emitEvent('orders', 'changed', { id: draft, state: 'draft' })
  return to
}

/** What new information makes of a sending and its order. */
interface Correction {
  readonly corrected: AttemptRow | undefined
  readonly end: Pick<AttemptRow, 'outcome'> & { readonly reason: string }
  readonly order: Pick<OrderRow, 'state' | 'not_sent' | 'next_inquiry_at'>
}

/**
 * Corrects the stored result of a sending after new information, and moves the order; null if the
 * event does not apply.
 */
async function correctResult(
  context: OrderContext,
  id: string,
  event: 'refusal-confirmed' | 'reported-by-bank',
  correct: (
    tx: Transaction<Tables>,
    row: OrderRow,
    state: OrderState,
    also: AlsoRecord,
  ) => Promise<Correction>,
): Promise<OrderState | null> {
  const { read } = context.store
  // Most reported orders are in another state; nothing is written for them.
  const before = await findSummary(read, id)
  if (!before) return null
  if (nextState(await factsOf(read, before, context, []), { kind: event }) === null) return null
  const act = { actor: 'system', kind: 'order.ended', subject: id, detail: {} }
  const done = await unlessSuperseded(() =>
    context.store.record(act, async (tx, also) => {
      const row = await requireOrder(tx, id)
      const state = nextState(await factsOf(tx, row, context, []), { kind: event })
      if (state === null) throw new Superseded()
      const { corrected, end, order } = await correct(tx, row, state, also)
      if (!corrected) throw new Superseded()
      await tx
        .updateTable('order_attempts')
        .set(end)
        .where('order_id', '=', id)
        .where('seq', '=', corrected.seq)
        .execute()
      await tx
        .updateTable('orders')
        .set({ ...order, resend: null, updated_at: context.clock.now().toISOString() })
        .where('id', '=', id)
        .execute()
      return withDetail(state, { attempt: corrected.seq, ...end })
    }),
  )
  return done ?? null
}

/**
 * An order that its workstation was sending when it ended, or was lost, may be at the bank, so its
 * outcome becomes unknown. Returns the new state; null if that workstation does not send it any
 * more, or `mayTake` says no.
 */
export async function storeInterruption(
  context: OrderContext,
  { id, home }: Pick<OrderRow, 'id' | 'home'>,
  { reason, mayTake }: { readonly reason: string; readonly mayTake?: MayTake },
): Promise<OrderState | null> {
  const detail = { attempt: null, outcome: 'interrupted' }
  const act = { actor: 'system', kind: 'order.interrupted', subject: id, detail }
  const done = await unlessSuperseded(() =>
    context.store.record(act, async (tx) => {
      const row = await requireOrder(tx, id)
      if (row.state !== 'sending' || row.home !== home) throw new Superseded()
      if (mayTake && !(await mayTake(tx))) throw new Superseded()
      const at = context.clock.now().toISOString()
      const state = stateAfter(await factsOf(tx, row, context, []), { kind: 'interrupted' })
      const last = (await attemptsOf(tx, id)).at(-1)
      const isOpen = last?.outcome === 'under-way'
      if (isOpen) {
        const nothing = { status: null, callId: null, transactionId: null } as const
        const end = { outcome: 'interrupted', reason, ...nothing } as const
        // The bank has not answered in this run yet, so its clock says nothing about the end of this
        // sending.
        const [now, left] = [context.clock.now(), new Date(last.journalled_at)]
        await closeAttempt(tx, id, last.seq, now > left ? now : left, end)
      }
      const dueNow = { resend: null, next_inquiry_at: at }
      await moveOrder(tx, id, 'sending', { ...dueNow, state, updated_at: at })
      return withDetail(state, isOpen ? { attempt: last.seq } : {})
    }),
  )
  return done ?? null
}
