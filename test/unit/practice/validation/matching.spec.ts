import { expect, it } from 'vitest'
import type { MatchField } from '../../../../preload/contract/bank/account-validation.ts'
import { matchOwner, type Owner } from '../../../../main/practice/validation/matching.ts'
import { overallMatchScore } from '../../../../main/practice/validation/score.ts'
import { practicePeople } from '../../../../main/practice/data/people.ts'
import { practiceBusinesses } from '../../../../main/practice/data/businesses.ts'

const record = (id: string): Owner =>
  [...practicePeople, ...practiceBusinesses].find((one) => one.id === id)?.owner ?? {}
const margaret = record('margaret-alder')
const ridgeway = record('ridgeway-supply-llc')
const cascade = record('cascade-timber-and-millwork')

const letterOf = (sent: Owner, known: Owner, field: MatchField): string =>
  matchOwner(sent, known)[field].letter
const scoreOf = (sent: Owner, known: Owner): number =>
  Number(overallMatchScore(matchOwner(sent, known)))

const person = { firstName: 'Margaret', lastName: 'Alder' }

it.each([
  ['nameMatch', { firstName: 'MARGARET', lastName: ' al-der ' }, 'Y'],
  ['nameMatch', { firstName: 'M.', lastName: 'Alder' }, 'Y'],
  ['nameMatch', { ...person, middleName: 'R' }, 'Y'],
  ['nameMatch', { firstName: 'Marg', lastName: 'Alder' }, 'C'],
  ['nameMatch', { firstName: 'Margareta', lastName: 'Elder' }, 'C'],
  ['nameMatch', { firstName: 'Boris', lastName: 'Quill' }, 'N'],
  ['firstNameMatch', { firstName: 'Margret', lastName: 'Alder' }, 'Y'],
  ['firstNameMatch', { firstName: 'Marg', lastName: 'Alder' }, 'N'],
  ['lastNameMatch', { firstName: 'Margaret', lastName: 'Elder' }, 'N'],
  ['middleNameMatch', { ...person, middleName: 'Rosa' }, 'N'],
  ['addressMatch', { ...person, addressLine1: '12 mill rd', addressLine2: 'Apt 4' }, 'Y'],
  ['addressMatch', { ...person, addressLine1: '12 Mill Rd.' }, 'Y'],
  ['addressMatch', { ...person, addressLine1: '14 Mill Road' }, 'C'],
  ['addressMatch', { ...person, addressLine1: '1 Harbour Boulevard' }, 'N'],
  ['cityMatch', { ...person, city: 'alderfalls' }, 'Y'],
  ['cityMatch', { ...person, city: 'Alder Hills' }, 'C'],
  ['cityMatch', { ...person, city: 'Springfield' }, 'N'],
  ['stateMatch', { ...person, state: 'or' }, 'Y'],
  ['stateMatch', { ...person, state: 'WA' }, 'N'],
  ['zipCodeMatch', { ...person, zipCode: '97001' }, 'Y'],
  ['zipCodeMatch', { ...person, zipCode: '97001-0142' }, 'Y'],
  ['zipCodeMatch', { ...person, zipCode: '97001-9999' }, 'C'],
  ['zipCodeMatch', { ...person, zipCode: '10001' }, 'N'],
  ['homePhoneMatch', { ...person, homePhone: '5035550142' }, 'Y'],
  ['homePhoneMatch', { ...person, homePhone: '9715550142' }, 'C'],
  ['workPhoneMatch', { ...person, workPhone: '2125550100' }, 'N'],
  ['dobMatch', { ...person, dob: '19620314' }, 'Y'],
  ['dobMatch', { ...person, dob: '19620315' }, 'C'],
  ['dobMatch', { ...person, dob: '20010101' }, 'N'],
  ['idTypeMatch', { ...person, idType: 'd' }, 'Y'],
  ['idNoMatch', { ...person, idNo: 'OR 447-1902' }, 'Y'],
  ['idNoMatch', { ...person, idNo: 'OR4471903' }, 'C'],
  ['idNoMatch', { ...person, idNo: 'XX1' }, 'N'],
  ['idStateMatch', { ...person, idState: 'WA' }, 'N'],
] as const)('answers %s for %o with %s (bank note 32)', (field, sent, letter) => {
  expect(letterOf(sent, margaret, field)).toBe(letter)
})

it('answers the SSN with Y for four digits that fit and C for all nine (bank note 31)', () => {
  expect(letterOf({ ...person, ssn: '4321' }, margaret, 'ssnMatch')).toBe('Y')
  expect(letterOf({ ...person, ssn: '987654321' }, margaret, 'ssnMatch')).toBe('C')
  expect(letterOf({ ...person, ssn: '4322' }, margaret, 'ssnMatch')).toBe('N')
  expect(letterOf({ ...person, ssn: '987654322' }, margaret, 'ssnMatch')).toBe('N')
})

