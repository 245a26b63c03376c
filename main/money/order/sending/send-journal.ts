/**
 * The journal of sendings. A row of it is on the disk before the first byte of its payment, written by the only code
 * that moves an order to `sending`; what a killed program left there may be at the bank (promises P1 and P10).
 */
import type { Transaction } from 'kysely'
import type { Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import type { JsonObject } from '../../../platform/json/canonical-json.ts'
import type { Reader, Tables } from '../../../store/store.ts'
import { bankOf } from '../approval/approval-hash.ts'
import { releaseBlocker } from './release-checks.ts'
import { brokenBinding } from '../approval/integrity.ts'
import { factsOf, inState, orderOf, stateAfter } from '../order-facts.ts'
import { nextState } from '../order-machine.ts'
import type { OrderRow, OrderContext } from '../types.ts'
import { attemptsOf, findOrder, moveOrder, resendOf, type AttemptRow } from '../order-records.ts'
import { refuse, refuseIf } from '../refusals.ts'
import { addStatusEvents } from '../status/status-events.ts'
import type { SendResult } from './send-result.ts'
import { sha256Of } from '../../../platform/sha256.ts'

/** One sending that is about to be journalled: which attempt it is, and the text in the hands of the client. */
export interface Departure {
  readonly id: string
  readonly attempt: number
  readonly service: OrderRow['service']
  readonly body: string
  /** The bank that the call in hand goes to; null: practice's. */
  readonly bank: string | null
  /** The release that it is of, as the row tells it. */
  readonly releasedAt: string | null
  readonly releasedBy: string
  readonly confirmedBy: string | null
  readonly earlierPolicies: readonly Policy[]
}

/** Who sends: one person released it, or two decided about it again. */
export function sendersOf(row: OrderRow): { releasedBy: string; confirmedBy: string | null } {
  const second = resendOf(row)
  return second?.confirmedBy === undefined
    ? { releasedBy: row.released_by ?? 'system', confirmedBy: null }
    : { releasedBy: second.by, confirmedBy: second.confirmedBy }
}

/**
 * Journals a sending and moves its order to `sending`; both are on the disk when it resolves. Rejects, and nothing may
 * be sent, when the order is not queued, when its text is not the one in hand, when anything that was approved does not
 * hold any more, when it was journalled already, when the store cannot write, and when the end of the chain cannot be kept
 * outside of it.
 */
export async function journal(context: OrderContext, departure: Departure): Promise<void> {
  const { id, attempt, body, releasedAt, releasedBy, confirmedBy, earlierPolicies } = departure
  const bodySha256 = sha256Of(body)
  const detail = { attempt, bodySha256, releasedBy, confirmedBy }
  const act = { actor: releasedBy, kind: 'order.send-journalled', subject: id, detail }
  const kept = await context.keepHead()
  refuseIf(kept.ok ? undefined : kept.error)
  const reference = await context.store.record(act, async (tx) => {
    const row = await orderOf(tx, id)
    // The profile may name this bank again while the call in hand is of another.
    const isElsewhere = departure.bank !== bankOf(context)
    const broken = isElsewhere ? 'bank' : await brokenBinding(tx, row, context)
    const what = row.body === body ? broken : 'body'
    if (what !== null) refuse({ code: 'binding-broken', what })
    refuseIf(await releaseBlocker(tx, row, context, context.waits.earliest()))
    const facts = await factsOf(tx, row, context, earlierPolicies)
    const state = stateAfter(facts, { kind: 'journalled' })
    const senders = sendersOf(row)
    // A release that carries the names of another decision is not this one.
    const isSame = senders.releasedBy === releasedBy && senders.confirmedBy === confirmedBy
    if (!isSame || row.released_at !== releasedAt) refuse({ code: 'order-changed' })
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
        // What both said stays with the sending: the chain holds nothing that a person typed.
        second_sending: confirmedBy === null ? null : row.second_sending,
        outcome: 'under-way',
        reason: null,
        status: null,
        call_id: null,
        transaction_id: null,
      })
      .execute()
    if (!(await moveOrder(tx, id, 'queued', { state, updated_at: at })))
      refuse({ code: 'order-state', state: row.state })
    return row.reference
  })
  // Beside the store too: a copy of it that is put back later must not send this again.
  await context.sent.add(reference, attempt)
}

/** Whether this attempt is still the one under way: asked before the same call goes out after a silence. */
export async function isUnderWay(
  reader: Reader,
  { id, attempt }: Pick<Departure, 'id' | 'attempt'>,
): Promise<boolean> {
  const { state } = await orderOf(reader, id)
  const last = (await attemptsOf(reader, id)).at(-1)
  return state === 'sending' && last?.seq === attempt && last.outcome === 'under-way'
}

/** Stores the end of a sending. Answers the state that it led to; an end that was stored before is left as it is. */
export async function storeEnd(
  context: OrderContext,
  { id, attempt }: Pick<Departure, 'id' | 'attempt'>,
  end: SendResult,
): Promise<OrderState> {
  const { outcome, reason, status } = end
  const detail: JsonObject = { attempt, outcome, reason, status }
  const stored = new Error('its end is stored')
  const act = { actor: 'system', kind: 'order.ended', subject: id, detail }
  try {
    return await context.store.record(act, async (tx) => {
      const attempts = await attemptsOf(tx, id)
      if (attempts.find(({ seq }) => seq === attempt)?.outcome !== 'under-way') throw stored
      return endAttempt(context, tx, { id, attempt }, end)
    })
  } catch (problem) {
    if (problem !== stored) throw problem
    return (await orderOf(context.store.read, id)).state
  }
}

