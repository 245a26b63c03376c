import { expect, it } from 'vitest'
import { dayIn, inside, someText, textLike, type Answer, type Json } from '../practice-caller.ts'
import { PaymentBank, rowsOf, rtp, wire } from './payment-bank.ts'

const daysAgo = (days: number): string => dayIn(-days)

const wires = (session: PaymentBank, body: object | string = {}, query = ''): Promise<Answer> =>
  session.post(`/wireInquiry/v1/transactions/details${query}`, body)
const rtps = (session: PaymentBank, body: object | string = {}): Promise<Answer> =>
  session.post('/rtp/v1/transactions/list', body)
const ids = (rows: readonly Json[]): unknown[] => rows.map((row) => row['transactionId'])

it('reports wires that went out and came in, with their business status (bank note 76)', async () => {
  await using session = await PaymentBank.open()
  const sent = await session.initiate(wire({ transferAmount: 12_500.75 }))
  await session.initiate(rtp({ requestReference: 'FAST' }))
  const { json, text } = await wires(session, { accountNumber: '7200450011' })
  const rows = json['transactions'] as Json[]
  expect(rows.at(-1)).toMatchObject({
    transactionId: sent.json['transactionId'],
    creditOrDebitCode: 'D',
    amount: 12_500.75,
    tranBusnStatusCode: textLike(/^[A-Z]\w+$/),
    baiCode: '495',
  })
  expect(text).toContain('"amount":12500.75')
  expect(rows.some((row) => row['creditOrDebitCode'] === 'C')).toBe(true)
  expect(json).toMatchObject({ totalRows: rows.length, retrievedRows: rows.length })
  expect(rows.some((row) => row['baiCode'] === '458')).toBe(false)
  expect(await session.caller.broken()).toEqual([])
})

it('pages rows without gap or double, from the body or the query, as texts or numbers (bank notes 44 and 45)', async () => {
  await using session = await PaymentBank.open()
  const whole = (await wires(session)).json['transactions'] as Json[]
  const seen: Json[] = []
  const step = 20
  for (let start = 1; start <= whole.length; start += step) {
    const span = { startRowIndex: start, endRowIndex: start + step - 1 }
    const requested = [
      () => wires(session, span),
      () =>
        wires(session, {
          request: { startRowIndex: String(start), endRowIndex: String(start + 19) },
        }),
      () => wires(session, '', `?startRowIndex=${String(start)}&endRowIndex=${String(start + 19)}`),
    ]
    const send = requested[((start - 1) / step) % requested.length]
    if (send) seen.push(...rowsOf(await send()))
  }
  expect(whole.length).toBeGreaterThan(60)
  expect(ids(seen)).toEqual(ids(whole))
  expect(new Set(ids(seen)).size).toBe(whole.length)
})

it('reaches the rows after the first thousand, and stops there without a range (bank note 44)', async () => {
  await using session = await PaymentBank.open()
  const first = (await session.report('list')).json
  expect(first['retrievedRows']).toBe(1000)
  expect(first['totalRows']).toBeGreaterThan(1400)
  const total = Number(first['totalRows'])
  const rows: Json[] = []
  // The number of days of history depends on today.
  for (let start = 1001; start <= total; start += 1000) {
    const span = { startRowIndex: start, endRowIndex: start + 999 }
    rows.push(...((await session.report('list', span)).json['transactions'] as Json[]))
  }
  expect(rows).toHaveLength(total - 1000)
  const reference = (row: Json): string =>
    `${String(row['referenceNumber'])} ${String(row['creditOrDebitCode'])}`
  const all = [...(first['transactions'] as Json[]), ...rows].map(reference)
  expect(new Set(all).size).toBe(first['totalRows'])
})

it('pages RTP payments by number without gap or double (bank note 46)', async () => {
  await using session = await PaymentBank.open()
  const one = await rtps(session, { pageNumber: '1', pageSize: '1000' })
  const { totalRecords, totalPages } = inside(one.json, 'metadata', 'page')
  const two = await rtps(session, { pageNumber: 2, pageSize: 1000 })
  const seen = [...rowsOf(one), ...rowsOf(two)]
  expect(totalPages).toBe(2)
  expect(new Set(ids(seen)).size).toBe(totalRecords)
  expect(seen).toHaveLength(Number(totalRecords))
  expect(inside(two.json, 'metadata', 'page')).toMatchObject({ pageNumber: 2, pageSize: 1000 })
})