it('does not take points off for an SSN that matches in full (bank note 31)', () => {
  expect(scoreOf({ ...person, ssn: '987654321' }, margaret)).toBe(100)
})

it('leaves unsent fields blank and answers U where it has nothing (bank note 30)', () => {
  const match = matchOwner({ ...person, city: 'Alder Falls', namePrefix: 'Ms' }, person)
  expect(match.cityMatch.letter).toBe('U')
  expect(match.namePrefixMatch.letter).toBe('U')
  expect(match.nameSuffixMatch.letter).toBe('')
  expect(match.stateMatch.letter).toBe('')
})

it('always answers U for prefix and suffix that were sent, whatever it has (bank note 30)', () => {
  const known = { ...person, namePrefix: 'Ms', nameSuffix: 'Sr' }
  const match = matchOwner(known, known)
  expect([match.namePrefixMatch.letter, match.nameSuffixMatch.letter]).toEqual(['U', 'U'])
})

it('answers U for a business name when the account has none', () => {
  const fern = record('fern-daughter-bakery')
  expect(letterOf({ businessName: 'Fern & Daughter Bakery' }, fern, 'businessNameMatch')).toBe('U')
})

it.each([
  ['ridgeway supply', 'Y'],
  ['The Ridgeway-Supply Company, Inc.', 'Y'],
  ['Ridgeway Suply', 'Y'],
  ['Ridgeway', 'C'],
  ['Blue Heron Boats', 'N'],
])('compares the business %s with %s, its legal form aside', (businessName, letter) => {
  expect(letterOf({ businessName }, ridgeway, 'businessNameMatch')).toBe(letter)
})

it('ignores case, spacing, punctuation and accents of a name', () => {
  const known = record('siobhan-o-brien-nunez')
  const sent = { firstName: 'SIOBHAN', lastName: 'OBRIEN NUNEZ' }
  expect(letterOf(sent, known, 'nameMatch')).toBe('Y')
})

it('scores the exact owner at 81 or more, a near one about there, a stranger far below (bank note 33)', () => {
  const jonathan = record('jonathan-thorpe')
  expect(scoreOf({ firstName: 'Jonathan', lastName: 'Thorpe' }, jonathan)).toBe(100)
  expect(scoreOf({ businessName: 'Ridgeway Supply LLC' }, ridgeway)).toBe(100)
  for (const near of [
    scoreOf({ firstName: 'Jon', lastName: 'Thorpe' }, jonathan),
    scoreOf({ businessName: 'Cascade Timber' }, cascade),
    scoreOf({ firstName: 'Margareta', lastName: 'Elder' }, margaret),
  ]) {
    expect(near).toBeGreaterThan(60)
    expect(near).toBeLessThan(95)
  }
  expect(scoreOf({ firstName: 'Jon', lastName: 'Thorpe' }, jonathan)).toBeLessThan(81)
  expect(scoreOf({ businessName: 'Cascade Timber' }, cascade)).toBeLessThan(81)
  expect(scoreOf({ firstName: 'Boris', lastName: 'Quill' }, margaret)).toBe(0)
  expect(scoreOf({ ...margaret, firstName: 'Boris', lastName: 'Quill' }, margaret)).toBeLessThan(50)
})

it('has the score that the case of each practice account promises', () => {
  const promises = [...practicePeople, ...practiceBusinesses].filter(({ shows }) =>
    shows.includes('below 81'),
  )
  expect(promises).toHaveLength(2)
  for (const { kind, shows, owner = {} } of promises) {
    const [, entered = ''] = /^Entered as ([\w ]+?)[:,]/.exec(shows) ?? []
    const [firstName = '', lastName = ''] = entered.split(' ')
    const name = kind === 'business' ? { businessName: entered } : { firstName, lastName }
    const sent = shows.includes('name alone') ? name : { ...owner, ...name }
    expect(scoreOf(sent, owner), shows).toBeLessThan(81)
  }
})

it('raises the score with Y and lowers it with C, and more with N', () => {
  const sent = { firstName: 'Marg', lastName: 'Alder' }
  const alone = scoreOf(sent, margaret)
  expect(scoreOf({ ...sent, dob: '19620314' }, margaret)).toBeGreaterThan(alone)
  const conditional = scoreOf({ ...person, dob: '19620315' }, margaret)
  expect(conditional).toBeLessThan(100)
  expect(scoreOf({ ...person, dob: '20010101' }, margaret)).toBeLessThan(conditional)
})

it('writes the score as whole digits from 0 to 100 (bank note 33)', () => {
  for (const sent of [
    person,
    { firstName: 'Marg', lastName: 'Alder' },
    { firstName: 'B', lastName: 'Q' },
  ]) {
    expect(overallMatchScore(matchOwner(sent, margaret))).toMatch(/^(100|\d{1,2})$/)
  }
})
