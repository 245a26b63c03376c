/** The rules of the inquiry: the bank's answers, and the breaches it records. */
import { expect, it } from 'vitest'
import type { ApiVersion } from '../../../../preload/contract/bank/account-validation.ts'
import {
  Caller,
  errorCodeOf,
  inside,
  resultOf,
  type Inquiry,
  someText,
  textLike,
} from '../practice-caller.ts'

const reed = { firstName: 'Silas', lastName: 'Reed' }
type Case = readonly [
  what: string,
  change: Inquiry,
  status: number,
  errorCode: string,
  broken: string[],
]
const leftOut = undefined

const cases: readonly Case[] = [
  ['a right inquiry', {}, 200, '000', []],
  ['serviceType left out', { serviceType: leftOut }, 400, '006', ['field-missing']],
  [
    'serviceType in another case (bank note 27)',
    { serviceType: 'owner' },
    200,
    '107',
    ['service-type-wrong'],
  ],
  ['secondaryId left out', { secondaryId: leftOut }, 400, '106', ['field-missing']],
  ['another secondaryId', { secondaryId: '1' }, 200, '103', ['client-id-wrong']],
  ['additionalId left out', { additionalId: leftOut }, 400, '106', ['field-missing']],
  ['another additionalId', { additionalId: '1' }, 200, '103', ['client-id-wrong']],
  ['routingNumber left out', { routingNumber: leftOut }, 400, '006', ['field-missing']],
  ['eight digits of routing number', { routingNumber: '55002002' }, 200, '001', ['field-format']],
  ['a routing number with a wrong checksum', { routingNumber: '550020023' }, 200, '001', []],
  ['a routing number of no bank', { routingNumber: '550090094' }, 200, '001', []],
  ['accountNumber left out', { accountNumber: leftOut }, 400, '006', ['field-missing']],
  [
    'separators in the account (bank note 36)',
    { accountNumber: '40-113' },
    200,
    '003',
    ['field-format'],
  ],
  [
    'leading zeros in the account (bank note 36)',
    { accountNumber: '040113' },
    200,
    '003',
    ['field-format'],
  ],
  ['18 characters of account', { accountNumber: '1'.repeat(18) }, 200, '008', ['field-format']],
  [
    'an account not as long as its bank has them',
    { routingNumber: '550010016', accountNumber: '123' },
    200,
    '008',
    [],
  ],
  [
    'a number instead of a string',
    { accountNumber: 40113 },
    400,
    '104',
    ['field-type', 'field-missing'],
  ],
  ['amount sent (bank note 35)', { amount: '12.00' }, 200, '000', ['field-deprecated']],
  ['a wrong amount sent (bank note 35)', { amount: '12.0' }, 200, '013', ['field-deprecated']],
  ['serialNumber sent (bank note 35)', { serialNumber: '1001' }, 200, '000', ['field-deprecated']],
  [
    'a wrong serialNumber sent (bank note 35)',
    { serialNumber: 'A1' },
    200,
    '005',
    ['field-deprecated'],
  ],
  ['a field of no version', { nickname: 'x' }, 200, '000', ['field-unknown']],
  ['mdmId sent (bank note 40)', { mdmId: 'x' }, 200, '000', ['field-unknown']],
  ['another case of a field', { acctowner: {} }, 200, '000', ['field-of-other-version']],
  ['a field of no owner', { AcctOwner: { ...reed, shoeSize: '9' } }, 200, '000', ['field-unknown']],
  [
    'first name alone (bank note 28)',
    { AcctOwner: { firstName: 'Silas' } },
    400,
    '006',
    ['names-incomplete'],
  ],
  [
    'last name alone (bank note 28)',
    { AcctOwner: { lastName: 'Reed' } },
    400,
    '006',
    ['names-incomplete'],
  ],
  ['an empty field', { AcctOwner: { ...reed, city: '' } }, 200, '000', ['field-empty']],
  ['a null field', { AcctOwner: { ...reed, city: null } }, 200, '000', ['field-empty']],
  ['AcctOwner that is no object', { AcctOwner: [] as object }, 400, '104', ['field-type']],
]

