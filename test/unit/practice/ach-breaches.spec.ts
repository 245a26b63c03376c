/** Breaches that the practice bank records for ACH calls, and its answers to them. */
import { expect, it } from 'vitest'
import { achBreachRules } from '../../../main/practice/ach/breach-rules.ts'
import {
  addenda,
  queryEarlier,
  batchOf,
  ccd,
  day,
  inquiry,
  list,
  originate,
  origination,
  post,
  ppd,
  receivables,
  reserve,
  serviceErrorOf,
  uuid,
  type Earlier,
} from './ach-caller.ts'
import { Caller, type Answer } from './practice-caller.ts'

type Sent = (caller: Caller) => Promise<Answer>
type Case = readonly [what: string, sent: Sent, status: number, broken: readonly string[]]

const listed =
  (change: object): Sent =>
  (caller) =>
    list(caller, change)
const requested =
  (which: Earlier, change: object): Sent =>
  async (caller) =>
    (await queryEarlier(caller, which, change)).answer
const sent =
  (path: string, body: object | string): Sent =>
  (caller) =>
    post(caller, path, body)
const batch =
  (change: object, detail: object = {}): Sent =>
  (caller) =>
    originate(caller, 'ppd', [ppd(11, detail)], change)
const status =
  (change: object): Sent =>
  (caller) =>
    addenda(caller, uuid(11), change)

const inquiryCases: readonly Case[] = [
  ['an unreadable body', sent(`${inquiry}/ach/list`, '{'), 400, ['ach-body-unreadable']],
  [
    'no wrapper (bank note 41)',
    sent(`${inquiry}/postedACHtransactions/list`, { accountNumber: ['1'] }),
    400,
    ['ach-body-unreadable'],
  ],
  [
    'the wrapper of another endpoint (bank note 41)',
    sent(`${inquiry}/postedACHtransactions/list`, { getACHReturnTransactionsRequest: {} }),
    400,
    ['ach-body-unreadable'],
  ],
  ['no account in the list', listed({ accountNumber: undefined }), 400, ['ach-field-missing']],
  ['a field of no list', listed({ startRowIndex: '1' }), 200, ['ach-field-unknown']],
  [
    '17 digits of account (bank note 36)',
    listed({ accountNumber: reserve }),
    400,
    ['ach-field-format'],
  ],
  [
    'accounts as an array in the list (bank note 42)',
    listed({ accountNumber: [receivables] }),
    400,
    ['ach-array-or-text'],
  ],
  ['a page as a number (bank note 46)', listed({ pageNumber: 1 }), 400, ['ach-field-type']],
  ['page 0', listed({ pageNumber: '0' }), 400, ['ach-page-wrong']],
  ['1001 per page', listed({ pageSize: '1001' }), 400, ['ach-page-wrong']],
  ['a page that is no number', listed({ pageSize: 'ten' }), 400, ['ach-field-format']],
  ['an unknown search', listed({ dateSearchType: 'POSTED' }), 400, ['ach-field-format']],
  ['a date without dashes', listed({ fromDate: '20260101' }), 400, ['ach-field-format']],
  [
    'a minimum above the maximum',
    listed({ minimumAmount: '2', maximumAmount: '1.99' }),
    400,
    ['ach-amounts-wrong'],
  ],
  [
    'more than one billion (bank note 58)',
    listed({ maximumAmount: '1000000000.01' }),
    400,
    ['ach-amounts-wrong'],
  ],
  ['an amount with commas', listed({ minimumAmount: '1,000' }), 400, ['ach-field-format']],
  ['an amount as a number', listed({ minimumAmount: 10 }), 400, ['ach-field-type']],
  [
    'one account as a text (bank note 42)',
    requested('posted', { accountNumber: receivables }),
    400,
    ['ach-array-or-text'],
  ],
  [
    'no account in an earlier list',
    requested('posted', { accountNumber: [] }),
    400,
    ['ach-field-missing'],
  ],
  ['no detailsFlag', requested('returns', { detailsFlag: undefined }), 400, ['ach-field-missing']],
  ['another flag', requested('collected', { addendaFlag: 'true' }), 400, ['ach-field-format']],
  ['secCode of returns', requested('returns', { secCode: 'PPD' }), 200, ['ach-field-unknown']],
  ['another secCode', requested('collected', { secCode: 'IAT' }), 400, ['ach-field-format']],
  [
    'PAR numbers as an array (bank note 42)',
    requested('collected', { parNumber: ['1'] }),
    400,
    ['ach-array-or-text'],
  ],
  [
    'PAR numbers as a text in the status inquiry (bank note 42)',
    requested('status', { parNumber: '1' }),
    400,
    ['ach-array-or-text'],
  ],
  ['neither PAR nor trace', requested('status', {}), 400, ['ach-field-missing']],
  ['row 0', requested('posted', { startRowIndex: '0', endRowIndex: '9' }), 400, ['ach-rows-wrong']],
  [
    'rows backwards (bank note 45)',
    requested('posted', { startRowIndex: '9', endRowIndex: '8' }),
    400,
    ['ach-rows-wrong'],
  ],
  [
    'an amount range backwards',
    requested('posted', { fromAmount: '2', toAmount: '1' }),
    400,
    ['ach-amounts-wrong'],
  ],
]

