/**
 * A tracked batch: its entries are read once for a pass, changed in memory by the bank's reports,
 * and written back in one transaction.
 */
import { sql, type Transaction } from 'kysely'
import type { Reader, Store, Tables } from '../../../store/store.ts'
import { existingDay } from '../../../bank/answers/bank-days.ts'
import type { OrderRow, OrderSummary } from '../../order/types.ts'
import type { BatchRow } from '../types.ts'
import { replacedCorrection } from '../entries/entry-correction.ts'
import { daysOf, otherAmountField } from './match-entry.ts'
import {
  eventKey,
  type EntryWithStatus,
  type EntryUpdate,
  type NewEvent,
  type EntryReport,
} from './entry-status.ts'
import { applyEntryUpdate } from './entry-state.ts'
import { summaryColumns } from '../../order/order-columns.ts'

/** The columns that tracking reads and writes. */
const columns = [
  'id',
  'amount',
  'trace_number',
  'par_number',
  'bank_status',
  'shown_bank_status',
  'bank_status_text',
  'bank_status_at',
  'return_code',
  'return_text',
  'return_date',
  'returned_at',
  'return_reported_at',
  'unanswered_since',
  'change_code',
  'change_text',
  'change_data',
  'changed_at',
  'detail_call_id',
  'correction',
  'shown_amount',
  'verdict',
  'debited_significant',
] as const satisfies readonly (keyof EntryWithStatus)[]
/** The columns written as they are; the store ensures that a trace number is written only once. */
const notWritten: readonly string[] = ['id', 'amount', 'correction']
const written = columns.filter((column) => !notWritten.includes(column))

/** Reads some entries again in their present state. */
type ReadAgain = (reader: Reader, ids: readonly string[]) => Promise<EntryTracker>

/** The entries of a pass by id and trace number: those accepted, as far as is known. */
export class EntryTracker {
  readonly #entries: Map<string, EntryUpdate>
  readonly #byTrace = new Map<string, string[]>()
  readonly #changed = new Set<string>()
  /** Entries with a later notification of change. */
  readonly #replaced = new Set<string>()
  #hasLearned = false
  #sawOtherAmount = false
  readonly #events: { readonly entryId: string; readonly event: NewEvent }[] = []
  /** All reports in order. */
  readonly #replays: { readonly entryId: string; readonly to: (others: EntryTracker) => void }[] =
    []
  readonly #readAgain: ReadAgain

  constructor(entries: readonly EntryUpdate[], readAgain: ReadAgain) {
    this.#readAgain = readAgain
    this.#entries = new Map(entries.map((one) => [one.entry.id, one]))
    for (const { entry } of entries) this.#know(entry)
  }

