/** The earlier ACH inquiry endpoints of the practice bank (document 2). */
import { expect, it } from 'vitest'
import {
  queryEarlier,
  day,
  detail,
  operating,
  originate,
  ppd,
  receivables,
  traceIn,
  type Earlier,
} from './ach-caller.ts'
import { Caller, inside, textLike, type Json } from './practice-caller.ts'

const values = (rows: readonly Json[], name: string): unknown[] => [
  ...new Set(rows.map((row) => row[name])),
]

const internal = [
  'sourceSysCode',
  'sourceSysOfRecordCode',
  'snapshotDate',
  'postCompanyCostcontrolNumber',
  'glAccountNumber',
]

it('lists returns with the spellings of the document, internal fields too (bank notes 41 and 48)', async () => {
  await using caller = await Caller.open()
  const { answer, header, rows } = await queryEarlier(caller, 'returns')
  expect(answer.status).toBe(200)
  expect(header).toEqual({
    status: 'accepted',
    statusDescription: 'Processed',
    retrivedRows: String(rows.length),
    totalRows: String(rows.length),
    dataLoadDate: day(caller),
  })
  expect(rows.length).toBeGreaterThan(10)
  expect(rows[0]).toMatchObject({
    returnTransactionParNumber: textLike(/^0075\d{8}4\d{6}$/),
    originalACHTransactionParNumber: textLike(/^0075\d{15}$/),
    originatingReceiverCode: textLike(/^[OR][IO]$/),
    transactionCode: textLike(/^[23][16]$/),
    transactionAmount: textLike(/^\d+\.\d\d$/),
    originalTransactionProcessTime: textLike(/^\d{6}$/),
    sourceTransactionCreatedTime: textLike(/^\d{4}$/),
    nachaFileHeadRefererenceNumber: textLike(/^F\d+$/),
    batchID: textLike(/^\d+$/),
    traceId: textLike(/^\d{15}$/),
  })
  expect(Object.keys(rows[0] ?? {})).toEqual(
    expect.arrayContaining([...internal, 'collectionApplicationTypeCode']),
  )
  expect(await caller.broken()).toEqual([])
})

it('bank note 52: sends returns of every listed reason and of some beyond', async () => {
  await using caller = await Caller.open()
  const { rows } = await queryEarlier(caller, 'returns', {
    accountNumber: [operating, receivables, '7200450029'],
  })
  const reasons = values(rows, 'returnReasonCode')
  const listed = Array.from({ length: 10 }, (_, at) => `R${String(at + 1).padStart(2, '0')}`)
  expect(reasons).toEqual(expect.arrayContaining(listed))
  expect(reasons.some((reason) => !listed.includes(String(reason)))).toBe(true)
})

it('lists collected entries, each SEC code, with addenda of each kind', async () => {
  await using caller = await Caller.open()
  const { rows } = await queryEarlier(caller, 'collected')
  expect(values(rows, 'nachaSecCode').sort()).toEqual(['CCD', 'CTX', 'PPD', 'TEL', 'WEB'])
  expect(values(rows, 'originatingReceiverCode').sort()).toEqual(['OI', 'OO', 'RI', 'RO'])
  const kinds = new Set(rows.flatMap((row) => Object.keys(inside(row, 'addendaInformation'))))
  expect(kinds).toEqual(new Set(['iatAddendum', 'nonIatAddendum', 'nocAddendum']))
  const remitted = rows.find((row) => 'nonIatAddendum' in inside(row, 'addendaInformation'))
  expect(inside(remitted, 'addendaInformation', 'nonIatAddendum')).toMatchObject({
    addendaTypeCode: '05',
    referenceInformation1: textLike(/./),
    referenceInformtion2: textLike(/./),
  })
  const changes = rows.map((row) => inside(row, 'addendaInformation', 'nocAddendum')['changeCode'])
  expect(new Set(changes).size).toBeGreaterThan(8)
})

it('leaves out details and addenda that were not requested, and narrows as requested', async () => {
  await using caller = await Caller.open()
  const { rows } = await queryEarlier(caller, 'collected', {
    detailsFlag: 'N',
    addendaFlag: 'N',
    secCode: 'WEB',
    creditOrDebitCode: 'D',
    fromAmount: '50',
    toAmount: '200.00',
  })
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(row).toMatchObject({ nachaSecCode: 'WEB', creditOrDebitCode: 'D' })
    expect(Number(row['transactionAmount'])).toBeGreaterThanOrEqual(50)
    expect(Number(row['transactionAmount'])).toBeLessThanOrEqual(200)
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['addendaInformation']))
    expect(row['receivingAccountNumber']).toBeUndefined()
  }
})

it('bank note 42: takes several PAR and trace numbers in one text, separated by commas', async () => {
  await using caller = await Caller.open()
  const [first, second] = (await queryEarlier(caller, 'collected')).rows
  const by = async (change: object) => (await queryEarlier(caller, 'collected', change)).rows
  const pars = [first, second].map((row) => row?.['transactionParNumber']).join(',')
  const traces = [first, second].map((row) => row?.['traceNumber']).join(', ')
  expect(await by({ parNumber: pars })).toEqual([first, second])
  expect(await by({ traceNumber: traces })).toEqual([first, second])
  expect(await caller.broken()).toEqual([])
})

it('lists postings as the account sees them, with BAI codes (bank note 51)', async () => {
  await using caller = await Caller.open()
  const { header, rows } = await queryEarlier(caller, 'posted')
  expect(header).toMatchObject({ retrivedRows: rows.length, totalRows: rows.length })
  expect(values(rows, 'baiCode').sort()).toEqual(['165', '258', '451', '455', '558'])
  expect(rows[0]).toMatchObject({
    processDate: textLike(/^\d{4}-\d\d-\d\d$/),
    coreTransactionCode: textLike(/^0\d{3}$/),
    postingWindow: '1230',
  })
})