const dayCases: readonly (readonly [string, (caller: Caller) => Promise<Answer>])[] = [
  ['tomorrow and beyond', (c) => list(c, { fromDate: day(c, 2), toDate: day(c, 3) })],
  ['181 days ago and beyond', (c) => list(c, { fromDate: day(c, -182), toDate: day(c, -170) })],
  ['32 days', (c) => list(c, { fromDate: day(c, -60), toDate: day(c, -28) })],
  ['an end before the start', (c) => list(c, { fromDate: day(c, -10), toDate: day(c, -11) })],
  [
    'one day of an earlier list',
    async (c) =>
      (await queryEarlier(c, 'posted', { fromDate: day(c, -9), toDate: day(c, -9) })).answer,
  ],
  [
    'more than a year of an earlier list',
    async (c) =>
      (await queryEarlier(c, 'posted', { fromDate: day(c, -370), toDate: day(c) })).answer,
  ],
  [
    'a future start of an earlier list',
    async (c) =>
      (await queryEarlier(c, 'posted', { fromDate: day(c, 2), toDate: day(c, 4) })).answer,
  ],
]

const originationCases: readonly Case[] = [
  ['a body that is no object', sent(`${origination}/ppd`, '[]'), 400, ['ach-body-unreadable']],
  ['no batch', sent(`${origination}/ppd`, {}), 400, ['ach-field-missing']],
  ['a batch that is a text', sent(`${origination}/ppd`, { batch: 'x' }), 400, ['ach-field-type']],
  ['no batch uuid', batch({ uuid: undefined }), 400, ['ach-field-missing']],
  [
    'no companyEntryDescription',
    batch({ companyEntryDescription: '' }),
    400,
    ['ach-field-missing'],
  ],
  [
    'the secCode of another path (bank note 87)',
    batch({ secCode: 'WEB' }),
    400,
    ['ach-sec-code-wrong'],
  ],
  ['details that are no array', batch({ details: {} }), 400, ['ach-field-type']],
  ['a field of no batch', batch({ companyName: 'x' }), 200, ['ach-field-unknown']],
  ['no detail uuid', batch({}, { uuid: undefined }), 400, ['ach-field-missing']],
  ['another creditDebitCode', batch({}, { creditDebitCode: 'c' }), 400, ['ach-field-format']],
  [
    'a field of another SEC code (bank note 79)',
    batch({}, { totalAmount: 1 }),
    200,
    ['ach-field-of-other-sec'],
  ],
  [
    'another case of a field (bank note 80)',
    batch({}, { DfiAccountNumber: '1' }),
    200,
    ['ach-field-unknown'],
  ],
  ['a field of no addenda', batch({}, { addenda: [{ text: 'x' }] }), 200, ['ach-field-unknown']],
  [
    'a uuid with hyphens requested (bank note 82)',
    status({ uuid: '00000000-0000-0000-0000-000000000011' }),
    400,
    ['ach-uuid-wrong'],
  ],
  ['46 characters of uuid requested', status({ uuid: 'a'.repeat(46) }), 400, ['ach-uuid-wrong']],
  ['no uuid requested', status({ uuid: undefined }), 400, ['ach-field-missing']],
  ['pageSize as a number (bank note 46)', status({ pageSize: 10 }), 400, ['ach-field-type']],
  ['pageSize 0', status({ pageSize: '0' }), 400, ['ach-page-wrong']],
  [
    'a pageNumber of addenda (bank note 46)',
    status({ pageNumber: '1' }),
    404,
    ['ach-field-unknown'],
  ],
]

