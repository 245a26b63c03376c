import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  reportIds,
  reportRequest,
  reportWarnings,
} from '../../../preload/contract/bank/reports/report-request.ts'
import { sourceOfIssue } from '../../../preload/contract/kernel/rule-source.ts'

const problemsOf = (input: unknown) =>
  (reportRequest.safeParse(input).error?.issues ?? []).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
    source: sourceOfIssue(issue),
  }))
const wireInquiry = (more: object) => ({ report: 'wire-inquiry', body: '{}', ...more })
const rtpInquiry = (more: object) => ({ report: 'rtp-inquiry', body: '{}', ...more })

describe('a request whose payload is not shown', () => {
  it('takes any JSON object as it was written', () => {
    const odd = ' {"a" : 1.50,\n "a":2, "__proto__":{}} '
    for (const report of reportIds) {
      expect(reportRequest.parse({ report, body: odd })).toEqual({ report, body: odd })
    }
  })

  it.each(['', '[]', '"x"', '1', 'null', '{', '{"a":\ud800}', '{"a":"\ud800"}', '{a:1}'])(
    'refuses the body %j',
    (body) => {
      const [problem] = problemsOf({ report: 'intraday', body })
      expect(problem?.path).toBe('body')
      expect(problem?.message).toContain('JSON object')
      expect(problem?.source).toContain('not shown')
    },
  )

  it('bank note 44: takes rows beyond 1000 as long as the span is at most 1000', () => {
    expect(problemsOf(wireInquiry({ startRowIndex: 1001, endRowIndex: 2000 }))).toEqual([])
    expect(problemsOf(wireInquiry({ startRowIndex: 1001, endRowIndex: 2001 }))).toEqual([
      {
        path: 'endRowIndex',
        message: 'At most 1000 rows in one call',
        source: 'Platform Specification, Pagination controls',
      },
    ])
    expect(problemsOf(wireInquiry({ endRowIndex: 1001 }))).toHaveLength(1)
    expect(problemsOf(wireInquiry({ startRowIndex: 5, endRowIndex: 4 }))).toMatchObject([
      { path: 'endRowIndex', message: 'The last row is not before the first' },
    ])
  })

  it('takes exactly the rows and pages that the document allows', () => {
    const number = fc.integer({ min: -2, max: 2_500 })
    fc.assert(
      fc.property(number, number, (one, two) => {
        const rows = problemsOf(wireInquiry({ startRowIndex: one, endRowIndex: two })).length === 0
        expect(rows).toBe(one >= 1 && two >= one && two - one < 1_000)
        const page = problemsOf(rtpInquiry({ pageNumber: one, pageSize: two })).length === 0
        expect(page).toBe(one >= 1 && two >= 1 && two <= 1_000)
      }),
      { numRuns: 300 },
    )
  })

  it('names the rule of a page that is out of range', () => {
    expect(problemsOf(rtpInquiry({ pageNumber: 0, pageSize: 1_001 }))).toEqual([
      {
        path: 'pageNumber',
        message: 'Page is at least 1',
        source: 'Platform Specification, Pagination controls',
      },
      {
        path: 'pageSize',
        message: 'Rows per page: 1 to 1000',
        source: 'Platform Specification, Pagination controls',
      },
    ])
  })

  it('pages each call in its own style alone', () => {
    expect(problemsOf(wireInquiry({ pageNumber: 1 }))).toHaveLength(1)
    expect(problemsOf(rtpInquiry({ startRowIndex: 1 }))).toHaveLength(1)
  })
})

describe('bank note 43: the range of a previous-day report', () => {
  const rangeProblemsOf = (body: object, report = 'previous-day') =>
    problemsOf({ report, body: JSON.stringify(body) })
  const warningsOf = (body: object) =>
    reportWarnings(reportRequest.parse({ report: 'previous-day', body: JSON.stringify(body) }))
  const from = (fromDate: string, toDate: string) => ({ filter: [{ fromDate }, { toDate }] })

  it('is at most 90 days, and more is refused', () => {
    expect(rangeProblemsOf(from('2026-01-01', '2026-04-01'))).toEqual([])
    expect(rangeProblemsOf(from('2026-04-02', '2026-01-01'))).toEqual([
      {
        path: 'body',
        message: '2026-01-01 to 2026-04-02 is more than 90 days',
        source: 'Platform Specification, Limits',
      },
    ])
  })

  it('warns of 90 days, which are 91 if both ends count', () => {
    expect(warningsOf(from('2026-01-01', '2026-03-31'))).toEqual([])
    expect(warningsOf(from('2026-01-01', '2026-04-01'))).toEqual([
      {
        path: 'body',
        message: '91 days if both ends count: the bank may refuse more than 90',
        source: 'bank',
        where: 'Platform Specification, Limits',
      },
    ])
  })

  it.each([
    ['nested', { a: { b: { fromDate: '2026-01-01' } }, c: { toDate: '2026-06-01' } }],
    ['in lists', { accounts: [{ dates: ['2026-01-01', '2026-06-01'] }] }],
    ['before a time', { from: '2026-01-01T00:00:00Z', to: '2026-06-01 23:59:59' }],
    ['bank note 56: as YYYYMMDD', { fromDate: '20260101', transactionDt: '20260601' }],
    ['bank note 56: as YYYYMMDD in a list', { days: ['20260101', '20260601'] }],
    ['as YYYYMMDD without quotes', { startDate: 20260101, endDate: 20260601 }],
    ['in both forms', { from: '20260101', to: '2026-06-01' }],
  ])('is found in dates %s', (_, body) => {
    expect(rangeProblemsOf(body)).toMatchObject([
      { message: '2026-01-01 to 2026-06-01 is more than 90 days' },
    ])
  })

  it('is not read into eight digits that may be an account', () => {
    expect(rangeProblemsOf({ accountNumber: '20200101', fromDate: '20260101' })).toEqual([])
    expect(rangeProblemsOf({ fromDate: '20261301', toDate: '20260101' })).toEqual([])
  })

  it('does not apply to other reports or to invalid dates', () => {
    expect(rangeProblemsOf(from('2026-01-01', '2026-12-01'), 'intraday')).toEqual([])
    expect(rangeProblemsOf({ a: '2026-01-01', b: '20261201', c: '2026-13-01' })).toEqual([])
    expect(rangeProblemsOf({})).toEqual([])
  })
})
