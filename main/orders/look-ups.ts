/**
 * Looking an order up at the bank: asks only, and moves no money. By its transaction id where that is known, else by
 * debit account and reference exactly as they were sent (trap 66); in doubt by both. What was answered, what it
 * says, what it changes and who asked are one transaction.
 */
import type { BankAnswer } from '../../preload/contract/answers/bank-answer.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import type { OrderState } from '../../preload/contract/orders/order-states.ts'
import type { PaymentReading } from '../../preload/contract/payments/payment-answer.ts'
import { maskedDigits } from '../../preload/contract/personal-names.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import { createPayments, type PaymentsApi } from '../bank/payments.ts'
import type { Barred } from '../profiles/desk-context.ts'
import type { Store, Tables } from '../storage/store.ts'
import type { Transaction } from 'kysely'
import { lastAttempt, paceOf } from './look-up-due.ts'
import { nextLookUp } from './look-up-pace.ts'
import { verdictOf, type LookedBy, type LookUpVerdict } from './look-up-verdict.ts'
import { stateAfterLookUp } from './order-machine.ts'
import type { OrderRow } from './order-parts.ts'
import type { OrderContext } from './orders.service.ts'
import { saysPaid } from './standing.ts'
import { addStatements, statementsOf } from './statements.ts'

/** The states in which the bank can be asked about an order. */
export const askedStates: readonly OrderState[] = ['outcome-unknown', 'accepted', 'rejected']

/** What of the payments API looks an order up. */
export type AskingApi = Pick<PaymentsApi, 'statusByTransactionId' | 'statusByReference'>

/** Why nothing was asked. */
export type Unasked =
  Failure<'not-found'> | Failure<'order-state'> | Failure<'rate-paused'> | MayNotAsk
type MayNotAsk = Failure<'bank-not-running'> | Barred

/** What came of it: `answered` false where the bank said nothing. */
export interface LookedUp {
  readonly state: OrderState
  readonly answered: boolean
}

/** Looks orders up, each by one call at a time. */
export interface OrderLookUps {
  /** A person's look-up is kept whatever came of it; one that the system made and that never left is not. */
  look(id: string, actor: string): Promise<Result<LookedUp, Unasked>>
  /** Takes back what waits for the bank; resolves when what was on its way has been stored. */
  interrupt(): Promise<void>
}

/** Who asks by itself. */
export const system = 'system'

/** The bank's API while there is one and it may be asked about payments; else why not. */
export function askingApi({ connection, mayNotAsk }: OrderContext): Result<AskingApi, MayNotAsk> {
  const wire = mayNotAsk('wire')
  // One API serves both: either permission lets what only asks through (trap 77).
  if (wire && mayNotAsk('rtp')) return wire
  const on = connection.open()
  if (!on) return err({ code: 'bank-not-running' })
  const partnerClientId = () => connection.open()?.access.partnerClientId ?? null
  if (partnerClientId() === null) {
    return err({ code: 'profile-incomplete', missing: ['partnerClientId'] })
  }
  return ok(createPayments({ client: on.client, partnerClientId }))
}

/** Makes them. `learned` is told of an order whose transaction id has become known. */
export function createOrderLookUps(
  context: Pick<OrderContext, 'store' | 'clock'> & { readonly pausedUntil: () => Date | null },
  api: () => Result<AskingApi, MayNotAsk>,
  learned: (id: string) => void,
): OrderLookUps {
  const { store, clock } = context
  const underWay = new Map<string, Promise<Result<LookedUp, Unasked>>>()
  let stopping = new AbortController()

  async function look(id: string, actor: string): Promise<Result<LookedUp, Unasked>> {
    const row = await orderRow(store, id)
    if (!row) return err({ code: 'not-found' })
    if (!askedStates.includes(row.state)) return err({ code: 'order-state', state: row.state })
    const bank = api()
    if (!bank.ok) return bank
    const until = context.pausedUntil()
    if (until) return err({ code: 'rate-paused', until: until.toISOString() })
    const asked = { actor, attempt: (await lastAttempt(store.read, id))?.seq ?? 0 }
    let [state, answered] = [row.state, false]
    for (const lookedBy of waysOf(row)) {
      const at = clock.now()
      const manner = { actor, whenPaused: 'fail', signal: stopping.signal } as const
      const asking = await askBy(bank.value, lookedBy, row, manner)
      const { answer, callId } = asking
      if (answer.kind === 'not-sent' && actor === system) break
      const verdict = verdictOf(asking, row, lookedBy)
      const about = { ...asked, at, row, lookedBy, verdict, callId, now: clock.now() }
      state = await keepLookUp(store, about)
      answered ||= saysAnything(answer)
      if (row.transaction_id === null && verdict.transactionId !== null) learned(id)
      if (verdict.verdict === 'found') break
    }
    return ok({ state, answered })
  }

  return {
    look(id, actor) {
      const known = underWay.get(id)
      if (known) return known
      const looking = look(id, actor).finally(() => underWay.delete(id))
      underWay.set(id, looking)
      return looking
    },
    async interrupt() {
      stopping.abort()
      stopping = new AbortController()
      await Promise.allSettled(underWay.values())
    },
  }
}

