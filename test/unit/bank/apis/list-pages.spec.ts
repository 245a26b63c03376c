import { describe, expect, it } from 'vitest'
import type { Page, PagingEnd, PagingProgress } from '../../../../main/bank/apis/paging.ts'
import {
  listAchTransactions,
  listCollected,
  listParticipants,
  listPosted,
  listReportRows,
  listReturns,
  listStatuses,
  type PageStream,
  type PageOptions,
} from '../../../../main/bank/apis/list-pages.ts'
import { clientAccounts } from '../../../../main/practice/data/client-accounts.ts'
import { participants } from '../../../../main/practice/payments/participants.ts'
import {
  achCollectedRequest,
  achListRequest,
  achPostedRequest,
  achReturnsRequest,
  achStatusRequest,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { InferredTable } from '../../../../preload/contract/bank/answers/inferred-table.ts'
import { withPracticeApis, HurryingClock } from '../../../conformance/support/practice-apis.ts'

const clock = { monotonicMs: () => performance.now() }
const by = (pageSize: number): PageOptions => ({ clock, callOptions: 'ann', pageSize })
const bankTime = new HurryingClock()
const daysAgo = (days: number): string =>
  new Date(bankTime.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)
const today = (): string => daysAgo(0)
const operating = '7200450011'
const search = {
  accountNumbers: clientAccounts
    .map((one) => one.accountNumber)
    .filter((number) => number.length <= 16),
  fromDate: daysAgo(170),
  toDate: daysAgo(1),
}

interface Paged<R, T> {
  readonly rows: readonly T[]
  readonly pages: readonly Page<R>[]
  readonly end: PagingEnd<R>
}

/** Paginates to the end. */
async function whole<R, T>(
  paginate: PageStream<R>,
  rowsIn: (reading: R) => readonly T[],
): Promise<Paged<R, T>> {
  const pages: Page<R>[] = []
  for (;;) {
    const step = await paginate.next()
    if (!step.done) {
      pages.push(step.value)
      continue
    }
    const rows = pages.flatMap(({ answer }) =>
      answer.kind === 'answered' ? rowsIn(answer.reading) : [],
    )
    return { rows, pages, end: step.value }
  }
}

/**
 * Whether small pages give the same rows, in the same order, as the largest: no gap and no double.
 */
async function comesTheSame<R, T>(
  pageBy: (pageSize: number) => PageStream<R>,
  rowsIn: (reading: R) => readonly T[],
  pageSize: number,
): Promise<readonly T[]> {
  const large = await whole(pageBy(1_000), rowsIn)
  const small = await whole(pageBy(pageSize), rowsIn)
  expect(large.end).toMatchObject({ kind: 'complete', repeated: 0, got: large.end.reportedTotal })
  expect(small.end).toMatchObject({ kind: 'complete', repeated: 0, got: large.end.got })
  expect(small.pages.length).toBe(Math.ceil(large.end.got / pageSize))
  expect(small.pages.length, `pages of ${String(large.end.got)} rows`).toBeGreaterThan(2)
  expect(small.rows).toEqual(large.rows)
  return small.rows
}

/** A table's rows by the names of their columns, whose order may differ per page. */
const namedRows = ({ columns, rows }: InferredTable) =>
  rows.map((row) =>
    Object.fromEntries(
      columns.flatMap((name, at) => (typeof row[at] === 'string' ? [[name, row[at]]] : [])),
    ),
  )

describe('a list of the practice bank', () => {
  it('bank notes 44 and 46: ach/list is read completely by pages, each transaction once', () =>
    withPracticeApis(async (session) => {
      const request = achListRequest(today()).parse({
        accountNumber: operating,
        fromDate: daysAgo(31),
        toDate: today(),
      })
      const rows = await comesTheSame(
        (size) => listAchTransactions(session.inquiry, request, by(size)),
        ({ transactions }) => transactions.map(({ parNumber }) => parNumber),
        5,
      )
      expect(new Set(rows).size).toBe(rows.length)
    }))

  it('bank notes 44 and 47: the earlier lists are read completely by spans of rows', () =>
    withPracticeApis(async (session) => {
      const flags = { addendaFlag: 'N', detailsFlag: 'Y' }
      const collected = achCollectedRequest(today()).parse({ ...search, ...flags })
      const returns = achReturnsRequest(today()).parse({ ...search, detailsFlag: 'Y' })
      const posted = achPostedRequest(today()).parse(search)
      const { inquiry } = session
      await comesTheSame(
        (size) => listCollected(inquiry, collected, by(size)),
        (r) => r.transactions,
        150,
      )
      await comesTheSame(
        (size) => listReturns(inquiry, returns, by(size)),
        (r) => r.transactions,
        10,
      )
      await comesTheSame(
        (size) => listPosted(inquiry, posted, by(size)),
        (r) => r.transactions,
        100,
      )
    }))

  it('bank note 50: the statuses of many transactions are read completely', () =>
    withPracticeApis(async (session) => {
      const list = achListRequest(today()).parse({
        accountNumber: operating,
        fromDate: daysAgo(31),
        toDate: today(),
      })
      const { rows } = await whole(
        listAchTransactions(session.inquiry, list, by(1_000)),
        ({ transactions }) => transactions,
      )
      const parNumbers = rows.slice(0, 20).flatMap(({ parNumber }) => parNumber ?? [])
      const request = achStatusRequest.parse({ by: 'par', accountNumbers: [operating], parNumbers })
      await comesTheSame(
        (size) => listStatuses(session.inquiry, request, by(size)),
        (r) => r.statuses,
        7,
      )
    }))

  it('bank note 75: the participants are read completely, each once', () =>
    withPracticeApis(async (session) => {
      const rows = await comesTheSame(
        (size) => listParticipants(session.payments, by(size)),
        (table) => table.rows.map((row) => row[table.columns.indexOf('routingNumber')]),
        97,
      )
      expect(rows).toEqual(participants.map(({ routingNumber }) => routingNumber))
    }))

  it('bank notes 44 and 76: a report is read completely past its thousandth row', () =>
    withPracticeApis(async (session) => {
      const rows = await comesTheSame(
        (size) => listReportRows(session.reports, { report: 'previous-day', body: '{}' }, by(size)),
        namedRows,
        450,
      )
      expect(rows.length).toBeGreaterThan(1_000)
    }))

  it('bank note 76: a report is read completely by pages', () =>
    withPracticeApis(async (session) => {
      await comesTheSame(
        (size) => listReportRows(session.reports, { report: 'rtp-inquiry', body: '{}' }, by(size)),
        namedRows,
        400,
      )
    }))
})

describe('paginating over the wire', () => {
  it('reports its progress, and stops without another call', () =>
    withPracticeApis(async (session) => {
      const stop = new AbortController()
      const emitted: PagingProgress[] = []
      const before = session.records.length
      const paginate = listParticipants(session.payments, {
        ...by(100),
        signal: stop.signal,
        onProgress: (progress) => {
          emitted.push(progress)
          if (progress.pages === 2) stop.abort()
        },
      })
      const { end, rows } = await whole(paginate, namedRows)
      expect(emitted.map(({ rows: got, total }) => [got, total])).toEqual([
        [100, participants.length],
        [200, participants.length],
      ])
      expect(end).toMatchObject({ kind: 'stopped', got: 200, reportedTotal: participants.length })
      expect(rows).toHaveLength(200)
      const calls = session.records
        .slice(before)
        .filter(({ purpose }) => purpose === 'rtp-participants')
      expect(calls).toHaveLength(2)
    }))

  it('bank note 47: is truncated where the bank silently cuts rows off, in every paging style', () =>
    withPracticeApis(async (session) => {
      const list = achListRequest(today()).parse({
        accountNumber: operating,
        fromDate: daysAgo(31),
        toDate: today(),
      })
      const posted = achPostedRequest(today()).parse(search)
      const cutOff = (target: 'ach-inquiry' | 'reports') =>
        session.control.setScenario({ scenario: 'rows-cut-off', times: 'until-cleared', target })
      const report = { report: 'rtp-inquiry', body: '{}' } as const
      await cutOff('ach-inquiry')
      const listed = await whole(
        listAchTransactions(session.inquiry, list, by(1_000)),
        (r) => r.transactions,
      )
      const spans = await whole(
        listPosted(session.inquiry, posted, by(1_000)),
        (r) => r.transactions,
      )
      await cutOff('reports')
      const reported = await whole(listReportRows(session.reports, report, by(1_000)), namedRows)
      const ends = [listed.end, spans.end, reported.end]
      for (const end of ends) {
        expect(end).toMatchObject({ kind: 'truncated', why: 'fewer-than-reported' })
        expect(end.got).toBeLessThan(end.reportedTotal ?? 0)
      }
    }))

  it('bank note 76: calls once where the operator pages, and is complete only if the bank says so', () =>
    withPracticeApis(async (session) => {
      const body = '{"startRowIndex":"11","endRowIndex":"20"}'
      const before = session.records.length
      const { end, rows } = await whole(
        listReportRows(session.reports, { report: 'previous-day', body }, by(100)),
        namedRows,
      )
      expect(rows).toHaveLength(10)
      expect(end).toMatchObject({ kind: 'truncated', why: 'fewer-than-reported', got: 10 })
      const calls = session.records
        .slice(before)
        .filter(({ purpose }) => purpose === 'previous-day')
      expect(calls).toHaveLength(1)
    }))
})
