/**
 * The practice customers give every code of the document. The lists are the contract's code tables.
 */
import { expect, it } from 'vitest'
import { accountValidationTables } from '../../../../preload/contract/bank/codes/index.ts'
import { matchFields } from '../../../../preload/contract/bank/account-validation.ts'
import { significantAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { hasRoutingChecksum } from '../../../../preload/contract/kernel/routing-number.ts'
import { errorCodes } from '../../../../main/practice/error-codes.ts'
import { findPracticeAccount, practiceAccounts } from '../../../../main/practice/data/accounts.ts'
import { practiceBankList } from '../../../../main/practice/data/banks.ts'
import {
  Caller,
  errorCodeOf,
  inside,
  resultOf,
  type Answer,
  type Inquiry,
} from '../practice-caller.ts'

const codes = (table: keyof typeof accountValidationTables): string[] =>
  accountValidationTables[table].entries.map(({ code }) => code)

const about = (id: string): Inquiry => {
  const found = practiceAccounts.find((account) => account.id === id)
  if (!found) throw new Error(`No resident ${id}`)
  return { routingNumber: found.routingNumber, accountNumber: found.accountNumber }
}
const statusOf = (answer: Answer): unknown =>
  inside(resultOf(answer), 'AcctStatus')['primaryStatusCode']
const conditionOf = (answer: Answer): unknown =>
  inside(resultOf(answer), 'AcctOwner')['conditionCode']

it('gives every resident a valid routing number, an account of its own and a sentence', () => {
  const keys = practiceAccounts.map((one) => `${one.routingNumber}/${one.accountNumber}`)
  expect(new Set(keys).size).toBe(practiceAccounts.length)
  expect(new Set(practiceAccounts.map(({ id }) => id)).size).toBe(practiceAccounts.length)
  for (const one of practiceAccounts) {
    expect(hasRoutingChecksum(one.routingNumber), one.name).toBe(true)
    expect(one.shows, one.name).toMatch(/^[A-Z].+\.$/)
  }
  expect(new Set(practiceBankList.map(({ routingNumber }) => routingNumber)).size).toBe(
    practiceBankList.length,
  )
})

it('keeps account numbers as validation wants them (bank note 36)', () => {
  for (const { accountNumber, bank } of practiceAccounts) {
    expect(significantAccount(accountNumber)).toBe(accountNumber)
    expect(accountNumber).toMatch(/^[A-Za-z0-9]{1,17}$/)
    if (bank.accountLength !== null) expect(accountNumber).toHaveLength(bank.accountLength)
  }
  expect(practiceAccounts.map(({ accountNumber }) => accountNumber.length)).toContain(17)
})

it('returns the town over the control endpoint as the contract describes it', async () => {
  await using caller = await Caller.open()
  const { name, residents } = await caller.control.town()
  expect(name).toBe('Alder Falls')
  expect(residents).toHaveLength(practiceAccounts.length)
})

it.each(codes('errorCode'))('can answer errorCode %s (bank notes 23 and 34)', async (code) => {
  await using caller = await Caller.open()
  const resident = practiceAccounts.find(({ errorCode }) => errorCode === code)
  expect(resident).toBeDefined()
  const answer = await caller.verify({
    routingNumber: resident?.routingNumber,
    accountNumber: resident?.accountNumber,
  })
  expect(errorCodeOf(answer)).toBe(code)
  expect(answer.status).toBe(errorCodes[code as keyof typeof errorCodes].status)
  expect(await caller.broken()).toEqual([])
})

it('has each errorCode of the document and no other', () => {
  expect(Object.keys(errorCodes).sort()).toEqual(codes('errorCode').sort())
})

it.each(codes('primaryStatusCode'))(
  'can answer account status %s in version 2 (bank note 34)',
  async (code) => {
    await using caller = await Caller.open()
    const resident = practiceAccounts.find(({ status }) => status === code)
    const answer = await caller.verify(about(resident?.id ?? 'none'), 'v2')
    expect(statusOf(answer)).toBe(code)
    expect(await caller.broken()).toEqual([])
  },
)

it('answers account status 699 in version 2 only (bank note 34)', async () => {
  await using caller = await Caller.open()
  expect(statusOf(await caller.verify(about('petra-lund'), 'v1'))).toBe('096')
  expect(statusOf(await caller.verify(about('petra-lund'), 'v2'))).toBe('699')
})

it.each(codes('conditionCode'))(
  'can answer condition %s, with the account status beside it (bank note 34)',
  async (code) => {
    await using caller = await Caller.open()
    const resident = practiceAccounts.find(({ condition }) => condition === code)
    const answer = await caller.verify(about(resident?.id ?? 'none'))
    expect(conditionOf(answer)).toBe(code)
    expect(statusOf(answer)).toMatch(/^\d{3}$/)
    const owner = inside(resultOf(answer), 'AcctOwner')
    if (code !== '000') {
      expect(owner['overallMatchScore']).toBe('')
      for (const field of Object.keys(matchFields)) expect(owner[field], field).toBe('')
    }
  },
)

it('answers condition 900 when no owner was requested and 304 when no name was sent (bank note 29)', async () => {
  await using caller = await Caller.open()
  const none = await caller.verify({ AcctOwner: undefined as unknown as object })
  expect([conditionOf(none), statusOf(none)]).toEqual(['900', '099'])
  const nameless = await caller.verify({ AcctOwner: { city: 'Alder Falls' } })
  expect([conditionOf(nameless), statusOf(nameless)]).toEqual(['304', '099'])
  for (const answer of [none, nameless]) {
    expect(inside(resultOf(answer), 'AcctOwner')['overallMatchScore']).toBe('')
  }
  expect(await caller.broken()).toEqual([])
})

it('answers each letter of the document on each field that allows it (bank notes 30 to 32)', async () => {
  await using caller = await Caller.open()
  const margaret = findPracticeAccount('550010016', '1000200031')?.owner ?? {}
  const seen = new Set<string>()
  const requested: Inquiry[] = [
    { ...about('margaret-alder'), AcctOwner: { ...margaret, namePrefix: 'Ms', nameSuffix: 'Sr' } },
    { ...about('margaret-alder'), AcctOwner: { ...margaret, ssn: '4321' } },
    {
      ...about('margaret-alder'),
      AcctOwner: {
        firstName: 'Marg',
        lastName: 'Alder',
        addressLine1: '14 Mill Road',
        city: 'Alder Hills',
        state: 'WA',
        zipCode: '97099',
        homePhone: '9715550142',
        workPhone: '9715550177',
        dob: '19620315',
        idType: 'P',
        idNo: 'OR4471903',
        idState: 'WA',
      },
    },
    {
      ...about('margaret-alder'),
      AcctOwner: {
        firstName: 'Boris',
        lastName: 'Quill',
        middleName: 'Xaver',
        addressLine1: '900 Harbour Boulevard',
        city: 'Springfield',
        zipCode: '10001',
        homePhone: '2125550100',
        workPhone: '2125550101',
        ssn: '1111',
        dob: '20010101',
        idNo: 'ZZ9',
      },
    },
    {
      ...about('silas-reed'),
      AcctOwner: { ...margaret, firstName: 'Silas', lastName: 'Reed', businessName: 'Reed' },
    },
    {
      ...about('estate-at-9-ferry-street'),
      AcctOwner: { firstName: 'A', lastName: 'B', middleName: 'C' },
    },
    { ...about('ridgeway-supply-llc'), AcctOwner: { businessName: 'RIDGEWAY SUPPLY' } },
    { ...about('cascade-timber-and-millwork'), AcctOwner: { businessName: 'Cascade Timber' } },
    { ...about('ridgeway-supply-llc'), AcctOwner: { businessName: 'Blue Heron Boats' } },
  ]
  for (const inquiry of requested) {
    const owner = inside(resultOf(await caller.verify(inquiry)), 'AcctOwner')
    for (const field of Object.keys(matchFields)) seen.add(`${field} ${String(owner[field])}`)
  }
  const letters = codes('match')
  const alwaysU = ['namePrefixMatch', 'nameSuffixMatch']
  for (const [field, allowed] of Object.entries(matchFields)) {
    const expected = alwaysU.includes(field) ? 'U' : allowed
    for (const letter of letters) {
      expect(seen.has(`${field} ${letter}`), `${field} ${letter}`).toBe(expected.includes(letter))
    }
  }
})
