/**
 * The queries sent to the bank and the calls that answered them. The answers stay word for word in
 * the call records and are read from there again, also offline.
 */
import { sql, type Insertable, type Selectable, type Transaction } from 'kysely'
import type { InquiriesTable } from '../store/tables/inquiries.ts'
import type { Tables } from '../store/tables.ts'
import type { Store } from '../store/store.ts'

export type InquiryRow = Selectable<InquiriesTable>

/** One call of an inquiry, with the saved answer. */
export interface InquiryCall {
  readonly seq: number
  readonly at: string
  /** JSON: which page it requested. */
  readonly position: string
  readonly callId: string | null
  readonly path: string
  readonly requestBody: string | null
  /** Null if no answer arrived, or it could not be saved. */
  readonly answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string | string[]>>
    readonly body: string
    readonly isBase64: boolean
  } | null
  /**
   * The recorded outcome of the call, such as `answered` or `no-answer`; null if no call was made.
   */
  readonly outcome: string | null
}

export async function insertInquiry(
  tx: Transaction<Tables>,
  row: Insertable<InquiriesTable>,
): Promise<void> {
  await tx.insertInto('inquiries').values(row).execute()
}

/** Adds a call to an inquiry, in order; the id is null for a call that was not recorded. */
export async function insertInquiryCall(
  tx: Transaction<Tables>,
  call: {
    readonly inquiryId: string
    readonly seq: number
    readonly at: string
    readonly position: unknown
    readonly callId: string | null
  },
): Promise<void> {
  const { inquiryId, seq, at, position, callId } = call
  await tx
    .insertInto('inquiry_calls')
    .values({
      inquiry_id: inquiryId,
      seq,
      at,
      bank_call_id: callId,
      position: JSON.stringify(position),
    })
    .execute()
}

/** Updates what the list shows of an inquiry. */
export async function updateInquirySummary(
  tx: Transaction<Tables>,
  id: string,
  summary: unknown,
): Promise<void> {
  await tx
    .updateTable('inquiries')
    .set({ summary: JSON.stringify(summary) })
    .where('id', '=', id)
    .execute()
}

/** Returns one inquiry, or undefined. */
export const findInquiry = (store: Store, id: string): Promise<InquiryRow | undefined> =>
  store.read.selectFrom('inquiries').selectAll().where('id', '=', id).executeTakeFirst()

/** The criteria for finding an equal inquiry. */
export interface SameInquiry {
  readonly kind: string
  readonly by: 'question_key' | 'list_key'
  readonly key: string
  readonly since: string
  /**
   * Only an inquiry whose summary says `answers`: a refusal does not answer the same query later.
   */
  readonly thatAnswers?: boolean
}

/** Returns the newest inquiry with this query since a given instant, or undefined. */
export function findSameInquiry(
  store: Store,
  { kind, by, key, since, thatAnswers = false }: SameInquiry,
): Promise<InquiryRow | undefined> {
  let query = store.read
    .selectFrom('inquiries')
    .selectAll()
    .where('kind', '=', kind)
    .where(by, '=', key)
    .where('at', '>=', since)
  if (thatAnswers)
    query = query.where(sql<boolean>`CAST(json_extract(summary, '$.answers') AS bigint) = 1`)
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** Returns the calls of an inquiry in order, without their answers; `position` is JSON. */
export const positionsOfInquiry = (
  store: Store,
  id: string,
): Promise<{ seq: number; position: string }[]> =>
  store.read
    .selectFrom('inquiry_calls')
    .where('inquiry_id', '=', id)
    .orderBy('seq')
    .select(['seq', 'position'])
    .execute()

/** Returns the saved record of one call; undefined if there is none. */
export async function findStoredCall(
  store: Store,
  callId: string,
): Promise<Omit<InquiryCall, 'seq' | 'at' | 'position'> | undefined> {
  const row = await store.read
    .selectFrom('bank_calls')
    .where('id', '=', callId)
    .select([
      ...(['path', 'request_body', 'status', 'response_headers', 'response_body'] as const),
      ...(['response_body_base64 as base64', 'outcome'] as const),
    ])
    .executeTakeFirst()
  return row && { callId, ...storedOf(row) }
}

interface StoredColumns {
  readonly path: string | null
  readonly request_body: string | null
  readonly status: number | null
  readonly response_headers: string | null
  readonly response_body: string | null
  readonly base64: 0 | 1 | null
  readonly outcome: string | null
}

const storedOf = (
  row: StoredColumns,
): Pick<InquiryCall, 'path' | 'requestBody' | 'answer' | 'outcome'> => ({
  path: row.path ?? '',
  requestBody: row.request_body,
  answer:
    row.status === null || row.response_body === null
      ? null
      : {
          status: row.status,
          headers: JSON.parse(row.response_headers ?? '{}') as Record<string, string | string[]>,
          body: row.response_body,
          isBase64: row.base64 === 1,
        },
  outcome: row.outcome,
})

/**
 * Returns the calls of an inquiry in order, from a sequence number on; one at a time where the
 * answers are large.
 */
export async function callsOfInquiry(
  store: Store,
  id: string,
  { from = 0, limit = 1_000 }: { readonly from?: number; readonly limit?: number } = {},
): Promise<InquiryCall[]> {
  const rows = await store.read
    .selectFrom('inquiry_calls')
    .leftJoin('bank_calls', 'bank_calls.id', 'inquiry_calls.bank_call_id')
    .where('inquiry_calls.inquiry_id', '=', id)
    .where('inquiry_calls.seq', '>=', from)
    .orderBy('inquiry_calls.seq')
    .limit(limit)
    .select([
      'inquiry_calls.seq as seq',
      'inquiry_calls.at as at',
      'inquiry_calls.position as position',
      'inquiry_calls.bank_call_id as call_id',
      'bank_calls.path as path',
      'bank_calls.request_body as request_body',
      'bank_calls.status as status',
      'bank_calls.response_headers as response_headers',
      'bank_calls.response_body as response_body',
      'bank_calls.response_body_base64 as base64',
      'bank_calls.outcome as outcome',
    ])
    .execute()
  return rows.map((row) => ({
    seq: row.seq,
    at: row.at,
    position: row.position,
    callId: row.call_id,
    ...storedOf(row),
  }))
}