it.each(cases)('answers %s', async (_what, change, status, errorCode, broken) => {
  await using caller = await Caller.open()
  const answer = await caller.verify(change)
  expect([answer.status, errorCodeOf(answer)]).toEqual([status, errorCode])
  expect(await caller.broken()).toEqual(broken)
})

const format = ['field-format']
const fieldCases: readonly (readonly [
  field: string,
  value: string,
  errorCode: string,
  broken: string[],
])[] = [
  ['namePrefix', 'Prof.', '011', format],
  ['nameSuffix', 'Junior', '011', format],
  ['addressLine1', 'x'.repeat(41), '011', format],
  ['addressLine2', 'x'.repeat(41), '011', format],
  ['state', 'Oregon', '011', format],
  ['state', 'O', '010', format],
  ['state', '97', '107', format],
  ['zipCode', '97001-0142', '000', []],
  ['zipCode', '970010142', '000', []],
  ['zipCode', '97001 0142', '107', format],
  ['zipCode', '9700', '010', format],
  ['zipCode', '9700101', '107', format],
  ['homePhone', '503-555-0142', '011', format],
  ['homePhone', '555-555-01', '104', format],
  ['workPhone', '5550142', '010', format],
  ['ssn', '321', '010', format],
  ['ssn', '98765', '107', format],
  ['ssn', '987-65-4321', '011', format],
  ['dob', '1962-03-14', '011', format],
  ['dob', '19621403', '107', format],
  ['idType', 'DL', '011', format],
  ['idNo', 'x'.repeat(29), '011', format],
  ['idState', 'Ontario', '011', format],
  ['idState', 'ONT', '000', []],
]

it.each(fieldCases)(
  'judges %s of %s with %s (bank note 37)',
  async (field, value, errorCode, broken) => {
    await using caller = await Caller.open()
    const answer = await caller.verify({ AcctOwner: { ...reed, [field]: value } })
    expect(errorCodeOf(answer)).toBe(errorCode)
    expect(await caller.broken()).toEqual(broken)
  },
)

it('names fields in a breach and never their values (bank note 39)', async () => {
  await using caller = await Caller.open()
  await caller.verify({
    AcctOwner: { ...reed, ssn: '987-65-4321', dob: '14.03.62', idNo: '7'.repeat(29) },
  })
  const breaches = await caller.control.breaches()
  expect(breaches.map(({ detail }) => detail)).toEqual([
    'ssn: 4 or 9 digits',
    'dob: a date as YYYYMMDD',
    'idNo: at most 28 characters',
  ])
  expect(JSON.stringify(breaches)).not.toMatch(/987|14\.03|7777/)
})

it.each([
  ['not JSON', '{'],
  ['empty', ''],
  ['another nesting', '{"AOARequest":{"Inquiry":{}}}'],
  ['more beside the nesting', '{"accountValidationRequest":{"AOARequest":{"Inquiry":{}}},"x":1}'],
])('answers 400 with 105 to a body that is %s (bank note 23)', async (_what, body) => {
  await using caller = await Caller.open()
  const answer = await caller.send(body)
  expect([answer.status, errorCodeOf(answer)]).toEqual([400, '105'])
  expect(await caller.broken()).toEqual(['body-unreadable'])
})

it.each([
  ['v1', 'secondaryId'],
  ['v2', 'secondaryID'],
] as const)(
  'echoes the ids of %s as %s and answers what the bank looks up itself (bank note 24)',
  async (version, name) => {
    await using caller = await Caller.open()
    const result = resultOf(await caller.verify({}, version))
    expect(result).toMatchObject({
      errorCode: '000',
      [name]: caller.enrolment.secondaryId,
      additionalId: caller.enrolment.additionalId,
      routingNumber: '550020022',
      accountNumber: '40113',
      primaryId: someText,
      systemRecordId: textLike(/^[0-9A-F]{20}$/),
      AcctStatus: { primaryStatusCode: '099', primMessage: 'Open Valid' },
    })
    expect(result['Client']).toBeUndefined()
    expect(result['feeAttrib']).toBeUndefined()
    expect(await caller.broken()).toEqual([])
  },
)

