/**
 * The practice client's history: more than half a year of entries, the same at every start except
 * for their dates, which end on the day before the start. A bank on a scaled clock has future days
 * too.
 */
import { utcDay, daysLater } from '../../../preload/contract/kernel/calendar.ts'
import { clientAccounts, operatingBank, type ClientAccount } from '../data/client-accounts.ts'
import { isCredit, transactionCodeOf, type SecCode } from './code-texts.ts'
import { businesses, neighbours, people } from './counterparties.ts'
import { parNumberOf, traceNumberOf } from './entry-numbers.ts'
import type { AchEntry, Counterparty } from './entry.ts'
import { correctedData, remittanceOf, seededFates, type Fates } from './seeded-details.ts'
import { businessDay, dayMs } from './written.ts'

/** Counted without weekends, so the same entries have the same age on a Monday as on a Friday. */
const historyWeekdays = 147
const hourMs = 60 * 60 * 1000

/** One recurring kind of entries of the client. */
interface Habit {
  readonly account: ClientAccount
  readonly side: AchEntry['side']
  readonly secCode: SecCode
  readonly direction: 'C' | 'D'
  readonly description: string
  readonly partners: readonly Counterparty[]
  /** The smallest amount in cents, and the range above it. */
  readonly amount: readonly [from: number, spread: number]
}

const habit = (
  accountAt: number,
  side: AchEntry['side'],
  secCode: SecCode,
  direction: 'C' | 'D',
  rest: Pick<Habit, 'description' | 'partners' | 'amount'>,
): Habit[] => {
  const account = clientAccounts[accountAt]
  return account ? [{ account, side, secCode, direction, ...rest }] : []
}

const habits: readonly Habit[] = [
  habit(1, 'originating', 'PPD', 'C', {
    description: 'PAYROLL',
    partners: people,
    amount: [180_000, 240_000],
  }),
  habit(0, 'originating', 'CCD', 'C', {
    description: 'VENDOR PAY',
    partners: businesses,
    amount: [12_500, 1_800_000],
  }),
  habit(2, 'originating', 'PPD', 'D', {
    description: 'DUES',
    partners: people,
    amount: [2_000, 18_000],
  }),
  habit(0, 'originating', 'CTX', 'C', {
    description: 'INVOICES',
    partners: businesses,
    amount: [250_000, 9_000_000],
  }),
  habit(2, 'receiving', 'CCD', 'C', {
    description: 'SETTLEMENT',
    partners: businesses,
    amount: [50_000, 4_000_000],
  }),
  habit(0, 'receiving', 'WEB', 'D', {
    description: 'PURCHASE',
    partners: businesses,
    amount: [1_999, 60_000],
  }),
  habit(2, 'originating', 'WEB', 'D', {
    description: 'PURCHASE',
    partners: people,
    amount: [995, 45_000],
  }),
  habit(0, 'receiving', 'TEL', 'D', {
    description: 'PHONE ORDER',
    partners: businesses,
    amount: [3_500, 30_000],
  }),
  habit(2, 'originating', 'TEL', 'D', {
    description: 'PHONE PAY',
    partners: people,
    amount: [2_500, 22_000],
  }),
  habit(2, 'receiving', 'CTX', 'C', {
    description: 'TRADE PAY',
    partners: businesses,
    amount: [700_000, 20_000_000],
  }),
  habit(0, 'originating', 'CCD', 'C', {
    description: 'UTILITIES',
    partners: neighbours,
    amount: [8_000, 120_000],
  }),
  habit(2, 'receiving', 'CCD', 'C', {
    description: 'CONTRACT',
    partners: neighbours,
    amount: [90_000, 900_000],
  }),
  habit(3, 'receiving', 'CCD', 'C', {
    description: 'SWEEP',
    partners: neighbours,
    amount: [5_000_000, 50_000_000],
  }),
].flat()

/**
 * Returns a generator of the same numbers at every start. Each call returns a whole number below
 * the bound.
 */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const isWeekday = (day: string): boolean => businessDay(day) === day
const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T

/** Some payroll and dues are prenotes; some CTX are zero dollars with remittance. */
function kindOf({ secCode, side }: Habit, turn: number): 'live' | 'prenote' | 'zero-dollar' {
  if (secCode === 'PPD' && turn % 9 === 4) return 'prenote'
  return secCode === 'CTX' && side === 'originating' && turn % 6 === 5 ? 'zero-dollar' : 'live'
}

