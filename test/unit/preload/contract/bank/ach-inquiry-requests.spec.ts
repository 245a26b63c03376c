import { describe, expect, it } from 'vitest'
import {
  achCollectedRequest,
  achListPage,
  achListRequest,
  achPostedRequest,
  achReturnsRequest,
  achRows,
  achStatusRequest,
  earlierRules,
  listRules,
  listWarnings,
  pageRules,
  rowRules,
  rowWarnings,
  searchWarnings,
  statusRules,
  statusWarnings,
} from '../../../../../preload/contract/bank/ach-inquiry/index.ts'
import { pathsOf, problemsOf } from './support/refused-paths.ts'

const today = '2026-06-15'
const listed = { accountNumber: '0012345678' }
const searched = { accountNumbers: ['12345678'], fromDate: '2026-05-01', toDate: '2026-06-01' }
const collected = { ...searched, addendaFlag: 'Y', detailsFlag: 'N' }
const settlement = null

const list = (input: object) => pathsOf(achListRequest(today), listRules, { ...listed, ...input })
const search = (input: object) =>
  pathsOf(achPostedRequest(today), earlierRules, { ...searched, ...input })
const warned = (input: object, settles: 'consolidated' | null = settlement) =>
  listWarnings(achListRequest(today).parse({ ...listed, ...input }), {
    today,
    settlement: settles,
  }).map(({ path, source }) => `${source} ${path}`)

describe('the request of ach/list', () => {
  it('bank note 36: refuses an account of 17 characters with a message, and keeps leading zeros', () => {
    expect(achListRequest(today).parse({ accountNumber: ' 0012345678901234 ' })).toEqual({
      accountNumber: '0012345678901234',
    })
    const [problem] = problemsOf(achListRequest(today), listRules, {
      accountNumber: '12345678901234567',
    })
    expect(problem).toEqual({
      path: 'accountNumber',
      message: expect.stringContaining('an account of 17 can be validated') as string,
      source: listRules.accountNumber.source,
    })
  })

  it('names each field that is missing, blank, misspelled or of the wrong kind', () => {
    expect(list({ accountNumber: undefined })).toEqual(['accountNumber'])
    expect(list({ accountNumber: '  ' })).toEqual(['accountNumber'])
    expect(list({ dateSearchType: 'POSTED' })).toEqual(['dateSearchType'])
    expect(list({ fromDate: '15.06.2026' })).toEqual(['fromDate'])
    expect(list({ fromDate: '2026-02-30' })).toEqual(['fromDate'])
    expect(list({ traceNumber: '' })).toEqual(['traceNumber'])
    expect(list({ minimumAmount: 1.5 })).toEqual(['minimumAmount'])
    expect(list({ minimumAmount: -1 })).toEqual(['minimumAmount'])
    expect(list({ pageNumber: '1' })).toEqual(['pageNumber'])
  })

  it('bank note 43: the range may start today, not later, and reaches 180 days back', () => {
    expect(list({ fromDate: '2026-06-15', toDate: '2026-06-15' })).toEqual([])
    expect(list({ fromDate: '2026-06-17' })).toEqual(['fromDate'])
    expect(list({ fromDate: '2025-12-17' })).toEqual([])
    expect(list({ fromDate: '2025-12-15' })).toEqual(['fromDate'])
    expect(list({ toDate: '2025-12-15' })).toEqual(['toDate'])
    expect(list({ fromDate: '2026-06-10', toDate: '2026-06-09' })).toEqual(['toDate'])
    expect(list({ fromDate: '2026-05-01', toDate: '2026-06-02' })).toEqual(['toDate'])
  })

  it('bank note 43: a day that is today, or in reach, only in another zone is warned about', () => {
    expect(list({ fromDate: '2026-06-16' })).toEqual([])
    expect(warned({ fromDate: '2026-06-16' })).toEqual(['bank fromDate'])
    expect(list({ fromDate: '2025-12-16' })).toEqual([])
    expect(warned({ fromDate: '2025-12-16' })).toEqual(['bank fromDate'])
    expect(warned({ toDate: '2025-12-16' })).toEqual(['bank toDate'])
    expect(warned({ fromDate: '2025-12-17', toDate: '2026-01-01' })).toEqual([])
    expect(warned({ fromDate: today, toDate: today })).toEqual([])
  })

  it('bank note 43: 31 days apart passes with a warning, since the document does not say whether both ends count', () => {
    expect(list({ fromDate: '2026-05-01', toDate: '2026-06-01' })).toEqual([])
    expect(warned({ fromDate: '2026-05-01', toDate: '2026-06-01' })).toEqual(['bank toDate'])
    expect(warned({ fromDate: '2026-05-01', toDate: '2026-05-31' })).toEqual([])
  })

  it('bank note 43: an end after today is not forbidden and is warned about', () => {
    expect(list({ fromDate: '2026-06-10', toDate: '2026-06-20' })).toEqual([])
    expect(warned({ fromDate: '2026-06-10', toDate: '2026-06-20' })).toEqual(['bank toDate'])
  })

  it('bank note 49: warns of SETTLED dates only where settlement is known to be consolidated', () => {
    expect(warned({ dateSearchType: 'SETTLED' }, 'consolidated')).toEqual(['bank dateSearchType'])
    expect(warned({ dateSearchType: 'SETTLED' })).toEqual([])
    expect(warned({ dateSearchType: 'COLLECTED' }, 'consolidated')).toEqual([])
  })

  it('bank note 58: holds amounts between nothing and one billion dollars, in cents', () => {
    expect(list({ minimumAmount: 0, maximumAmount: 100_000_000_000 })).toEqual([])
    expect(list({ maximumAmount: 100_000_000_001 })).toEqual(['maximumAmount'])
    expect(list({ minimumAmount: 2, maximumAmount: 1 })).toEqual(['minimumAmount'])
    expect(list({ minimumAmount: 1, maximumAmount: 1 })).toEqual([])
  })

  it('a trace number of another length is a rule of the network and only warned about', () => {
    expect(list({ traceNumber: '123' })).toEqual([])
    expect(warned({ traceNumber: '123' })).toEqual(['network traceNumber'])
    expect(warned({ traceNumber: '091000010000001' })).toEqual([])
  })

  it('bank note 46: pages are whole numbers from 1, of 1 to 1000 rows', () => {
    const page = (input: unknown) => pathsOf(achListPage, pageRules, input)
    expect(page({ pageNumber: 1, pageSize: 1000 })).toEqual([])
    expect(page({ pageNumber: 0, pageSize: 1001 })).toEqual(['pageNumber', 'pageSize'])
    expect(page({ pageNumber: 1.5, pageSize: 0 })).toEqual(['pageNumber', 'pageSize'])
    expect(page({ pageNumber: '1', pageSize: NaN })).toEqual(['pageNumber', 'pageSize'])
  })

  it('throws for a today that is no date, rather than comparing with it', () => {
    expect(() => achListRequest('today')).toThrow(RangeError)
    expect(() => achPostedRequest('')).toThrow(RangeError)
  })
})