const orderRow = (store: Pick<Store, 'read'>, id: string): Promise<OrderRow | undefined> =>
  store.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/** In doubt no way is left out; one that was taken in is known by its id. */
function waysOf({ transaction_id, state }: OrderRow): readonly LookedBy[] {
  if (transaction_id === null) return ['reference']
  return state === 'outcome-unknown' ? ['transaction-id', 'reference'] : ['transaction-id']
}

/** By what was sent, leading zeros and all (trap 66). */
const askBy = (
  bank: AskingApi,
  lookedBy: LookedBy,
  row: OrderRow,
  manner: Parameters<AskingApi['statusByTransactionId']>[1],
) =>
  lookedBy === 'transaction-id'
    ? bank.statusByTransactionId(row.transaction_id ?? '', manner)
    : bank.statusByReference(row.debit_account, row.reference, manner)

/** A gateway that answers shows that the bank can be reached. */
const saysAnything = ({ kind }: BankAnswer<PaymentReading>): boolean =>
  kind !== 'no-answer' && kind !== 'not-sent'

interface Kept {
  readonly actor: string
  /** How many sendings had been journalled when the bank was asked. */
  readonly attempt: number
  readonly at: Date
  readonly row: OrderRow
  readonly lookedBy: LookedBy
  readonly verdict: LookUpVerdict
  readonly callId: string | null
  readonly now: Date
}

/** Keeps a look-up with all that follows from it, and answers the state that the order is in then. */
async function keepLookUp(store: Store, asked: Kept): Promise<OrderState> {
  const { row, actor, lookedBy, attempt } = asked
  // What it says is decided inside the transaction, and the act tells it: it is written after the work.
  const told = { state: row.state, verdict: asked.verdict }
  const detail = {
    ...{ lookedBy, attempt },
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
    const verdict = await besideTheRest(tx, row.id, asked.verdict)
    const kept = { ...asked, verdict }
    told.verdict = verdict
    await insertLookUp(tx, kept)
    await addStatements(tx, row.id, statementIn(kept))
    const journalled = await lastAttempt(tx, row.id)
    // Asked about one sending, it says nothing of another that left meanwhile.
    const isStill = now.state === row.state && (journalled?.seq ?? 0) === attempt
    told.state = isStill ? stateAfterLookUp(now.state, verdict.found) : now.state
    await changeOrder(tx, kept, now, told.state)
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
  id: string,
  verdict: LookUpVerdict,
): Promise<LookUpVerdict> {
  if (verdict.found === 'accepted') return verdict
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
  return saysPaid(await statementsOf(tx, id)) ? undecided : verdict
}

async function insertLookUp(tx: Transaction<Tables>, kept: Kept): Promise<void> {
  const { row, actor, at, lookedBy, verdict, attempt, callId } = kept
  const { last } = await tx
    .selectFrom('order_look_ups')
    .select((select) => select.fn.coalesce(select.fn.max('seq'), select.lit(0)).as('last'))
    .where('order_id', '=', row.id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_look_ups')
    .values({
      ...{ order_id: row.id, seq: last + 1, at: at.toISOString(), actor },
      ...{ looked_by: lookedBy, verdict: verdict.verdict, word: verdict.word },
      ...{ after_attempt: attempt, call_id: callId },
    })
    .execute()
}

const statementIn = ({ verdict: { word, isStatement }, now, callId }: Kept) =>
  word === null || !isStatement
    ? []
    : [
        {
          ...({ source: 'look-up', vocabulary: 'payment', word, saidAt: null } as const),
          ...{ at: now.toISOString(), callId, alertSeq: null },
        },
      ]

/** What a look-up changes of the order: a found one ends what two people were about to decide. */
async function changeOrder(
  tx: Transaction<Tables>,
  { verdict, callId, row, now }: Kept,
  before: OrderRow,
  state: OrderState,
): Promise<void> {
  const after = await tx
    .selectFrom('orders')
    .select(['is_final', 'standing_at', 'next_look_up_at'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  const pace = paceOf({ ...before, ...after, state }, await lastAttempt(tx, row.id))
  const tells = verdict.verdict === 'found' || verdict.word !== null
  const isChanged = state !== before.state || after.is_final !== before.is_final
  await tx
    .updateTable('orders')
    .set({
      state,
      transaction_id: before.transaction_id ?? verdict.transactionId,
      last_call_id: tells ? (callId ?? before.last_call_id) : (before.last_call_id ?? callId),
      next_look_up_at: nextLookUp(pace, now)?.toISOString() ?? null,
      second_sending: state === before.state ? before.second_sending : null,
      ...(isChanged && { updated_at: now.toISOString() }),
    })
    .where('id', '=', row.id)
    .where('state', '=', before.state)
    .execute()
}
