/**
 * What people see of an entry before they decide about it, as one hash over canonical JSON. A decision
 * names the hash that was shown, and is compared with it in the transaction that stores it.
 */
import { canonicalJson } from '../../../platform/json/canonical-json.ts'
import { sha256Of } from '../../../platform/sha256.ts'
import type { Reader } from '../../../store/store.ts'
import type { EntryRow } from '../types.ts'

/** The seq of the newest status event; 0 if there is none. */
export async function lastEventOf(reader: Reader, entryId: string): Promise<number> {
  const { last } = await reader
    .selectFrom('batch_entry_status_events')
    .select((select) => select.fn.coalesce(select.fn.max('seq'), select.lit(0)).as('last'))
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow()
  return last
}

/** Returns the hash of the entry as it is; also usable inside a transaction. */
export async function entryEvidence(reader: Reader, row: EntryRow): Promise<string> {
  const replies = await reader
    .selectFrom('entry_support_replies')
    .select(['seq', 'result', 'contact', 'replied_at', 'ticket', 'confirmed_by', 'withdrawn_at'])
    .where('entry_id', '=', row.id)
    .orderBy('seq')
    .execute()
  const seen = [
    'countersign-entry-1',
    row.id,
    row.verdict,
    [row.bank_status, row.bank_status_text, row.shown_bank_status, row.unanswered_since],
    [row.returned_at, row.return_reported_at, row.return_code, row.return_text, row.return_date],
    [row.changed_at, row.change_code, row.change_text, row.change_data],
    row.correction,
    await lastEventOf(reader, row.id),
    replies.map((reply) => [
      reply.seq,
      reply.result,
      reply.contact,
      reply.replied_at,
      reply.ticket,
      reply.confirmed_by,
      reply.withdrawn_at,
    ]),
  ]
  return sha256Of(canonicalJson(seen))
}
