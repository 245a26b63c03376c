/**
 * Changes drafts: head and entries, each change in one transaction with its act, and only while the
 * batch is a draft.
 */
import { sql, type Transaction } from 'kysely'
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { ShownTotals } from '../../../../preload/contract/domain/batches/batch.ts'
import type { EntryChanges } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { PlacedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { OrderRow } from '../../order/types.ts'
import { requireOrder, requireState, requireUnreported } from '../../order/order-facts.ts'
import { findOrder } from '../../order/order-records.ts'
import { refuse, Refused } from '../../order/refusals.ts'
import type { Tables } from '../../../store/store.ts'
import { withDetail } from '../../../store/with-detail.ts'
import { announceBatch } from './batch-draft-store.ts'
import type { BatchContext } from '../types.ts'
import { batchFormIn } from '../batch-records.ts'
import {
  draftColumns,
  draftDetail,
  putEntries,
  removeEntries,
  storedTotals,
  writeHeader,
} from './batch-rows.ts'
import { SerialQueue } from '../../../platform/serial.ts'

type DraftFailure =
  | Failure<'not-found'>
  | Failure<'order-state'>
  | Failure<'known-at-bank'>
  | Failure<'alert-undecided'>

/** Changes drafts; the caller checks whose they are. */
export interface DraftWriting {
  saveForm(row: OrderRow, form: BatchForm): Promise<Result<undefined, DraftFailure>>
  /**
   * Fails, with nothing changed: `not-found` if an id belongs to another batch, `too-many-rows` if
   * it would hold more than `mostEntries` and more than before.
   */
  saveEntries(
    row: OrderRow,
    changes: EntryChanges,
    mostEntries: number,
  ): Promise<Result<ShownTotals, DraftFailure | Failure<'too-many-rows'>>>
}

export function createDraftWriting(context: BatchContext): DraftWriting {
  const { store, profile } = context
  /**
   * Which entries removed ones followed, by id: an entry restored by undo follows the same one
   * again.
   */
  const followed = new Map<string, string>()
  /** Changes are found by comparison, so none may compare with a state that is being written. */
  const writes = new SerialQueue()

  return {
    saveForm: (row, form) =>
      writes.run(async () => {
        const now = (await findOrder(store.read, row.id)) ?? row
        const { accounts } = profile()
        const { prepared } = batchFormIn(now)
        const same = draftColumns({ form, prepared }, noTotals, accounts)
        if (same.form === now.form && same.debit_account === now.debit_account) return ok(undefined)
        const saved = await change(context, row, { changed: 'form' }, () => Promise.resolve(form))
        return saved.ok ? ok(undefined) : (saved as Result<never, DraftFailure>)
      }),

    saveEntries: (row, changes, mostEntries) =>
      writes.run(async () => {
        const { put, removed } = await effectiveChanges(context, row.id, changes)
        if (put.length === 0 && removed.length === 0) return ok(await totalsNow(context, row.id))
        const counts = { put: put.length, removed: removed.length }
        return change(context, row, counts, async (tx, before) => {
          for (const [id, one] of await followedBy(tx, row.id, removed)) followed.set(id, one)
          const ids = JSON.stringify(removed)
          await removeEntries(tx, row.id, sql`id IN (SELECT value FROM json_each(${ids}))`)
          const written = await putEntries(tx, row.id, put, followed)
          if (written < put.length) refuse({ code: 'not-found' })
          const { entries } = await storedTotals(tx, row.id)
          if (entries > mostEntries && entries > before.entries) {
            refuse({ code: 'too-many-rows', atMost: mostEntries })
          }
          return null
        })
      }),
  }
}

const noTotals: ShownTotals = { entries: 0, credits: 0, debits: 0 }

/** Changes a draft in one transaction. `work` returns a new head, or null to leave it. */
async function change(
  context: BatchContext,
  { id, maker }: OrderRow,
  what: Readonly<Record<string, string | number>>,
  work: (tx: Transaction<Tables>, before: ShownTotals) => Promise<BatchForm | null>,
): Promise<Result<ShownTotals, DraftFailure | Failure<'too-many-rows'>>> {
  const { store, clock, profile } = context
  const act = { actor: maker, kind: 'order.draft-saved', subject: id, detail: what }
  try {
    const totals = await store.record(act, async (tx) => {
      const row = await requireOrder(tx, id)
      requireState(row, 'draft')
      await requireUnreported(tx, id)
      const { form: before, prepared } = batchFormIn(row)
      const form = (await work(tx, await storedTotals(tx, id))) ?? before
      const totals = await storedTotals(tx, id)
      const at = clock.now().toISOString()
      await writeHeader(tx, { id, form, prepared, totals, at, accounts: profile().accounts })
      return withDetail(totals, draftDetail(form, totals))
    })
    announceBatch(context, id)
    return ok(totals)
  } catch (error) {
    if (error instanceof Refused) return err(error.failure as DraftFailure)
    throw error
  }
}

/**
 * Returns the changes that change anything: the last entry put under each id, and existing entries
 * to remove.
 */
async function effectiveChanges(
  { store }: BatchContext,
  orderId: string,
  { put, removed }: EntryChanges,
): Promise<{ put: PlacedEntry[]; removed: string[] }> {
  const last = new Map(put.map((one) => [one.entry.id, one]))
  const away = removed.filter((id) => !last.has(id))
  const ids = JSON.stringify([...last.keys(), ...away])
  const there = await store.read
    .selectFrom('batch_entries')
    .select(['id', 'position', 'typed'])
    .where('order_id', '=', orderId)
    .where(sql<boolean>`id IN (SELECT value FROM json_each(${ids}))`)
    .execute()
  const known = new Map(there.map((row) => [row.id, row]))
  return {
    put: [...last.values()].filter(({ entry, position }) => {
      const row = known.get(entry.id)
      return row?.position !== position || row.typed !== JSON.stringify(entry)
    }),
    removed: [...new Set(away)].filter((id) => known.has(id)),
  }
}

/** Returns which earlier entries these follow. */
async function followedBy(
  tx: Transaction<Tables>,
  orderId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('batch_entries')
    .select(['id', 'follows_entry as one'])
    .where('order_id', '=', orderId)
    .where('follows_entry', 'is not', null)
    .where(sql<boolean>`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .execute()
  return new Map(rows.flatMap(({ id, one }) => (one === null ? [] : [[id, one] as const])))
}

async function totalsNow({ store }: BatchContext, orderId: string): Promise<ShownTotals> {
  const { entries, credits, debits } = await store.read
    .selectFrom('batches')
    .select(['entries', 'credits', 'debits'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { entries, credits, debits }
}
