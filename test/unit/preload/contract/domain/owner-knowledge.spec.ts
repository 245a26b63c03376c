import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../../../preload/contract/domain/orders/order.ts'
import {
  needsReason,
  ownerSignOf,
  type OwnersKnown,
} from '../../../../../preload/contract/domain/orders/owner-knowledge.ts'
import {
  resultClasses,
  type ResultClass,
} from '../../../../../preload/contract/domain/validation-reading.ts'

const ofCheck = (resultClass: ResultClass, isAnotherName = false): OwnersKnown => ({
  evidence: {
    ownership: { resultClass, isAnotherName } as NonNullable<Evidence['ownership']>,
  },
  batch: null,
})
const ofBatch = (part: Partial<NonNullable<OwnersKnown['batch']>['ownership']>): OwnersKnown => ({
  evidence: { ownership: null },
  batch: {
    ownership: {
      matches: 3,
      matchesInPart: 0,
      differs: 0,
      closed: 0,
      notFound: 0,
      unknown: 0,
      notVerified: 2,
      oldestAt: null,
      ...part,
    },
  },
})

describe('the sign of an owner check', () => {
  it.each([
    ['account-closed', 'no-account'],
    ['account-not-found', 'no-account'],
    ['owner-differs', 'owner-differs'],
    ['owner-matches-in-part', 'owner-in-part'],
    ['owner-matches', null],
    ['cannot-tell', null],
  ] as const)('of %s is %s', (resultClass, sign) => {
    expect(ownerSignOf(ofCheck(resultClass))).toBe(sign)
  })

  it('names a check of another name, unless the account itself is at fault', () => {
    expect(ownerSignOf(ofCheck('cannot-tell', true))).toBe('another-name')
    expect(ownerSignOf(ofCheck('owner-matches-in-part', true))).toBe('another-name')
    expect(ownerSignOf(ofCheck('account-closed', true))).toBe('no-account')
  })

  it('is the most serious of the entries of a batch', () => {
    expect(ownerSignOf(ofBatch({ matchesInPart: 2, differs: 1, notFound: 1 }))).toBe('no-account')
    expect(ownerSignOf(ofBatch({ matchesInPart: 2, differs: 1 }))).toBe('owner-differs')
    expect(ownerSignOf(ofBatch({ matchesInPart: 2 }))).toBe('owner-in-part')
    expect(ownerSignOf(ofBatch({}))).toBe('not-checked')
    expect(ownerSignOf(ofBatch({ notVerified: 0 }))).toBeNull()
  })

  it('says that the owner was never checked', () => {
    expect(ownerSignOf({ evidence: { ownership: null }, batch: null })).toBe('not-checked')
  })

  it('objects exactly where an approval needs a reason', () => {
    const all = [
      ...resultClasses.flatMap((one) => [ofCheck(one), ofCheck(one, true)]),
      { evidence: { ownership: null }, batch: null },
      ...[{}, { closed: 1 }, { notFound: 1 }, { differs: 1 }, { matchesInPart: 1 }].map(ofBatch),
    ]
    for (const known of all) {
      const sign = ownerSignOf(known)
      expect(sign !== null && sign !== 'not-checked').toBe(needsReason(known))
    }
  })
})
