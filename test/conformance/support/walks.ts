/** Lists of the practice bank, read to their end by the client's own walk. */
import type { InferredTable } from '../../../preload/contract/answers/inferred-table.ts'
import type { BankAnswer } from '../../../preload/contract/answers/bank-answer.ts'
import type { ReportId } from '../../../preload/contract/reports/report-request.ts'
import { pageFacts } from '../../../main/bank/ach-inquiry/paging-facts.ts'
import type { Asked } from '../../../main/bank/ask.ts'
import { countIn, pages, type PagingEnd, type PagingPlan } from '../../../main/bank/paging.ts'
import { systemClock } from '../../../main/clock.ts'
import type { AchListRequest } from '../../../preload/contract/ach-inquiry/index.ts'
import type { PracticeDesk } from './practice-desk.ts'

/** A table's rows, each column by its name. */
export const rowsOf = ({
  columns,
  rows,
}: InferredTable): Readonly<Record<string, string | null>>[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))

async function walked<R, T>(
  plan: PagingPlan<R>,
  rowsIn: (reading: R) => readonly T[],
): Promise<{ readonly rows: T[]; readonly end: PagingEnd<R>; readonly pages: number }> {
  const walking = pages(plan)
  const rows: T[] = []
  for (let count = 0; ; count += 1) {
    const step = await walking.next()
    if (step.done) return { rows, end: step.value, pages: count }
    const { answer } = step.value
    if (answer.kind === 'answered') rows.push(...rowsIn(answer.reading))
  }
}

const said = ({ other }: InferredTable, ...paths: string[]): number | null =>
  countIn(other.find(({ path }) => paths.includes(path))?.value ?? null)

/** What a table says of its list. */
const tableFacts = (table: InferredTable) => ({
  rows: table.rows.length,
  total: said(table, 'totalRows', 'metadata.page.totalRecords'),
  last: null,
})

const byTable = (
  style: PagingPlan<InferredTable>['style'],
  pageSize: number,
  ask: PagingPlan<InferredTable>['ask'],
) =>
  walked<InferredTable, ReturnType<typeof rowsOf>[number]>(
    { style, pageSize, ask, facts: tableFacts, clock: systemClock },
    rowsOf,
  )

/** A report to its end; for account reports of all accounts. */
export function walkReport(desk: PracticeDesk, report: ReportId, body = '{}', pageSize = 1_000) {
  return byTable(report === 'rtp-inquiry' ? 'page' : 'row', pageSize, (position) => {
    if (report === 'rtp-inquiry') {
      const { pageNumber, pageSize: size } = position as { pageNumber: number; pageSize: number }
      return desk.reports.ask({ report, body, pageNumber, pageSize: size }, 'ann')
    }
    const { startRowIndex, endRowIndex } = position as {
      startRowIndex: number
      endRowIndex: number
    }
    return desk.reports.ask({ report, body, startRowIndex, endRowIndex }, 'ann')
  })
}

/** Every RTP participant. */
export const walkParticipants = (desk: PracticeDesk, pageSize: number) =>
  byTable('offset', pageSize, (position) => {
    const { offset, limit } = position as { offset: number; limit: number }
    return desk.payments.participants({ limit, offset }, 'ann')
  })

type ListAsked = Awaited<ReturnType<PracticeDesk['inquiry']['list']>>
type ListReading = ListAsked extends Asked<infer R> ? R : never
/** A row of ach/list. */
export type Listed = ListReading['transactions'][number]

/** ach/list to its end. */
export const walkList = (desk: PracticeDesk, request: AchListRequest, pageSize = 1_000) =>
  walked<ListReading, Listed>(
    {
      style: 'page',
      pageSize,
      clock: systemClock,
      ask: (position) => {
        const { pageNumber } = position as { pageNumber: number }
        return desk.inquiry.list(request, { pageNumber, pageSize }, 'ann')
      },
      facts: (reading) => {
        const { rows, total, lastPage } = pageFacts(reading)
        const identities = reading.transactions.map(({ parNumber }) => parNumber ?? '')
        return { rows, total, last: lastPage, identities }
      },
    },
    ({ transactions }) => transactions,
  )

/** The kinds of the answers of a walk that did not end well; for messages. */
export const endedWith = (end: {
  readonly kind: string
  readonly answer?: BankAnswer<unknown>
}): string => `${end.kind} ${end.answer?.kind ?? ''}`.trim()
