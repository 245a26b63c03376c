import { describe, expect, it } from 'vitest'
import {
  collectedToWire,
  listToWire,
  postedToWire,
  returnsToWire,
  statusToWire,
} from '../../../../main/bank/apis/ach-inquiry/wire.ts'
import {
  achCollectedRequest,
  achListRequest,
  achPostedRequest,
  achReturnsRequest,
  achStatusRequest,
  firstRows,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'

const today = '2026-06-15'
const page = { pageNumber: 2, pageSize: 500 }
const search = {
  accountNumbers: ['0012', '34'],
  fromDate: '2026-05-01',
  toDate: '2026-06-01',
  creditOrDebit: 'D',
  fromAmount: 5,
  toAmount: 1_234_567,
  parNumbers: ['P1', 'P2'],
  receivingCustomerId: '00C7',
}
const searchOnWire = {
  accountNumber: ['0012', '34'],
  fromDate: '2026-05-01',
  toDate: '2026-06-01',
  creditOrDebitCode: 'D',
  fromAmount: '0.05',
  toAmount: '12345.67',
  parNumber: 'P1,P2',
  receivingCustIdentificationNumber: '00C7',
}
const rows = { startRowIndex: '1', endRowIndex: '1000' }
const sent = ({ body }: { readonly body: string }): unknown => JSON.parse(body)

describe('ACH inquiry on the wire', () => {
  it('bank note 46: writes the page of ach/list as text, and bank note 42: its account as one text', () => {
    const request = achListRequest(today).parse({ accountNumber: '0012' })
    expect(sent(listToWire(request, page))).toEqual({
      accountNumber: '0012',
      pageNumber: '2',
      pageSize: '500',
    })
  })

  it('bank note 58: writes amounts as decimal text, and no lowest amount for zero', () => {
    const request = (input: object) =>
      sent(listToWire(achListRequest(today).parse({ accountNumber: '1', ...input }), page))
    expect(request({ minimumAmount: 10, maximumAmount: 100_000_000_000 })).toMatchObject({
      minimumAmount: '0.10',
      maximumAmount: '1000000000.00',
    })
    const zero = request({ minimumAmount: 0, maximumAmount: 0 })
    expect(zero).not.toHaveProperty('minimumAmount')
    expect(zero).toMatchObject({ maximumAmount: '0.00' })
  })

  it('writes every parameter of a list, under the document\u2019s names alone', () => {
    const full = {
      accountNumber: '1',
      dateSearchType: 'RETURNED',
      fromDate: '2026-06-01',
      toDate: '2026-06-15',
      traceNumber: '091000010000001',
    }
    expect(sent(listToWire(achListRequest(today).parse(full), page))).toEqual({
      ...full,
      pageNumber: '2',
      pageSize: '500',
    })
  })

  it('bank note 41: wraps each request in its named object', () => {
    const returns = achReturnsRequest(today).parse({ ...search, detailsFlag: 'Y' })
    expect(sent(returnsToWire(returns, firstRows))).toEqual({
      getACHReturnTransactionsRequest: { ...searchOnWire, detailsFlag: 'Y', ...rows },
    })
    const posted = achPostedRequest(today).parse(search)
    expect(sent(postedToWire(posted, firstRows))).toEqual({
      getACHPostedTransactionsRequest: { ...searchOnWire, ...rows },
    })
  })

  it('bank note 42: collected transactions take arrays of accounts and comma separated numbers', () => {
    const request = achCollectedRequest(today).parse({
      ...search,
      addendaFlag: 'Y',
      detailsFlag: 'N',
      secCode: 'PPD',
      traceNumbers: ['091000010000001', '091000010000002'],
    })
    expect(sent(collectedToWire(request, firstRows))).toEqual({
      getACHCollectedTransactionsRequest: {
        ...searchOnWire,
        addendaFlag: 'Y',
        detailsFlag: 'N',
        secCode: 'PPD',
        traceNumber: '091000010000001,091000010000002',
        ...rows,
      },
    })
  })

  it('bank note 42: the status inquiry takes arrays of numbers', () => {
    const accountNumbers = ['1']
    const byPar = achStatusRequest.parse({ by: 'par', accountNumbers, parNumbers: ['P1', 'P2'] })
    const byTrace = achStatusRequest.parse({ by: 'trace', accountNumbers, traceNumbers: ['7'] })
    expect(sent(statusToWire(byPar, firstRows))).toEqual({
      getACHStatusInquiryRequest: { accountNumber: ['1'], parNumber: ['P1', 'P2'], ...rows },
    })
    expect(sent(statusToWire(byTrace, firstRows))).toEqual({
      getACHStatusInquiryRequest: { accountNumber: ['1'], traceNumber: ['7'], ...rows },
    })
  })

  it('bank note 45: rows are in the wrapped object, or in the query where that is set', () => {
    const request = achPostedRequest(today).parse(search)
    const span = { startRowIndex: 1001, endRowIndex: 2000 }
    const asText = { startRowIndex: '1001', endRowIndex: '2000' }
    const inBody = postedToWire(request, span)
    expect(inBody.query).toBeUndefined()
    expect(sent(inBody)).toEqual({
      getACHPostedTransactionsRequest: { ...searchOnWire, ...asText },
    })
    const inQuery = postedToWire(request, span, 'query')
    expect(inQuery.query).toEqual(asText)
    expect(sent(inQuery)).toEqual({ getACHPostedTransactionsRequest: searchOnWire })
  })
})
