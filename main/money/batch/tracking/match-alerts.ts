/**
 * Matches alerts with entries by trace number, or by the PAR number that a bank inquiry showed, and
 * by nothing else: an amount identifies nobody (bank notes 86, 100 and 102). If several entries have
 * the number, the one that fits is chosen, or none. Every start searches all alerts for updates not
 * stored yet, because no transaction saves a position in them; an interrupted one loses nothing.
 */
import { sql } from 'kysely'
import { countIn } from '../../../bank/answers/page-facts.ts'
import type { AchAlertReading } from '../../../../preload/contract/bank/alerts/alert-shapes.ts'
import { slicesOf } from '../../../platform/slices.ts'
import { SerialQueue } from '../../../platform/serial.ts'
import { StoreError, type Store } from '../../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import {
  elementsOfDeliveries,
  newestSeq,
  seqBefore,
  type AlertRow,
} from '../../../alerts/alerts.records.ts'
import { readAlert } from '../../../alerts/read-alert.ts'
import type { BatchContext } from '../types.ts'
import { isAboutEntry, candidatesFor } from './match-entry.ts'
import type { EntryReport, Shown } from './entry-status.ts'
import { needsDetail } from './entry-text.ts'
import { makeDue, readEntryTracker, type EntryTracker } from './tracked-batch.ts'

/** Alert matching of one store. Passes run one after another. */
export interface EntryAlertMatching {
  /** Matches alerts since the first batch was created that are not stored yet. */
  start(): Promise<void>
  /** From now on another workstation matches the alerts; the next start searches all again. */
  stop(): void
  /** Call after alerts up to this seq were read. */
  read(latestSeq: number): Promise<void>
  /** Call when trace numbers of this batch became known; earlier alerts may be about it. */
  matchEarlierAlerts(orderId: string): Promise<void>
  settled(): Promise<unknown>
}

export interface EntryAlertMatchingDeps {
  /**
   * Called after alerts about entries of this batch were stored; `asksBank`: one reports what only an
   * inquiry decides, or hints at data that only a detail contains (bank note 54).
   */
  readonly matched: (orderId: string, asksBank: boolean) => void
}

interface Candidate {
  readonly id: string
  readonly orderId: string
}
/** Alerts in one query, so that main and the store are blocked only briefly. */
const perPass = 500
/** Alerts that are read for the PAR numbers that they name, newest first. */
const mostAlertedPars = 200
const system = 'system'

/** Creates the service; nothing is matched before `start`. */
export function createEntryAlertMatching(
  context: BatchContext,
  deps: EntryAlertMatchingDeps,
): EntryAlertMatching {
  const { store, report } = context
  let cursor: number | undefined
  const batchesToMatch = new Set<string>()
  const passes = new SerialQueue()
  const inTurn = (work: () => Promise<void>): Promise<void> =>
    passes.run(work).catch((problem: unknown) => report('batches.alerts', problem))

  const saveAll = async (found: readonly AlertRow[]): Promise<void> => {
    if (found.length > 0) await saveAlerts(context, found, deps.matched)
  }

  async function matchUntil(latestSeq: number): Promise<void> {
    cursor ??= await seqBeforeBatches(store)
    while (cursor < latestSeq) {
      const until = Math.min(latestSeq, cursor + perPass)
      await saveAll(await matchesOf(store, sql<boolean>`a.seq > ${cursor} AND a.seq <= ${until}`))
      cursor = until
    }
  }

  /** A batch whose updates could not be stored is processed again with the next alert. */
  async function matchBatches(): Promise<void> {
    for (const orderId of batchesToMatch) {
      for (const numbers of slicesOf(await numbersOf(store, orderId))) {
        const some = JSON.stringify(numbers)
        const isOne = sql<boolean>`(a.reference IN (SELECT value FROM json_each(${some}))
          OR a.par_number IN (SELECT value FROM json_each(${some})))`
        await saveAll(await matchesOf(store, isOne))
      }
      batchesToMatch.delete(orderId)
    }
  }

  return {
    start: () => inTurn(async () => matchUntil(await newestSeq(store))),
    stop: () => {
      cursor = undefined
    },
    read: (latestSeq) =>
      inTurn(async () => {
        await matchUntil(latestSeq)
        await matchBatches()
      }),
    matchEarlierAlerts(orderId) {
      batchesToMatch.add(orderId)
      return inTurn(matchBatches)
    },
    settled: () => passes.settled(),
  }
}

