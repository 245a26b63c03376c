/**
 * The export of a run: its rows with the bank's answers, masked unless an operator requests them in
 * full.
 */
import {
  matchFields,
  type AccountReading,
  type MatchField,
} from '../../../preload/contract/bank/account-validation.ts'
import type { RowProblem } from '../../../preload/contract/api/bulk/import.ts'
import { maskedName } from '../../../preload/contract/domain/owner-name.ts'
import { maskedNumber } from '../../../preload/contract/domain/personal-names.ts'
import { resultHeadlines } from '../../../preload/contract/domain/validation-reading.ts'
import type { Store } from '../../store/store.ts'
import type { StoredRow } from './bulk.records.ts'
import {
  classOf,
  retainedOf,
  maskOfRow,
  referenceOf,
  referenceTitle,
  rowsWanted,
  type RowsWanted,
} from './bulk-rows.ts'
import { shownHeader, shownRetained } from './import-masking.ts'
import { storedAnswer } from '../stored-answer.ts'
import { inSlices } from '../../platform/slices.ts'

/** A table as the spreadsheet writer takes it. */
export interface ExportTable {
  readonly columns: readonly { readonly title: string; readonly holds: 'text' | 'number' }[]
  readonly rows: readonly (readonly (string | null)[])[]
}

const pageOfRows = 500
const letters = Object.keys(matchFields) as MatchField[]
const fixed = [
  'Row',
  'State',
  'Routing number',
  'Account',
  'Owner kind',
  'Owner',
  referenceTitle,
  'Result',
  'Score',
]
const answered = [
  'Error code',
  'Account status',
  'Account status message',
  'Condition code',
  'System record id',
]
const traced = ['Answered at', 'Validation id', 'Correlation id', 'Problems']

/** Reads the rows page by page, so that main can serve other requests in between. */
export async function exportTable(
  store: Store,
  wanted: RowsWanted,
  inFull: boolean,
): Promise<ExportTable> {
  const rows: (string | null)[][] = []
  const headers = new Map<string, number>()
  for (let after = 0; ;) {
    const found = await pageAfter(store, wanted, after)
    const last = found.at(-1)
    if (!last) break
    after = last.row
    for (const row of found) {
      for (const [header] of retainedOf(row))
        if (!headers.has(header)) headers.set(header, headers.size)
    }
    const write = (row: Found): void => {
      rows.push(cellsOf(row, wanted.threshold, inFull, headers))
    }
    await inSlices(found, write, () => performance.now())
  }
  const titles = [...fixed, ...answered, ...letters, ...traced]
  const numbers = new Set(['Row', 'Score'])
  return {
    columns: [
      ...titles.map((title) => ({ title, holds: numbers.has(title) ? 'number' : 'text' }) as const),
      ...[...headers.keys()].map((title) => ({
        title: inFull ? title : shownHeader(title),
        holds: 'text' as const,
      })),
    ],
    rows,
  }
}

type Found = StoredRow & {
  outcome: string | null
  answered_at: string | null
  correlation_id: string | null
}

const pageAfter = async (store: Store, wanted: RowsWanted, after: number): Promise<Found[]> =>
  rowsWanted(store, wanted)
    .leftJoin('validations', 'validations.id', 'bulk_rows.validation_id')
    .leftJoin('bank_calls', 'bank_calls.id', 'validations.bank_call_id')
    .selectAll('bulk_rows')
    .select(['validations.outcome', 'validations.at as answered_at', 'bank_calls.correlation_id'])
    .where('bulk_rows.row', '>', after)
    .orderBy('bulk_rows.row')
    .limit(pageOfRows)
    .execute()

function readingIn(outcome: string | null): AccountReading | null {
  const answer = outcome === null ? null : storedAnswer({ outcome })
  return answer && 'reading' in answer ? answer.reading : null
}

function cellsOf(
  row: Found,
  threshold: number,
  inFull: boolean,
  headers: ReadonlyMap<string, number>,
): (string | null)[] {
  const mask = inFull ? (text: string): string => text : maskOfRow(row)
  const reading = readingIn(row.outcome)
  const result = classOf(row, threshold)
  const message = reading?.accountStatus.message ?? null
  const recordId = reading?.systemRecordId ?? null
  const reference = referenceOf(row)
  const problems = JSON.parse(row.problems) as RowProblem[]
  const retained: (string | null)[] = Array.from({ length: headers.size }, () => null)
  for (const [header, value] of retainedOf(row)) {
    retained[headers.get(header) ?? 0] = inFull ? value : mask(shownRetained(header, value))
  }
  return [
    String(row.row),
    row.state,
    inFull || /^\d{0,9}$/.test(row.routing_number)
      ? row.routing_number
      : maskedNumber(row.routing_number),
    inFull || row.account_number === '' ? row.account_number : maskedNumber(row.account_number),
    row.owner_kind,
    inFull ? row.owner_name : maskedName(row.owner_name),
    inFull || reference === null ? reference : mask(shownRetained(referenceTitle, reference)),
    result === null ? null : resultHeadlines[result].title,
    row.score === null ? null : String(row.score),
    reading?.errorCode ?? null,
    reading?.accountStatus.code ?? null,
    message === null ? null : mask(message),
    reading?.conditionCode ?? null,
    recordId === null ? null : mask(recordId),
    ...letters.map((field) => reading?.matches[field] ?? null),
    row.answered_at,
    row.validation_id,
    row.correlation_id,
    problems.map(({ message: text }) => text).join('; ') || null,
    ...retained,
  ]
}