it('reports the entries before today as previous-day and those of today as intraday', async () => {
  await using session = await PaymentBank.open()
  const dates = async (path: string): Promise<Set<unknown>> =>
    new Set(rowsOf(await session.report(path)).map((row) => row['transactionDate']))
  expect(await dates('intraday/list')).toEqual(new Set([daysAgo(0)]))
  expect((await dates('list')).has(daysAgo(0))).toBe(false)
  await session.initiate(rtp())
  session.caller.clock.advance(4000)
  const { json } = await session.report('intraday/list', { accountNumber: '7200450011' })
  expect(json['transactions']).toContainEqual({
    accountNumber: '7200450011',
    transactionDate: someText,
    amount: 12_500,
    currency: 'USD',
    creditOrDebitCode: 'D',
    baiCode: '458',
    transactionCode: '458',
    description: 'RTP PAYMENT Ridgeway Supply',
    referenceNumber: someText,
  })
})

it('keeps to the dates and accounts that it is given, and reports all when given none', async () => {
  await using session = await PaymentBank.open()
  const { json } = await session.report('list', {
    accounts: [{ accountNumber: '72004500' }],
    fromDate: daysAgo(9),
    toDate: daysAgo(5),
  })
  const rows = json['transactions'] as Json[]
  expect(rows.length).toBeGreaterThan(100)
  for (const row of rows) {
    expect(row['accountNumber']).toBe('0072004500')
    expect(String(row['transactionDate']) >= daysAgo(9)).toBe(true)
    expect(String(row['transactionDate']) <= daysAgo(5)).toBe(true)
  }
})

it('takes a previous-day report over 90 days and refuses one over more (bank note 43)', async () => {
  await using session = await PaymentBank.open()
  const range = (from: number): object => ({ fromDate: daysAgo(from), toDate: daysAgo(1) })
  expect((await session.report('list', range(91))).status).toBe(200)
  expect(await session.caller.broken()).toEqual([])
  expect((await session.report('list', range(92))).status).toBe(400)
  expect((await session.report('list', { fromDate: daysAgo(91) })).status).toBe(400)
  expect(await session.caller.broken()).toEqual(['report-range-wide', 'report-range-wide'])
})

it.each([
  ['report-paging-wrong', { startRowIndex: 0 }],
  ['report-paging-wrong', { startRowIndex: 10, endRowIndex: 9 }],
  ['report-paging-wrong', { startRowIndex: 1, endRowIndex: 1001 }],
  ['report-paging-wrong', { startRowIndex: 'first' }],
  ['report-dates-wrong', { fromDate: '11/21/2026' }],
  ['report-dates-wrong', { fromDate: '2026-02-02', toDate: '2026-02-01' }],
  ['report-body-unreadable', '[]'],
  ['report-body-unreadable', '{'],
])('records %s once %#', async (rule, body) => {
  await using session = await PaymentBank.open()
  expect((await session.report('list', body)).status).toBe(400)
  expect(await session.caller.broken()).toEqual([rule])
})

it.each([{ pageNumber: 0 }, { pageSize: 0 }, { pageSize: 1001 }, { pageNumber: 'x' }])(
  'refuses %o of RTP payments',
  async (body) => {
    await using session = await PaymentBank.open()
    expect((await rtps(session, body)).status).toBe(400)
    expect(await session.caller.broken()).toEqual(['report-paging-wrong'])
  },
)

it('records a PartnerClientId on a report that is no wire or RTP call (bank note 11)', async () => {
  await using session = await PaymentBank.open()
  const answer = await session.post('/ddaReports/accounts/v1/transactions/list', {})
  expect(answer.status).toBe(200)
  expect(await session.caller.broken()).toEqual(['partner-id-sent'])
})
