/**
 * Looking an order up at the bank: asks only, and moves no money. A payment by its transaction id where that is known,
 * else by debit account and reference exactly as they were sent (trap 66), in doubt by both; a batch by the status of
 * its addenda and by the list of its account (`main/money/batch/tracking/batch-look-up.ts`).
 */
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { PaymentReading } from '../../../../preload/contract/bank/payments/payment-answer.ts'
import type { Lane } from '../../../../preload/contract/bank/lanes.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { createPayments, type PaymentsApi } from '../../../bank/apis/payments.ts'
import { askBatch, readSought } from '../../batch/tracking/batch-look-up.ts'
import { askByAddenda } from '../../batch/tracking/batch-look-up-addenda.ts'
import { askByList } from '../../batch/tracking/batch-look-up-list.ts'
import {
  isBatch,
  type LookedUp,
  type MayNotAsk,
  type OrderContext,
  type OrderRow,
  type Unasked,
} from '../types.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Store } from '../../../store/store.ts'
import { lastAttempt, seemsUnsent } from './look-up-due.ts'
import { keepLookUp } from './look-up-keeping.ts'
import { verdictOf, type LookedBy, type LookUpVerdict } from './look-up-verdict.ts'
import { judgedByRoute, proveRoute } from './route-proof.ts'
import type {
  AskingManner,
  BatchAskingApi,
  WayAsked,
} from '../../batch/tracking/batch-look-up-questions.ts'

/** The states in which the bank can be asked about an order. */
export const askedStates: readonly OrderState[] = ['outcome-unknown', 'accepted', 'rejected']

/** What of the payments API looks an order up. */
export type AskingApi = Pick<PaymentsApi, 'statusByTransactionId' | 'statusByReference'>

