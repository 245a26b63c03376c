/**
 * Stores the findings of a status inquiry about a batch and its entries. Trace numbers stay for
 * ever (bank note 86).
 */
import type { Selectable, Transaction } from 'kysely'
import type { EntryVerdict } from '../../../../preload/contract/bank/ach-origination/answered-entries.ts'
import type { OriginatedEntry } from '../../../../preload/contract/bank/ach-origination/answers.ts'
import type { BatchEntryStatusEventsTable } from '../../../store/tables/batches.ts'
import type { Tables } from '../../../store/store.ts'
import { verdictAfterStatus } from './entry-verdict.ts'

type Messages = Pick<OriginatedEntry, 'informationMessages' | 'errorMessages'>

export interface LearnedEntry {
  readonly id: string
  readonly source: Extract<
    Selectable<BatchEntryStatusEventsTable>['source'],
    'addenda-status' | 'detail'
  >
  /** Exactly as the bank wrote it. */
  readonly text: string
  readonly verdict: EntryVerdict
  readonly traceNumber: string | null
  readonly parNumber: string | null
  readonly messages: Messages | null
  readonly callId: string | null
}

/** `status` null: nothing about the batch as a whole. */
export interface LearnedBatch {
  readonly status: 'accepted' | null
  readonly callId: string | null
  readonly messages: Messages | null
  readonly entries: readonly LearnedEntry[]
}

/**
 * Stores the findings inside the transaction of the status inquiry; earlier answers to the batch
 * remain.
 */
export async function saveLearned(
  tx: Transaction<Tables>,
  orderId: string,
  { status, callId, messages, entries }: LearnedBatch,
  at: string,
): Promise<void> {
  if (status !== null) {
    await tx
      .updateTable('batches')
      .set({
        bank_status: status,
        answer_call_id: callId,
        bank_messages: JSON.stringify({ ...messages, strays: 0 }),
      })
      .where('order_id', '=', orderId)
      .where('bank_status', 'is', null)
      .execute()
  }
  for (const entry of entries) await saveEntry(tx, orderId, entry, at)
}

async function saveEntry(
  tx: Transaction<Tables>,
  orderId: string,
  learned: LearnedEntry,
  at: string,
): Promise<void> {
  const known = await tx
    .selectFrom('batch_entries')
    .select(['verdict', 'messages', 'trace_number', 'par_number', 'bank_status'])
    .where('order_id', '=', orderId)
    .where('id', '=', learned.id)
    .executeTakeFirst()
  if (!known) return
  // Trimmed, because alerts and lists are matched by it.
  const traceNumber = learned.traceNumber?.trim() ?? null
  const isAnother =
    known.trace_number !== null && traceNumber !== null && known.trace_number !== traceNumber
  await tx
    .updateTable('batch_entries')
    .set({
      trace_number: known.trace_number ?? traceNumber,
      par_number: known.par_number ?? learned.parNumber,
      // Two trace numbers are two entries in the bank's books.
      verdict: isAnother ? 'unclear' : verdictAfter(known, learned),
      messages: known.messages ?? (learned.messages && JSON.stringify(learned.messages)),
    })
    .where('id', '=', learned.id)
    .execute()
  await addEvent(tx, learned, at)
}

/** A known verdict stays unless the new one decides or contradicts it. */
function verdictAfter(
  known: Parameters<typeof verdictAfterStatus>[0],
  { verdict }: LearnedEntry,
): EntryVerdict | null {
  if (known.verdict === null || known.verdict === 'not-mentioned') return verdict
  return verdictAfterStatus(known, verdict === 'in-error' ? 'accepted' : verdict)
}

/** Stores each status once. */
async function addEvent(tx: Transaction<Tables>, learned: LearnedEntry, at: string): Promise<void> {
  const { id, source, text, traceNumber, callId } = learned
  const detail = traceNumber === null ? '' : `Trace number ${traceNumber}`
  const events = await tx
    .selectFrom('batch_entry_status_events')
    .select(['seq', 'source', 'text', 'detail'])
    .where('entry_id', '=', id)
    .orderBy('seq')
    .execute()
  if (events.some((one) => one.source === source && one.text === text && one.detail === detail)) {
    return
  }
  const seq = (events.at(-1)?.seq ?? 0) + 1
  await tx
    .insertInto('batch_entry_status_events')
    .values({ entry_id: id, seq, at, source, text, detail, call_id: callId, alert_seq: null })
    .execute()
}