/**
 * The trace and PAR numbers of a batch, each once; all alerts with one of them are applied together,
 * in order.
 */
async function numbersOf(store: Store, orderId: string): Promise<readonly string[]> {
  const rows = await store.read
    .selectFrom('batch_entries')
    .select(['trace_number', 'par_number'])
    .where('order_id', '=', orderId)
    .execute()
  return [
    ...new Set(
      rows.flatMap(({ trace_number: trace, par_number: par }) => [trace ?? [], par ?? []].flat()),
    ),
  ]
}

/** Returns ACH alerts with the number of an entry for which they are not stored yet. */
async function matchesOf(
  store: Store,
  which: ReturnType<typeof sql<boolean>>,
): Promise<readonly AlertRow[]> {
  return store.read
    .selectFrom('alerts as a')
    .selectAll('a')
    .where('a.kind', '=', 'ach')
    .where(which)
    .where(
      sql<boolean>`EXISTS (SELECT 1 FROM batch_entries AS e
        WHERE (e.trace_number = a.reference OR a.reference IS NULL AND e.par_number = a.par_number)
          AND NOT EXISTS (SELECT 1
            FROM batch_entry_status_events AS v WHERE v.entry_id = e.id AND v.alert_seq = a.seq))`,
    )
    .orderBy('a.seq')
    .execute()
}

/** Returns the entries that an alert names: by its trace number, without one by its PAR number. */
async function candidatesOf(
  store: Store,
  found: readonly AlertRow[],
): Promise<(alert: AlertRow) => readonly Candidate[]> {
  const by = async (column: 'trace_number' | 'par_number', numbers: readonly string[]) => {
    const some = JSON.stringify([...new Set(numbers)])
    const rows = await store.read
      .selectFrom('batch_entries')
      .select(['id', 'order_id as orderId', `${column} as number`])
      .where(sql<boolean>`${sql.ref(column)} IN (SELECT value FROM json_each(${some}))`)
      .execute()
    return Map.groupBy(rows, ({ number }) => number)
  }
  const traced = await by(
    'trace_number',
    found.flatMap(({ reference }) => reference ?? []),
  )
  const named = await by(
    'par_number',
    found.flatMap(({ reference, par_number: par }) => (reference === null ? (par ?? []) : [])),
  )
  return ({ reference, par_number: par }) =>
    (reference === null ? named.get(par) : traced.get(reference)) ?? []
}

/** The entry tracker of one batch, and the alerts applied to it. */
interface BatchUpdate {
  readonly tracker: EntryTracker
  readonly alerts: string[]
  asksBank: boolean
}

/** Applies and stores alerts, batch by batch. */
async function saveAlerts(
  context: BatchContext,
  found: readonly AlertRow[],
  matched: EntryAlertMatchingDeps['matched'],
): Promise<void> {
  const { store, clock } = context
  const at = clock.now().toISOString()
  const candidates = await candidatesOf(store, found)
  const batches = await trackersOf(store, [...new Set(found.flatMap(candidates))])
  const read = alertReader(store)
  for (const alert of found) {
    await applyAlert(context, alert, candidates(alert), { read, batches })
  }
  for (const [orderId, { tracker, alerts, asksBank }] of batches) {
    if (tracker.changeCounts.events > 0) {
      const detail = { alerts: alerts.slice(0, 100), ...tracker.changeCounts }
      const act = { actor: system, kind: 'batch.alerts-matched', subject: orderId, detail }
      await unlessSuperseded(() =>
        store.record(act, async (tx) => {
          if (!(await tracker.save(tx, at))) throw new Superseded()
          if (asksBank) await makeDue(tx, orderId, at)
        }),
      )
    }
    if (asksBank || tracker.changeCounts.events > 0) matched(orderId, asksBank)
  }
}

async function trackersOf(
  store: Store,
  entries: readonly Candidate[],
): Promise<ReadonlyMap<string, BatchUpdate>> {
  const batches = new Map<string, BatchUpdate>()
  for (const [orderId, some] of Map.groupBy(entries, (one) => one.orderId)) {
    const ids = some.map(({ id }) => id)
    batches.set(orderId, {
      tracker: await readEntryTracker(store, orderId, ids),
      alerts: [],
      asksBank: false,
    })
  }
  return batches
}

