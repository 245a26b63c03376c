/**
 * Entries that the bank is certain to reject. The network's rules warn and never block, so the
 * maker may send each of them anyway: one audit act for each entry, void when the entry changes.
 */
import type { Transaction } from 'kysely'
import { entryWarnings } from '../../../../preload/contract/bank/ach-origination/warnings.ts'
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import type { FieldProblem } from '../../../../preload/contract/bank/account-validation.ts'
import type { BatchContent } from '../../../../preload/contract/domain/batches/batch.ts'
import type { EntrySentAnyway } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { entryOf } from '../../../../preload/contract/domain/batches/read-batch.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import {
  certainRejections,
  rejectionsIn,
  type CertainRejection,
  type RequestWarning,
} from '../../../../preload/contract/kernel/request-warning.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import { requireUnreported } from '../../order/order-facts.ts'
import { failureOf, refuse } from '../../order/refusals.ts'
import type { OrderRow } from '../../order/types.ts'
import type { Reader, Tables } from '../../../store/store.ts'
import { announceBatch } from './batch-draft-store.ts'
import type { BatchContext, EntryRow } from '../types.ts'
import { batchFormIn, findEntry } from '../batch-records.ts'
import { typedIn } from '../../batch-facts.ts'

/** Who sends an entry anyway, since when, and the certain rejections accepted. */
const mark = z.object({
  codes: z.array(z.enum(certainRejections)),
  by: z.string(),
  at: z.string(),
})

/** Returns the certain rejections accepted for an entry; empty if it is not sent anyway. */
export function sentAnywayIn({ sent_anyway: saved }: Pick<EntryRow, 'sent_anyway'>) {
  const read = saved === null ? undefined : mark.safeParse(JSON.parse(saved))
  return read?.success ? read.data.codes : []
}

/** Returns the entries of a batch that are sent anyway, in order. */
export async function sentAnywayOf(reader: Reader, orderId: string): Promise<EntrySentAnyway[]> {
  const rows = await reader
    .selectFrom('batch_entries')
    .select(['id as entryId', 'sent_anyway'])
    .where('order_id', '=', orderId)
    .where('sent_anyway', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ entryId: row.entryId, codes: sentAnywayIn(row) }))
}

/** Counts them by reason. */
export const countSentAnyway = (entries: readonly EntrySentAnyway[]): BatchContent['sentAnyway'] =>
  certainRejections
    .map((code) => ({ code, entries: entries.filter(({ codes }) => codes.includes(code)).length }))
    .filter(({ entries: count }) => count > 0)

/**
 * Returns the certain rejections of an entry; none if its maker sends it anyway for all of them.
 */
export function rejectionProblems(
  typed: TypedEntry,
  secCode: SecCode,
  sentAnyway: readonly CertainRejection[],
): FieldProblem[] {
  const certain = certainWarnings(typed, secCode)
  return rejectionsIn(certain).every((code) => sentAnyway.includes(code))
    ? []
    : certain.map(({ path, message, where }) => ({
        path,
        message: `${message}. The bank will reject the entry: correct it, or choose Send anyway`,
        source: where,
      }))
}

const certainWarnings = (typed: TypedEntry, secCode: SecCode): RequestWarning[] =>
  entryWarnings(entryOf(typed, secCode), secCode).filter(({ rejection }) => rejection !== undefined)

/** Checks all entries of a batch; problems have the paths of its request. */
export function batchRejectionProblems(
  sentAnyway: readonly EntrySentAnyway[],
  secCode: SecCode,
  entries: readonly TypedEntry[],
): FieldProblem[] {
  const codesByEntry = new Map(sentAnyway.map(({ entryId, codes }) => [entryId, codes]))
  return entries.flatMap((typed, at) =>
    rejectionProblems(typed, secCode, codesByEntry.get(typed.id) ?? []).map((one) => ({
      ...one,
      path: `details.${String(at)}.${one.path}`,
    })),
  )
}

/** Stores that an entry of a draft is sent anyway, or is not any more. */
export async function sendAnyway(
  context: Pick<BatchContext, 'store' | 'clock' | 'emitEvent'>,
  { id, maker, form }: Pick<OrderRow, 'id' | 'maker' | 'form'>,
  { entryId, codes }: { readonly entryId: string; readonly codes: readonly CertainRejection[] },
): Promise<
  Result<undefined, Failure<'not-found' | 'order-changed' | 'known-at-bank' | 'alert-undecided'>>
> {
  const { store, clock } = context
  const row = await findEntry(store.read, id, entryId)
  if (!row) return err({ code: 'not-found' })
  const certain = rejectionsIn(certainWarnings(typedIn(row), batchFormIn({ form }).form.secCode))
  const isMeant =
    codes.length === 0 ||
    (certain.length === new Set(codes).size && certain.every((code) => codes.includes(code)))
  if (!isMeant) return err({ code: 'order-changed' })
  const kind = codes.length === 0 ? 'batch.not-sent-anyway' : 'batch.sent-anyway'
  const at = clock.now().toISOString()
  const saved = codes.length === 0 ? null : JSON.stringify({ codes: certain, by: maker, at })
  const detail = { entries: 1, codes: certain }
  const act = { actor: maker, kind, subject: id, detail }
  const write = async (tx: Transaction<Tables>): Promise<void> => {
    await requireUnreported(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('batch_entries')
      .set({ sent_anyway: saved })
      .where('id', '=', entryId)
      // The entry changed or the batch was submitted meanwhile, so the operator saw something else.
      .where('typed', '=', row.typed)
      .where('order_id', 'in', (from) =>
        from.selectFrom('orders').select('id').where('id', '=', id).where('state', '=', 'draft'),
      )
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) refuse({ code: 'order-changed' })
  }
  const refused = await failureOf(() => store.record(act, write))
  if (refused !== undefined) return err(refused as Failure<'order-changed'>)
  announceBatch(context, id)
  return ok(undefined)
}