  #know({ id, trace_number: trace }: EntryWithStatus): void {
    if (trace === null || trace.trim() === '') return
    const known = this.#byTrace.get(trace.trim())
    if (known) known.push(id)
    else this.#byTrace.set(trace.trim(), [id])
  }

  all(): EntryUpdate[] {
    return [...this.#entries.values()]
  }

  get(id: string): EntryUpdate | undefined {
    return this.#entries.get(id)
  }

  /** Returns the entries of a trace number; nothing else identifies them (bank note 86). */
  ofTrace(trace: string | null): EntryUpdate[] {
    const ids = trace === null ? [] : (this.#byTrace.get(trace.trim()) ?? [])
    return ids.flatMap((id) => this.#entries.get(id) ?? [])
  }

  /** Whether a trace number became known. */
  get hasLearned(): boolean {
    return this.#hasLearned
  }

  /** Whether inquiry newly showed another amount than was sent (bank note 81). */
  get sawOtherAmount(): boolean {
    return this.#sawOtherAmount
  }

  /** Sets the trace number that the bank reported, if the entry had none. */
  trace(id: string, trace: string): void {
    this.#replays.push({ entryId: id, to: (others) => others.trace(id, trace) })
    const known = this.#entries.get(id)
    if (known?.entry.trace_number !== null) return
    const entry = { ...known.entry, trace_number: trace.trim() }
    this.#entries.set(id, { ...known, entry })
    this.#changed.add(id)
    this.#hasLearned = true
    this.#know(entry)
  }

  apply(id: string, reported: EntryReport, at: string): void {
    this.#replays.push({ entryId: id, to: (others) => others.apply(id, reported, at) })
    const known = this.#entries.get(id)
    if (!known) return
    const { events, ...update } = applyEntryUpdate(known, reported, at)
    const { entry } = update
    const isSame = columns.every((column) => entry[column] === known.entry[column])
    this.#entries.set(id, update)
    if (!isSame) this.#changed.add(id)
    if (isReplaced(known.entry, entry)) this.#replaced.add(id)
    for (const event of events) {
      this.#events.push({ entryId: id, event })
      this.#sawOtherAmount ||= event.text === otherAmountField && event.source !== 'alert'
    }
  }

  /** Counts of changed entries and of new status events. */
  get changeCounts(): { readonly entries: number; readonly events: number } {
    return { entries: this.#changed.size, events: this.#events.length }
  }

  /**
   * Writes the changes. The queries may have taken minutes, and an alert may have changed the same
   * entries meanwhile. So all reports are applied once more to the entries as they are now, and
   * neither is lost. Returns false if they change nothing any more.
   */
  async save(tx: Transaction<Tables>, at: string): Promise<boolean> {
    const ids = new Set([...this.#changed, ...this.#events.map(({ entryId }) => entryId)])
    if (ids.size === 0) return false
    const now = await this.#readAgain(tx, [...ids])
    for (const { entryId, to } of this.#replays) if (ids.has(entryId)) to(now)
    await now.#write(tx, at)
    return now.#changed.size > 0 || now.#events.length > 0
  }

  async #write(tx: Transaction<Tables>, at: string): Promise<void> {
    const changed = [...this.#changed].flatMap((id) => this.#entries.get(id)?.entry ?? [])
    for (const some of chunks(changed)) await updateEntries(tx, some)
    for (const some of chunks([...this.#replaced])) await replaceCorrections(tx, some)
    const counts = new Map<string, number>()
    const rows = this.#events.map(({ entryId, event }) => {
      const nth = (counts.get(entryId) ?? 0) + 1
      counts.set(entryId, nth)
      return { ...event, entryId, nth, at }
    })
    for (const some of chunks(rows)) await insertEvents(tx, some)
  }
}

const atOnce = 2_000
function chunks<T>(all: readonly T[]): T[][] {
  const starts = Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => at * atOnce)
  return starts.map((from) => all.slice(from, from + atOnce))
}

const isReplaced = (before: EntryWithStatus, now: EntryWithStatus): boolean =>
  before.change_data !== null &&
  (before.change_code !== now.change_code || before.change_data !== now.change_data)

/**
 * A response to an earlier notification, also one given during this pass, does not answer a later
 * one.
 */
async function replaceCorrections(tx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('batch_entries')
    .select(['id', 'correction'])
    .where('correction', 'is not', null)
    .where(sql<boolean>`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .execute()
  for (const row of rows) {
    const correction = replacedCorrection(row)
    await tx.updateTable('batch_entries').set({ correction }).where('id', '=', row.id).execute()
  }
}

async function updateEntries(
  tx: Transaction<Tables>,
  entries: readonly EntryWithStatus[],
): Promise<void> {
  const sets = written.map(
    (column) => sql`${sql.ref(column)} = j.value ->> ${sql.lit(`$.${column}`)}`,
  )
  await sql`UPDATE batch_entries SET ${sql.join(sets)}
    FROM json_each(${JSON.stringify(entries)}) AS j
    WHERE batch_entries.id = j.value ->> '$.id'`.execute(tx)
}

async function insertEvents(
  tx: Transaction<Tables>,
  events: readonly (NewEvent & { entryId: string; nth: number; at: string })[],
): Promise<void> {
  const value = (name: string) => sql`(j.value ->> ${sql.lit(`$.${name}`)})`
  const number = (name: string) => sql`CAST(${value(name)} AS bigint)`
  await sql`INSERT INTO batch_entry_status_events
      (entry_id, seq, at, source, text, detail, call_id, alert_seq)
    SELECT ${value('entryId')},
      ${number('nth')} + coalesce(
        (SELECT max(seq) FROM batch_entry_status_events AS e WHERE e.entry_id = ${value('entryId')}), 0),
      ${value('at')}, ${value('source')}, ${value('text')}, ${value('detail')},
      ${value('callId')}, ${number('alertSeq')}
    FROM json_each(${JSON.stringify(events)}) AS j ORDER BY CAST(j.key AS bigint)`.execute(tx)
}

/**
 * An entry that the answer refused is not at the bank, unless it has a trace number all the same.
 */
export const mayBeThere = sql<boolean>`(coalesce(verdict, 'not-mentioned') <> 'rejected' OR trace_number IS NOT NULL)`

/**
 * Reads the entries of a batch that may be at the bank; with `ids` only these, whatever their
 * answer was.
 */
export async function readEntryTracker(
  store: Pick<Store, 'read'>,
  orderId: string,
  ids: readonly string[] | null = null,
): Promise<EntryTracker> {
  const among = sql<boolean>`id IN (SELECT value FROM json_each(${JSON.stringify(ids ?? [])}))`
  const rows = await store.read
    .selectFrom('batch_entries')
    .select([...columns, 'account_significant'])
    .where('order_id', '=', orderId)
    .where(ids ? among : mayBeThere)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const tracked = await readTrackedBatch(store, orderId)
  const days = tracked && daysOf(tracked.since, effectiveDateOf(tracked))
  let replays = store.read
    .selectFrom('batch_entry_status_events as e')
    .innerJoin('batch_entries as b', 'b.id', 'e.entry_id')
    .select(['e.entry_id as id', 'e.source', 'e.text', 'e.detail'])
    .where('b.order_id', '=', orderId)
    .where('e.source', '<>', 'origination')
  if (ids)
    replays = replays.where(
      'e.entry_id',
      'in',
      sql<string>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    )
  const earlierEvents = await replays.execute()
  const byEntry = Map.groupBy(earlierEvents, ({ id }) => id)
  return new EntryTracker(
    rows.map(({ account_significant: account, ...entry }) => ({
      entry,
      eventKeys: new Set((byEntry.get(entry.id) ?? []).map(eventKey)),
      ...(days && { about: { account, ...days } }),
    })),
    (reader, those) => readEntryTracker({ read: reader }, orderId, those),
  )
}

/** A report that asks the bank outlives the program: after a restart the batch is queried at once. */
export const makeDue = (tx: Transaction<Tables>, orderId: string, at: string) =>
  tx.updateTable('batches').set({ next_poll_at: at }).where('order_id', '=', orderId).execute()

export interface TrackedBatch {
  readonly order: OrderSummary
  readonly batch: BatchRow
  /** When the first sending was journalled; the release if that is unknown. */
  readonly since: Date
}

/** Returns the batch; undefined if there is none of this id. */
export async function readTrackedBatch(
  store: Pick<Store, 'read'>,
  id: string,
): Promise<TrackedBatch | undefined> {
  const batch = await store.read
    .selectFrom('batches')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirst()
  if (!batch) return undefined
  const order = await store.read
    .selectFrom('orders')
    .select(summaryColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { sent } = await store.read
    .selectFrom('order_attempts')
    .select((select) => select.fn.min<string | null>('journalled_at').as('sent'))
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const since = new Date(sent ?? order.released_at ?? order.updated_at)
  return { order, batch, since }
}

/** Returns the effective date of the entries: the bank's if it gave one (bank note 83). */
export const effectiveDateOf = ({
  batch,
  order,
}: {
  readonly batch: Pick<BatchRow, 'bank_effective_date'>
  readonly order: Pick<OrderRow, 'value_date'>
}): string => existingDay(batch.bank_effective_date) ?? order.value_date
