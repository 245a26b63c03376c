/**
 * Judges the readings of a soak: whether a figure that should stay level grows with every cycle.
 * The slope is the median of the slopes between all pairs of readings (Theil-Sen), which a few odd
 * readings do not move.
 */
import { beforeAndAfter, type Reading, type SoakRecord } from './record.ts'

/** A bounded figure: its unit, and its allowed growth. */
interface Allowance {
  readonly figure: string
  readonly unit: string
  readonly of: (reading: Reading) => number
  /** Growth per cycle that is no leak: caches fill slowly, and readings vary. */
  readonly perCycle: number
  /** Total one-time growth: frequently used code is compiled again. */
  readonly once: number
}

/** One line of the verdict. */
export interface Judged {
  readonly figure: string
  readonly unit: string
  readonly first: number
  readonly last: number
  readonly most: number
  readonly perCycle: number
  /** Null if only recorded. */
  readonly allowed: number | null
}

/** The result. */
export interface Verdict {
  readonly judged: readonly Judged[]
  /** Empty if nothing is wrong. */
  readonly wrong: readonly string[]
}

const mb = (bytes: number): number => bytes / 2 ** 20
const timersOf = (kinds: Readonly<Record<string, number>>): number => kinds['Timeout'] ?? 0

/**
 * Half a dozen cycles fill what is filled once: connections, compiled statements, compiled code.
 */
const warmUpShare = 0.25
export const leastWarmUp = 3
/**
 * Fewer readings say nothing about growth: between two collections of compiled code the heap climbs
 * by up to ten megabytes over some five cycles, and five readings took that for a leak in one run of
 * two.
 */
export const leastReadings = 10
/** A single stall of this length means that the window does not answer. */
const longestStallMs = 2_000

/** The bounded figures, in the order of the table. */
export const allowances: readonly Allowance[] = [
  {
    figure: 'heap of main',
    unit: 'MB',
    of: ({ heapUsed }) => mb(heapUsed),
    perCycle: 0.15,
    once: 8,
  },
  {
    figure: 'buffers of main',
    unit: 'MB',
    of: ({ external }) => mb(external),
    perCycle: 0.1,
    once: 1,
  },
  {
    figure: 'heap of the store',
    unit: 'MB',
    of: ({ storeHeap }) => mb(storeHeap),
    perCycle: 0.1,
    once: 2,
  },
  // 35 to 40 are open at any reading, because connections stay open for the next call.
  { figure: 'open files', unit: '', of: ({ files }) => files, perCycle: 0.1, once: 4 },
  {
    figure: 'active handles',
    unit: '',
    of: ({ handles, kinds }) => handles - timersOf(kinds),
    perCycle: 0.1,
    once: 1,
  },
  // Five to seven timers wait at any reading, because some polls and status inquiries are between
  // two turns.
  { figure: 'timers', unit: '', of: ({ kinds }) => timersOf(kinds), perCycle: 0.1, once: 2 },
  { figure: 'threads', unit: '', of: ({ threads }) => threads, perCycle: 0.05, once: 0 },
]

/** The figures that are only recorded. */
const recorded: readonly Omit<Allowance, 'perCycle' | 'once'>[] = [
  { figure: 'resident memory', unit: 'MB', of: ({ rss }) => mb(rss) },
  { figure: 'delay, median', unit: 'ms', of: ({ delayP50 }) => delayP50 },
  { figure: 'delay, 99 of 100', unit: 'ms', of: ({ delayP99 }) => delayP99 },
  { figure: 'delay, longest', unit: 'ms', of: ({ delayMax }) => delayMax },
  { figure: 'store', unit: 'MB', of: ({ storeBytes }) => mb(storeBytes) },
  { figure: 'log of the store', unit: 'MB', of: ({ walBytes }) => mb(walBytes) },
  { figure: 'program log', unit: 'kB', of: ({ logBytes }) => logBytes / 1_000 },
]

/** Limits hours of readings to half a million pairs. */
const mostCompared = 1_000

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** Returns the growth of a series per step: the median of the slopes between all pairs. */
export function growth(values: readonly number[]): number {
  const step = Math.ceil(values.length / mostCompared)
  const some = values.filter((_, at) => at % step === 0)
  const slopes = some.flatMap((one, at) =>
    some.slice(at + 1).map((other, by) => (other - one) / ((by + 1) * step)),
  )
  return slopes.length === 0 ? 0 : median(slopes)
}

/** Returns the readings that count, after the warm-up. */
export function warmed(readings: readonly Reading[]): readonly Reading[] {
  const cold = Math.max(leastWarmUp, Math.floor(readings.length * warmUpShare))
  return readings.slice(Math.min(cold, Math.max(0, readings.length - leastReadings)))
}

function judge(readings: readonly Reading[], of: Allowance['of']) {
  const values = readings.map(of)
  return {
    first: values.at(0) ?? Number.NaN,
    last: values.at(-1) ?? Number.NaN,
    most: Math.max(...values),
    perCycle: growth(values),
  }
}

/** Judges a whole record. */
export function judgeSoak(record: SoakRecord): Verdict {
  const readings = warmed(record.readings)
  const bounded = allowances.map(({ figure, unit, of, perCycle, once }) => ({
    figure,
    unit,
    allowed: perCycle + once / Math.max(1, readings.length),
    ...judge(readings, of),
  }))
  const beside = recorded.map(({ figure, unit, of }) => ({
    figure,
    unit,
    allowed: null,
    ...judge(readings, of),
  }))
  const grows = bounded
    // Negated, so that NaN counts as growth too.
    .filter(({ perCycle, allowed }) => !(perCycle <= allowed))
    .map(
      ({ figure, unit, perCycle, allowed }) =>
        `${figure}: grows by ${perCycle.toFixed(3)} ${unit} a cycle, allowed are ${allowed.toFixed(3)}`,
    )
  return {
    judged: [...bounded, ...beside],
    wrong: [
      ...tooFew(readings),
      ...grows,
      ...stalls(record.readings),
      ...leftOver(record),
      ...record.problems,
    ],
  }
}

const tooFew = (readings: readonly Reading[]): string[] =>
  readings.length < leastReadings
    ? [`only ${String(readings.length)} readings: too few to see what grows`]
    : []

const stalls = (readings: readonly Reading[]): string[] =>
  readings
    .filter(({ delayMax }) => delayMax > longestStallMs)
    .map(
      ({ cycle, delayMax }) =>
        `cycle ${String(cycle)}: nothing went on for ${delayMax.toFixed(0)} ms`,
    )

/** Returns what is open after the close and was not open before the start. */
const leftOver = ({ before, after }: SoakRecord): string[] =>
  beforeAndAfter.flatMap(({ name, of }) =>
    of(after) > of(before)
      ? [`${name}: ${String(of(before))} before it began, ${String(of(after))} after it was closed`]
      : [],
  )