describe('the requests of the earlier endpoints', () => {
  it('bank note 42: takes several accounts, each of at most 16 characters', () => {
    expect(search({ accountNumbers: ['1', '1234567890123456'] })).toEqual([])
    expect(search({ accountNumbers: [] })).toEqual(['accountNumbers'])
    expect(search({ accountNumbers: '1' })).toEqual(['accountNumbers'])
    expect(search({ accountNumbers: ['1', '12345678901234567', ' '] })).toEqual([
      'accountNumbers.1',
      'accountNumbers.2',
    ])
  })

  it('bank note 43: the end is later than the start, so no single day, and at most a year after it', () => {
    const range = (fromDate: string, toDate: string) => search({ fromDate, toDate })
    expect(range('2026-06-15', '2026-06-16')).toEqual([])
    expect(range('2026-06-15', '2026-06-15')).toEqual(['toDate'])
    expect(range('2026-06-15', '2026-06-14')).toEqual(['toDate'])
    expect(range('2025-06-15', '2026-06-15')).toEqual([])
    expect(range('2025-06-14', '2026-06-15')).toEqual(['toDate'])
    expect(range('2024-02-29', '2025-03-01')).toEqual([])
    expect(range('2024-02-29', '2025-03-02')).toEqual(['toDate'])
    expect(range('2026-06-16', '2026-06-17')).toEqual([])
    expect(range('2026-06-17', '2026-06-18')).toEqual(['fromDate'])
  })

  it('bank note 43: a year to the day and a start that is today elsewhere are warned about', () => {
    const warnings = (fromDate: string, toDate: string) =>
      searchWarnings({ fromDate, toDate }, { today }).map(({ path }) => path)
    expect(warnings('2025-06-15', '2026-06-15')).toEqual(['toDate'])
    expect(warnings('2025-06-15', '2026-06-14')).toEqual([])
    expect(warnings('2024-02-29', '2025-02-28')).toEqual(['toDate'])
    expect(warnings('2024-02-29', '2025-02-27')).toEqual([])
    expect(warnings('2026-06-16', '2026-06-17')).toEqual(['fromDate'])
  })

  it('requires flags for returned and collected transactions and nothing else for them', () => {
    const returns = (input: object) =>
      pathsOf(achReturnsRequest(today), earlierRules, { ...searched, ...input })
    const collects = (input: object) =>
      pathsOf(achCollectedRequest(today), earlierRules, { ...collected, ...input })
    expect(returns({ detailsFlag: 'Y' })).toEqual([])
    expect(returns({})).toEqual(['detailsFlag'])
    expect(returns({ detailsFlag: 'Y', addendaFlag: 'Y' })).toEqual(['addendaFlag'])
    expect(collects({})).toEqual([])
    expect(collects({ addendaFlag: 'yes', detailsFlag: true })).toEqual([
      'addendaFlag',
      'detailsFlag',
    ])
    expect(collects({ secCode: 'IAT' })).toEqual(['secCode'])
    expect(search({ detailsFlag: 'Y' })).toEqual(['detailsFlag'])
    expect(search({ secCode: 'PPD' })).toEqual(['secCode'])
  })

  it('bank note 42: refuses a number with a comma where commas separate', () => {
    expect(search({ parNumbers: ['P1', 'P2'] })).toEqual([])
    expect(search({ parNumbers: ['P1,P2'] })).toEqual(['parNumbers.0'])
    const traced = { ...collected, traceNumbers: ['1,2'] }
    expect(pathsOf(achCollectedRequest(today), earlierRules, traced)).toEqual(['traceNumbers.0'])
  })

  it('refuses amounts in the wrong order and names this rule as the workstation\u2019s own', () => {
    const wrong = { ...searched, fromAmount: 2, toAmount: 1 }
    expect(problemsOf(achPostedRequest(today), earlierRules, wrong)).toEqual([
      { path: 'toAmount', message: 'At least the lowest amount', source: 'workstation' },
    ])
    expect(search({ creditOrDebit: 'B' })).toEqual(['creditOrDebit'])
  })

  it('bank note 44: the span of rows is limited, not the index, beyond which it warns', () => {
    const rows = (startRowIndex: unknown, endRowIndex: unknown) =>
      pathsOf(achRows, rowRules, { startRowIndex, endRowIndex })
    expect(rows(1, 1000)).toEqual([])
    expect(rows(1001, 2000)).toEqual([])
    expect(rows(1, 1001)).toEqual(['endRowIndex'])
    expect(rows(5, 4)).toEqual(['endRowIndex'])
    expect(rows(0, 10)).toEqual(['startRowIndex'])
    expect(rowWarnings({ startRowIndex: 1, endRowIndex: 1000 })).toEqual([])
    expect(rowWarnings({ startRowIndex: 1001, endRowIndex: 2000 })).toMatchObject([
      { path: 'endRowIndex', source: 'bank' },
    ])
  })

  it('bank note 42: a status inquiry is by PAR or by trace number and takes the other as optional', () => {
    const status = (input: unknown) => pathsOf(achStatusRequest, statusRules, input)
    const accountNumbers = ['1']
    expect(status({ by: 'par', accountNumbers, parNumbers: ['P'] })).toEqual([])
    expect(status({ by: 'par', accountNumbers, parNumbers: ['P'], traceNumbers: ['1'] })).toEqual(
      [],
    )
    expect(status({ by: 'trace', accountNumbers, parNumbers: ['P'] })).toEqual(['traceNumbers'])
    expect(status({ by: 'trace', accountNumbers: [], traceNumbers: [] })).toEqual([
      'accountNumbers',
      'traceNumbers',
    ])
    expect(status({ by: 'date' })).toEqual(['by'])
    const odd = achStatusRequest.parse({ by: 'trace', accountNumbers, traceNumbers: ['1'] })
    expect(statusWarnings(odd)).toMatchObject([{ source: 'network', path: 'traceNumbers' }])
  })
})
