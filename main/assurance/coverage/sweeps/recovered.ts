/**
 * Items that a sweep found and no alert had reported: saved once, with their call. Calls and rows
 * are counted in the same transaction.
 */
import type { Selectable, Transaction } from 'kysely'
import type { SessionContext } from '../../../profile/session-context.ts'
import type { RecoveredItemsTable } from '../../../store/tables/coverage.ts'
import type { Tables } from '../../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import { notePart } from './sweep-jobs.ts'
import { system, type SweepPart } from './sweep-records.ts'
import { foundAmong } from './match-alerts.ts'

/** A new item. */
export type FoundItem = Omit<
  Selectable<RecoveredItemsTable>,
  'seq' | 'id' | 'at' | 'sweep_id' | 'alert_seq'
>

/** The items of one answer. */
export interface FoundWith {
  readonly items: readonly FoundItem[]
  /**
   * Returns the keys that an alert has reported; these are not saved. Called inside the
   * transaction.
   */
  readonly matched: (tx: Pick<Transaction<Tables>, 'selectFrom'>) => Promise<ReadonlySet<string>>
  readonly calls: number
  readonly rows: number
}

/** Rows per statement, so that building it blocks the main thread for moments only. */
const atOnce = 50

/**
 * Saves the items that no alert reported and no sweep found before, with one act; returns their
 * number.
 */
export async function saveFound(
  context: SessionContext,
  { sweep_id: sweepId, seq }: Pick<SweepPart, 'sweep_id' | 'seq'>,
  { items, matched, calls, rows }: FoundWith,
): Promise<number> {
  const { store, clock } = context
  const noteCalls = async (): Promise<0> => {
    await store.work(notePart, { sweepId, seq, calls, rows })
    return 0
  }
  const fresh = await unknownOf(store.read, items, await matched(store.read))
  if (fresh.length === 0) return noteCalls()
  const at = clock.now().toISOString()
  let count = 0
  const detail = {
    part: seq,
    rows,
    get healed() {
      return count
    },
  }
  const act = { actor: system, kind: 'coverage.recovered', subject: sweepId, detail }
  const save = async (tx: Transaction<Tables>): Promise<number> => {
    // An alert may have arrived meanwhile, or another workstation has saved them.
    const still = await unknownOf(tx, fresh, await matched(tx))
    if (still.length === 0) throw new Superseded()
    count = still.length
    const values = still.map((item) => ({
      id: context.newId(),
      at,
      sweep_id: sweepId,
      alert_seq: null,
      ...item,
    }))
    for (let from = 0; from < values.length; from += atOnce) {
      const some = values.slice(from, from + atOnce)
      await tx.insertInto('recovered_items').values(some).execute()
    }
    await tx
      .updateTable('sweep_parts')
      .set((set) => ({
        calls: set('calls', '+', calls),
        rows: set('rows', '+', rows),
        healed: set('healed', '+', count),
      }))
      .where('sweep_id', '=', sweepId)
      .where('seq', '=', seq)
      .execute()
    await tx
      .updateTable('sweeps')
      .set((set) => ({ calls: set('calls', '+', calls), healed: set('healed', '+', count) }))
      .where('id', '=', sweepId)
      .execute()
    return count
  }
  return (await unlessSuperseded(() => store.record(act, save))) ?? noteCalls()
}

/** Returns each event once, without reported or known ones. */
async function unknownOf(
  reader: Pick<Transaction<Tables>, 'selectFrom'>,
  items: readonly FoundItem[],
  matched: ReadonlySet<string>,
): Promise<FoundItem[]> {
  const unmatched = new Map(items.map((item) => [item.item_key, item]))
  for (const key of matched) unmatched.delete(key)
  for (const key of await foundAmong(reader, [...unmatched.keys()])) unmatched.delete(key)
  return [...unmatched.values()]
}
