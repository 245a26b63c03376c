import { describe, expect, it } from 'vitest'
import { bankStatuses } from '../../../../../preload/contract/domain/orders/bank-status.ts'
import {
  bankActionOf,
  bankStatusText,
  mayBeReturned,
} from '../../../../../preload/contract/text/bank-status.ts'

const kinds = ['payment', 'batch'] as const

describe('the sentence about a status at the bank', () => {
  it('repeats the bank\u2019s own status, listed or not', () => {
    const unlisted = { kind: 'not-reported', statusText: 'Finalised', isFinal: false } as const
    expect(bankStatusText(unlisted, 'payment')).toBe(
      'Status not in the bank\u2019s documents: Finalised',
    )
    for (const kind of bankStatuses)
      for (const of of kinds)
        expect(bankStatusText({ kind, statusText: 'Some status', isFinal: false }, of)).toContain(
          'Some status',
        )
  })

  it('says what a payment waits for, where nobody reviews it', () => {
    const clearing = { kind: 'in-process', statusText: 'Clearing', isFinal: false } as const
    expect(bankStatusText(clearing, 'payment')).toBe('Waiting for the payment network: Clearing')
  })

  it('says that nothing came where nothing came', () => {
    for (const of of kinds)
      expect(bankStatusText({ kind: 'not-reported', statusText: null, isFinal: false }, of)).toBe(
        'No response from the bank yet',
      )
  })

  it('bank note 83: accepts a batch without calling its entries settled, until all have ended', () => {
    const batch = { kind: 'in-process', statusText: 'accepted' } as const
    expect(bankStatusText({ ...batch, isFinal: false }, 'batch')).toBe(
      'Accepted by the bank. Entries are tracked one by one. Batch status: accepted',
    )
    expect(bankStatusText({ ...batch, isFinal: true }, 'batch')).toMatch(
      /Every entry settled or was returned.*return period of the network is over.*late return/,
    )
  })

  it('bank note 74: says once that a return may follow', () => {
    for (const kind of bankStatuses)
      for (const of of kinds) {
        const final = { kind, statusText: null, isFinal: true }
        const says = / return may (still )?(follow|come)/.test(bankStatusText(final, of))
        expect(mayBeReturned(final, of), `${kind} ${of}`).toBe(says)
      }
  })

  it('takes no name of a property for a status in which the bank must act', () => {
    for (const statusText of ['constructor', 'toString', '__proto__'])
      expect(bankActionOf({ statusText, isFinal: false })).toBeUndefined()
    expect(bankActionOf({ statusText: 'Repair', isFinal: false })).toContain('must correct')
    expect(bankActionOf({ statusText: 'Repair', isFinal: true })).toBeUndefined()
  })
})
