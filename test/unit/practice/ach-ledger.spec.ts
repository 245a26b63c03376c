/** The seeded history, and its effect on the client's accounts. */
import { expect, it } from 'vitest'
import { openAchBank } from '../../../main/practice/ach/ach-bank.ts'
import { returnParOf } from '../../../main/practice/ach/entry-numbers.ts'
import type { AchEntry } from '../../../main/practice/ach/entry.ts'
import { postingsOf } from '../../../main/practice/ach/postings.ts'
import { seededHistory } from '../../../main/practice/ach/seeded-history.ts'
import { centsOf, dayMs, dollars } from '../../../main/practice/ach/written.ts'
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { clientAccounts } from '../../../main/practice/data/client-accounts.ts'
import { hasRoutingChecksum } from '../../../preload/contract/kernel/routing-number.ts'
import { TestClock } from './practice-caller.ts'

const mondayMs = Date.parse('2026-03-02T09:30:00Z')
const numbered = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${letter}${String(at + 1).padStart(2, '0')}`)
const every = (history: readonly AchEntry[], of: (entry: AchEntry) => unknown): unknown[] => [
  ...new Set(history.map(of)),
]

it.each([0, 1, 2, 3, 4, 5, 6])(
  'shows every kind of entry, whichever day of the week the bank starts (+%i)',
  (days) => {
    const startMs = mondayMs + days * dayMs
    const history = seededHistory(startMs)
    const has = (of: (entry: AchEntry) => unknown, wanted: readonly unknown[]): void =>
      expect(every(history, of)).toEqual(expect.arrayContaining([...wanted]))
    has(({ secCode }) => secCode, ['CCD', 'CTX', 'PPD', 'TEL', 'WEB'])
    has(
      ({ side, flow }) => `${side} ${flow}`,
      ['originating INTRA', 'originating INTER', 'receiving INTRA', 'receiving INTER'],
    )
    has(({ transactionCode }) => transactionCode, ['22', '23', '24', '27', '28', '32', '37'])
    has(({ returned }) => returned?.reasonCode, [...numbered('R', 10), 'R16', 'R20', 'R29'])
    has(({ change }) => change?.changeCode, numbered('C', 13))
    has(({ remittance }) => remittance.length, [0, 1, 120])
    has(({ international }) => international, [true, false])
    has(({ customData }) => customData === null, [true, false])
    has(({ checkSerialNumber }) => checkSerialNumber === null, [true, false])
    has(({ account }) => account, clientAccounts)
    has(
      (entry) =>
        postingsOf(entry, startMs)
          .map(({ baiCode }) => baiCode)
          .join(' '),
      ['165', '455', '451', '165 558', '455 258'],
    )
  },
)

it('is the same on every start of a day, and moves with the day', () => {
  expect(seededHistory(mondayMs)).toEqual(seededHistory(mondayMs + 3 * 60 * 60 * 1000))
  const [first] = seededHistory(mondayMs)
  const [later] = seededHistory(mondayMs + 7 * dayMs)
  expect(Number(later?.collectedAtMs) - Number(first?.collectedAtMs)).toBe(7 * dayMs)
})

it('has the same entries as old on any day of the week', () => {
  const summary = ({ traceNumber, returned }: AchEntry): string =>
    `${traceNumber} ${returned?.reasonCode ?? ''}`
  const starts = Array.from({ length: 10 }, (_, days) => mondayMs + days * dayMs)
  const ofMonday = seededHistory(mondayMs).map(summary)
  for (const startMs of starts) {
    const history = seededHistory(startMs)
    expect(history.map(summary)).toEqual(ofMonday)
    const lately = history.filter(({ returned }) => {
      const age = startMs - (returned?.atMs ?? 0)
      return age > 0 && age < 30 * dayMs
    })
    expect(every(lately, ({ account }) => account.name)).toContain('Alder Falls Receivables')
  }
})

it('is consistent: numbers are unique, days in order, amounts whole cents', () => {
  const history = seededHistory(mondayMs)
  expect(history.length).toBeGreaterThan(300)
  const pars = history.flatMap(({ parNumber, returned }) =>
    returned ? [parNumber, returnParOf(parNumber)] : [parNumber],
  )
  expect(new Set(pars).size).toBe(pars.length)
  expect(every(history, ({ traceNumber }) => traceNumber)).toHaveLength(history.length)
  for (const entry of history) {
    expect(entry.collectedAtMs).toBeLessThan(entry.settledAtMs)
    expect(entry.settledAtMs).toBeLessThan(entry.returned?.atMs ?? Infinity)
    expect(Number.isSafeInteger(entry.amountCents)).toBe(true)
    expect(hasRoutingChecksum(entry.counterparty.routingNumber)).toBe(true)
    expect(entry.counterparty.name).toMatch(/^[\x20-\x7e]{1,22}$/)
    expect(utcDay(entry.collectedAtMs) < utcDay(mondayMs)).toBe(true)
    expect([0, 6]).not.toContain(new Date(entry.settledAtMs).getUTCDay())
  }
})

it('moves the accounts by settlements and returns, and not by prenotes', () => {
  const clock = new TestClock()
  const entries = openAchBank(clock).entries()
  expect(entries.length).toBeGreaterThan(300)
  for (const { amountMinor, baiCode, creditOrDebit } of entries) {
    expect(amountMinor).toBeGreaterThan(0)
    expect(['165', '258'].includes(baiCode)).toBe(creditOrDebit === 'C')
  }
  const history = seededHistory(clock.now().getTime())
  const back = history.find(({ returned, side }) => returned && side === 'originating')
  const of = (reference: string | undefined) =>
    entries.find(
      (one) => one.reference === reference && one.accountNumber === back?.account.accountNumber,
    )
  const sent = of(back?.parNumber)
  const came = of(returnParOf(back?.parNumber ?? ''))
  expect(came?.amountMinor).toBe(sent?.amountMinor)
  expect(new Set([sent?.creditOrDebit, came?.creditOrDebit])).toEqual(new Set(['C', 'D']))
})

it.each([
  ['0.00', 0],
  ['0.01', 1],
  ['0.10', 10],
  ['1.00', 100],
  ['999999999.99', 99_999_999_999],
])('writes and reads %s as %i cents', (text, cents) => {
  expect(dollars(cents)).toBe(text)
  expect(centsOf(text)).toBe(cents)
})

it.each(['', '-1', '1.005', '1e3', '.5', '1,000.00', ' 1'])('reads no amount in "%s"', (text) => {
  expect(centsOf(text)).toBeNull()
})
