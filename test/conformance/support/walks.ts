/** Lists of the practice bank, read to their end by the client's own pagination. */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import type { ReportId } from '../../../preload/contract/bank/reports/report-request.ts'
import { addendaPageFacts } from '../../../main/bank/apis/addenda-status.ts'
import { pages, type PagingEnd } from '../../../main/bank/apis/paging.ts'
import * as walks from '../../../main/bank/apis/list-pages.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import type { AchListRequest } from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { PracticeDesk } from './practice-desk.ts'

/** A table's rows, each column by its name. */
export const rowsOf = ({
  columns,
  rows,
}: InferredTable): Readonly<Record<string, string | null>>[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))

async function walked<R, T>(
  walking: walks.PageStream<R>,
  rowsIn: (reading: R) => readonly T[],
): Promise<{ readonly rows: T[]; readonly end: PagingEnd<R>; readonly pages: number }> {
  const rows: T[] = []
  for (let count = 0; ; count += 1) {
    const step = await walking.next()
    if (step.done) return { rows, end: step.value, pages: count }
    const { answer } = step.value
    if (answer.kind === 'answered') rows.push(...rowsIn(answer.reading))
  }
}

const by = (pageSize: number): walks.PageOptions => ({
  clock: systemClock,
  callOptions: 'ann',
  pageSize,
})

/** A report to its end; for account reports of all accounts. */
export const walkReport = (
  { reports }: PracticeDesk,
  report: ReportId,
  body = '{}',
  pageSize = 1_000,
) => walked(walks.listReportRows(reports, { report, body }, by(pageSize)), rowsOf)

/** Every RTP participant. */
export const walkParticipants = ({ payments }: PracticeDesk, pageSize: number) =>
  walked(walks.listParticipants(payments, by(pageSize)), rowsOf)

/** ach/list to its end. */
export const walkList = ({ inquiry }: PracticeDesk, request: AchListRequest, pageSize = 1_000) =>
  walked(
    walks.listAchTransactions(inquiry, request, by(pageSize)),
    ({ transactions }) => transactions,
  )

/** The addenda of a batch or an entry to their end. */
export const walkAddenda = ({ origination }: PracticeDesk, uuid: string, pageSize: number) =>
  walked(
    pages({
      style: 'addenda-sequence',
      pageSize,
      clock: systemClock,
      facts: addendaPageFacts,
      ask: ({ startAddendaSequenceNumber: start }) =>
        origination.addendaStatus(
          {
            uuid,
            pageSize: String(pageSize),
            ...(start !== null && { startAddendaSequenceNumber: start }),
          },
          'ann',
        ),
    }),
    ({ addenda }) => addenda,
  )
