import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorUnits } from '../../../../../preload/contract/kernel/money.ts'
import { paymentRequest } from '../../../../../preload/contract/bank/payments/payment-request.ts'
import { paymentWarnings } from '../../../../../preload/contract/bank/payments/payment-warnings.ts'
import { requestWarning } from '../../../../../preload/contract/kernel/request-warning.ts'
import { goodPayments, wire } from './support/payments.ts'

const warningsOf = (change: object) => paymentWarnings(paymentRequest.parse({ ...wire, ...change }))
const pathsOf = (change: object) => warningsOf(change).map(({ path }) => path)
const rtp = { requestedService: 'RTP', type: 'PAYMENT' }

describe('network warnings about a payment', () => {
  it('are none for a payment that keeps to the rulebooks', () => {
    expect(warningsOf({})).toEqual([])
  })

  it('name routing numbers that cannot be, at every party, and block none', () => {
    const strange = {
      creditPartyBank: { aba: '021000022' },
      intermediaryBank1: { aba: ' 130000006 ' },
      intermediaryBank2: { aba: '2100' },
      intermediaryBank3: { aba: '000000000' },
      debitPartyBank: { aba: ' ' },
    }
    const unusual = { message: 'Unusual routing number: check it', source: 'network' }
    expect(warningsOf(strange)).toMatchObject([
      {
        path: 'intermediaryBank1.aba',
        ...unusual,
        where: expect.stringMatching(/first two/) as string,
      },
      {
        path: 'intermediaryBank2.aba',
        message: 'A routing number has nine digits',
        source: 'network',
      },
      {
        path: 'intermediaryBank3.aba',
        ...unusual,
        where: expect.stringMatching(/zeros/) as string,
      },
      {
        path: 'creditPartyBank.aba',
        ...unusual,
        where: expect.stringMatching(/check digit/) as string,
      },
    ])
  })

  it('require names and addresses from USD 3,000.00 on, and not a cent below', () => {
    const bare = {
      debitParty: { accountNumber: '1' },
      creditParty: { accountNumber: '2', name: 'Ridgeway', postalAddress: { adrLine: [' '] } },
    }
    expect(pathsOf({ ...bare, transferAmount: 299_999 })).toEqual([])
    expect(pathsOf({ ...bare, transferAmount: 300_000 })).toEqual([
      'debitParty.name',
      'debitParty.postalAddress',
      'creditParty.postalAddress',
    ])
    expect(warningsOf({ ...bare, transferAmount: 300_000 })[0]?.where).toBe('31 CFR 1010.410(f)')
  })

  it('state that the value of another currency is unknown', () => {
    const [warning] = warningsOf({
      debitParty: { ...wire.debitParty, name: '' },
      transferAmount: 100,
      transferCurrency: 'EUR',
    })
    expect(warning).toMatchObject({ path: 'debitParty.name' })
    expect(warning?.message).toMatch(/if this is worth USD 3,000.00 or more$/)
  })

  it('are given above the RTP limit, which a profile may set lower', () => {
    expect(pathsOf({ ...rtp, transferAmount: 1_000_000_000 })).toEqual([])
    expect(pathsOf({ ...rtp, transferAmount: 1_000_000_001 })).toEqual(['transferAmount'])
    expect(pathsOf({ transferAmount: 1_000_000_001 })).toEqual([])
    const request = paymentRequest.parse({ ...wire, ...rtp, transferAmount: 101 })
    expect(paymentWarnings(request, { rtp: minorUnits(100) })).toMatchObject([
      { path: 'transferAmount', message: 'Above the RTP limit of USD 1.00' },
    ])
  })

  it('name RTP in anything but dollars', () => {
    expect(pathsOf({ ...rtp, transferCurrency: 'CAD' })).toEqual(['transferCurrency'])
  })

  it('state how many decimals an amount has where it is not two', () => {
    expect(warningsOf({ transferCurrency: 'JPY' })).toMatchObject([
      { path: 'transferAmount', message: 'JPY has no decimals' },
    ])
    expect(warningsOf({ transferCurrency: 'KWD' })).toMatchObject([
      { message: 'KWD has 3 decimals' },
    ])
    expect(warningsOf({ transferCurrency: 'XYZ' })).toMatchObject([{ path: 'transferCurrency' }])
  })

  it('name the characters that networks do not carry, and change none', () => {
    const [name, line] = warningsOf({
      creditParty: {
        ...wire.creditParty,
        name: 'Z\u00fcrich\u0007',
        postalAddress: { adrLine: ['a', '\u00e9'] },
      },
    })
    expect(name).toMatchObject({ path: 'creditParty.name' })
    expect(name?.message).toMatch(/\u00fc \(U\+00FC\), U\+0007$/)
    expect(line?.path).toBe('creditParty.postalAddress.adrLine.1')
  })

  it('have a path of the request, a source and a place each', () => {
    fc.assert(
      fc.property(goodPayments, (input) => {
        for (const warning of paymentWarnings(paymentRequest.parse(input))) {
          expect(requestWarning.parse(warning)).toEqual(warning)
          expect(Object.keys(paymentRequest.shape)).toContain(warning.path.split('.')[0])
          expect(warning.source).toBe('network')
        }
      }),
      { numRuns: 100 },
    )
  })
})
