/** The rows of saved wire inquiries, unmasked, read again from their answers, also offline. */
import { sql } from 'kysely'
import type { InferredTable } from '../../preload/contract/bank/answers/inferred-table.ts'
import type { Reader } from '../store/tables.ts'
import type { Store } from '../store/store.ts'
import { findReport, readPage, reportKind } from './reports/report-records.ts'

/** One page of a wire inquiry. */
export interface WirePage {
  readonly inquiryId: string
  readonly seq: number
}

/** The rows of one page, as the bank wrote them. */
export interface WireTable extends WirePage {
  readonly at: string
  readonly callId: string | null
  readonly table: InferredTable
}

/** Returns all pages of all saved wire inquiries, oldest first. */
export const wirePages = (reader: Reader): Promise<WirePage[]> =>
  reader
    .selectFrom('inquiries')
    .innerJoin('inquiry_calls', 'inquiry_calls.inquiry_id', 'inquiries.id')
    .where('inquiries.kind', '=', reportKind)
    .where(sql<boolean>`json_extract(inquiries.question, '$.report') = 'wire-inquiry'`)
    .select(['inquiries.id as inquiryId', 'inquiry_calls.seq'])
    .orderBy('inquiry_calls.at')
    .orderBy('inquiries.id')
    .orderBy('inquiry_calls.seq')
    .execute()

/** Returns the rows of a page; undefined if its answer has none. */
export async function wireTable(
  store: Store,
  { inquiryId, seq }: WirePage,
): Promise<WireTable | undefined> {
  const stored = await readPage(store, inquiryId, seq)
  if (stored?.report.answer.kind !== 'answered') return undefined
  const { at, callId } = stored.page
  return { inquiryId, seq, at, callId, table: stored.report.answer.reading }
}

/** Returns whether a saved answer is one of a wire inquiry. */
export const isWireInquiry = async (store: Store, inquiryId: string): Promise<boolean> =>
  (await findReport(store, inquiryId))?.question.report === 'wire-inquiry'
