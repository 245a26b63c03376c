/** Compares what a workstation shows with what the bank knows. */
import type { Order, OrderLine } from '../../../preload/contract/orders/order.ts'
import { maxPage } from '../../../preload/contract/paging.ts'
import { significantAccount } from '../../../preload/contract/account-number.ts'
import type { Lane } from './lane.ts'
import type { Made } from './play.ts'
import type { Answered } from './workstation-program.ts'

/** What was found. */
export interface Judgement {
  /** In sentences; nothing where all holds. */
  readonly wrong: readonly string[]
  /** How each payment of the schedule ended; one that was sent twice by two people with a `+`. */
  readonly ends: readonly string[]
}

/** Looks at the payments of a schedule, and at whatever else the bank accepted. */
export async function judge(lane: Lane, made: readonly Made[]): Promise<Judgement> {
  const lines = await listed(lane)
  // The store first: what the bank says is at least as late as what is shown.
  const orders = new Map<string, Order>()
  for (const { id } of lines) orders.set(id, await got(lane, id))
  const counts = await accepted(lane)
  const known = new Set(lines.map(({ reference }) => reference))
  const strangers = [...counts.keys()].filter((key) => !known.has(key.split(' ')[1] ?? ''))
  const wrong = strangers.map((key) => `the bank accepted ${key}, which no order here is`)
  for (const one of made) {
    const order = orders.get(one.id)
    if (!order) wrong.push(`${one.reference}: lost`)
    else {
      const count = counts.get(keyOf(one)) ?? 0
      const word = await lane.witness.statusOf(one.debitAccount, one.reference)
      wrong.push(...wrongWith(one, order, count, word).map((what) => `${one.reference}: ${what}`))
    }
  }
  const ends = made.flatMap(({ id }) => orders.get(id) ?? []).map(endOf)
  return { wrong, ends }
}

const endOf = ({ state, attempts }: Order): string =>
  attempts.some(({ confirmedBy }) => confirmedBy !== null) ? `${state}+` : state

const keyOf = ({ debitAccount, reference }: Pick<Made, 'debitAccount' | 'reference'>): string =>
  `${significantAccount(debitAccount)} ${reference}`

async function accepted(lane: Lane): Promise<ReadonlyMap<string, number>> {
  const { payments } = await lane.control.ledger()
  return new Map(
    payments.map(({ debitAccount, requestReference, count }) => [
      `${debitAccount} ${requestReference}`,
      count,
    ]),
  )
}

function done<T>(answered: Answered<T>): T {
  if (answered.kind === 'done') return answered.value
  throw new Error(`reading was not answered: ${JSON.stringify(answered)}`)
}

async function listed(lane: Lane): Promise<readonly OrderLine[]> {
  const input = { view: 'all', cursor: null, limit: maxPage }
  const { items, total } = done(
    await lane.program.ask<{ items: OrderLine[]; total: number }>(
      'orders',
      'list',
      input,
      'practice-mara',
    ),
  )
  if (items.length !== total) throw new Error(`${String(items.length)} of ${String(total)} listed`)
  return items
}

async function got(lane: Lane, id: string): Promise<Order> {
  return done(await lane.program.ask<Order>('orders', 'get', { id }, 'practice-mara'))
}

/** What is wrong with one order. `count`: how often the bank accepted it; `word`: its status there; null: unknown there. */
function wrongWith(made: Made, order: Order, count: number, word: string | null): string[] {
  const { state, attempts, standing } = order
  const mayHaveLeft = attempts.filter(({ outcome }) => outcome !== 'not-sent').length
  const stands = standing.kind
  const rules: readonly (readonly [holds: boolean, what: string])[] = [
    [count <= 1, `the bank accepted it ${String(count)} times`],
    [
      count <= attempts.length,
      `accepted ${String(count)} times, journalled ${attempts.length} times`,
    ],
    [made.takesExit || mayHaveLeft <= 1, `sent ${String(mayHaveLeft)} times without two people`],
    [
      attempts.slice(1).every((one, at) => isInOrder(one, attempts[at])),
      'sent again after a sending that may have left, without two people',
    ],
    [!made.submitted || state !== 'draft', 'its submission is lost'],
    [state !== 'sending' && state !== 'queued', `still ${state}`],
    [state !== 'accepted' || word !== null, 'shown as accepted, and the bank has it not'],
    [
      state !== 'rejected' || word === 'FAILED',
      `shown as rejected, and the bank says ${said(word)}`,
    ],
    [
      !isBeforeSending(state) || word === null,
      `shown as ${state}, as if it never left, and the bank says ${said(word)}`,
    ],
    [
      state !== 'outcome-unknown' || word === null,
      `still in doubt, and the bank says ${said(word)}`,
    ],
    [stands !== 'completed' || word === 'COMPLETED', `stands as completed, bank: ${said(word)}`],
    [
      !['failed', 'cancelled', 'returned'].includes(stands) || word === 'FAILED',
      `stands as ${stands}, bank: ${said(word)}`,
    ],
    [stands !== 'contradictory', 'stands as contradictory, and the bank never contradicted itself'],
  ]
  return rules.filter(([holds]) => !holds).map(([, what]) => what)
}

type Attempts = Order['attempts'][number]
const isInOrder = (later: Attempts, earlier: Attempts | undefined): boolean =>
  earlier?.outcome === 'not-sent' || later.confirmedBy !== null

const isBeforeSending = (state: Order['state']): boolean =>
  ['draft', 'awaiting-approval', 'approved', 'withdrawn'].includes(state)

const said = (word: string | null): string => word ?? 'nothing of it'