async function applyAlert(
  context: BatchContext,
  alert: AlertRow,
  candidates: readonly Candidate[],
  { read, batches }: { read: AlertReader; batches: ReadonlyMap<string, BatchUpdate> },
): Promise<void> {
  const known = candidates.flatMap(({ id, orderId }) => {
    const batch = batches.get(orderId)
    const update = batch?.tracker.get(id)
    return batch && update ? [{ batch, update }] : []
  })
  if (known.length === 0) return
  const alertReport = await reportOfAlert(context, alert, read)
  const { meant, reported } = candidatesFor(
    known.map(({ update }) => update),
    alertReport,
  )
  for (const { batch, update } of known) {
    if (!meant.includes(update)) continue
    const eventsBefore = batch.tracker.changeCounts.events
    const isIts = reported.isAmbiguous !== true && isAboutEntry(update, reported)
    batch.tracker.apply(update.entry.id, reported, context.clock.now().toISOString())
    const since = batch.tracker.get(update.entry.id)?.entry.unanswered_since
    batch.asksBank ||=
      since !== update.entry.unanswered_since || (isIts && needsDetail(update, reported))
    if (batch.tracker.changeCounts.events > eventsBefore) batch.alerts.push(alert.id)
  }
}

/** Returns the report of an ACH alert about an entry. */
export const reportIn = (alert: AlertRow, reading: AchAlertReading | null): EntryReport => ({
  ...({ source: 'alert', callId: null, alertSeq: alert.seq, notifications: [] } as const),
  statusText: alert.status ?? reading?.transactionStatus ?? null,
  parNumber: reading?.parNumber ?? null,
  amount: alert.amount,
  returned: {
    code: reading?.returnReasonCode ?? null,
    text: reading?.returnReasonDescription ?? null,
    date: reading?.returnDate ?? null,
  },
  changes: countIn(reading?.notificationOfChangeAddendaCount) ?? 0,
  ...(reading && { shown: shownIn(reading) }),
})

/** Returns the report of an alert; one with an unreadable delivery still has its row. */
async function reportOfAlert(
  { report }: BatchContext,
  alert: AlertRow,
  read: AlertReader,
): Promise<EntryReport> {
  const reading = await read(alert).catch((problem: unknown) => {
    if (problem instanceof StoreError) throw problem
    report('batches.alert', problem)
    return null
  })
  return reportIn(alert, reading)
}

const shownIn = (reading: AchAlertReading): Shown => ({
  accounts: [reading.receivingAccountNumber, reading.originatingAccountNumber],
  days: [reading.collectionDate, reading.settlementDate, reading.returnDate],
})

type AlertReader = (alert: AlertRow) => Promise<AchAlertReading | null>

function alertReader(store: Store): AlertReader {
  const elementOf = elementsOfDeliveries(store)
  return async (alert) => {
    const element = await elementOf(alert)
    const body = element && readAlert(element.element).body
    return body?.shape === 'ach' ? body.reading : null
  }
}

/**
 * Returns the PAR numbers by which alerts name these entries. The entry itself keeps none of them: an
 * alert proves nothing, but its number leads to a detail.
 */
export async function alertedParsOf(
  store: Store,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await store.read
    .selectFrom('alerts as a')
    .innerJoin('batch_entry_status_events as v', 'v.alert_seq', 'a.seq')
    .selectAll('a')
    .select('v.entry_id as entryId')
    .where(sql<boolean>`v.entry_id IN (SELECT value FROM json_each(${JSON.stringify(entryIds)}))`)
    .orderBy('a.seq', 'desc')
    .limit(mostAlertedPars)
    .execute()
  const read = alertReader(store)
  const pars = new Map<string, string[]>()
  for (const { entryId, ...alert } of rows) {
    const parNumber = (await read(alert))?.parNumber?.trim() ?? ''
    const known = pars.get(entryId) ?? []
    if (parNumber !== '' && !known.includes(parNumber)) pars.set(entryId, [...known, parNumber])
  }
  return pars
}

/** Alerts before the first batch do not matter; any later one may not be stored yet. */
async function seqBeforeBatches(store: Store): Promise<number> {
  const first = await store.read
    .selectFrom('batches')
    .innerJoin('orders', 'orders.id', 'batches.order_id')
    .select((select) => select.fn.min<string | null>('orders.created_at').as('at'))
    .executeTakeFirstOrThrow()
  return seqBefore(store, first.at)
}
