import { describe, expect, it } from 'vitest'
import type { AccountInquiry } from '../../../../preload/contract/bank/account-validation.ts'
import { toWire } from '../../../../main/bank/apis/account-validation-wire.ts'

const ids = { secondaryId: '5550142' }
const person: AccountInquiry = {
  apiVersion: 'v1',
  routingNumber: '021000021',
  accountNumber: '0012345678',
  ownerKind: 'person',
  owner: { firstName: 'Ada', lastName: 'Alder', dob: '1980-02-29', state: 'oh' },
}
const inquiryOf = (inquiry: AccountInquiry, more = ids): Record<string, unknown> => {
  const body = toWire(inquiry, more) as {
    accountValidationRequest: { AOARequest: { Inquiry: Record<string, unknown> } }
  }
  return body.accountValidationRequest.AOARequest.Inquiry
}

describe('the inquiry on the wire', () => {
  it('bank note 24: spells secondaryId for version 1 and secondaryID for version 2', () => {
    expect(inquiryOf(person)).toMatchObject({ secondaryId: '5550142' })
    const v2 = inquiryOf({ ...person, apiVersion: 'v2' })
    expect(v2).toMatchObject({ secondaryID: '5550142' })
    expect(v2).not.toHaveProperty('secondaryId')
  })

  it('bank note 25: leaves Client out, and spells it per version where a reference was given', () => {
    expect(inquiryOf(person)).not.toHaveProperty('Client')
    const referred = { ...person, userDefined: 'R1' }
    expect(inquiryOf(referred)['Client']).toEqual({ userDefined: 'R1' })
    expect(inquiryOf({ ...referred, apiVersion: 'v2' })['Client']).toEqual({ UserDef: 'R1' })
  })

  it('bank note 27: requests the service Owner, letter for letter', () => {
    expect(inquiryOf(person)['serviceType']).toBe('Owner')
  })

  it('bank note 35: sends neither amount nor serial number', () => {
    expect(Object.keys(inquiryOf(person)).sort()).toEqual([
      'AcctOwner',
      'accountNumber',
      'routingNumber',
      'secondaryId',
      'serviceType',
    ])
  })

  it('bank note 36: sends the account without leading zeros and the routing number with them', () => {
    expect(inquiryOf(person)).toMatchObject({
      accountNumber: '12345678',
      routingNumber: '021000021',
    })
  })

  it('bank note 37: writes a date of birth as YYYYMMDD and a state in capitals', () => {
    expect(inquiryOf(person)['AcctOwner']).toEqual({
      firstName: 'Ada',
      lastName: 'Alder',
      dob: '19800229',
      state: 'OH',
    })
  })

  it('bank note 29: leaves AcctOwner out where no owner is requested', () => {
    expect(inquiryOf({ ...person, ownerKind: 'none', owner: {} })).not.toHaveProperty('AcctOwner')
  })

  it('sends an additional id only where one was issued', () => {
    const more = { secondaryId: '1', additionalId: '0017' }
    expect(inquiryOf(person, more)).toMatchObject({ additionalId: '0017' })
  })
})