/** Looks orders up, each by one call at a time. */
export interface OrderLookUps {
  /**
   * A person's look-up is kept whatever came of it; one that the system made and that never left is not. Its lane is
   * that of doubt unless another is named; one in doubt is always asked in that.
   */
  look(id: string, actor: string, lane?: Lane): Promise<Result<LookedUp, Unasked>>
  isUnderWay(id: string): boolean
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

/** The bank's APIs by what is looked up. */
export interface AskingApis {
  readonly payments: () => Result<AskingApi, MayNotAsk>
  readonly batches: () => Result<BatchAskingApi, MayNotAsk>
}

/** Makes them. `learned` is told of an order whose transaction id has become known. */
export function createOrderLookUps(
  context: Pick<OrderContext, 'store' | 'clock' | 'waits' | 'profile'> & {
    readonly pausedUntil: () => Date | null
  },
  apis: AskingApis,
  learned: (id: string) => void,
): OrderLookUps {
  const { store, clock, waits } = context
  const underWay = new Map<string, Promise<Result<LookedUp, Unasked>>>()
  let stopping = new AbortController()

  async function look(
    id: string,
    actor: string,
    lane: Lane = 'doubt',
  ): Promise<Result<LookedUp, Unasked>> {
    const row = await orderRow(store, id)
    if (!row) return err({ code: 'not-found' })
    const sending = await lastAttempt(store.read, id)
    if (!askedStates.includes(row.state) && !seemsUnsent(row, sending))
      return err({ code: 'order-state', state: row.state })
    const urgent = row.state === 'outcome-unknown' ? 'doubt' : lane
    const signal = stopping.signal
    const manner = { actor, whenPaused: 'fail', lane: urgent, signal } as const
    const begun = await waysOf(row, apis, manner)
    if (!begun.ok) return begun
    const until = context.pausedUntil()
    if (until) return err({ code: 'rate-paused', until: until.toISOString() })
    const asked = { actor, row, attempt: sending?.seq ?? 0 }
    const since = sending?.journalled_at ?? row.updated_at
    let came: LookedUp = { state: row.state, answered: false, isTold: false, isTooSlow: false }
    const { ways, shows } = begun.value
    for await (const way of ways) {
      if (way.neverLeft && actor === system) break
      const { lookedBy } = way
      const judged = await byItsRoute(row, way.verdict, { lookedBy, since }, (other) =>
        shows(lookedBy, other),
      )
      const at = sooner(way.at, waits.earliest())
      const clocks = { now: clock.now(), latest: waits.latest() }
      const state = await keepLookUp(store, { ...asked, ...way, ...judged, at, ...clocks })
      came = {
        state,
        answered: came.answered || way.isAnswered,
        isTold: came.isTold || way.verdict.verdict === 'found' || way.verdict.isStatement,
        isTooSlow: way.isTooSlow === true,
      }
      if (row.transaction_id === null && way.verdict.transactionId !== null) learned(id)
      if (way.verdict.verdict === 'found') break
    }
    return ok(came)
  }

  /** In doubt *not found* is evidence, and only by a route that is proven. */
  async function byItsRoute(
    row: OrderRow,
    verdict: LookUpVerdict,
    asked: { readonly lookedBy: LookedBy; readonly since: string },
    ask: (other: OrderRow) => Promise<boolean>,
  ): Promise<ReturnType<typeof judgedByRoute>> {
    if (row.state !== 'outcome-unknown' || verdict.verdict !== 'not-found')
      return { verdict, route: null }
    const route = await proveRoute(store.read, row, { ...asked, now: clock.now() }, ask)
    return judgedByRoute(verdict, route)
  }

  async function waysOf(
    row: OrderRow,
    { payments, batches }: AskingApis,
    manner: AskingManner,
  ): Promise<Result<Asking, MayNotAsk>> {
    if (isBatch(row)) {
      const bank = batches()
      if (!bank.ok) return bank
      const urgent = { ...manner, lane: 'doubt' } as const
      const sought = (of: OrderRow) => readSought(store.read, of, clock.now(), context.profile())
      return ok({
        ways: askBatch(bank.value, await sought(row), urgent, clock),
        shows: async (lookedBy, other) => {
          const ask = lookedBy === 'list' ? askByList : askByAddenda
          // The list of another account proves nothing of this one.
          const alone = { ...(await sought(other)), others: [] }
          const { verdict } = await ask(bank.value, alone, urgent, clock)
          return verdict.verdict === 'found'
        },
      })
    }
    const bank = payments()
    if (!bank.ok) return bank
    return ok({
      ways: askPayment(bank.value, row, manner, clock),
      shows: async (lookedBy, other) => {
        const { verdict, isStatement } = verdictOf(
          await askBy(bank.value, lookedBy, other, manner),
          other,
          lookedBy,
        )
        return verdict === 'found' || isStatement
      },
    })
  }

  return {
    look(id, actor, lane) {
      const known = underWay.get(id)
      if (known) return known
      const looking = look(id, actor, lane).finally(() => underWay.delete(id))
      underWay.set(id, looking)
      return looking
    },
    isUnderWay: (id) => underWay.has(id),
    async interrupt() {
      stopping.abort()
      stopping = new AbortController()
      await Promise.allSettled(underWay.values())
    },
  }
}

/** The ways of one look-up, and whether such a way shows another order that the bank has taken in. */
interface Asking {
  readonly ways: AsyncGenerator<WayAsked>
  readonly shows: (lookedBy: LookedBy, other: OrderRow) => Promise<boolean>
}

const orderRow = (store: Pick<Store, 'read'>, id: string): Promise<OrderRow | undefined> =>
  store.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

const sooner = (one: Date, other: Date): Date => (one < other ? one : other)

/** In doubt no way is left out; one that was taken in is known by its id. */
function waysOfPayment({ transaction_id, state }: OrderRow): readonly LookedBy[] {
  if (transaction_id === null) return ['reference']
  return state === 'outcome-unknown' ? ['transaction-id', 'reference'] : ['transaction-id']
}

/** Asks one way after the other. */
async function* askPayment(
  bank: AskingApi,
  row: OrderRow,
  manner: AskingManner,
  clock: Clock,
): AsyncGenerator<WayAsked, void, undefined> {
  for (const lookedBy of waysOfPayment(row)) {
    const at = clock.now()
    const asking = await askBy(bank, lookedBy, row, manner)
    const { answer, callId } = asking
    yield {
      ...{ lookedBy, at, callId, verdict: verdictOf(asking, row, lookedBy) },
      ...{ neverLeft: answer.kind === 'not-sent', isAnswered: saysAnything(answer) },
      isTooSlow: answer.kind === 'no-answer' && answer.reason === 'timed-out',
    }
  }
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
