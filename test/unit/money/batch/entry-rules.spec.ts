/** The pure rules for tracked batches: deadlines, corrected data, entry states, poll intervals. */
import { describe, expect, it } from 'vitest'
import {
  changeInText,
  correctedFields,
  derivedCorrection,
  returnInText,
} from '../../../../main/money/batch/entries/corrected-data.ts'
import {
  eventKey,
  type EntryWithStatus,
  type EntryUpdate,
  type EntryReport,
} from '../../../../main/money/batch/tracking/entry-status.ts'
import {
  applyEntryUpdate,
  nextEntryState,
} from '../../../../main/money/batch/tracking/entry-state.ts'
import { presentedAgain } from '../../../../main/money/batch/drafts/prepare-entries.ts'
import { daysOf } from '../../../../main/money/batch/tracking/match-entry.ts'
import { needsDetail } from '../../../../main/money/batch/tracking/entry-text.ts'
import type { PayeeDetails } from '../../../../preload/contract/domain/payees/payee.ts'
import { addBankingDays, networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import {
  firstPoll,
  nextPoll,
  searchedDays,
} from '../../../../main/money/batch/tracking/poll-interval.ts'
import { dayRanges } from '../../../../main/bank/apis/ach-list-limits.ts'
import {
  changeDeadline,
  isLateToReverse,
  returnPossibleUntil,
} from '../../../../main/money/network-deadlines.ts'
import { rateGroups, rateOf } from '../../../../main/money/batch/entries/return-rates.ts'
import { effectiveDateOf } from '../../../../main/money/batch/tracking/tracked-batch.ts'
import { entryStateOf } from '../../../../main/money/batch-facts.ts'
import type { EntryRow } from '../../../../main/money/batch/types.ts'
import { storedEntry } from './stored-batch.ts'

describe('deadlines', () => {
  it('count six banking days for a change, over Thanksgiving and the weekend', () => {
    expect(changeDeadline('2026-11-23T14:00:00.000Z')).toBe('2026-12-02')
  })
  it('begin with the day in New York, not with that of UTC', () => {
    expect(networkDay(new Date('2026-11-24T03:00:00Z'))).toBe('2026-11-23')
    expect(changeDeadline('2026-11-24T03:00:00.000Z')).toBe('2026-12-02')
  })
  it('give a return two banking days, and a debit of a consumer sixty calendar days', () => {
    const of = { secCode: 'PPD', creditDebitCode: 'C', effectiveDate: '2026-11-25' } as const
    expect(returnPossibleUntil(of)).toBe('2026-11-30')
    expect(returnPossibleUntil({ ...of, creditDebitCode: 'D' })).toBe('2027-01-24')
    expect(returnPossibleUntil({ ...of, secCode: 'CCD', creditDebitCode: 'D' })).toBe('2026-11-30')
    expect(returnPossibleUntil({ ...of, effectiveDate: 'soon' })).toBeNull()
    expect(returnPossibleUntil({ ...of, effectiveDate: '2027-02-30' })).toBeNull()
  })
  it.each([
    ['2026-11-30', '2026-11-30'],
    ['20261130', '2026-11-30'],
    ['2026-11-30T00:00:00Z', '2026-11-30'],
    ['2026-11-30Z', '2026-11-30'],
    ['2027-02-30', '2026-11-27'],
    ['soon', '2026-11-27'],
    ['', '2026-11-27'],
    [null, '2026-11-27'],
  ])('begin with the effective date: the bank’s %j, or the requested one', (bank, day) => {
    const batch = { bank_effective_date: bank }
    expect(effectiveDateOf({ batch, order: { value_date: '2026-11-27' } })).toBe(day)
  })
  it('give a reversal five banking days after settlement', () => {
    expect(addBankingDays('2026-11-25', 5)).toBe('2026-12-03')
    expect(isLateToReverse('2026-11-25', '2026-12-03')).toBe(false)
    expect(isLateToReverse('2026-11-25', '2026-12-04')).toBe(true)
    expect(isLateToReverse('', '2026-12-04')).toBe(false)
  })
})

describe('corrected data', () => {
  const account = '00123456789'
  it.each([
    ['C01', ` ${account}   `, { accountNumber: account }],
    ['C02', '041000124', { routingNumber: '041000124' }],
    ['C03', `041000124   ${account}`, { routingNumber: '041000124', accountNumber: account }],
    ['C04', 'ALDER MILLS', { receiverName: 'ALDER MILLS' }],
    ['C05', '37', { accountType: 'S' }],
    ['C06', `${account.padEnd(17)}   27`, { accountNumber: account, accountType: 'C' }],
    [
      'C07',
      '0410001241234567890123456732',
      { routingNumber: '041000124', accountNumber: '12345678901234567', accountType: 'S' },
    ],
    [
      'C07',
      `041000124${account} 37`,
      { routingNumber: '041000124', accountNumber: account, accountType: 'S' },
    ],
    ['C09', 'M20417', { identificationNumber: 'M20417' }],
  ])('of %s is read by its layout', (code, data, corrections) => {
    expect(derivedCorrection(code, data)).toEqual({ kind: 'derived', corrections })
    expect(correctedFields(code)).toEqual(Object.keys(corrections))
  })
  it.each([
    ['C02', '04100012'],
    ['C03', '041000124'],
    ['C05', '99'],
    ['C06', account],
    ['C07', `041000124${account}`],
    ['C01', ''],
    ['C13', 'ADDENDA FORMAT'],
    ['C10', 'ALDER FALLS TOWN'],
    ['C99', account],
    ['', account],
  ])('of %s that is not laid out so is not guessed', (code, data) => {
    const derived = derivedCorrection(code, data)
    expect(derived.kind).toBe('not-derived')
    expect(JSON.stringify(derived)).not.toContain(account)
  })
  it('is found in the text that an addenda record has of it', () => {
    expect(changeInText('C01 Incorrect bank account number: 00123')).toEqual({
      code: 'C01',
      text: 'Incorrect bank account number',
      data: '00123',
    })
    expect(changeInText('C01 Incorrect')).toEqual({ code: 'C01', text: 'Incorrect', data: null })
    expect(changeInText('something else')).toBeNull()
    expect(returnInText('R01 Insufficient funds')).toEqual({
      code: 'R01',
      text: 'Insufficient funds',
    })
  })
})

const entry: EntryWithStatus = {
  id: 'e',
  amount: 100,
  trace_number: '1',
  par_number: null,
  bank_status: 'not-reported',
  bank_status_text: null,
  bank_status_at: null,
  return_code: null,
  return_text: null,
  return_date: null,
  returned_at: null,
  shown_bank_status: 'not-reported',
  return_reported_at: null,
  unanswered_since: null,
  change_code: null,
  change_text: null,
  change_data: null,
  changed_at: null,
  detail_call_id: null,
  correction: null,
  shown_amount: null,
  debited_significant: null,
  verdict: 'accepted',
}
const reported = (part: Partial<EntryReport> = {}): EntryReport => ({
  source: 'inquiry',
  statusText: 'COLLECTED',
  parNumber: '9',
  amount: '1.00',
  returned: { code: null, text: null, date: null },
  changes: 0,
  notifications: [],
  callId: 'c',
  alertSeq: null,
  ...part,
})
const at = '2026-11-23T14:00:00.000Z'
const after = (...all: readonly EntryReport[]): EntryUpdate =>
  all.reduce<EntryUpdate>((update, one) => applyEntryUpdate(update, one, at), {
    entry,
    eventKeys: new Set(),
  })

describe('the state of an entry', () => {
  it('bank note 50: treats POSTED as no more than collected, and an unlisted status as unclear', () => {
    expect(entryStateOf(' posted ')).toBe('collected')
    expect(entryStateOf('WAREHOUSED')).toBe('unclear')
    expect(entryStateOf(null)).toBeNull()
  })
  it('moves forward only: nothing replaces a return, and a late status moves nothing back', () => {
    expect(nextEntryState('settled', 'collected')).toBe('settled')
    expect(nextEntryState('settled', 'returned')).toBe('returned')
    expect(nextEntryState('returned', 'settled')).toBe('returned')
    expect(nextEntryState('returned', 'unclear')).toBe('returned')
    expect(nextEntryState('unclear', 'settled')).toBe('settled')
  })
  it('is unclear where another PAR number is reported under the same trace number', () => {
    const two = after(reported(), reported({ parNumber: '10', statusText: 'SETTLED' }))
    expect(two.entry).toMatchObject({ bank_status: 'unclear', par_number: '9' })
  })
  it('does not treat the PAR number of a return as a contradiction', () => {
    const back = reported({ statusText: 'RETURNED', parNumber: '10' })
    expect(after(reported(), back).entry).toMatchObject({
      bank_status: 'returned',
      par_number: '9',
    })
    const late = after(back, reported())
    expect(late.entry).toMatchObject({ bank_status: 'returned', par_number: '9' })
    expect([...late.eventKeys]).toContain('inquiry\tparNumber\t10 of the return')
  })
  it('stays returned where two reasons of a return are reported, and settlement after them', () => {
    const back = (code: string) =>
      reported({ statusText: 'RETURNED', returned: { code, text: null, date: null } })
    const twice = after(back('R01'), back('R02'), reported({ statusText: 'SETTLED' }))
    expect(twice.entry).toMatchObject({
      bank_status: 'returned',
      return_code: 'R01',
      returned_at: at,
    })
    expect([...twice.eventKeys]).toContain('inquiry\tRETURNED\tR02 instead of R01')
  })
  it('reports a repeated status only once, so that it is not newer than a status in between', () => {
    const update = after(reported(), reported({ source: 'alert', statusText: 'HELD' }), reported())
    expect(update.entry.bank_status).toBe('unclear')
    expect(update.eventKeys.size).toBe(2)
  })
  const asBefore = { account: '5550142', from: '2026-11-20', to: '2027-01-30' }
  it.each<[string, string, Partial<EntryWithStatus>, Partial<EntryReport>]>([
    ['COLLECTED', 'PAR 10 instead of 9', { par_number: '9' }, { parNumber: '10' }],
    [
      'not-stated',
      'R02 instead of R01',
      { return_code: 'R01' },
      { statusText: null, parNumber: null, returned: { code: 'R02', text: null, date: null } },
    ],
    [
      'receivingAccountNumber',
      'COLLECTED: account of another entry',
      {},
      { shown: { accounts: ['5550143'], days: [] } },
    ],
    [
      'date',
      'COLLECTED: 2026-01-25, when the entry was not at the bank',
      {},
      { shown: { accounts: [], days: ['2026-01-25'] } },
    ],
  ])(
    'is not unclear again by a contradiction that is stored: %s %s',
    (text, detail, known, again) => {
      const stored = [{ source: 'inquiry', text, detail } as const]
      if (again.statusText !== null)
        stored.push({ source: 'inquiry', text: 'COLLECTED', detail: '' })
      const update: EntryUpdate = {
        entry: { ...entry, bank_status: 'settled', ...known },
        eventKeys: new Set(stored.map(eventKey)),
        about: asBefore,
      }
      const { entry: now, events } = applyEntryUpdate(update, reported(again), at)
      expect(events).toEqual([])
      expect(now.bank_status).toBe('settled')
    },
  )
  it('bank note 81: is unclear, and records it as an event, where another amount is reported than was sent', () => {
    const seen = after(
      reported({ amount: '100' }),
      reported({ statusText: 'SETTLED', amount: '100' }),
    )
    expect([...seen.eventKeys]).toEqual([
      'inquiry\ttransactionAmount\tCOLLECTED: 100 where 1.00 was sent',
      'inquiry\ttransactionAmount\tSETTLED: 100 where 1.00 was sent',
    ])
    expect(seen.entry).toMatchObject({ bank_status: 'unclear', shown_amount: '100' })
    expect(after(reported()).eventKeys.size).toBe(1)
  })
  it('takes the reported amount from inquiry alone, and the newest', () => {
    expect(after(reported({ source: 'alert', alertSeq: 1 })).entry.shown_amount).toBeNull()
    const newest = after(reported(), reported({ statusText: 'SETTLED', amount: '1' }))
    expect(newest.entry.shown_amount).toBe('1')
  })
  it('bank note 86: ignores statuses of another account, direction or time under its number', () => {
    const about = { account: '5550142', from: '2026-11-20', to: '2027-01-30' }
    const update: EntryUpdate = { entry, eventKeys: new Set(), about }
    const back = (part: Partial<EntryReport['shown'] & object>) =>
      reported({
        statusText: 'RETURNED',
        returned: { code: 'R01', text: null, date: null },
        shown: { accounts: ['0005550142', '77'], days: ['2026-11-25'], ...part },
      })
    expect(applyEntryUpdate(update, back({}), at).entry.bank_status).toBe('returned')
    expect(applyEntryUpdate(update, back({ accounts: ['0142'] }), at).entry.bank_status).toBe(
      'returned',
    )
    expect(applyEntryUpdate(update, back({ accounts: ['****0143'] }), at).entry.bank_status).toBe(
      'returned',
    )
    for (const part of [
      { accounts: ['5550143', '77'] },
      { direction: 'RECEIVING ITEM' },
      { days: ['2026-01-25'] },
      { days: [null, '20270525'] },
    ]) {
      const odd = applyEntryUpdate(update, back(part), at)
      expect(odd.entry).toMatchObject({
        bank_status: 'unclear',
        returned_at: null,
        return_code: null,
      })
      expect(odd.entry).toMatchObject({ par_number: null, shown_amount: null })
      expect(odd.events).toHaveLength(1)
    }
  })
  describe('after an alert, which decides nothing', () => {
    const [before, since, later] = ['T1', 'T2', 'T3']
    const alert = (statusText: string, part: Partial<EntryReport> = {}) =>
      reported({ source: 'alert', alertSeq: 1, statusText, ...part })
    /** Reports in order, each at its time. */
    const course = (...steps: readonly (readonly [string, EntryReport])[]): EntryWithStatus =>
      steps.reduce<EntryUpdate>((update, [when, one]) => applyEntryUpdate(update, one, when), {
        entry,
        eventKeys: new Set(),
      }).entry

    it.each([
      ['no document lists', 'HELD AT GATE'],
      ['rejects it', 'REJECTED'],
    ])('is as the bank’s next answer says, though the alert’s status %s', (_what, statusText) => {
      const asked = course([before, reported()], [since, alert(statusText)])
      expect(asked).toMatchObject({ bank_status: 'unclear', unanswered_since: since })
      const answered = course(
        [before, reported()],
        [since, alert(statusText)],
        [later, reported({ askedAt: later })],
      )
      expect(answered).toMatchObject({ bank_status: 'collected', unanswered_since: null })
    })

    it('of another amount is as the bank’s next answer says: the alert was another item’s', () => {
      const other = alert('COLLECTED', { amount: '7.00' })
      expect(course([since, other])).toMatchObject({ bank_status: 'unclear' })
      expect(course([since, other], [later, reported({ askedAt: later })])).toMatchObject({
        bank_status: 'collected',
        unanswered_since: null,
      })
    })

    it.each([
      [before, 'an answer that was asked for before it', 'collected'],
      [since, 'one that was asked for at the same moment', 'collected'],
      [later, 'one that was asked for after it', 'unclear'],
    ] as const)('is asked at %s: %s leaves it %s', (askedAt, _what, bank_status) => {
      expect(
        course(
          [before, reported({ askedAt: before })],
          [since, alert('RETURNED')],
          [later, reported({ askedAt })],
        ),
      ).toMatchObject({ bank_status, returned_at: null, return_reported_at: since })
    })

    it('is returned by any answer that shows it, also by one from before the alert', () => {
      expect(
        course(
          [since, alert('RETURNED')],
          [later, reported({ statusText: 'RETURNED', askedAt: before })],
        ),
      ).toMatchObject({ bank_status: 'returned', returned_at: later, unanswered_since: null })
    })

    it('shows progress by alerts, and keeps what the inquiry shows apart from it', () => {
      expect(course([before, reported()], [since, alert('SETTLED')])).toMatchObject({
        bank_status: 'settled',
        shown_bank_status: 'collected',
        unanswered_since: null,
      })
    })

    it('loses a return that a written reply showed, once the inquiry says otherwise', () => {
      const byReply: EntryUpdate = {
        entry: {
          ...entry,
          bank_status: 'returned',
          shown_bank_status: 'returned',
          returned_at: before,
        },
        eventKeys: new Set(),
      }
      expect(applyEntryUpdate(byReply, reported({ askedAt: later }), later).entry).toMatchObject({
        bank_status: 'unclear',
        returned_at: null,
        return_reported_at: before,
      })
    })
  })
  it('requires a detail where a count or a status reports data that only the detail holds', () => {
    const known = after(reported())
    expect(needsDetail(known, reported({ changes: 1 }))).toBe(true)
    expect(needsDetail(known, reported({ statusText: 'RETURNED' }))).toBe(true)
    expect(needsDetail(known, reported())).toBe(false)
    const updateRead = reported({
      source: 'detail',
      notifications: [{ code: 'C01', text: null, data: '5' }],
    })
    expect(needsDetail(after(reported(), updateRead), reported({ changes: 1 }))).toBe(false)
  })
  it('bank note 54: requires the detail again where more changes are counted than it has listed', () => {
    const one = { code: 'C01', text: null, data: '5' }
    const updateRead = after(
      reported(),
      reported({ source: 'detail', changes: 1, notifications: [one] }),
    )
    for (const source of ['alert', 'inquiry'] as const) {
      expect(needsDetail(updateRead, reported({ source, changes: 2 }))).toBe(true)
    }
    const alerted = applyEntryUpdate(updateRead, reported({ source: 'alert', changes: 2 }), at)
    expect(needsDetail(alerted, reported({ changes: 1 }))).toBe(true)
    const two = reported({
      source: 'detail',
      changes: 2,
      notifications: [one, { ...one, data: '6' }],
    })
    expect(needsDetail(applyEntryUpdate(alerted, two, at), reported({ changes: 2 }))).toBe(false)
    const duplicates = reported({ source: 'detail', changes: 2, notifications: [one, one] })
    expect(needsDetail(applyEntryUpdate(alerted, duplicates, at), reported({ changes: 2 }))).toBe(
      false,
    )
  })
  it('keeps every change of one detail, and is moved back by none that is repeated', () => {
    const [first, second] = [
      { code: 'C01', text: 'Account', data: '5' },
      { code: 'C02', text: 'Routing', data: '091000019' },
    ]
    const both = after(reported({ source: 'detail', changes: 2, notifications: [first, second] }))
    expect([...both.eventKeys].filter((key) => /\tC0[12]\t/.test(key))).toHaveLength(2)
    expect(both.entry).toMatchObject({ change_code: 'C02', change_data: '091000019' })
    const correction = JSON.stringify({ payeeId: 'p', version: 2 })
    const proposed = { ...both, entry: { ...both.entry, correction } }
    const again = reported({
      source: 'addenda-status',
      statusText: null,
      notifications: [{ ...first, text: 'No.' }],
    })
    expect(applyEntryUpdate(proposed, again, at).entry).toMatchObject({
      change_code: 'C02',
      correction,
    })
  })
  it('drops the proposal of a change that a later one replaces', () => {
    const updateRead = (data: string) =>
      reported({
        source: 'detail',
        statusText: null,
        notifications: [{ code: 'C01', text: null, data }],
      })
    const first = after(updateRead('5'))
    const proposed = { ...first, entry: { ...first.entry, correction: '{}' } }
    expect(applyEntryUpdate(proposed, updateRead('5'), at).entry.correction).toBe('{}')
    expect(applyEntryUpdate(proposed, updateRead('6'), at).entry).toMatchObject({
      change_data: '6',
      correction: null,
    })
  })
})

describe('the poll interval', () => {
  const since = new Date('2026-11-23T14:00:00Z')
  const facts = { environment: 'production', since, effectiveDate: '2026-11-24', open: 1 } as const
  const minutes = (count: number) => new Date(since.getTime() + count * 60_000)
  it('is minutes, hours and then days, until returns cannot come any more', () => {
    expect(firstPoll(facts)).toEqual(minutes(2))
    expect(nextPoll(facts, minutes(2))).toEqual(minutes(10))
    expect(nextPoll(facts, minutes(60))).toEqual(minutes(360))
    expect(nextPoll(facts, minutes(400))).toEqual(minutes(1_440))
    expect(nextPoll(facts, minutes(62 * 1_440))).toBeNull()
    expect(nextPoll({ ...facts, open: 0 }, minutes(2))).toBeNull()
  })
  it('is at least an hour while the clock is set back', () => {
    expect(nextPoll(facts, minutes(-600))).toEqual(minutes(-540))
  })
  it('bank note 43: covers days in ranges of 31 with both ends, none in the future of a search and none beyond 180 days', () => {
    expect(dayRanges('2026-09-01', '2026-11-23', '2026-11-23')).toEqual([
      { fromDate: '2026-09-01', toDate: '2026-10-01' },
      { fromDate: '2026-10-02', toDate: '2026-11-01' },
      { fromDate: '2026-11-02', toDate: '2026-11-23' },
    ])
    expect(dayRanges('2025-01-01', '2026-11-23', '2026-11-23')[0]?.fromDate).toBe('2026-05-27')
    expect(dayRanges('2026-12-01', '2026-12-02', '2026-11-23')).toEqual([])
  })
  it('covers returns from the day before acceptance until today', () => {
    const days = searchedDays({
      acceptedOn: '2026-10-01',
      effectiveDate: '2026-10-02',
      today: '2026-10-30',
    })
    expect(days.RETURNED).toEqual([{ fromDate: '2026-09-30', toDate: '2026-10-30' }])
    expect(days.COLLECTED).toEqual([{ fromDate: '2026-09-30', toDate: '2026-10-12' }])
  })
  it.each(['2026-13-45', '20261002', ''])(
    'counts from acceptance where the effective date is %j',
    (effectiveDate) => {
      const days = searchedDays({ acceptedOn: '2026-10-01', effectiveDate, today: '2026-10-30' })
      expect(days.COLLECTED).toEqual([{ fromDate: '2026-09-30', toDate: '2026-10-11' }])
      expect(daysOf(new Date('2026-10-01T12:00:00Z'), effectiveDate)).toEqual(
        daysOf(new Date('2026-10-01T12:00:00Z'), '2026-10-01'),
      )
    },
  )
})

describe('return rates', () => {
  const [unauthorized] = rateGroups
  it('are counted in whole numbers, and exceed a limit only by the exact count', () => {
    expect(rateOf(unauthorized, 1, 200)).toMatchObject({ basisPoints: 50, isAbove: false })
    expect(rateOf(unauthorized, 1, 199)).toMatchObject({ basisPoints: 50, isAbove: true })
    expect(rateOf(unauthorized, 0, 0)).toMatchObject({ basisPoints: null, isAbove: false })
  })
})

describe('an entry presented again after a change of account and type (C06)', () => {
  const typed = storedEntry({ accountNumber: '0004471', accountType: 'C' })
  const row = { change_code: 'C06', change_data: `${'987654321'.padEnd(17)}   32` } as EntryRow
  const inBook = (accountNumber: string) =>
    ({ name: 'Ann Alder', accountNumber, bank: { aba: '' } }) as PayeeDetails

  it('has the new type with the new account', () => {
    expect(presentedAgain(typed, row, inBook('987654321'))).toMatchObject({
      accountNumber: '987654321',
      accountType: 'S',
    })
  })

  it.each([null, inBook('0004471')])('keeps the type of the old account: %j', (approved) => {
    expect(presentedAgain(typed, row, approved)).toMatchObject({
      accountNumber: '0004471',
      accountType: 'C',
    })
  })
})
