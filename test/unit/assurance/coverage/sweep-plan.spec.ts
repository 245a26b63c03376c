/** The queries of a sweep, and the parts that it reports as impossible. */
import { describe, expect, it } from 'vitest'
import { planSweep, type PlanFacts } from '../../../../main/assurance/coverage/sweeps/plan.ts'
import type { StoredAccount } from '../../../../main/profile/profile-records.ts'

const account = (id: string, number: string): StoredAccount => ({
  id,
  account_number: number,
  account_significant: number.replace(/^0+/, ''),
  routing_number: '041000124',
  bank_number: '',
  name: 'Operating',
  currency: 'USD',
  use: 'both',
  company_id: '',
  legal_name: '',
  address: '',
})
const facts = (part: Partial<PlanFacts> = {}): PlanFacts => ({
  gaps: [{ fromAt: '2026-11-20T15:00:00.000Z', untilAt: '2026-11-23T13:00:00.000Z' }],
  now: new Date('2026-11-23T14:00:00.000Z'),
  accounts: [account('a1', '0072004500')],
  codes: [],
  isConsolidated: false,
  isAchAgreed: true,
  arePaymentsAgreed: true,
  environment: 'production',
  payments: ['o1'],
  ...part,
})
const inShort = (part: Partial<PlanFacts> = {}): string[] =>
  planSweep(facts(part)).parts.map((one) =>
    [one.kind, one.state, one.search, one.from_day, one.to_day, one.order_id, one.why]
      .filter((text) => text !== null)
      .join(' '),
  )

describe('the plan of a sweep', () => {
  it('queries returns first, then payments, then collected and settled entries, from the day before', () => {
    expect(inShort()).toEqual([
      'ach waiting RETURNED 2026-11-19 2026-11-24',
      'payment waiting o1',
      'ach waiting COLLECTED 2026-11-19 2026-11-24',
      'ach waiting SETTLED 2026-11-19 2026-11-24',
      'incoming impossible 2026-11-20 2026-11-23 no-inquiry-specified',
    ])
  })

  it('bank note 43: ends with the day after the current one at the bank, whose zone is not stated', () => {
    const evening = { now: new Date('2026-11-24T02:00:00.000Z') }
    expect(inShort(evening)[0]).toBe('ach waiting RETURNED 2026-11-19 2026-11-24')
    expect(inShort({ ...evening, environment: 'practice' })[0]).toBe(
      'ach waiting RETURNED 2026-11-19 2026-11-25',
    )
  })

  it('bank note 49: does not query SETTLED where settlement is consolidated', () => {
    expect(inShort({ isConsolidated: true }).join()).not.toContain('SETTLED')
  })

  it('bank note 36: reports that an account of 17 digits cannot be listed', () => {
    const parts = planSweep(facts({ accounts: [account('a1', '12345678901234567')] })).parts
    expect(parts.filter(({ kind }) => kind === 'ach')).toMatchObject([
      { state: 'impossible', why: 'account-too-long', account_id: 'a1', search: null },
    ])
    expect(JSON.stringify(parts)).not.toContain('12345678901234567')
  })

  it('bank note 36: lists an account whose leading zeros alone make it too long', () => {
    expect(inShort({ accounts: [account('a1', '00345678901234567')] })[0]).toContain('waiting')
  })

  it('bank note 43: queries in ranges of 31 days, and reports days more than 180 days back', () => {
    const gaps = [{ fromAt: '2026-04-01T12:00:00.000Z', untilAt: '2026-11-23T13:00:00.000Z' }]
    const returned = inShort({ gaps }).filter((one) => one.includes('RETURNED'))
    expect(returned[0]).toBe('ach waiting RETURNED 2026-05-27 2026-06-26')
    expect(returned.at(-1)).toMatch(/ 2026-11-24$/)
    expect(returned).toHaveLength(6)
    expect(inShort({ gaps })).toContain('ach impossible 2026-03-31 2026-05-26 too-long-ago')
  })

  it('bank note 76: names the days of incoming wires and RTP once for adjacent gaps', () => {
    const gaps = [
      { fromAt: '2026-11-10T15:00:00.000Z', untilAt: '2026-11-10T16:00:00.000Z' },
      { fromAt: '2026-11-11T15:00:00.000Z', untilAt: '2026-11-12T16:00:00.000Z' },
      { fromAt: '2026-11-20T15:00:00.000Z', untilAt: '2026-11-20T16:00:00.000Z' },
    ]
    expect(inShort({ gaps }).filter((one) => one.startsWith('incoming'))).toEqual([
      'incoming impossible 2026-11-10 2026-11-12 no-inquiry-specified',
      'incoming impossible 2026-11-20 2026-11-20 no-inquiry-specified',
    ])
  })

  it('queries nothing for which no alerts arrive here, and says so', () => {
    expect(inShort({ codes: ['AL00901'] }).filter((one) => one.startsWith('ach'))).toEqual([
      'ach done not-subscribed',
    ])
    expect(inShort({ codes: ['AL00906'] }).slice(-1)).toEqual(['incoming done not-subscribed'])
    expect(inShort({ codes: ['AL00906'] }).join()).not.toContain('payment')
  })

  it('reports for each account that inquiry was not agreed', () => {
    expect(inShort({ isAchAgreed: false, arePaymentsAgreed: false })).toEqual([
      'payment impossible o1 product-not-agreed',
      'ach impossible 2026-11-19 2026-11-23 product-not-agreed',
      'incoming impossible 2026-11-20 2026-11-23 no-inquiry-specified',
    ])
  })

  it('queries an account once that is in the profile twice', () => {
    const accounts = [account('a1', '0072004500'), account('a2', '72004500')]
    expect(inShort({ accounts, payments: [] })).toHaveLength(4)
  })
})
