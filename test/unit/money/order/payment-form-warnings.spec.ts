import { describe, expect, it } from 'vitest'
import {
  closedOn,
  cutoffSentence,
  federalHolidays,
  nextWireDay,
} from '../../../../preload/contract/kernel/banking-days.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import { paymentFormWarnings } from '../../../../preload/contract/domain/orders/payment-form-warnings.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'

const cutoff = { time: '18:45', zone: 'America/New_York' }
const wire: PaymentForm = {
  ...emptyForm,
  debitAccountId: 'a',
  valueDate: '2026-11-24',
  amount: '100.00',
  creditPartyBank: { ...emptyParty, aba: '021000021' },
  creditParty: { ...emptyParty, name: 'Ridgeway', accountNumber: '1' },
}
/** 12:00 in New York on Monday 2026-11-23. */
const noon = new Date('2026-11-23T17:00:00.000Z')
const warningsOf = (form: Partial<PaymentForm>, now = noon, policy = practicePolicy) =>
  paymentFormWarnings({ ...wire, ...form }, { policy, now })
const messages = (...given: Parameters<typeof warningsOf>) =>
  warningsOf(...given).map(({ path, message }) => `${path}: ${message}`)

describe('the holidays of the Federal Reserve Banks', () => {
  it.each([
    [
      2024,
      '2024-01-01 2024-01-15 2024-02-19 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-10-14 2024-11-11 2024-11-28 2024-12-25',
    ],
    // Independence Day is a Saturday: the Friday before it stays open.
    [
      2026,
      '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
    ],
    // Juneteenth is a Saturday, and so is Christmas Day; Independence Day is a Sunday.
    [
      2027,
      '2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25',
    ],
    // New Year's Day and Christmas Day are Sundays.
    [
      2023,
      '2023-01-02 2023-01-16 2023-02-20 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-10-09 2023-11-23 2023-12-25',
    ],
    // Christmas Day of 2022 is a Sunday.
    [
      2022,
      '2022-01-17 2022-02-21 2022-05-30 2022-06-20 2022-07-04 2022-09-05 2022-10-10 2022-11-11 2022-11-24 2022-12-26',
    ],
  ])('of %i are computed by their rules', (year, dates) => {
    expect([...federalHolidays(year).keys()].sort()).toEqual(dates.split(' '))
  })

  it('before Juneteenth was observed do not name it', () => {
    expect(federalHolidays(2020).has('2020-06-19')).toBe(false)
  })

  it('leave the Friday before a Saturday open and close the Monday after a Sunday', () => {
    expect(closedOn('2026-07-03')).toBeNull()
    expect(closedOn('2026-07-04')).toBe('Saturday')
    expect(closedOn('2027-07-05')).toBe('Independence Day')
  })

  it('and weekends are skipped on the way to the next day for wires', () => {
    expect(nextWireDay('2026-11-25')).toBe('2026-11-27')
    expect(nextWireDay('2027-12-31')).toBe('2028-01-03')
  })
})

describe('the wire cutoff', () => {
  it.each([
    ['before it, in summer time', '2026-07-07T21:15:00.000Z', '1 h 30 min until'],
    ['before it, in winter time', '2026-11-23T23:40:00.000Z', '5 min until'],
    ['at it', '2026-11-23T23:45:00.000Z', 'has passed: the next day for wires is 2026-11-24'],
    ['on a holiday', '2026-11-26T17:00:00.000Z', 'No wires today (Thanksgiving Day)'],
    // Already Saturday in UTC, still Friday evening in New York.
    ['on a Friday night', '2026-11-21T01:00:00.000Z', 'the next day for wires is 2026-11-23'],
  ])('is counted down by the clock of its own zone: %s', (_when, now, part) => {
    expect(cutoffSentence(cutoff, new Date(now))).toContain(part)
  })

  it('shows nothing where none is set, or its zone is unknown', () => {
    expect(cutoffSentence(null, noon)).toBe('')
    expect(cutoffSentence({ time: '18:45', zone: 'Nowhere/Else' }, noon)).toBe('')
  })
})

