/**
 * ACH origination at the practice bank: its answers, and the later life of an entry (document 3).
 */
import { expect, it } from 'vitest'
import {
  addenda,
  batchIn,
  batchOf,
  ccd,
  ctx,
  day,
  detail,
  detailsIn,
  listed,
  originate,
  origination,
  post,
  ppd,
  rowsOf,
  traceIn,
  uuid,
} from './ach-caller.ts'
import { Caller, textLike, type Json } from './practice-caller.ts'

const weekday = (caller: Caller, from: number): string => {
  for (let ahead = from; ; ahead += 1) {
    const found = day(caller, ahead)
    if (![0, 6].includes(new Date(found).getUTCDay())) return found
  }
}

it('accepts a batch of each SEC code and numbers its details one by one', async () => {
  await using caller = await Caller.open()
  const answers = [
    await originate(caller, 'ppd', [ppd(11), ppd(12)], { effectiveDate: weekday(caller, 1) }),
    await originate(caller, 'ccd', [ccd(21)], { uuid: uuid(2), companyEntryDescription: 'BILLS' }),
    await originate(caller, 'ctx', [ctx(31, 3)], { uuid: uuid(3) }),
  ]
  for (const { status, json } of answers)
    expect([status, Object.keys(json)]).toEqual([200, ['batch']])
  const [first] = answers
  if (!first) throw new Error('no answer')
  expect(batchIn(first)).toMatchObject({
    uuid: uuid(1),
    status: 'accepted',
    requestAcceptedUTCTime: textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    effectiveDate: weekday(caller, 1),
    informationMessages: [],
    errorMessages: [],
  })
  expect(detailsIn(first)).toMatchObject([
    { uuid: uuid(11), status: 'accepted', errorMessages: [], traceNumber: '550060065000001' },
    { uuid: uuid(12), status: 'accepted', errorMessages: [], traceNumber: '550060065000002' },
  ])
  expect(answers.map((one) => traceIn(one))).toEqual([
    '550060065000001',
    '550060065000003',
    '550060065000004',
  ])
  expect(await caller.broken()).toEqual([])
})

it('bank note 86: leads from uuid to trace number to list to PAR number to customData', async () => {
  await using caller = await Caller.open()
  const trace = traceIn(await originate(caller, 'ppd', [ppd(11)]))
  expect(await listed(caller, trace)).toBeUndefined()
  caller.clock.advance(2000)
  const item = await listed(caller, trace)
  expect(item).toMatchObject({ transactionStatus: 'COLLECTED', traceNumber: trace })
  const answer = await detail(caller, String(item?.['parNumber']))
  expect(answer.text).toContain('"transactionAmount":1250.50,')
  expect(answer.json).toMatchObject({
    parNumber: item?.['parNumber'],
    traceNumber: trace,
    customData: 'CS20417',
    transactionCode: '22',
    standardEntryClassCode: 'PPD',
    transactionDescription: 'PAYROLL',
    transactionDirection: 'ORIGINATING ITEM',
    receivingAccount: { accountNumber: '40113', routingNumber: '550020022' },
    receivingParty: { customerIdentificationNumber: 'M2041', customerName: 'Silas Reed' },
    originatingAccount: { accountNumber: '7200450011' },
    addenda: [{ sequenceNumber: 1, paymentRelatedInformation: 'SALARY 11' }],
    notificationOfChange: [],
  })
})

it('settles an entry a minute after it was accepted, and not before', async () => {
  await using caller = await Caller.open()
  const trace = traceIn(await originate(caller, 'ppd', [ppd(11)]))
  caller.clock.advance(58_000)
  expect(await listed(caller, trace)).toMatchObject({ transactionStatus: 'COLLECTED' })
  expect(await listed(caller, trace, 'SETTLED')).toMatchObject({
    transactionStatus: 'SETTLED',
    settlementDate: day(caller),
  })
})

