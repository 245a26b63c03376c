/**
 * Applies the rows of a sweep over an own account to the entries that they are about, as a pass
 * over a batch does (`fetch-entry-status.ts`), without querying the lists again. Details are
 * fetched where only they contain the data (bank note 54).
 */
import { sql } from 'kysely'
import { slicesOf } from '../../../platform/slices.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import type { BatchContext, MatchedChange, SweepMatches, SweptRows, ListRow } from '../types.ts'
import { queriedAccountOf } from '../../batch-facts.ts'
import { isAboutEntry, candidatesFor } from './match-entry.ts'
import type { EntryUpdate } from './entry-status.ts'
import { needsDetail } from './entry-text.ts'
import { fetchDetail, isOnOurSide, reportIn } from './fetch-entry-status.ts'
import { readEntryTracker, type EntryTracker } from './tracked-batch.ts'

interface Candidate {
  readonly id: string
  readonly orderId: string
  readonly trace: string
  /** Its batch uses the queried account, as far as is known. */
  readonly isQueried: 0 | 1
}
interface SweptBatch {
  readonly tracker: EntryTracker
  /** Entries whose detail is needed, with the PAR number that finds it. */
  readonly details: Map<string, string>
}

/** Applies rows, fetches the details that they require, and stores the updates batch by batch. */
export async function applySweepRows(
  context: BatchContext,
  swept: SweptRows,
): Promise<SweepMatches> {
  const candidates = await candidatesOf(context, swept)
  if (candidates.length === 0) {
    return { entries: swept.rows.map(() => null), changes: [], isDone: true, batches: [] }
  }
  const batches = new Map<string, SweptBatch>()
  for (const [orderId, some] of Map.groupBy(candidates, (one) => one.orderId)) {
    const ids = some.map(({ id }) => id)
    const tracker = await readEntryTracker(context.store, orderId, ids)
    batches.set(orderId, { tracker, details: new Map() })
  }
  const byTrace = Map.groupBy(candidates, ({ trace }) => trace)
  const entries = swept.rows.map((row) => {
    const known = byTrace.get(row.traceNumber?.trim() ?? '') ?? []
    return applyRow(context, swept, row, { known, batches })
  })
  let isDone = true
  const changes: MatchedChange[] = []
  for (const batch of batches.values()) {
    isDone = isDone && (await fetchDetails(context, swept, batch, changes))
  }
  const changedIds = await saveAll(context, swept, batches)
  return { entries, changes, isDone, batches: changedIds }
}

/**
 * Returns entries with the trace numbers of the rows, on any account, because the bank may debit
 * another.
 */
async function candidatesOf(
  { store }: BatchContext,
  { rows, account }: SweptRows,
): Promise<readonly Candidate[]> {
  const traces = [...new Set(rows.flatMap(({ traceNumber }) => traceNumber?.trim() ?? []))]
  const found: Candidate[] = []
  for (const some of slicesOf(traces)) {
    found.push(
      ...(await store.read
        .selectFrom('batch_entries as e')
        .innerJoin('orders as o', 'o.id', 'e.order_id')
        .innerJoin('batches as b', 'b.order_id', 'e.order_id')
        .select(['e.id', 'e.order_id as orderId', sql<string>`e.trace_number`.as('trace')])
        .select(sql<0 | 1>`${queriedAccountOf('o', 'b')} IN (${account}, '')`.as('isQueried'))
        .where(
          sql<boolean>`e.trace_number IN (SELECT value FROM json_each(${JSON.stringify(some)}))`,
        )
        .execute()),
    )
  }
  return found
}

/** Returns the entry that a row was applied to; null if none or several fit. */
function applyRow(
  { clock }: BatchContext,
  { callId, askedAt, account }: SweptRows,
  row: ListRow,
  at: {
    readonly known: readonly Candidate[]
    readonly batches: ReadonlyMap<string, SweptBatch>
  },
): string | null {
  const report = reportIn(row, 'inquiry', { callId, askedAt, listedOf: account })
  const known = at.known.flatMap(({ id, orderId, isQueried }) => {
    const batch = at.batches.get(orderId)
    const update = batch?.tracker.get(id)
    if (!batch || !update) return []
    return isQueried === 1 || isOnOurSide(update, account, report) ? [{ batch, update }] : []
  })
  const { meant, reported } = candidatesFor(
    known.map(({ update }) => update),
    report,
  )
  const its: EntryUpdate[] = []
  for (const { batch, update } of known) {
    if (!meant.includes(update)) continue
    const isIts = reported.isAmbiguous !== true && isAboutEntry(update, reported)
    const isDetailNeeded = isIts && needsDetail(update, reported)
    batch.tracker.apply(update.entry.id, reported, clock.now().toISOString())
    if (isDetailNeeded && row.parNumber !== null) batch.details.set(update.entry.id, row.parNumber)
    if (isIts) its.push(update)
  }
  return its.length === 1 ? (its[0]?.entry.id ?? null) : null
}

async function fetchDetails(
  { clock }: BatchContext,
  { api, callOptions }: SweptRows,
  { tracker, details }: SweptBatch,
  changes: MatchedChange[],
): Promise<boolean> {
  const pass = { api: { inquiry: api }, callOptions, tracker, clock }
  for (const [entryId, parNumber] of details) {
    if (callOptions.signal.aborted) return false
    const before = tracker.get(entryId)?.entry
    if ((await fetchDetail(pass, entryId, parNumber)) === 'no-answer') return false
    const after = tracker.get(entryId)?.entry
    const {
      change_code: code = null,
      change_data: data,
      detail_call_id: callId = null,
    } = after ?? {}
    if (code === null) continue
    if (code === before?.change_code && data === before.change_data) continue
    changes.push({ entryId, code, callId })
  }
  return true
}

async function saveAll(
  context: BatchContext,
  { callOptions }: SweptRows,
  batches: ReadonlyMap<string, SweptBatch>,
): Promise<string[]> {
  const { store, clock, emitEvent } = context
  const changedIds: string[] = []
  for (const [id, { tracker }] of batches) {
    const { changeCounts } = tracker
    if (changeCounts.entries === 0 && changeCounts.events === 0) continue
    const at = clock.now().toISOString()
    const act = {
      actor: callOptions.actor,
      kind: 'batch.swept',
      subject: id,
      detail: { ...tracker.changeCounts },
    }
    await unlessSuperseded(() =>
      store.record(act, async (tx) => {
        if (!(await tracker.save(tx, at))) throw new Superseded()
      }),
    )
    if (tracker.sawOtherAmount) await context.ach.refresh()
    emitEvent('batches', 'changed', { id })
    changedIds.push(id)
  }
  return changedIds
}