async function endAttempt(
  context: OrderContext,
  tx: Transaction<Tables>,
  { id, attempt }: Pick<Departure, 'id' | 'attempt'>,
  end: SendResult,
): Promise<OrderState> {
  const at = context.clock.now().toISOString()
  const row = await orderOf(tx, id)
  const kind = context.kinds.of(row)
  const facts = await factsOf(tx, row, context, [], attempt)
  const state = stateAfter(facts, { kind: 'ended', outcome: end.outcome })
  await closeAttempt(tx, id, attempt, context.waits.latest(), end)
  // A rejection of a second sending says nothing of the first: neither its id nor its word is the order's.
  const isOfThisOrder = !facts.mayBeAtBank || end.outcome === 'accepted'
  await moveOrder(tx, id, 'sending', {
    state,
    updated_at: at,
    not_sent: end.notSent,
    second_sending: null,
    ...(end.callId !== null && { last_call_id: end.callId }),
    ...(isOfThisOrder && end.transactionId !== null && { transaction_id: end.transactionId }),
    ...((state === 'outcome-unknown' || state === 'accepted') && { next_look_up_at: at }),
  })
  if (end.batch !== null && isOfThisOrder) {
    const isAboutEntries = end.outcome !== 'not-sent' && isSuccess(end.status)
    await kind.storeAnswer(tx, id, end.batch, { callId: end.callId, at, isAboutEntries })
  }
  if (end.word !== null && isOfThisOrder) {
    const { vocabulary } = kind
    const statement = said(end, { vocabulary, word: end.word, at })
    await addStatusEvents(tx, id, [statement], context.kinds)
  }
  return state
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

const said = (
  { callId }: SendResult,
  one: Pick<StatusEvent, 'vocabulary' | 'word' | 'at'>,
): StatusEvent => ({ source: 'initiate', ...one, saidAt: null, callId, alertSeq: null })

/** Moves an order by what was learned of its last sending, whose end it changes; null: nothing of the kind. */
async function changeEnd(
  context: OrderContext,
  id: string,
  event: 'refusal-borne-out' | 'told-of',
): Promise<OrderState | null> {
  const { read } = context.store
  const learned = learnedBy[event]
  // Most orders that are heard of are in another state: nothing is written for them.
  const before = await findOrder(read, id)
  if (before?.state !== learned.from) return null
  if (nextState(await factsOf(read, before, context, []), { kind: event }) === null) return null
  const unchanged = new Error('nothing of its sending is to be changed')
  const detail = { attempt: 0, outcome: learned.outcome, reason: event }
  const act = { actor: 'system', kind: 'order.ended', subject: id, detail }
  try {
    return await context.store.record(act, async (tx) => {
      const row = await orderOf(tx, id)
      const state = nextState(await factsOf(tx, row, context, []), { kind: event })
      if (state === null) throw unchanged
      // What was changed from outside is in doubt for good.
      if (state === 'approved' && (await brokenBinding(tx, row, context)) !== null) throw unchanged
      detail.attempt = (await attemptsOf(tx, id)).at(-1)?.seq ?? 0
      const at = context.clock.now().toISOString()
      await tx
        .updateTable('order_attempts')
        .set({ outcome: learned.outcome, reason: event })
        .where('order_id', '=', id)
        .where('seq', '=', detail.attempt)
        .execute()
      await moveOrder(tx, id, row.state, {
        state,
        updated_at: at,
        not_sent: learned.notSent,
        second_sending: null,
        next_look_up_at: state === 'outcome-unknown' ? at : null,
      })
      return state
    })
  } catch (problem) {
    if (problem !== unchanged) throw problem
    return null
  }
}

const learnedBy = {
  'refusal-borne-out': {
    from: 'outcome-unknown',
    outcome: 'not-sent',
    notSent:
      'The bank refused the request, and a look-up that finds what it has says that it has none',
  },
  'told-of': { from: 'approved', outcome: 'unknown', notSent: null },
} as const

/**
 * Ends a doubt about a bare refusal as not sent, where a look-up by a proven route bears it out: a person releases it
 * again. Answers the state that it led to; null: the doubt stands.
 */
export const bearOutRefusal = (context: OrderContext, id: string): Promise<OrderState | null> =>
  changeEnd(context, id, 'refusal-borne-out')

/**
 * Puts an order in doubt again that seemed not to have left, and that the bank has told of. Answers the state that it
 * led to; null: nothing of the kind.
 */
export const doubtAgain = (context: OrderContext, id: string): Promise<OrderState | null> =>
  changeEnd(context, id, 'told-of')

/** At the start: an order that was on its way when the program ended may be at the bank, and is in doubt. */
export async function storeInterruption(context: OrderContext, id: string): Promise<void> {
  const last = (await attemptsOf(context.store.read, id)).at(-1)
  const attempt = last?.outcome === 'under-way' ? last.seq : null
  const detail = { attempt, outcome: 'interrupted' }
  const act = { actor: 'system', kind: 'order.interrupted', subject: id, detail }
  await context.store.record(act, async (tx) => {
    const row = await orderOf(tx, id)
    inState(row, 'sending')
    const at = context.clock.now().toISOString()
    const state = stateAfter(await factsOf(tx, row, context, []), { kind: 'interrupted' })
    if (attempt !== null) {
      const reason = 'The program ended before the answer was stored'
      const nothing = { status: null, callId: null, transactionId: null } as const
      const end = { outcome: 'interrupted', reason, ...nothing } as const
      // No bank was heard yet: its clock says nothing of when this sending ended.
      const [now, left] = [context.clock.now(), new Date(last?.journalled_at ?? at)]
      await closeAttempt(tx, id, attempt, now > left ? now : left, end)
    }
    const doubt = { second_sending: null, next_look_up_at: at }
    await moveOrder(tx, id, 'sending', { ...doubt, state, updated_at: at })
  })
}