it('bank note 82: answers the addenda status for a detail and for its batch', async () => {
  await using caller = await Caller.open()
  const sent = await originate(caller, 'ctx', [ctx(11, 2), ctx(12, 3)])
  const ofDetail = (await addenda(caller, uuid(12))).json
  expect(ofDetail).toMatchObject({
    uuid: uuid(12),
    status: 'accepted',
    errorMessages: [],
    traceNumber: traceIn(sent, 1),
  })
  expect(rowsOf(ofDetail, 'addenda')).toHaveLength(3)
  const ofBatch = (await addenda(caller, uuid(1))).json
  expect(ofBatch).toMatchObject({ uuid: uuid(1), traceNumber: traceIn(sent, 0) })
  expect(rowsOf(ofBatch, 'addenda')).toHaveLength(5)
  expect((await addenda(caller, uuid(999))).status).toBe(404)
  expect(await caller.broken()).toEqual([])
})

it('bank note 46: pages addenda by startAddendaSequenceNumber without gap or double', async () => {
  await using caller = await Caller.open()
  await originate(caller, 'ctx', [ctx(11, 25)])
  const seen: Json[] = []
  for (let start = 1; ; start += 10) {
    const page = await addenda(caller, uuid(11), {
      pageSize: '10',
      startAddendaSequenceNumber: String(start),
    })
    const rows = rowsOf(page.json, 'addenda')
    seen.push(...rows)
    if (rows.length < 10) break
  }
  expect(seen).toEqual(
    Array.from({ length: 25 }, (_, at) => ({
      addendaTypeCode: '05',
      addendaSequenceNumber: String(at + 1),
      paymentRelatedInformation: `RMR*IV*${at + 1}`,
    })),
  )
})

it('bank note 84: originates a repeated batch again, and counts that it did', async () => {
  await using caller = await Caller.open()
  const first = await originate(caller, 'ppd', [ppd(11)])
  const again = await originate(caller, 'ppd', [ppd(11)])
  expect([again.status, batchIn(again)['status']]).toEqual([200, 'accepted'])
  const traces = [first, again].map((answer) => detailsIn(answer)[0]?.['traceNumber'])
  expect(new Set(traces).size).toBe(2)
  const { batches } = await caller.control.ledger()
  expect(batches).toEqual([{ uuid: batchIn(first)['uuid'], count: 2 }])
  expect(await caller.broken()).toEqual([])
  await caller.control.reset()
  expect((await caller.control.ledger()).batches).toEqual([])
})

const unusable: readonly (readonly [string, object])[] = [
  ['without an amount', { amount: undefined }],
  ['with three decimals', { amount: '12.505' }],
  ['above the most for one entry', { amount: '100000000.00' }],
  ['with an amount on a prenote', { transactionType: 'P' }],
  ['of zero dollars and live', { amount: 0 }],
  ['with a wrong check digit', { checkDigit: '3' }],
  ['with seven digits of institution', { receivingDFIId: '5500200' }],
  ['without creditDebitCode', { creditDebitCode: undefined }],
  ['of an accountType never seen', { accountType: 'X' }],
  ['without an account', { DFIAccountNumber: '' }],
  ['with the uuid of the detail before', { uuid: uuid(11) }],
]

it.each(unusable)(
  'bank note 83: accepts a batch and rejects its detail %s',
  async (_what, change) => {
    await using caller = await Caller.open()
    const answer = await originate(caller, 'ppd', [ppd(11), ppd(12, change)])
    expect(batchIn(answer)['status']).toBe('accepted')
    const [good, bad] = detailsIn(answer)
    expect([good?.['status'], bad?.['status']]).toEqual(['accepted', 'rejected'])
    expect(bad?.['traceNumber']).toBeUndefined()
    expect(rowsOf(bad ?? {}, 'errorMessages')).toHaveLength(1)
    expect(await caller.broken()).toEqual([])
  },
)

it('rejects a batch of which no detail can be originated, and reports the same to an inquiry', async () => {
  await using caller = await Caller.open()
  const answer = await originate(caller, 'ppd', [ppd(11, { amount: 0 })])
  expect(batchIn(answer)['status']).toBe('rejected')
  expect((await addenda(caller, uuid(11))).json).toMatchObject({ status: 'rejected' })
  const empty = await originate(caller, 'ppd', [], { uuid: uuid(2) })
  expect(batchIn(empty)['status']).toBe('rejected')
})

