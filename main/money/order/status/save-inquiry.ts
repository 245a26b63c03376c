/** What was answered to a look-up, what it says, what it changes and who asked: one transaction. */
import type { Transaction } from 'kysely'
import type { InquiryRoute } from '../../../../preload/contract/domain/orders/order-course.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import type { OrderContext, OrderKind, OrderRow } from '../types.ts'
import type { Tables } from '../../../store/store.ts'
import { lastAttempt, paceOf } from './inquiry-due.ts'
import { nextInquiry } from './inquiry-interval.ts'
import type { InquiryVerdict, WayAsked } from './inquiry-verdict.ts'
import { bankHasAnswered } from './qualifying-inquiries.ts'
import { stateAfterInquiry } from '../order-machine.ts'
import { saysPaid } from './bank-status.ts'
import { addStatusEvents, reopen, statusEventsOf } from './status-events.ts'

/** A look-up to be kept. */
export interface SavedInquiry extends Omit<WayAsked, 'neverLeft' | 'isAnswered' | 'isTooSlow'> {
  readonly actor: string
  /** How many sendings had been journalled when the bank was asked. */
  readonly attempt: number
  readonly row: OrderRow
  readonly now: Date
  /** The later of the clocks: the age of its sending goes by it. */
  readonly latest: Date
  /** Of one that says not found: what is known of its route. */
  readonly route: InquiryRoute | null
}

/** Keeps a look-up with all that follows from it, and answers the state that the order is in then. */
export async function saveInquiry(
  { store, kinds }: Pick<OrderContext, 'store' | 'kinds'>,
  asked: SavedInquiry,
): Promise<OrderState> {
  const kind = kinds.of(asked.row)
  const { row, actor, lookedBy, attempt } = asked
  // What it says is decided inside the transaction, and the act tells it: it is written after the work.
  const told = { state: row.state, verdict: asked.verdict }
  const detail = {
    lookedBy,
    attempt,
    route: asked.route,
    get verdict() {
      return told.verdict.verdict
    },
    word: asked.verdict.word === null ? null : maskedDigits(asked.verdict.word.slice(0, 60)),
    get state() {
      return told.state
    },
  }
  const act = { actor, kind: 'order.looked-up', subject: row.id, detail }
  return store.record(act, async (tx) => {
    const now = await tx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    const verdict = await besideTheRest(tx, row, asked.verdict, kind)
    const kept = { ...asked, verdict }
    told.verdict = verdict
    await insertLookUp(tx, kept)
    await asked.keep?.(tx, asked.now.toISOString())
    await addStatusEvents(tx, row.id, statementIn(kept, kind), kinds)
    if (bankHasAnswered([], [verdict])) await reopen(tx, row.id)
    const journalled = await lastAttempt(tx, row.id)
    // Asked about one sending, it says nothing of another that left meanwhile.
    const isStill = now.state === row.state && (journalled?.seq ?? 0) === attempt
    told.state = isStill ? stateAfterInquiry(now.state, verdict.found) : now.state
    await changeOrder(tx, kept, now, told.state, kind)
    return told.state
  })
}

/**
 * What a look-up decides beside all else that is known. Where two sendings may be at the bank, one of them that failed
 * says nothing of the other, and its id is not the order's: the bank may have refused the second because it has the
 * first. And where the bank has said that it was paid, one that failed contradicts it and ends no doubt.
 */
async function besideTheRest(
  tx: Transaction<Tables>,
  row: OrderRow,
  given: InquiryVerdict,
  { inquiry }: OrderKind,
): Promise<InquiryVerdict> {
  if (given.found === 'accepted') return given
  const { id } = row
  const verdict = await inquiry.besideEntries(tx, id, given)
  const attempts = await tx
    .selectFrom('order_attempts')
    .select('outcome')
    .where('order_id', '=', id)
    .execute()
  const isOneOfSeveral = attempts.filter(({ outcome }) => outcome !== 'not-sent').length > 1
  const ofOne = isOneOfSeveral ? { ...verdict, transactionId: null } : verdict
  if (verdict.found !== 'rejected') return ofOne
  const undecided = { ...ofOne, verdict: 'undecided', found: null } as const
  if (isOneOfSeveral) return { ...undecided, isStatement: false }
  const said = await statusEventsOf(tx, id)
  const isTaken = said.some(({ vocabulary, word }) => vocabulary === 'batch' && word === 'accepted')
  return isTaken || saysPaid(said) ? undecided : verdict
}

async function insertLookUp(tx: Transaction<Tables>, kept: SavedInquiry): Promise<void> {
  const { row, actor, at, lookedBy, verdict, attempt, callId, route } = kept
  const { last } = await tx
    .selectFrom('order_look_ups')
    .select((select) => select.fn.coalesce(select.fn.max('seq'), select.lit(0)).as('last'))
    .where('order_id', '=', row.id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_look_ups')
    .values({
      order_id: row.id,
      seq: last + 1,
      at: at.toISOString(),
      actor,
      looked_by: lookedBy,
      verdict: verdict.verdict,
      word: verdict.word,
      after_attempt: attempt,
      call_id: callId,
      route,
    })
    .execute()
}

const statementIn = (
  { verdict: { word, isStatement }, now, callId }: SavedInquiry,
  { vocabulary }: OrderKind,
) =>
  word === null || !isStatement
    ? []
    : [
        {
          ...({ source: 'look-up', word, saidAt: null } as const),
          vocabulary,
          at: now.toISOString(),
          callId,
          alertSeq: null,
        },
      ]

/** What a look-up changes of the order: a found one ends what two people were about to decide. */
async function changeOrder(
  tx: Transaction<Tables>,
  { verdict, callId, row, now, latest }: SavedInquiry,
  before: OrderRow,
  state: OrderState,
  kind: OrderKind,
): Promise<void> {
  const after = await tx
    .selectFrom('orders')
    .select(['is_final', 'standing_at', 'next_look_up_at'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  const pace = paceOf({ ...before, ...after, state }, await lastAttempt(tx, row.id), kind)
  // The word of one that was not answered says why it was not.
  const hasWord = verdict.word !== null && verdict.verdict !== 'no-answer'
  const tells = verdict.verdict === 'found' || hasWord
  const isChanged = state !== before.state || after.is_final !== before.is_final
  await tx
    .updateTable('orders')
    .set({
      state,
      transaction_id: before.transaction_id ?? verdict.transactionId,
      last_call_id: tells ? (callId ?? before.last_call_id) : (before.last_call_id ?? callId),
      next_look_up_at: nextInquiry(pace, latest)?.toISOString() ?? null,
      second_sending: state === before.state ? before.second_sending : null,
      ...(isChanged && { updated_at: now.toISOString() }),
    })
    .where('id', '=', row.id)
    .where('state', '=', before.state)
    .execute()
}
