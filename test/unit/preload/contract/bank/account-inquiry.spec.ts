import { describe, expect, it } from 'vitest'
import {
  sameAccount,
  significantAccount,
} from '../../../../../preload/contract/kernel/account-number.ts'
import {
  accountInquiry,
  ownerFields,
  ownerRules,
  type OwnerField,
} from '../../../../../preload/contract/bank/account-validation.ts'
import { hasRoutingChecksum } from '../../../../../preload/contract/kernel/routing-number.ts'

const person = {
  apiVersion: 'v1',
  routingNumber: '021000021',
  accountNumber: '12345678',
  ownerKind: 'person',
  owner: { firstName: 'Ada', lastName: 'Alder' },
}
const problemsOf = (input: unknown): string[] =>
  (accountInquiry.safeParse(input).error?.issues ?? []).map((issue) => issue.path.join('.'))

describe('the account inquiry', () => {
  it('takes a person by first and last name', () => {
    expect(accountInquiry.parse(person)).toEqual(person)
  })

  it('bank note 28: wants first and last name together', () => {
    expect(problemsOf({ ...person, owner: { lastName: 'Alder' } })).toEqual(['owner.firstName'])
    expect(problemsOf({ ...person, owner: { firstName: 'Ada' } })).toEqual(['owner.lastName'])
    expect(problemsOf({ ...person, owner: {} })).toEqual(['owner.firstName', 'owner.lastName'])
  })

  it('bank note 28: checks a person or a business, never both', () => {
    const both = { firstName: 'Ada', lastName: 'Alder', businessName: 'Alder Mills' }
    expect(problemsOf({ ...person, owner: both })).toEqual(['owner.businessName'])
    expect(problemsOf({ ...person, ownerKind: 'business', owner: both })).toEqual([
      'owner.firstName',
      'owner.lastName',
    ])
  })

  it('bank note 29: sends no owner field when no owner is checked', () => {
    expect(problemsOf({ ...person, ownerKind: 'none', owner: {} })).toEqual([])
    expect(problemsOf({ ...person, ownerKind: 'none', owner: { city: 'Alder Falls' } })).toEqual([
      'owner.city',
    ])
  })

  it('bank note 30: refuses an empty text where a field should be left out', () => {
    expect(problemsOf({ ...person, owner: { ...person.owner, city: '  ' } })).toEqual([
      'owner.city',
    ])
  })

  it('bank note 35: knows neither amount nor serial number', () => {
    expect(accountInquiry.safeParse({ ...person, amount: '10' }).success).toBe(false)
    expect(accountInquiry.safeParse({ ...person, serialNumber: '1' }).success).toBe(false)
  })

  it('bank note 36: counts 17 characters after leading zeros and compares without them', () => {
    expect(problemsOf({ ...person, accountNumber: '12345678901234567' })).toEqual([])
    expect(problemsOf({ ...person, accountNumber: '00012345678901234567' })).toEqual([])
    expect(problemsOf({ ...person, accountNumber: '123456789012345678' })).toEqual([
      'accountNumber',
    ])
    expect(problemsOf({ ...person, accountNumber: '0000' })).toEqual(['accountNumber'])
    expect(significantAccount('000120')).toBe('120')
    expect(sameAccount('000120', '120')).toBe(true)
    expect(sameAccount('120', '0121')).toBe(false)
  })

  it('refuses separators in an account and a routing number that is not nine digits', () => {
    expect(problemsOf({ ...person, accountNumber: '123-456' })).toEqual(['accountNumber'])
    expect(problemsOf({ ...person, routingNumber: '21000021' })).toEqual(['routingNumber'])
  })

  const cases: [OwnerField, good: string[], bad: string[]][] = [
    ['zipCode', ['43001', '430011234', '43001-1234'], ['4300', '43001 1234', '43001-', 'ABCDE']],
    ['homePhone', ['6145550100'], ['614-555-0100', '555010', '61455501001']],
    ['workPhone', ['6145550100'], ['+16145550100']],
    ['dob', ['1980-02-29', '1999-12-31'], ['19800229', '1981-02-29', '29.02.1980']],
    ['state', ['OH', 'oh'], ['Ohio', 'O', '43']],
    ['idState', ['OH', 'ONTAR'], ['ONTARIO']],
    ['ssn', ['1234', '123456789'], ['12345', '123-45-6789', 'abcd']],
    ['namePrefix', ['Dr.', 'Mrs.'], ['Prof.']],
    ['nameSuffix', ['Jr.'], ['Junior']],
    ['addressLine1', ['x'.repeat(40)], ['x'.repeat(41)]],
    ['addressLine2', ['x'.repeat(40)], ['x'.repeat(41)]],
    ['idType', ['D'], ['DL']],
    ['idNo', ['x'.repeat(28)], ['x'.repeat(29)]],
  ]
  it.each(cases)('bank note 37: holds the document\u2019s own rule of %s', (field, good, bad) => {
    const withField = (value: string): unknown => ({
      ...person,
      owner: { ...person.owner, [field]: value },
    })
    for (const value of good) expect(problemsOf(withField(value)), value).toEqual([])
    for (const value of bad) expect(problemsOf(withField(value)), value).toEqual([`owner.${field}`])
  })

  it('names a source for the rule of every field', () => {
    for (const field of ownerFields) expect(ownerRules[field].source).not.toBe('')
  })
})

describe('the routing checksum', () => {
  it('follows the weights 3, 7, 1 of the network', () => {
    expect(hasRoutingChecksum('021000021')).toBe(true)
    expect(hasRoutingChecksum('021000022')).toBe(false)
    expect(hasRoutingChecksum('02100002')).toBe(false)
  })
})