it('bank note 83: moves an effective date that is no day of the bank', async () => {
  await using caller = await Caller.open()
  const answer = await originate(caller, 'ppd', [ppd(11)], { effectiveDate: day(caller, -3) })
  expect(batchIn(answer)).toMatchObject({ status: 'accepted', effectiveDate: weekday(caller, 0) })
  expect(rowsOf(batchIn(answer), 'informationMessages')).toHaveLength(1)
})

it.each([
  ['YYYYMMDD', (date: string) => date.replaceAll('-', ''), 'accepted'],
  ['YYMMDD', (date: string) => date.slice(2).replaceAll('-', ''), 'accepted'],
  ['DD.MM.YYYY', (date: string) => date.split('-').reverse().join('.'), 'rejected'],
] as const)(
  'bank note 81: answers an effective date written %s',
  async (_form, written, status) => {
    await using caller = await Caller.open()
    const effectiveDate = written(day(caller, 2))
    const answer = await originate(caller, 'ppd', [ppd(11)], { effectiveDate })
    expect(batchIn(answer)['status']).toBe(status)
    expect(await caller.broken()).toEqual([])
  },
)

it('returns an entry to a closed account of the town', async () => {
  await using caller = await Caller.open()
  const toFinch = { DFIAccountNumber: '1000200058', receivingDFIId: '55001001', checkDigit: '6' }
  const trace = traceIn(await originate(caller, 'ppd', [ppd(11, toFinch)]))
  caller.clock.advance(90_000)
  expect(await listed(caller, trace)).toBeUndefined()
  expect(await listed(caller, trace, 'RETURNED')).toMatchObject({
    transactionStatus: 'RETURNED',
    returnReasonCode: 'R02',
    returnDate: day(caller),
  })
})

it('originates prenotes and zero dollars with remittance under their own transaction codes', async () => {
  await using caller = await Caller.open()
  const batches = [
    await originate(caller, 'ppd', [ppd(11, { transactionType: 'P', amount: '0.00' })]),
    await originate(caller, 'ctx', [ctx(21, 1, { totalAmount: 0, accountType: 'S' })], {
      uuid: uuid(2),
    }),
    await originate(caller, 'ccd', [ccd(31, { creditDebitCode: 'D' })], { uuid: uuid(3) }),
  ]
  caller.clock.advance(2000)
  const codes: unknown[] = []
  for (const batch of batches)
    codes.push((await listed(caller, traceIn(batch)))?.['transactionCode'])
  expect(codes).toEqual(['23', '34', '27'])
})

it('takes in ten thousand entries in one call', async () => {
  await using caller = await Caller.open()
  const details = Array.from({ length: 10_000 }, (_, at) => ppd(at + 100))
  const body = JSON.stringify(batchOf(caller, 'ppd', details))
  await caller.token()
  const startedMs = performance.now()
  const answer = await post(caller, `${origination}/ppd`, body)
  const tookMs = Math.round(performance.now() - startedMs)
  process.stdout.write(`10,000 entries, ${body.length} bytes: ${tookMs} ms\n`)
  const traces = new Set(detailsIn(answer).map((one) => one['traceNumber']))
  expect([answer.status, traces.size]).toEqual([200, 10_000])
  expect(await caller.broken()).toEqual([])
})

it('reads no more than is usual of calls that are no origination', async () => {
  await using caller = await Caller.open()
  const answer = await post(
    caller,
    `${origination}/status/addenda`,
    `{"uuid":"${'1'.repeat(300_000)}"}`,
  )
  expect(answer.status).toBe(400)
  expect(await caller.broken()).toEqual([])
})

it('clears on a reset what was originated, and nothing else', async () => {
  await using caller = await Caller.open()
  const trace = traceIn(await originate(caller, 'ppd', [ppd(11)]))
  caller.clock.advance(2000)
  const parNumber = String((await listed(caller, trace))?.['parNumber'])
  await caller.control.reset()
  expect((await detail(caller, parNumber)).status).toBe(404)
  expect((await addenda(caller, uuid(1))).status).toBe(404)
  const again = await originate(caller, 'ppd', [ppd(11)])
  expect(batchIn(again)['status']).toBe('accepted')
  expect(traceIn(again)).not.toBe(trace)
})
