/** Lists of the practice bank, read to their end by the client's own pagination. */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import type { ReportId } from '../../../preload/contract/bank/reports/report-request.ts'
import { addendaPageFacts } from '../../../main/bank/apis/addenda-status.ts'
import { pages, type PagingEnd } from '../../../main/bank/apis/paging.ts'
import * as listPages from '../../../main/bank/apis/list-pages.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import type { AchListRequest } from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { PracticeApis } from './practice-apis.ts'

/** A table's rows, each column by its name. */
export const rowsOf = ({
  columns,
  rows,
}: InferredTable): Readonly<Record<string, string | null>>[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))

async function paged<R, T>(
  pagesRead: listPages.PageStream<R>,
  rowsIn: (reading: R) => readonly T[],
): Promise<{ readonly rows: T[]; readonly end: PagingEnd<R>; readonly pages: number }> {
  const rows: T[] = []
  for (let count = 0; ; count += 1) {
    const step = await pagesRead.next()
    if (step.done) return { rows, end: step.value, pages: count }
    const { answer } = step.value
    if (answer.kind === 'answered') rows.push(...rowsIn(answer.reading))
  }
}

const by = (pageSize: number): listPages.PageOptions => ({
  clock: systemClock,
  callOptions: 'ann',
  pageSize,
})

/** A report to its end; for account reports of all accounts. */
export const pageReport = (
  { reports }: PracticeApis,
  report: ReportId,
  body = '{}',
  pageSize = 1_000,
) => paged(listPages.listReportRows(reports, { report, body }, by(pageSize)), rowsOf)

/** Every RTP participant. */
export const pageParticipants = ({ payments }: PracticeApis, pageSize: number) =>
  paged(listPages.listParticipants(payments, by(pageSize)), rowsOf)

/** ach/list to its end. */
export const pageList = ({ inquiry }: PracticeApis, request: AchListRequest, pageSize = 1_000) =>
  paged(
    listPages.listAchTransactions(inquiry, request, by(pageSize)),
    ({ transactions }) => transactions,
  )

/** The addenda of a batch or an entry to their end. */
export const pageAddenda = ({ origination }: PracticeApis, uuid: string, pageSize: number) =>
  paged(
    pages({
      style: 'addenda-sequence',
      pageSize,
      clock: systemClock,
      facts: addendaPageFacts,
      requestPage: ({ startAddendaSequenceNumber: start }) =>
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