/**
 * Returns the outcome of an entry, and the kind it forces: R05 and R29 make it CCD, C08 makes it
 * IAT.
 */
function befalling(
  of: Habit,
  entry: {
    readonly count: number
    readonly code: string
    readonly kind: 'live' | 'prenote' | 'zero-dollar'
    readonly settledAtMs: number
    readonly counterparty: Counterparty
  },
  fates: Fates,
): Pick<AchEntry, 'secCode' | 'international' | 'returned' | 'change'> {
  const { count, code, kind, settledAtMs, counterparty } = entry
  const reasonCode = kind === 'live' ? fates.returnReason(count, isCredit(code)) : null
  const changeCode = of.side === 'originating' ? fates.changeCode(count) : null
  return {
    secCode: reasonCode === 'R05' || reasonCode === 'R29' ? 'CCD' : of.secCode,
    international: changeCode === 'C08' || count % 31 === 14,
    returned: reasonCode === null ? null : { atMs: settledAtMs + dayMs + hourMs, reasonCode },
    change:
      changeCode === null
        ? null
        : { atMs: settledAtMs + hourMs, changeCode, ...correctedData(changeCode, counterparty) },
  }
}

/** Returns one entry of the history, collected on a day. `turn` counts the entries of its kind. */
function seededEntry(
  count: number,
  day: string,
  { next, fates }: { next: (below: number) => number; fates: Fates },
): AchEntry {
  const of = pick(habits, count)
  const turn = Math.floor(count / habits.length)
  const counterparty = pick(of.partners, turn)
  const kind = kindOf(of, turn)
  const code = transactionCodeOf(turn % 5 === 3 ? 'S' : 'C', of.direction, kind)
  const collectedAtMs = Date.parse(`${day}T13:00:00Z`) + next(5 * hourMs)
  const settledAtMs = Date.parse(`${businessDay(daysLater(day, 1))}T12:30:00Z`)
  const originator =
    of.side === 'originating' ? operatingBank.routingNumber : counterparty.routingNumber
  const spread = next(of.amount[1])
  const changeAndReturn = befalling(of, { count, code, kind, settledAtMs, counterparty }, fates)
  return {
    parNumber: parNumberOf(collectedAtMs, count + 1),
    traceNumber: traceNumberOf(originator, count + 1),
    account: of.account,
    side: of.side,
    flow: counterparty.routingNumber === operatingBank.routingNumber ? 'INTRA' : 'INTER',
    counterparty,
    transactionCode: code,
    amountCents: kind === 'live' ? of.amount[0] + spread : 0,
    description: of.description,
    identification: `${counterparty.kind === 'person' ? 'M' : 'V'}${String(10_400 + (turn % 40))}`,
    customData: of.side === 'originating' && turn % 3 === 0 ? `SEED${String(count)}` : null,
    checkSerialNumber:
      of.secCode === 'PPD' && of.direction === 'D' && turn % 4 === 1
        ? String(1_200 + turn).padStart(8, '0')
        : null,
    remittance: remittanceOf(of.secCode, turn),
    batchNumber: String(1_000 + Math.floor(count / 3)).padStart(7, '0'),
    collectedAtMs,
    settledAtMs,
    ...changeAndReturn,
  }
}

/**
 * Returns the history up to the day before the given instant, oldest first, and future entries for
 * `daysToCome` days, which raise alerts as they happen.
 */
export function seededHistory(startMs: number, daysToCome = 0): AchEntry[] {
  const chance = { next: numbers(20_240_117), fates: seededFates() }
  const entries: AchEntry[] = []
  for (const [at, day] of weekdaysOf(utcDay(startMs), daysToCome).entries()) {
    const busy = 2 + (at % 3)
    for (let one = 0; one < busy; one += 1) entries.push(seededEntry(entries.length, day, chance))
  }
  return entries.sort((one, other) => one.collectedAtMs - other.collectedAtMs)
}

/** Returns the weekdays of the history before today, and those of the future days. */
function weekdaysOf(today: string, daysToCome: number): string[] {
  const past: string[] = []
  for (let day = daysLater(today, -1); past.length < historyWeekdays; day = daysLater(day, -1))
    if (isWeekday(day)) past.push(day)
  const toCome = Array.from({ length: daysToCome }, (_, days) => daysLater(today, days))
  return [...past.reverse(), ...toCome.filter(isWeekday)]
}