it('answers the status of entries by PAR and by trace, COLLECTED or RETURNED only (bank note 50)', async () => {
  await using caller = await Caller.open()
  const returns = (await queryEarlier(caller, 'returns')).rows.slice(0, 2)
  const collected = (await queryEarlier(caller, 'collected')).rows
  const parNumber = [
    ...returns.map((row) => row['originalACHTransactionParNumber']),
    ...collected.slice(0, 12).map((row) => row['transactionParNumber']),
  ]
  const byPar = await queryEarlier(caller, 'status', { parNumber })
  expect(values(byPar.rows, 'ACHStatus').sort()).toEqual(['COLLECTED', 'RETURNED'])
  const names = new Set(byPar.rows.flatMap((row) => Object.keys(row)))
  expect(names).toEqual(
    new Set([
      'ACHStatus',
      'ACHReturnTransaction',
      'ACHCollectedTransaction',
      'ACHPostedTransaction',
    ]),
  )
  const traceNumber = collected.slice(0, 3).map((row) => row['traceNumber'])
  expect((await queryEarlier(caller, 'status', { traceNumber })).rows).toHaveLength(3)
  const both = { traceNumber, parNumber: [collected[0]?.['transactionParNumber']] }
  expect((await queryEarlier(caller, 'status', both)).rows).toHaveLength(1)
  expect(await caller.broken()).toEqual([])
})

it.each(['returns', 'collected', 'posted'] as const)(
  'bank note 44: pages %s by rows without gap or double',
  async (which) => {
    await using caller = await Caller.open()
    const whole = (await queryEarlier(caller, which)).rows
    const seen: Json[] = []
    for (let start = 1; start <= whole.length; start += 100) {
      const { header, rows } = await queryEarlier(caller, which, {
        startRowIndex: String(start),
        endRowIndex: start + 99,
      })
      expect(Number(header['totalRows'])).toBe(whole.length)
      expect(Number(header['retrivedRows'])).toBe(rows.length)
      seen.push(...rows)
    }
    expect(seen).toEqual(whole)
    expect(await caller.broken()).toEqual([])
  },
)

it('bank note 44: allows rows beyond the first thousand, a thousand at a time', async () => {
  await using caller = await Caller.open()
  const details = Array.from({ length: 1200 }, (_, at) => ppd(at + 100))
  await originate(caller, 'ppd', details)
  caller.clock.advance(2000)
  const request = (change: object) =>
    queryEarlier(caller, 'collected', {
      accountNumber: [operating],
      fromDate: day(caller, -1),
      toDate: day(caller, 1),
      detailsFlag: 'N',
      addendaFlag: 'N',
      ...change,
    })
  const first = await request({})
  expect(first.rows).toHaveLength(1000)
  const total = Number(first.header['totalRows'])
  expect(total).toBeGreaterThanOrEqual(1200)
  const rest = await request({ startRowIndex: 1001, endRowIndex: 2000 })
  expect(rest.rows).toHaveLength(total - 1000)
  const all = [...first.rows, ...rest.rows].map((row) => row['transactionParNumber'])
  expect(new Set(all).size).toBe(total)
})

const unknown = { account: '999', par: '0075202601010000000', trace: '999999999999999' }
it.each([
  ['accounts', 'collected', () => ({ accountNumber: [operating, unknown.account] })],
  [
    'PAR numbers',
    'status',
    (row: Json) => ({ parNumber: [row['transactionParNumber'], unknown.par] }),
  ],
  [
    'trace numbers',
    'status',
    (row: Json) => ({ traceNumber: [row['traceNumber'], unknown.trace] }),
  ],
] as const)(
  'bank note 20: answers 299 with a warning where some of several %s are unknown',
  async (_what, which, change) => {
    await using caller = await Caller.open()
    const [row] = (await queryEarlier(caller, 'collected')).rows
    const { answer, header, rows, response } = await queryEarlier(
      caller,
      which satisfies Earlier,
      change(row ?? {}),
    )
    expect([answer.status, header['status']]).toEqual([299, 'accepted'])
    expect(rows.length).toBeGreaterThan(0)
    expect(response['errorResponse']).toMatchObject({
      businessFault: [{ errorCode: 'ECA-W-001' }],
    })
    expect(answer.json['ServiceError']).toMatchObject({ customStatus: 'W', errorCode: 'ECA-W-001' })
    expect(await caller.broken()).toEqual([])
  },
)

it('answers no rows, and no warning, where no requested number is known', async () => {
  await using caller = await Caller.open()
  const { answer, header, rows } = await queryEarlier(caller, 'status', {
    parNumber: [unknown.par, `${unknown.par}1`],
  })
  expect([answer.status, rows.length, header['totalRows']]).toEqual([200, 0, 0])
})

it('finds the same entry from its trace number through the status inquiry to its detail', async () => {
  await using caller = await Caller.open()
  const trace = traceIn(await originate(caller, 'ppd', [ppd(11)]))
  caller.clock.advance(2000)
  const [row] = (await queryEarlier(caller, 'status', { traceNumber: [trace] })).rows
  const found = inside(row, 'ACHCollectedTransaction')
  expect(found).toMatchObject({ traceNumber: trace, receivingCustIdentificationNumber: 'M2041' })
  const { json } = await detail(caller, String(found['transactionParNumber']))
  expect(json).toMatchObject({ traceNumber: trace, customData: 'CS20417' })
})
