/** The bank status of a payment from its status events, in any order of arrival. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownBankStatus, bankStatusOf } from '../../../main/money/bank-status.ts'
import { businessStatuses } from '../../../preload/contract/bank/codes/payment-business-status.ts'
import type { StatusEvent } from '../../../preload/contract/domain/orders/bank-status.ts'
import { bankStatusText } from '../../../preload/contract/text/bank-status.ts'

type Said = Pick<StatusEvent, 'vocabulary' | 'word' | 'at' | 'saidAt'>
const said = (
  word: string,
  minute = 0,
  vocabulary: Said['vocabulary'] = 'business',
  saidAt: string | null = null,
): Said => ({
  word,
  vocabulary,
  saidAt,
  at: `2026-11-23T14:${String(minute).padStart(2, '0')}:00Z`,
})
const paid = (word: string, minute = 0): Said => said(word, minute, 'payment')
const kindOf = (...all: Said[]) => bankStatusOf(all).kind

const finals = businessStatuses.filter(({ isFinal }) => isFinal).map(({ code }) => code)
const open = businessStatuses.filter(({ isFinal }) => !isFinal).map(({ code }) => code)

describe('a payment of which one thing was said', () => {
  const expected: Readonly<Record<string, string>> = {
    'In Process': 'in-process',
    'In Review': 'in-review',
    Failed: 'failed',
    Cancelled: 'cancelled',
    Complete: 'completed',
  }
  it.each(businessStatuses)('stands as its category says: $code', ({ code, category, isFinal }) => {
    const kind = code === 'Returned' ? 'returned' : expected[category]
    expect(bankStatusOf([said(code)])).toMatchObject({ kind, word: code, isFinal })
  })

  it.each(businessStatuses)(
    'bank note 73: stands the same in the spelling of an alert: $code',
    ({ code }) => {
      const spelt = code.replaceAll(' ', '').toUpperCase()
      const { kind, isFinal } = bankStatusOf([said(code)])
      expect(bankStatusOf([said(spelt)])).toMatchObject({ kind, isFinal, word: spelt })
    },
  )

  it('bank note 73: an unknown word is kept, understood as nothing and never final', () => {
    const standing = shownBankStatus(bankStatusOf([said('Finalised')]))
    expect(standing).toMatchObject({ kind: 'not-said', word: 'Finalised', isFinal: false })
    expect(kindOf(said('Finalised', 5), said('Clearing', 1))).toBe('in-review')
  })

  it('bank note 71: IN_PROCESS is acceptance only, ERROR and other words decide nothing', () => {
    expect(bankStatusOf([paid('IN_PROCESS')])).toMatchObject({ kind: 'in-process', isFinal: false })
    for (const word of ['ERROR', 'ACCEPTED', 'Completed soon']) {
      expect(bankStatusOf([paid(word)])).toMatchObject({ kind: 'not-said', isFinal: false })
    }
  })

  it('bank note 74: cancelled from the warehouse has failed, and the warehouse itself is no end', () => {
    expect(kindOf(said('Future Warehouse Cancelled'))).toBe('failed')
    expect(bankStatusOf([said('FutureWarehouse')])).toMatchObject({ isFinal: false })
  })

  it('of which nothing was said stands as that', () => {
    expect(shownBankStatus(bankStatusOf([]))).toMatchObject({
      kind: 'not-said',
      word: null,
      at: null,
    })
  })
})

describe('a payment of which several things were said', () => {
  it('bank note 74: nothing that is not final takes back what is, in either order', () => {
    for (const final of finals) {
      for (const word of [...open, 'Unheard Of']) {
        const late = bankStatusOf([said(final, 1), said(word, 9)])
        expect(late, `${final} then ${word}`).toMatchObject({ word: final, isFinal: true })
        expect(bankStatusOf([said(word, 1), said(final, 9)])).toMatchObject({ word: final })
      }
      expect(bankStatusOf([said(final, 1), paid('IN_PROCESS', 9)]).word).toBe(final)
    }
  })

  it('bank note 74: a return after completion is a return, whichever is told first', () => {
    expect(kindOf(said('Completed', 1), said('Returned', 2))).toBe('returned')
    expect(kindOf(said('Returned', 1), said('Completed', 2))).toBe('returned')
    expect(kindOf(paid('COMPLETED', 1), said('Returned', 2), paid('FAILED', 3))).toBe('returned')
  })

  it('bank note 74: FAILED that says returned is a return, and FAILED for another reason is none', () => {
    const back = paid('FAILED: Returned by the receiving bank', 3)
    expect(bankStatusOf([paid('COMPLETED', 1), back])).toMatchObject({
      kind: 'returned',
      word: back.word,
      isFinal: true,
    })
    expect(kindOf(said('Completed', 1), back, said('Returned', 4))).toBe('returned')
    expect(kindOf(back)).toBe('returned')
    expect(kindOf(said('Rejected'), back)).toBe('contradictory')
    expect(kindOf(paid('COMPLETED', 1), paid('FAILED', 2))).toBe('contradictory')
    for (const word of ['FAILED: Closed', 'FAILED: The network returned an error', 'Returned']) {
      expect(kindOf(paid(word)), word).not.toBe('returned')
    }
  })

  it('bank note 72: words of two vocabularies agree where they can', () => {
    expect(bankStatusOf([paid('COMPLETED'), said('Completed', 4)]).kind).toBe('completed')
    for (const word of ['Abandoned', 'Fatal', 'Rejected', 'Future Warehouse Cancelled']) {
      expect(bankStatusOf([paid('FAILED'), said(word, 4)])).toMatchObject({ kind: 'failed', word })
    }
    expect(kindOf(paid('FAILED'), said('Cancelled', 4))).toBe('cancelled')
  })

  it('bank note 72: words of which one cannot be true are called contradictory', () => {
    for (const word of ['Rejected', 'Cancelled', 'Fatal', 'Abandoned']) {
      expect(kindOf(said('Completed', 1), said(word, 2))).toBe('contradictory')
      expect(kindOf(said(word, 1), paid('COMPLETED', 2))).toBe('contradictory')
    }
    const both = shownBankStatus(bankStatusOf([paid('COMPLETED', 1), paid('FAILED', 2)]))
    expect(both).toMatchObject({ kind: 'contradictory', isFinal: true, word: 'COMPLETED / FAILED' })
    expect(kindOf(said('Returned'), said('Rejected', 2))).toBe('contradictory')
  })

  it('an alert that comes late by its own clock does not take the place of a later one', () => {
    const clearing = said('Clearing', 3, 'business', '2026-11-23 14:02:00')
    const late = said('Pricing', 9, 'business', '2026-11-23 14:01:00')
    expect(bankStatusOf([clearing, late]).word).toBe('Clearing')
    expect(bankStatusOf([late, clearing]).word).toBe('Clearing')
  })
})

describe('where only the bank\u2019s desk can go on', () => {
  const desk = [
    'Duplicate Content',
    'Repair',
    'Future Warehouse',
    'Held Requiring Cover',
    'Payment Notification',
  ]
  it.each(businessStatuses)('is said of $code, or is not', ({ code }) => {
    const standing = shownBankStatus(bankStatusOf([said(code)]))
    expect(standing.needsBankAction).toBe(desk.includes(code))
    const sentence = bankStatusText(standing, 'payment')
    expect(sentence.includes('Only the bank can proceed')).toBe(standing.needsBankAction)
  })
  it('is not said any more once it is final', () => {
    expect(
      shownBankStatus(bankStatusOf([said('Repair'), said('Completed', 1)])).needsBankAction,
    ).toBe(false)
  })
})

describe('bank notes 73 and 74: the same statements in any order of arrival', () => {
  const word = fc.oneof(
    fc.constantFrom(...businessStatuses.map(({ code }) => code), 'New Word').map((code) => ({
      word: code,
      vocabulary: 'business' as const,
    })),
    fc
      .constantFrom('IN_PROCESS', 'COMPLETED', 'FAILED', 'FAILED: Returned', 'ERROR', 'OTHER')
      .map((code) => ({
        word: code,
        vocabulary: 'payment' as const,
      })),
  )
  const statement = fc
    .record({
      what: word,
      minute: fc.integer({ min: 0, max: 59 }),
      own: fc.option(fc.constantFrom('2026-11-23T13:01:00Z', '20261123130500', 'soon')),
    })
    .map(({ what, minute, own }) => ({ ...said('', minute), ...what, saidAt: own }))
  const several = fc.array(statement, { minLength: 1, maxLength: 7 })

  it('mean the same', () => {
    fc.assert(
      fc.property(several, fc.infiniteStream(fc.nat()), (all, picks) => {
        const rest = [...all]
        const mixed: Said[] = []
        while (rest.length > 0) {
          const { value } = picks.next() as { value: number }
          mixed.push(...rest.splice(value % rest.length, 1))
        }
        expect(bankStatusOf(mixed)).toEqual(bankStatusOf(all))
        expect(bankStatusOf([...mixed, ...all])).toEqual(bankStatusOf(all))
      }),
      { numRuns: 500 },
    )
  })

  it('with one more, move nothing that is final backwards', () => {
    fc.assert(
      fc.property(several, statement, (all, more) => {
        const before = bankStatusOf(all)
        const after = bankStatusOf([...all, more])
        if (!before.isFinal) return
        expect(after.isFinal).toBe(true)
        const onward = ['contradictory', 'returned', before.kind]
        const toFailed = before.kind === 'cancelled' ? ['failed'] : []
        const named = before.kind === 'failed' ? ['cancelled'] : []
        expect([...onward, ...toFailed, ...named]).toContain(after.kind)
      }),
      { numRuns: 500 },
    )
  })
})