it.each([...inquiryCases, ...originationCases])(
  'notes %s',
  async (_what, call, expectedStatus, broken) => {
    await using caller = await Caller.open()
    const answer = await call(caller)
    expect([answer.status, await caller.broken()]).toEqual([expectedStatus, broken])
  },
)

it.each(dayCases)('bank note 43: notes %s', async (_what, call) => {
  await using caller = await Caller.open()
  const answer = await call(caller)
  expect([answer.status, await caller.broken()]).toEqual([400, ['ach-dates-wrong']])
  expect(serviceErrorOf(answer)).toMatchObject({ customStatus: 'F', errorCode: 'ECA-W-001' })
})

it('bank note 44: refuses more than 1000 rows with a code of their own', async () => {
  await using caller = await Caller.open()
  const { answer } = await queryEarlier(caller, 'posted', { startRowIndex: 1, endRowIndex: 1001 })
  expect(answer.status).toBe(400)
  expect(serviceErrorOf(answer)).toMatchObject({ customStatus: 'F', errorCode: 'ECA-W-002' })
  expect(await caller.broken()).toEqual(['ach-rows-too-many'])
})

it('bank note 20: refuses a request without a mandatory field with ECA-W-001 and custom status F', async () => {
  await using caller = await Caller.open()
  const { answer } = await queryEarlier(caller, 'collected', { fromDate: undefined })
  expect(answer.status).toBe(400)
  expect(serviceErrorOf(answer)).toMatchObject({ customStatus: 'F', errorCode: 'ECA-W-001' })
  expect(await caller.broken()).toEqual(['ach-field-missing'])
})

it('bank note 89: notes an effective date more than 31 days away, either way', async () => {
  await using caller = await Caller.open()
  for (const days of [-33, 33]) {
    const answer = await originate(caller, 'ccd', [ccd(11)], { effectiveDate: day(caller, days) })
    expect(answer.status).toBe(400)
  }
  for (const [at, days] of [-31, 31].entries()) {
    const change = { uuid: uuid(100 + at), effectiveDate: day(caller, days) }
    expect((await originate(caller, 'ccd', [ccd(200 + at)], change)).status).toBe(200)
  }
  const rule = 'ach-effective-date-wrong'
  expect(await caller.broken()).toEqual([rule, rule])
})

it.each(['CS-1', 'CS 1', 'x'.repeat(501)])(
  'bank note 59: notes customData %j, and originates nothing',
  async (customData) => {
    await using caller = await Caller.open()
    const body = { ...batchOf(caller, 'ppd', [ppd(11)]), customData }
    const answer = await post(caller, `${origination}/ppd`, body)
    expect([answer.status, await caller.broken()]).toEqual([400, ['ach-custom-data-wrong']])
    expect((await addenda(caller, uuid(11))).status).toBe(404)
  },
)

it('has a test here for every rule of its own', () => {
  const tested = new Set([
    ...[...inquiryCases, ...originationCases].flatMap(([, , , broken]) => broken),
    'ach-dates-wrong',
    'ach-rows-too-many',
    'ach-effective-date-wrong',
    'ach-custom-data-wrong',
  ])
  expect([...tested].sort()).toEqual(Object.keys(achBreachRules).sort())
})

it('names fields in a breach and never their values', async () => {
  await using caller = await Caller.open()
  await list(caller, { accountNumber: '98765432109876543', minimumAmount: '4711,00' })
  await originate(caller, 'ppd', [ppd(11, { creditDebitCode: 'SECRET' })])
  expect(JSON.stringify(await caller.control.breaches())).not.toMatch(/98765|4711|SECRET/)
})
