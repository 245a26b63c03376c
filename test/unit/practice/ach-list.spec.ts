/** `/ach/list` and `/ach/detail` of the practice bank (document 2). */
import { expect, it } from 'vitest'
import { seededHistory } from '../../../main/practice/ach/seeded-history.ts'
import {
  day,
  detail,
  list,
  messageCodeOf,
  operating,
  pageOf,
  receivables,
  reserve,
  rowsOf,
  transactionsOf,
} from './ach-caller.ts'
import { Caller, textLike, type Json } from './practice-caller.ts'

const within = (caller: Caller, change: object) =>
  list(caller, { accountNumber: receivables, ...change })

it('lists items with the documented fields and no others', async () => {
  await using caller = await Caller.open()
  const answer = await list(caller)
  expect([answer.status, messageCodeOf(answer)]).toEqual([200, '099'])
  const documented = [
    'parNumber',
    'transactionStatus',
    'traceNumber',
    'transactionAmount',
    'settlementDate',
    'transactionCode',
    'authorizedCustomerName',
    'standardEntryClassCode',
    'receivingAccount',
    'originatingAccount',
    'receivingParty',
    'originatingParty',
    'addendaCount',
    'notificationOfChangeAddendaCount',
    'internationalAddendaCount',
  ]
  for (const item of transactionsOf(answer)) {
    expect(Object.keys(item).sort()).toEqual([...documented].sort())
    expect(item).toMatchObject({
      parNumber: textLike(/^0075\d{15}$/),
      traceNumber: textLike(/^\d{15}$/),
      transactionStatus: 'SETTLED',
      settlementDate: textLike(/^\d{4}-\d\d-\d\d$/),
    })
  }
  expect(answer.text).toMatch(/"transactionAmount":\d+\.\d\d,/)
  expect(answer.text).not.toMatch(/"transactionAmount":\d+(\.\d)?,/)
  expect(await caller.broken()).toEqual([])
})

it('bank note 46: pages by texts, says so in integers, and leaves no gap and no double', async () => {
  await using caller = await Caller.open()
  const whole = transactionsOf(await list(caller))
  const seen: Json[] = []
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = await list(caller, { pageNumber: String(pageNumber), pageSize: '4' })
    seen.push(...transactionsOf(page))
    const totalPages = Math.ceil(whole.length / 4)
    expect(pageOf(page)).toEqual({
      pageNumber,
      pageSize: 4,
      totalPages,
      totalRecords: whole.length,
      lastPage: pageNumber === totalPages,
    })
    if (pageOf(page)['lastPage'] === true) break
  }
  expect(seen).toEqual(whole)
  expect(new Set(seen.map((item) => item['parNumber'])).size).toBe(whole.length)
  expect(whole.length).toBeGreaterThan(10)
})

it('bank note 21: answers 400 with message 001 and no records where nothing matches', async () => {
  await using caller = await Caller.open()
  const answer = await list(caller, { minimumAmount: '999999999.00' })
  expect([answer.status, messageCodeOf(answer)]).toEqual([400, '001'])
  expect(pageOf(answer)).toMatchObject({ totalRecords: 0, totalPages: 0, lastPage: true })
  expect(answer.json['transactions']).toBeUndefined()
  expect(answer.json['ServiceError']).toBeUndefined()
  expect(await caller.broken()).toEqual([])
})

it('bank note 49: lists returned entries under RETURNED only, by their return date', async () => {
  await using caller = await Caller.open()
  const days = { fromDate: day(caller, -70), toDate: day(caller, -40) }
  const blank = transactionsOf(await within(caller, { ...days, dateSearchType: '' }))
  const collected = transactionsOf(await within(caller, { ...days, dateSearchType: 'COLLECTED' }))
  expect(collected).toEqual(blank)
  expect(blank.map((item) => item['transactionStatus'])).not.toContain('RETURNED')
  const returned = transactionsOf(await within(caller, { ...days, dateSearchType: 'RETURNED' }))
  expect(returned.length).toBeGreaterThan(0)
  for (const item of returned) {
    expect(item).toMatchObject({
      transactionStatus: 'RETURNED',
      returnReasonCode: textLike(/^R\d\d$/),
    })
    const returnDate = String(item['returnDate'])
    expect(returnDate >= days.fromDate && returnDate <= days.toDate).toBe(true)
  }
  const settled = transactionsOf(await within(caller, { ...days, dateSearchType: 'SETTLED' }))
  for (const item of settled) {
    const settlementDate = String(item['settlementDate'])
    expect(settlementDate >= days.fromDate && settlementDate <= days.toDate).toBe(true)
  }
  expect(settled.length).toBeGreaterThan(0)
})

