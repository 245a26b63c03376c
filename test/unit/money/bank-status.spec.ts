/** The bank status of a payment from its status events, in any order of arrival. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownBankStatus, bankStatusOf } from '../../../main/money/bank-status.ts'
import { businessStatuses } from '../../../preload/contract/bank/codes/payment-business-status.ts'
import type { StatusEvent } from '../../../preload/contract/domain/orders/bank-status.ts'
import { bankStatusText } from '../../../preload/contract/text/bank-status.ts'

type ReportedStatus = Pick<StatusEvent, 'vocabulary' | 'statusText' | 'at' | 'bankTime'>
const reported = (
  statusText: string,
  minute = 0,
  vocabulary: ReportedStatus['vocabulary'] = 'business',
  bankTime: string | null = null,
): ReportedStatus => ({
  statusText,
  vocabulary,
  bankTime,
  at: `2026-11-23T14:${String(minute).padStart(2, '0')}:00Z`,
})
const paid = (statusText: string, minute = 0): ReportedStatus =>
  reported(statusText, minute, 'payment')
const kindOf = (...all: ReportedStatus[]) => bankStatusOf(all).kind

const finals = businessStatuses.filter(({ isFinal }) => isFinal).map(({ code }) => code)
const open = businessStatuses.filter(({ isFinal }) => !isFinal).map(({ code }) => code)

describe('a payment with one reported status', () => {
  const expected: Readonly<Record<string, string>> = {
    'In Process': 'in-process',
    'In Review': 'in-review',
    Failed: 'failed',
    Cancelled: 'cancelled',
    Complete: 'completed',
  }
  /** The bank's table calls them a review; they wait for the network or the posting. */
  const waiting = ['Clearing', 'Pre Qualifying', 'Funds Release']
  it.each(businessStatuses)(
    'has the state of its category, and no review where nobody reviews it: $code',
    ({ code, category, isFinal }) => {
      const review = waiting.includes(code) ? 'in-process' : expected[category]
      const kind = code === 'Returned' ? 'returned' : review
      expect(bankStatusOf([reported(code)])).toMatchObject({ kind, statusText: code, isFinal })
    },
  )

  it.each(businessStatuses)(
    'bank note 73: has the same state in the spelling of an alert: $code',
    ({ code }) => {
      const spelt = code.replaceAll(' ', '').toUpperCase()
      const { kind, isFinal } = bankStatusOf([reported(code)])
      expect(bankStatusOf([reported(spelt)])).toMatchObject({ kind, isFinal, statusText: spelt })
    },
  )

  it('bank note 73: with an unknown status keeps it, does not interpret it and never calls it final', () => {
    const bankStatus = shownBankStatus(bankStatusOf([reported('Finalised')]))
    expect(bankStatus).toMatchObject({
      kind: 'not-reported',
      statusText: 'Finalised',
      isFinal: false,
    })
    expect(kindOf(reported('Finalised', 5), reported('Clearing', 1))).toBe('in-process')
  })

  it('bank note 71: IN_PROCESS is acceptance only, ERROR and other statuses decide nothing', () => {
    expect(bankStatusOf([paid('IN_PROCESS')])).toMatchObject({ kind: 'in-process', isFinal: false })
    for (const statusText of ['ERROR', 'ACCEPTED', 'Completed soon']) {
      expect(bankStatusOf([paid(statusText)])).toMatchObject({
        kind: 'not-reported',
        isFinal: false,
      })
    }
  })

  it('bank note 74: cancelled from the warehouse has failed, and the warehouse itself is not final', () => {
    expect(kindOf(reported('Future Warehouse Cancelled'))).toBe('failed')
    expect(bankStatusOf([reported('FutureWarehouse')])).toMatchObject({ isFinal: false })
  })

  it('has no status before one was reported', () => {
    expect(shownBankStatus(bankStatusOf([]))).toMatchObject({
      kind: 'not-reported',
      statusText: null,
      at: null,
    })
  })
})

