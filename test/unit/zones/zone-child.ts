/**
 * Runs the date logic of main and of the window in the zone of this process (`TZ`), and compares it with what the
 * calendar of that zone says, which Intl knows without the process's own. Prints what is wrong, and what must be the
 * same in every zone.
 */
import { createHash } from 'node:crypto'
import { countedMs } from '../../../main/assurance/coverage/silence.ts'
import { nextOccurrence, occurrence } from '../../../preload/contract/kernel/recurrence.ts'
import { nextPoll, searchedDays } from '../../../main/money/batch/tracking/poll-interval.ts'
import { isQuiet, recheckMs, wallTime } from '../../../main/workplace/notices/quiet-hours.ts'
import {
  addBankingDays,
  isBankingDay,
  networkDay,
} from '../../../preload/contract/kernel/banking-days.ts'
import * as calendar from '../../../preload/contract/kernel/calendar.ts'
import { instants } from './days-of-interest.ts'
import * as deadlines from '../../../main/money/network-deadlines.ts'
import { dayRanges } from '../../../main/bank/apis/ach-list-limits.ts'
import { nextAgreedMoment } from '../../../main/inquiry/agreed-terms.ts'

const { daysLater } = calendar
const zone = process.env['TZ'] ?? ''
const minuteMs = 60_000
const wrong: string[] = []
const same = createHash('sha256')

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  weekday: 'short',
})
/** The calendar and the clock of the zone: the other side of every comparison. */
function shown(instant: Date) {
  const parts = Object.fromEntries(
    format.formatToParts(instant).map((one) => [one.type, one.value]),
  )
  return {
    day: `${parts['year'] ?? ''}-${parts['month'] ?? ''}-${parts['day'] ?? ''}`,
    minutes: Number(parts['hour']) * 60 + Number(parts['minute']),
    weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(parts['weekday'] ?? ''),
  }
}

function expect(what: string, instant: Date, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(wanted) || wrong.length > 20) return
  wrong.push(
    `${what} at ${instant.toISOString()}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`,
  )
}

function daysOf(instant: Date): void {
  const { day, minutes, weekday } = shown(instant)
  for (const found of [instant, instant.getTime(), instant.toISOString()].map(calendar.localDay))
    expect('the day', instant, found, day)
  const stamp = calendar.localTimestamp(instant)
  const named = new Date(`${stamp.date}T${stamp.time}${stamp.offset}`)
  expect('the time with its offset', instant, named, new Date(Math.floor(+instant / 1000) * 1000))
  expect('the weekday', instant, calendar.weekdayOf(day), weekday)
  for (const { date, time } of [
    calendar.localClock(instant),
    calendar.clockIn(zone, instant) ?? { date: '', time: '' },
  ])
    expect('the clock', instant, [date, minutesOf(time)], [day, minutes])
  for (const later of [0, -1, -13, 1]) {
    const midnight = calendar.localMidnight(instant, later)
    const wanted = daysLater(day, later)
    expect(`the midnight ${String(later)} days later`, instant, shown(midnight).day, wanted)
    const before = shown(new Date(midnight.getTime() - 1)).day
    expect('what ends there', instant, before, daysLater(wanted, -1))
  }
  const midnight = calendar.localMidnight(instant)
  expect('the start of the day', instant, calendar.dayStart(zone, day), midnight)
  expect('the day in the zone', instant, calendar.dayIn(zone, instant), day)
  expect('the bounds of the day', instant, calendar.dayBoundsIn(zone, day), {
    from: midnight.toISOString(),
    until: calendar.localMidnight(instant, 1).toISOString(),
  })
}

const hours = [
  ['08:00', '17:00'],
  ['00:00', '23:59'],
  ['02:15', '02:45'],
  ['01:15', '01:45'],
  ['00:15', '00:45'],
  ['02:00', '02:30'],
  ['22:30', '23:30'],
].map(([from = '', to = '']) => ({ from, to }))
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