describe('the warnings of a payment', () => {
  it('are none for a plain wire, and each names its source and place', () => {
    expect(warningsOf({})).toEqual([])
    const [first] = warningsOf({ valueDate: '2026-11-26' })
    expect(first).toMatchObject({ path: 'valueDate', source: 'network' })
    expect(first?.where).toContain('Federal Reserve')
  })

  it('say of a value date that it is a weekend or a holiday, and which day is next', () => {
    expect(messages({ valueDate: '2026-11-28' })).toEqual([
      'valueDate: No wires on this day (Saturday). The next day for wires is 2026-11-30',
    ])
    expect(messages({ valueDate: '2026-11-26' })).toEqual([
      'valueDate: No wires on this day (Thanksgiving Day). The next day for wires is 2026-11-27',
    ])
  })

  it('bank note 68: warn of a past value date, and that RTP settles today, and block neither', () => {
    expect(messages({ valueDate: '2026-11-20' })).toEqual([
      'valueDate: This date is in the past. Today is 2026-11-23',
    ])
    const rtp = { service: 'RTP', type: 'PAYMENT' } as const
    expect(messages({ ...rtp, valueDate: '2026-11-24' })).toEqual([
      expect.stringContaining('RTP settles at once') as string,
    ])
    const sunday = new Date('2026-11-22T17:00:00.000Z')
    expect(messages({ ...rtp, valueDate: '2026-11-22' }, sunday)).toEqual([])
  })

  it('say that today\u2019s cutoff has passed, by the zone of the policy', () => {
    const evening = new Date('2026-11-24T00:00:00.000Z')
    expect(messages({ valueDate: '2026-11-23' }, evening)).toEqual([
      expect.stringContaining('Past today\u2019s wire cutoff, 18:45 in New York') as string,
    ])
    expect(messages({ valueDate: '2026-11-24' }, evening)).toEqual([])
    const none = { ...practicePolicy, wireCutoff: null }
    expect(messages({ valueDate: '2026-11-23' }, evening, none)).toEqual([])
  })

  it('take the RTP limit of the policy, and say whose it is', () => {
    const rtp = { service: 'RTP', type: 'PAYMENT', valueDate: '2026-11-23' } as const
    const lower = { ...practicePolicy, rtpLimit: 100_000 }
    const [own] = warningsOf({ ...rtp, amount: '1,000.01' }, noon, lower)
    expect(own).toMatchObject({ path: 'amount', where: 'Policy of this profile, RTP limit' })
    expect(own?.message).toBe('Above the RTP limit of USD 1,000.00')
    const [network] = warningsOf({ ...rtp, amount: '10,000,000.01' }).slice(-1)
    expect(network).toMatchObject({ path: 'amount' })
    expect(network?.where).toContain('RTP network')
    expect(messages({ ...rtp, currency: 'EUR' })).toContain('currency: RTP moves US dollars')
  })

  it('report that an intermediary bank is skipped', () => {
    const bank = { ...emptyParty, name: 'Between', aba: '021000021' }
    expect(messages({ intermediaryBank2: bank })).toEqual([
      'intermediaryBank2.name: Intermediary bank 1 is empty: the payment goes through it first',
    ])
    expect(messages({ intermediaryBank1: bank, intermediaryBank2: bank })).toEqual([])
  })

  it('are at a field of the form: travel rule, check digits, strange characters', () => {
    const odd = { ...wire.creditParty, name: 'Müller', address: ['', 'Straße 1'] }
    const warnings = messages({
      amount: '3,000.00',
      creditParty: odd,
      creditPartyBank: { ...emptyParty, aba: '550010013' },
    })
    expect(warnings.map((one) => one.split(': ')[0])).toEqual([
      'creditPartyBank.aba',
      'debitParty.name',
      'debitParty.address',
      'creditParty.name',
      'creditParty.address.1',
    ])
  })

  it('are not shown for a half-filled form as if it were finished', () => {
    expect(paymentFormWarnings(emptyForm, { policy: practicePolicy, now: noon })).toEqual([])
    expect(messages({ currency: 'U', valueDate: '2026-1' })).toEqual([])
  })
})