describe('a payment with several reported statuses', () => {
  it('bank note 74: a status that is not final never replaces a final one, in either order', () => {
    for (const final of finals) {
      for (const statusText of [...open, 'Unheard Of']) {
        const late = bankStatusOf([reported(final, 1), reported(statusText, 9)])
        expect(late, `${final} then ${statusText}`).toMatchObject({
          statusText: final,
          isFinal: true,
        })
        expect(bankStatusOf([reported(statusText, 1), reported(final, 9)])).toMatchObject({
          statusText: final,
        })
      }
      expect(bankStatusOf([reported(final, 1), paid('IN_PROCESS', 9)]).statusText).toBe(final)
    }
  })

  it('bank note 74: a return after completion is a return, whichever is reported first', () => {
    expect(kindOf(reported('Completed', 1), reported('Returned', 2))).toBe('returned')
    expect(kindOf(reported('Returned', 1), reported('Completed', 2))).toBe('returned')
    expect(kindOf(paid('COMPLETED', 1), reported('Returned', 2), paid('FAILED', 3))).toBe(
      'returned',
    )
  })

  it('bank note 74: FAILED with a returned reason is a return, and FAILED with another reason is none', () => {
    const back = paid('FAILED: Returned by the receiving bank', 3)
    expect(bankStatusOf([paid('COMPLETED', 1), back])).toMatchObject({
      kind: 'returned',
      statusText: back.statusText,
      isFinal: true,
    })
    expect(kindOf(reported('Completed', 1), back, reported('Returned', 4))).toBe('returned')
    expect(kindOf(back)).toBe('returned')
    expect(kindOf(reported('Rejected'), back)).toBe('contradictory')
    expect(kindOf(paid('COMPLETED', 1), paid('FAILED', 2))).toBe('contradictory')
    for (const statusText of [
      'FAILED: Closed',
      'FAILED: The network returned an error',
      'Returned',
    ]) {
      expect(kindOf(paid(statusText)), statusText).not.toBe('returned')
    }
  })

  it('bank note 72: statuses of two vocabularies agree where they can', () => {
    expect(bankStatusOf([paid('COMPLETED'), reported('Completed', 4)]).kind).toBe('completed')
    for (const statusText of ['Abandoned', 'Fatal', 'Rejected', 'Future Warehouse Cancelled']) {
      expect(bankStatusOf([paid('FAILED'), reported(statusText, 4)])).toMatchObject({
        kind: 'failed',
        statusText,
      })
    }
    expect(kindOf(paid('FAILED'), reported('Cancelled', 4))).toBe('cancelled')
  })

  it('bank note 72: statuses of which one cannot be true are called contradictory', () => {
    for (const statusText of ['Rejected', 'Cancelled', 'Fatal', 'Abandoned']) {
      expect(kindOf(reported('Completed', 1), reported(statusText, 2))).toBe('contradictory')
      expect(kindOf(reported(statusText, 1), paid('COMPLETED', 2))).toBe('contradictory')
    }
    const both = shownBankStatus(bankStatusOf([paid('COMPLETED', 1), paid('FAILED', 2)]))
    expect(both).toMatchObject({
      kind: 'contradictory',
      isFinal: true,
      statusText: 'COMPLETED / FAILED',
    })
    expect(kindOf(reported('Returned'), reported('Rejected', 2))).toBe('contradictory')
  })

  it('an alert that comes late by its own clock does not take the place of a later one', () => {
    const clearing = reported('Clearing', 3, 'business', '2026-11-23 14:02:00')
    const late = reported('Pricing', 9, 'business', '2026-11-23 14:01:00')
    expect(bankStatusOf([clearing, late]).statusText).toBe('Clearing')
    expect(bankStatusOf([late, clearing]).statusText).toBe('Clearing')
  })
})

describe('that only bank support can continue a payment', () => {
  const session = ['Duplicate Content', 'Repair', 'Held Requiring Cover', 'Payment Notification']
  it.each(businessStatuses)('is reported for $code, or is not', ({ code }) => {
    const bankStatus = shownBankStatus(bankStatusOf([reported(code)]))
    expect(bankStatus.needsBankAction).toBe(session.includes(code))
    const sentence = bankStatusText(bankStatus, 'payment')
    expect(sentence.includes('Only the bank can proceed')).toBe(bankStatus.needsBankAction)
  })
  it('is not reported for one that waits at the bank for a later day, which proceeds by itself', () => {
    for (const statusText of ['Future Warehouse', 'FutureWarehouse']) {
      const bankStatus = shownBankStatus(bankStatusOf([reported(statusText)]))
      expect(bankStatus).toMatchObject({ kind: 'in-process', needsBankAction: false })
      expect(bankStatusText(bankStatus, 'payment')).toBe(
        `In process at the bank: ${statusText}. Waits at the bank for a later day`,
      )
    }
  })
  it('is no longer reported once the payment is final', () => {
    expect(
      shownBankStatus(bankStatusOf([reported('Repair'), reported('Completed', 1)])).needsBankAction,
    ).toBe(false)
  })
})

describe('bank notes 73 and 74: the same status events in any order of arrival', () => {
  const statusText = fc.oneof(
    fc.constantFrom(...businessStatuses.map(({ code }) => code), 'New Word').map((code) => ({
      statusText: code,
      vocabulary: 'business' as const,
    })),
    fc
      .constantFrom('IN_PROCESS', 'COMPLETED', 'FAILED', 'FAILED: Returned', 'ERROR', 'OTHER')
      .map((code) => ({
        statusText: code,
        vocabulary: 'payment' as const,
      })),
  )
  const statusEvent = fc
    .record({
      what: statusText,
      minute: fc.integer({ min: 0, max: 59 }),
      own: fc.option(fc.constantFrom('2026-11-23T13:01:00Z', '20261123130500', 'soon')),
    })
    .map(({ what, minute, own }) => ({ ...reported('', minute), ...what, bankTime: own }))
  const several = fc.array(statusEvent, { minLength: 1, maxLength: 7 })

  it('mean the same', () => {
    fc.assert(
      fc.property(several, fc.infiniteStream(fc.nat()), (all, picks) => {
        const rest = [...all]
        const mixed: ReportedStatus[] = []
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
      fc.property(several, statusEvent, (all, more) => {
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
