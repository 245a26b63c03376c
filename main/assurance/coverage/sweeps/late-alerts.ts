/**
 * Alerts that arrive after a sweep has found the same item: the bank repeats failed deliveries for
 * a day. The recovered item stays and records which alert matched it later.
 */
import { sql } from 'kysely'
import { writingsOf } from '../../../bank/answers/named-texts.ts'
import { newestSeq, seqBefore } from '../../../alerts/alerts.records.ts'
import type { SessionContext } from '../../../profile/session-context.ts'
import { kindOfStatusEvent } from './fetch-payment.ts'
import { linkAlerts } from './sweep-jobs.ts'
import {
  accountsOfAlert,
  alertOf,
  isLinked,
  alertMatches,
  type CandidateAlert,
} from './match-alerts.ts'
import { SerialQueue } from '../../../platform/serial.ts'

/** The matching of one store. Passes run one after another. */
export interface LateAlerts {
  /** Matches everything that arrived and is not linked yet. */
  start(): Promise<void>
  /** From now on another workstation matches; the next start asks the store how far. */
  stop(): void
  /** Alerts up to this seq were read. */
  read(latestSeq: number): Promise<void>
  settled(): Promise<unknown>
}

interface Link {
  readonly item: number
  readonly alert: number
}
/** Alerts after one seq, up to another. */
interface Seqs {
  readonly after: number
  readonly until: number
}
/** Alerts per query. */
const perPass = 500

/** `linked` is called when alerts were matched to items. */
export function createLateAlerts(context: SessionContext, linked: () => void): LateAlerts {
  const { store, report } = context
  let cursor: number | undefined
  const passes = new SerialQueue()
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    passes.run(work).catch((problem: unknown) => report('coverage.alerts', problem))

  /** Links start with the first sweep: no earlier alert can have come later than its items. */
  async function startOf(): Promise<number> {
    const { first } = await store.read
      .selectFrom('recovered_items')
      .select((select) => select.fn.min<string | null>('at').as('first'))
      .where('alert_seq', 'is', null)
      .executeTakeFirstOrThrow()
    return seqBefore(store, first)
  }

  async function linkUntil(latestSeq: number): Promise<void> {
    // For alerts read by an earlier run, only their time shows whether they came before an item.
    const isReadBefore = cursor === undefined
    cursor ??= await startOf()
    while (cursor < latestSeq) {
      const until = Math.min(latestSeq, cursor + perPass)
      const seqs = { after: cursor, until }
      const links = [
        ...(await achLinks(context, seqs, isReadBefore)),
        ...(await paymentLinks(context, seqs)),
      ]
      if (links.length > 0) {
        await store.work(linkAlerts, links)
        linked()
      }
      cursor = until
    }
  }

  return {
    start: () => inTurn(async () => linkUntil(await newestSeq(store))),
    stop: () => {
      cursor = undefined
    },
    read: (latestSeq) => inTurn(() => linkUntil(latestSeq)),
    settled: () => passes.settled(),
  }
}

/**
 * Matches ACH items by their numbers, if the alert came after the item was found and is about the
 * same event. Repeated alerts are ignored, and an alert matches one item at most.
 */
async function achLinks(
  { store }: SessionContext,
  { after, until }: Seqs,
  isReadBefore: boolean,
): Promise<Link[]> {
  const rows = await store.read
    .selectFrom('alerts as a')
    .innerJoin('recovered_items as r', (join) =>
      join.on(sql<boolean>`(r.trace_number = a.reference OR r.par_number = a.par_number)`),
    )
    .select(['a.seq', 'a.at', 'a.status', 'a.amount', 'a.old_code', 'r.seq as item'])
    .select(['a.reference', 'a.par_number', accountsOfAlert])
    .select(['r.event', 'r.at as foundAt', 'r.account_significant as account'])
    .select(['r.amount as money', 'r.trace_number as trace', 'r.par_number as par'])
    .where('a.seq', '>', after)
    .where('a.seq', '<=', until)
    .where('a.kind', '=', 'ach')
    .where('a.repeats_seq', 'is', null)
    .where('r.alert_seq', 'is', null)
    .where((where) => (isReadBefore ? where('a.at', '>=', where.ref('r.at')) : where.lit(true)))
    .where(sql<boolean>`NOT ${isLinked}`)
    .orderBy('a.seq')
    .orderBy('r.seq')
    .execute()
  const links: Link[] = []
  const taken = { alerts: new Set<number>(), items: new Set<number>() }
  for (const row of rows) {
    const alert: CandidateAlert = alertOf(row)
    if (taken.alerts.has(alert.seq) || taken.items.has(row.item)) continue
    const { event, trace, par, account, foundAt } = row
    const found = foundAt.slice(0, 10)
    const about = { event, trace, par, amount: row.money, accounts: [account] }
    if (!alertMatches(alert, { ...about, days: [found, found] })) continue
    taken.alerts.add(alert.seq)
    taken.items.add(row.item)
    links.push({ item: row.item, alert: alert.seq })
  }
  return links
}

/** Matches payments by reference, however written, or transaction id, if the alert means the same. */
async function paymentLinks({ store }: SessionContext, { after, until }: Seqs): Promise<Link[]> {
  const items = await store.read
    .selectFrom('recovered_items as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.seq', 'r.event', 'o.reference', 'o.transaction_id'])
    .where('r.kind', '=', 'payment')
    .where('r.alert_seq', 'is', null)
    .orderBy('r.seq')
    .execute()
  if (items.length === 0) return []
  const alerts = await store.read
    .selectFrom('alerts')
    .select(['seq', 'status', 'reference', 'transaction_id'])
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .where('kind', 'in', ['wire', 'rtp'])
    .orderBy('seq')
    .execute()
  const byReference = Map.groupBy(items, ({ reference }) => reference)
  const byTransaction = Map.groupBy(items, ({ transaction_id: id }) => id)
  const links = new Map<number, Link>()
  for (const { seq, status, reference, transaction_id: transactionId } of alerts) {
    const meant = kindOfStatusEvent({ vocabulary: 'business', statusText: status ?? '' })
    if (meant === null) continue
    const about = [
      ...writingsOf(reference ?? '').flatMap((writing) => byReference.get(writing) ?? []),
      ...(transactionId === null ? [] : (byTransaction.get(transactionId) ?? [])),
    ]
    for (const { seq: item, event } of about) {
      const isSame = meant === kindOfStatusEvent({ vocabulary: 'payment', statusText: event })
      if (isSame && !links.has(item)) links.set(item, { item, alert: seq })
    }
  }
  return [...links.values()]
}
