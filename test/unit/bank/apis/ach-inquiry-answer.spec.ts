import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  achAnswerRules,
  pageFacts,
  transactionFacts,
} from '../../../../main/bank/apis/ach-inquiry-answer.ts'
import { parseExact } from '../../../../main/platform/json/exact-json.ts'
import { readAnswer } from '../../../../main/bank/answers/read-answer.ts'
import { readShape } from '../../../../main/bank/answers/read-shape.ts'
import {
  achDetail,
  achListAnswer,
  achTransactionStatus,
  collectedStatusResult,
  collectedTransaction,
  nonIatAddendum,
  postedAnswer,
  postedStatusResult,
  postedTransaction,
  responseHeader,
  returnsAnswer,
  returnTransaction,
  statusAnswer,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import { readingSchema, type Shape } from '../../../../preload/contract/bank/answers/shape.ts'
import { meaningOf } from '../../../../preload/contract/bank/codes/index.ts'

/** A JSON text as the client parses it, with all digits. */
const parsed = (text: string): unknown => {
  const result = parseExact(text)
  return 'json' in result ? result.json : undefined
}
const allShapes = {
  detail: achDetail,
  list: achListAnswer,
  returns: returnsAnswer,
  posted: postedAnswer,
  status: statusAnswer,
} as const

describe('readings of ACH inquiry', () => {
  it('bank note 50: POSTED and its result are tolerated in the status inquiry', () => {
    const read = readShape(achTransactionStatus, {
      ACHStatus: 'POSTED',
      ACHPostedTransaction: { transactionParNumber: 'P1', baiCode: '165' },
    })
    expect(read).toMatchObject({
      achStatus: 'POSTED',
      posted: { parNumber: 'P1', baiCode: '165' },
      collected: null,
      returned: null,
      other: [],
    })
    expect(meaningOf('ach-transaction-status', 'POSTED')).toBeDefined()
  })

  it('bank note 51: transactionCode of a posted object is explained by no family', () => {
    for (const of of [postedTransaction, postedStatusResult]) {
      expect(of.fields).not.toHaveProperty('transactionCode')
      expect(of.fields.postedTransactionCode).toMatchObject({ kind: 'text' })
      expect(of.fields.postedTransactionCode).not.toHaveProperty('family')
      const read = readShape(of, { transactionCode: '022', baiCode: '010' })
      expect(read).toMatchObject({ postedTransactionCode: '022', baiCode: '010' })
    }
    expect(collectedTransaction.fields.transactionCode).toMatchObject({
      kind: 'code',
      family: 'ach-transaction-code',
    })
  })

  it('bank note 52: codes, fields and states that no document lists stay as they came', () => {
    const json = `{"transactionStatus":"PENDING REVIEW","returnReasonCode":"R99",
      "notificationOfChange":[{"changeCode":"C99","reviewer":"x"}],"settlement":{"window":3}}`
    const read = readShape(achDetail, parsed(json))
    expect(read.other).toEqual([{ path: 'settlement.window', value: '3' }])
    expect(read.transactionStatus).toBe('PENDING REVIEW')
    expect(read.returnReasonCode).toBe('R99')
    expect(read.notificationOfChange).toMatchObject([
      { changeCode: 'C99', other: [{ path: 'reviewer', value: 'x' }] },
    ])
  })

  it('bank note 53: amounts and counts read the same as number and as text, digit by digit', () => {
    const texts = '{"transactionAmount":"0012500.10","addendaCount":"2"}'
    const numbers = '{"transactionAmount":12500.10,"addendaCount":2}'
    expect(readShape(achDetail, parsed(texts))).toMatchObject({
      transactionAmount: '0012500.10',
      addendaCount: '2',
    })
    expect(readShape(achDetail, parsed(numbers))).toMatchObject({
      transactionAmount: '12500.10',
      addendaCount: '2',
    })
  })

  it('bank note 54: the detail holds the changes that an alert only counts', () => {
    const read = readShape(achDetail, {
      notificationOfChangeAddendaCount: 1,
      notificationOfChange: [
        { changeCode: 'C01', changeDescription: 'Account', correctedData: '0012345' },
      ],
    })
    expect(read.notificationOfChange).toEqual([
      { changeCode: 'C01', changeDescription: 'Account', correctedData: '0012345', other: [] },
    ])
    expect(achDetail.fields.notificationOfChange.shape.fields.changeCode).toMatchObject({
      family: 'change-code',
    })
  })

  it('bank note 55: payment information is read in full, and sequence numbers keep their zeros', () => {
    const long = 'RMR*IV*'.padEnd(400, 'x')
    const json = `{"addenda":[{"sequenceNumber":12345,"entryDetailSequenceNumber":"0000007",
      "paymentRelatedInformation":"${long}"}]}`
    expect(readShape(achDetail, parsed(json)).addenda).toEqual([
      {
        sequenceNumber: '12345',
        entryDetailSequenceNumber: '0000007',
        paymentRelatedInformation: long,
        other: [],
      },
    ])
  })

  it.each(['0930', '093015', '2026-03-04 09:30:15', '2026-03-04T09:30:15Z', '20260304'])(
    'bank note 56: a time written %s stays as it is, without an invented zone',
    (written) => {
      const read = readShape(returnTransaction, {
        sourceTransactionProcessTime: written,
        sourceTransactionProcessTimestamp: written,
        sourceTransactionProcessDate: written,
        inboundCollectionWindow: written,
      })
      expect(read).toMatchObject({
        sourceTransactionProcessTime: written,
        sourceTransactionProcessTimestamp: written,
        sourceTransactionProcessDate: written,
        inboundCollectionWindow: written,
      })
    },
  )

  it('bank note 57: a collected status without receivingCustIdentificationNumber is still read', () => {
    const read = readShape(collectedStatusResult, { transactionParNumber: 'P1' })
    expect(read).toMatchObject({ parNumber: 'P1', receivingCustomerId: null, other: [] })
    expect(readingSchema(collectedStatusResult).safeParse(read).success).toBe(true)
  })

  it('bank note 47: rows are read under both spellings of retrieved and of total', () => {
    const spelled = [
      { retrivedRows: '1000', totalRows: '1500' },
      { retrievedRows: 1000, totalRecords: 1500 },
    ]
    for (const written of spelled) {
      const read = readShape(responseHeader, parsed(JSON.stringify(written)))
      const transactions = Array.from({ length: 1000 }, () => ({ parNumber: null }))
      const facts = transactionFacts({ responseHeader: read, transactions })
      expect(facts).toMatchObject({ rows: 1000, retrieved: 1000, total: 1500 })
    }
  })

  it('bank note 49: RETURNED items carry their reason and COLLECTED ones need no settlement date', () => {
    const read = readShape(achListAnswer, {
      transactions: [
        { transactionStatus: 'COLLECTED' },
        { transactionStatus: 'RETURNED', returnReasonCode: 'R01', returnDate: '2026-01-05' },
      ],
    })
    expect(read.transactions).toMatchObject([
      { transactionStatus: 'COLLECTED', settlementDate: null, returnReasonCode: null },
      { transactionStatus: 'RETURNED', returnReasonCode: 'R01' },
    ])
  })

  it('reads addenda that come once and addenda that come as a list', () => {
    const one = { referenceInformtion2: 'B', referenceInformation1: 'A' }
    for (const nonIat of [one, [one]]) {
      const read = readShape(collectedTransaction, {
        addendaInformation: { nonIatAddendum: nonIat },
      })
      const expected = { referenceInformation1: 'A', referenceInformation2: 'B' }
      expect(read.addendaInformation?.nonIatAddendum).toMatchObject([expected])
      expect(readShape(nonIatAddendum, one)).toMatchObject(expected)
    }
  })

  it('gives any JSON with any status a typed result that crosses the border', () => {
    const rules = achAnswerRules({ wrapper: 'getACHReturnTransactionsResponse', list: 'a' })
    const shapes: readonly Shape[] = Object.values(allShapes)
    const known = fc.constantFrom(
      'metadata',
      'responseHeader',
      'errorResponse',
      'messages',
      'page',
      'transactions',
      'ACHTransactionStatus',
      'getACHReturnTransactionsResponse',
      '__proto__',
    )
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue(),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(known, tie('node'), { maxKeys: 4 }),
      ),
    })).node
    const status = fc.constantFrom(200, 299, 400, 404, 500)
    fc.assert(
      fc.property(tree, status, fc.nat(shapes.length - 1), (json, code, index) => {
        const of = shapes[index] ?? achDetail
        const body = JSON.stringify(json)
        const stored = { status: code, headers: {}, body, base64: false }
        const answer = readAnswer(of, { status: code, answer: stored }, rules)
        expect(['answered', 'nothing-found', 'refused', 'not-understood']).toContain(answer.kind)
        if ('reading' in answer && answer.reading !== null) {
          expect(readingSchema(of).safeParse(answer.reading).success).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('paging facts of an answer', () => {
  it('bank note 46: contain the page block, read as integers and as text', () => {
    const page = { pageNumber: 2, pageSize: 50, totalPages: 3, totalRecords: 101, lastPage: false }
    const asText = Object.fromEntries(Object.entries(page).map(([k, v]) => [k, String(v)]))
    for (const written of [page, asText]) {
      const json = parsed(JSON.stringify({ transactions: [{}], metadata: { page: written } }))
      expect(pageFacts(readShape(achListAnswer, json))).toEqual({
        rows: 1,
        total: 101,
        last: false,
        perPage: 50,
      })
    }
  })

  it('contain nothing that the answer does not state', () => {
    const nothing = { rows: 0, total: null, last: null, identities: [] }
    expect(pageFacts(readShape(achListAnswer, {}))).toEqual({ ...nothing, perPage: null })
    const none = { responseHeader: null, transactions: [] }
    expect(transactionFacts(none)).toEqual({ ...nothing, retrieved: null })
    for (const odd of ['many', '-1', '1e3', '1.5', '99999999999999999999']) {
      const read = readShape(responseHeader, { totalRows: odd })
      expect(transactionFacts({ responseHeader: read, transactions: [] }).total).toBeNull()
    }
  })
})