function agreedHours(instant: Date): void {
  for (const { from, to } of hours) {
    const within = (at: Date): boolean => {
      const { minutes } = shown(at)
      return minutes >= minutesOf(from) && minutes < minutesOf(to)
    }
    const next = nextAgreedMoment({ hours: { kind: 'business', from, to } }, instant)
    expect(`within ${from}-${to}`, instant, next === null, within(instant))
    if (next === null) continue
    const wait = next.getTime() - instant.getTime()
    expect(`${from}-${to} begins later`, instant, wait > 0 && wait <= 26 * 60 * minuteMs, true)
    // An hour that the clocks leave out has no such moment: it may only come later, never outside.
    const opens = [0, 30, 60].some((more) => within(new Date(next.getTime() + more * minuteMs)))
    const isLeftOut = shown(next).minutes >= minutesOf(to)
    expect(`${from}-${to} is open then`, instant, opens || isLeftOut, true)
  }
}

function quietHours(instant: Date): void {
  const wall = wallTime(instant)
  const { minutes, weekday } = shown(instant)
  expect('the clock on the wall', instant, wall, { weekday, minutes })
  const quiet = { quiet: { from: '22:00', to: '06:30' }, quietWeekends: false }
  const isNight = minutes >= 22 * 60 || minutes < 6 * 60 + 30
  expect('quiet', instant, isQuiet(quiet, wall), isNight)
  const again = recheckMs(quiet, wall)
  expect('looks again', instant, again > 0 && again <= 15 * minuteMs, true)
}

/** Silence is counted by the hours of the clock: what a day has between six and ten, minute by minute. */
function silence(instant: Date): void {
  if (instant.getTime() % (12 * 60 * minuteMs) !== 0) return
  const until = new Date(instant.getTime() + 30 * 60 * minuteMs)
  let counted = 0
  for (let at = instant.getTime(); at < until.getTime(); at += 15 * minuteMs) {
    const { day, minutes } = shown(new Date(at))
    if (isBankingDay(day) && minutes >= 6 * 60 && minutes < 22 * 60) counted += 15 * minuteMs
  }
  expect('counted silence', instant, countedMs(instant, until), counted)
}

/** Of what goes by the network's calendar or by none, no zone of this computer may change anything. */
function zoneless(instant: Date): void {
  const day = networkDay(instant)
  const batch = { acceptedOn: day, effectiveDate: daysLater(day, 1), today: daysLater(day, 5) }
  const weekly = { every: 'week', from: '2026-01-05', onClosedDay: 'before', daysAhead: 0 } as const
  const monthly = {
    every: 'month',
    from: '2026-01-31',
    onClosedDay: 'after',
    daysAhead: 0,
  } as const
  const facts = { environment: 'production', since: instant, effectiveDate: day, open: 1 } as const
  const noticed = { secCode: 'PPD', creditDebitCode: 'D', effectiveDate: day } as const
  same.update(
    JSON.stringify([
      day,
      deadlines.bankDay('practice', instant),
      deadlines.changeDeadline(instant.toISOString()),
      deadlines.returnPossibleUntil(noticed),
      deadlines.lastDayToReverse(day),
      addBankingDays(day, 3),
      addBankingDays(day, -3),
      calendar.clockIn('America/New_York', instant),
      wallTime(instant, 'Europe/Berlin'),
      nextOccurrence(weekly, { notBefore: day, last: null }),
      nextOccurrence(monthly, { notBefore: day, last: null }),
      Array.from({ length: 26 }, (_, count) => occurrence(monthly, count)),
      nextPoll(facts, new Date(instant.getTime() + 3_600_000)),
      searchedDays(batch),
      dayRanges(daysLater(day, -40), day, day),
      calendar.daysBetween(day, daysLater(day, 31)),
      [calendar.isCalendarDate('2028-02-29'), calendar.monthsLater(day, 1)],
      [calendar.utcDay(instant), calendar.dayStart('Asia/Kathmandu', day)],
    ]),
  )
}

for (const instant of instants) {
  daysOf(instant)
  agreedHours(instant)
  quietHours(instant)
  silence(instant)
}
for (const [at, instant] of instants.entries()) if (at % 8 === 1) zoneless(instant)
const offsets = new Set(instants.map((instant) => instant.getTimezoneOffset()))
process.stdout.write(
  JSON.stringify({
    wrong,
    same: same.digest('hex'),
    offsets: [...offsets],
    instants: instants.length,
  }),
)