it('bank note 36: finds an account with and without its leading zeros, and writes it with them', async () => {
  await using caller = await Caller.open()
  const withZeros = transactionsOf(await list(caller, { accountNumber: receivables }))
  const without = transactionsOf(await list(caller, { accountNumber: '72004500' }))
  expect(without).toEqual(withZeros)
  expect(JSON.stringify(without[0])).toContain(`"accountNumber":"${receivables}"`)
})

it('narrows by amounts to the cent and by trace number', async () => {
  await using caller = await Caller.open()
  const [first] = transactionsOf(await list(caller))
  const amount = Number(first?.['transactionAmount']).toFixed(2)
  const byAmount = await list(caller, { minimumAmount: amount, maximumAmount: amount })
  expect(transactionsOf(byAmount)).toContainEqual(first)
  const byTrace = await list(caller, { traceNumber: first?.['traceNumber'] })
  expect(transactionsOf(byTrace)).toEqual([first])
  const all = await list(caller, { minimumAmount: '0', maximumAmount: '' })
  expect(pageOf(all)).toEqual(pageOf(await list(caller)))
})

it('bank note 43: takes one day, 31 days and the day 180 days ago', async () => {
  await using caller = await Caller.open()
  const oldest = day(caller, -180)
  for (const [fromDate, toDate] of [
    [day(caller), day(caller)],
    [oldest, day(caller, -149)],
    [oldest, undefined],
    [undefined, undefined],
  ]) {
    const answer = await list(caller, { fromDate, toDate })
    expect(['001', '099']).toContain(messageCodeOf(answer))
  }
  expect(await caller.broken()).toEqual([])
})

it('bank note 53: writes counts as integers, and for some entries as texts', async () => {
  await using caller = await Caller.open()
  const items = transactionsOf(await within(caller, {}))
  const kinds = new Set(items.map((item) => typeof item['addendaCount']))
  expect(kinds).toEqual(new Set(['number', 'string']))
})

it('answers 404 in the envelope to a PAR number that it does not know', async () => {
  await using caller = await Caller.open()
  const answer = await detail(caller, '0075202601010000000')
  expect(answer.status).toBe(404)
  expect(answer.json).toMatchObject({
    ErrorMessage: 'Resource not found',
    'X-CorrelationId': textLike(/^[0-9a-f-]{36}$/),
  })
  expect(await caller.broken()).toEqual([])
})

it('bank note 36: returns the detail of an entry on the 17-digit account, which the list does not take', async () => {
  await using caller = await Caller.open()
  const entry = seededHistory(caller.clock.now().getTime()).find(
    ({ account }) => account.accountNumber === reserve,
  )
  const answer = await detail(caller, entry?.parNumber ?? '')
  expect(answer.json).toMatchObject({ receivingAccount: { accountNumber: reserve } })
  expect((await list(caller, { accountNumber: reserve })).status).toBe(400)
})

it('bank note 55: sends every addenda record of a CTX that has many', async () => {
  await using caller = await Caller.open()
  const entry = seededHistory(caller.clock.now().getTime()).find(
    ({ remittance }) => remittance.length === 120,
  )
  const { json } = await detail(caller, entry?.parNumber ?? '')
  expect(Number(json['addendaCount'])).toBe(120)
  const records = rowsOf(json, 'addenda')
  expect(records.map((one) => one['sequenceNumber'])).toEqual(
    Array.from({ length: 120 }, (_, at) => at + 1),
  )
  for (const record of records) {
    expect(record['entryDetailSequenceNumber']).toMatch(/^\d{7}$/)
    expect(String(record['paymentRelatedInformation']).length).toBeLessThanOrEqual(255)
  }
})

it('answers a list over the ledger in a few milliseconds', async () => {
  await using caller = await Caller.open()
  await list(caller)
  const startedMs = performance.now()
  const answer = await list(caller, { accountNumber: operating })
  process.stdout.write(
    `${transactionsOf(answer).length} items: ${(performance.now() - startedMs).toFixed(1)} ms\n`,
  )
  expect(answer.status).toBe(200)
})