it('refuses the spelling of the other version and records it (bank note 24)', async () => {
  await using caller = await Caller.open()
  const { secondaryId } = caller.enrolment
  const inOne = await caller.verify({ secondaryId: undefined, secondaryID: secondaryId }, 'v1')
  const inTwo = await caller.verify({ secondaryID: undefined, secondaryId }, 'v2')
  for (const answer of [inOne, inTwo]) expect(errorCodeOf(answer)).toBe('106')
  const both = ['field-of-other-version', 'field-missing']
  expect(await caller.broken()).toEqual([...both, ...both])
})

const clientOf: Record<ApiVersion, object> = {
  v1: { clientDate: '2026-11-21', clientTime: '08:30:00', userDefined: 'ref 1' },
  v2: { ClientDt: '2026-11-21', ClientTime: '08:30:00', UserDef: 'ref 1' },
}

it.each([
  ['v1', 'v2'],
  ['v2', 'v1'],
] as const)(
  'echoes the Client of %s and does not know that of %s (bank note 25)',
  async (own, foreign) => {
    await using caller = await Caller.open()
    expect(resultOf(await caller.verify({ Client: clientOf[own] }, own))['Client']).toEqual(
      clientOf[own],
    )
    expect(await caller.broken()).toEqual([])
    expect(
      resultOf(await caller.verify({ Client: clientOf[foreign] }, own))['Client'],
    ).toBeUndefined()
    expect(await caller.broken()).toEqual(Array(3).fill('field-of-other-version'))
  },
)

it.each([
  [{ clientDate: '11/21/2026' }, '107'],
  [{ clientTime: '24:00:00' }, '107'],
  [{ userDefined: 'x'.repeat(256) }, '011'],
])('judges the Client %o with %s', async (Client, errorCode) => {
  await using caller = await Caller.open()
  expect(errorCodeOf(await caller.verify({ Client }))).toBe(errorCode)
  expect(await caller.broken()).toEqual(['field-format'])
})

it('takes person and business together in version 1 only (bank note 28)', async () => {
  await using caller = await Caller.open()
  const AcctOwner = { ...reed, businessName: 'Reed' }
  expect(errorCodeOf(await caller.verify({ AcctOwner }, 'v1'))).toBe('000')
  expect(await caller.broken()).toEqual([])
  expect(errorCodeOf(await caller.verify({ AcctOwner }, 'v2'))).toBe('000')
  expect(await caller.broken()).toEqual(['names-both-kinds'])
})

it('records owner fields without a name in version 2 only (bank note 29)', async () => {
  await using caller = await Caller.open()
  const AcctOwner = { city: 'Alder Falls' }
  await caller.verify({ AcctOwner }, 'v1')
  expect(await caller.broken()).toEqual([])
  await caller.verify({ AcctOwner }, 'v2')
  expect(await caller.broken()).toEqual(['names-none'])
})

it('says that an account it does not have cannot be located', async () => {
  await using caller = await Caller.open()
  const result = resultOf(await caller.verify({ accountNumber: '99999' }))
  expect(inside(result, 'AcctStatus')['primaryStatusCode']).toBe('000')
  expect(inside(result, 'AcctOwner')['conditionCode']).toBe('396')
})

it('reports feeAttrib HH for the bank that has it', async () => {
  await using caller = await Caller.open()
  const answer = await caller.verify({ routingNumber: '550010016', accountNumber: '1000200031' })
  expect(resultOf(answer)['feeAttrib']).toBe('HH')
})
