/**
 * Stores the bank's answer to a batch with the end of its sending: head and entries in the same
 * transaction, each entry status once, and every trace number for ever (bank notes 83 and 86).
 */
import { sql, type Transaction } from 'kysely'
import {
  answeredEntries,
  type AnsweredEntry,
} from '../../../../preload/contract/bank/ach-origination/answered-entries.ts'
import type { OriginationReading } from '../../../../preload/contract/bank/ach-origination/answers.ts'
import type { BankRemark } from '../../../../preload/contract/domain/batches/batch.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import type { Tables } from '../../../store/store.ts'
import type { AnsweredCall } from '../../order/types.ts'
import type { BatchRow } from '../types.ts'

const remark = z.object({ code: z.string().nullable(), moreInfo: z.string().nullable() })
const remarks = z.object({
  informationMessages: z.array(remark),
  errorMessages: z.array(remark),
  strays: z.int().catch(0),
})

/** Returns the content of column `bank_messages` of a batch. */
export const batchRemarksIn = (row: Pick<BatchRow, 'bank_messages'>): z.infer<typeof remarks> =>
  row.bank_messages === null
    ? { informationMessages: [], errorMessages: [], strays: 0 }
    : remarks.parse(JSON.parse(row.bank_messages))

const plain = ({ code, moreInfo }: BankRemark): BankRemark => ({ code, moreInfo })

/** Entries in one SQL statement. */
const atOnce = 2_000

/**
 * Stores the answer. Statuses of an earlier answer remain in the entries' events; the row has the
 * newest.
 */
export async function storeBatchAnswer(
  tx: Transaction<Tables>,
  orderId: string,
  reading: OriginationReading,
  { callId, at, isAboutEntries }: AnsweredCall,
): Promise<void> {
  const rows = await tx
    .selectFrom('batch_entries')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const { entries, strays } = answeredEntries(
    rows.map(({ id }) => id),
    reading,
  )
  await tx
    .updateTable('batches')
    .set({
      bank_status: reading.status,
      bank_effective_date: reading.effectiveDate,
      bank_accepted_at: reading.requestAcceptedUTCTime,
      bank_messages: JSON.stringify({
        informationMessages: reading.informationMessages.map(plain),
        errorMessages: reading.errorMessages.map(plain),
        strays: strays.length,
      }),
      answer_call_id: callId,
    })
    .where('order_id', '=', orderId)
    .execute()
  if (!isAboutEntries) return
  for (let from = 0; from < entries.length; from += atOnce)
    await storeEntries(tx, orderId, entries.slice(from, from + atOnce), { callId, at })
}

/** One entry for the statement: id, verdict, messages, trace number, text, detail. */
const rowOf = ({ uuid, verdict, answers }: AnsweredEntry) => {
  const errorMessages = answers.flatMap((one) => one.errorMessages.map(plain))
  const informationMessages = answers.flatMap((one) => one.informationMessages.map(plain))
  const traces = [...new Set(answers.flatMap(({ traceNumber }) => traceNumber?.trim() ?? []))]
  const statuses = [...new Set(answers.flatMap(({ status }) => status ?? []))]
  const codes = [...new Set(errorMessages.flatMap(({ code, moreInfo }) => code ?? moreInfo ?? []))]
  const trace = traces.length === 0 ? [] : [`trace ${traces.join(' and ')}`]
  return [
    uuid,
    verdict,
    JSON.stringify({ informationMessages, errorMessages }),
    traces[0] ?? null,
    statuses.join(' / ') || verdict,
    [...codes, ...trace].join('; '),
  ]
}

/**
 * A second trace number of an entry is a separate entry in the bank's books: the first is kept, the
 * second is recorded, and the state of the entry becomes unclear.
 */
async function storeEntries(
  tx: Transaction<Tables>,
  orderId: string,
  entries: readonly AnsweredEntry[],
  { callId, at }: Pick<AnsweredCall, 'callId' | 'at'>,
): Promise<void> {
  const jsonRows = JSON.stringify(entries.map(rowOf))
  // The plus keeps SQLite from scanning the whole batch for each of these; they are found by id
  // instead.
  await sql`WITH j AS MATERIALIZED (${of(jsonRows)})
    UPDATE batch_entries SET
      verdict = CASE WHEN trace_number <> j.trace THEN 'unclear' ELSE j.verdict END,
      messages = j.messages,
      trace_number = coalesce(trace_number, j.trace)
    FROM j WHERE batch_entries.id = j.id AND +batch_entries.order_id = ${orderId}`.execute(tx)
  await sql`WITH j AS MATERIALIZED (${of(jsonRows)})
    INSERT INTO batch_entry_status_events (entry_id, seq, at, source, text, detail, call_id)
    SELECT j.id, coalesce((SELECT max(seq) FROM batch_entry_status_events WHERE entry_id = j.id), 0) + 1,
      ${at}, 'origination', j.text, j.detail, ${callId}
    FROM j WHERE j.verdict <> 'not-mentioned' AND NOT EXISTS (
      SELECT 1 FROM batch_entry_status_events WHERE entry_id = j.id AND source = 'origination'
        AND text = j.text AND detail = j.detail)`.execute(tx)
}

const of = (jsonRows: string) => sql`SELECT value ->> 0 AS id, value ->> 1 AS verdict,
  value ->> 2 AS messages, value ->> 3 AS trace, value ->> 4 AS text, value ->> 5 AS detail
  FROM json_each(${jsonRows})`
