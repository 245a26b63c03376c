/**
 * The soak's workstation as a program of its own, so that its memory holds nothing else: works
 * cycle after cycle until its time is over, closes, and reports its readings. Takes its options as
 * JSON in its only argument.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { acts, entriesOf, type SoakDay } from './acts.ts'
import { SoakWorkstation } from './workstation.ts'
import { Gauges } from './gauges.ts'
import { leastReadings, leastWarmUp } from './judge.ts'
import { leak } from './leaks.ts'
import { makeOther, visitOther } from './other-profile.ts'
import type { Reading, SoakRecord } from './record.ts'

export interface ChildOptions {
  readonly folder: string
  readonly controlUrl: string
  readonly keychainEnv: NodeJS.ProcessEnv | undefined
  readonly minutes: number
  readonly entries: number
  /** Adds a deliberate leak, for the proof of the judge only. */
  readonly isLeaking: boolean
}

/** Its messages: a reading after each cycle, and the whole record at the end. */
export type ChildMessage =
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'record'; readonly record: SoakRecord; readonly released: readonly string[] }

const minuteMs = 60_000
/**
 * A 429 causes a pause of two minutes: one in this many cycles, filled with work that needs no
 * bank.
 */
const pausedEvery = 120

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions
const dataFolder = join(options.folder, 'data')
const report = (message: ChildMessage): void => void process.send?.(message)
const gauges = new Gauges()
const problems: string[] = []
const took = new Map<string, number[]>()
const readings: Reading[] = []
const day: SoakDay = { cycle: 0, entries: options.entries, written: [], released: new Set() }

async function act(name: string, run: () => Promise<void>): Promise<void> {
  const since = performance.now()
  try {
    await run()
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem)
    problems.push(`cycle ${String(day.cycle)}, ${name}: ${text}`)
  }
  took.set(name, [...(took.get(name) ?? []), performance.now() - since])
}

/** The bank answers 429: no call for two minutes, and the workstation says so. */
async function bePaused(workstation: SoakWorkstation): Promise<void> {
  await workstation.must('practice.clearScenarios')
  await workstation.must('practice.setScenario', { scenario: 'too-many-requests', times: 1 })
  await workstation.call('connection.checkHealth')
  const refused = await workstation.call('connection.checkHealth')
  if (refused.ok || refused.error.code !== 'rate-paused') throw new Error('a 429 pauses nothing')
}

async function soak(workstation: SoakWorkstation, other: string | undefined): Promise<void> {
  const endsAt = performance.now() + options.minutes * minuteMs
  // A busy computer takes longer, because fewer cycles prove nothing.
  while (performance.now() < endsAt || day.cycle < leastWarmUp + leastReadings) {
    gauges.begin()
    const today = { ...day }
    for (const [name, run] of Object.entries(acts)) await act(name, () => run(workstation, today))
    if (other !== undefined) await act('other profile', () => visitOther(workstation, other))
    if (day.cycle % pausedEvery === pausedEvery - 1) {
      await act('pause after a 429', async () => {
        await bePaused(workstation)
        await pause(2 * minuteMs + 5_000)
      })
    }
    if (options.isLeaking) leak()
    const reading = await gauges.read(day.cycle, workstation.calls, dataFolder)
    readings.push(reading)
    report({ kind: 'reading', reading })
    Object.assign(day, { cycle: day.cycle + 1 })
  }
}

async function count(workstation: SoakWorkstation): Promise<SoakRecord['counts']> {
  await workstation.signIn('practice-mara')
  const total = async (channel: string, input: object): Promise<number> =>
    (await workstation.must<{ total: number }>(channel, { cursor: null, limit: 1, ...input })).total
  const everyAlert = {
    search: '',
    kind: null,
    status: null,
    account: null,
    mark: null,
    incomingCredits: false,
    from: null,
    to: null,
  }
  return {
    orders: await total('orders.list', { view: 'all' }),
    entries: Array.from({ length: day.cycle }, (_, at) => entriesOf(at, options.entries)).reduce(
      (sum, entries) => sum + entries,
      0,
    ),
    alerts: await total('alerts.list', everyAlert),
    auditEntries: (await workstation.must<{ entries: number }>('audit.getState')).entries,
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

await mkdir(dataFolder, { recursive: true })
const before = await gauges.open()
const workstation = await SoakWorkstation.open(options)
await workstation.signIn('practice-mara')
const other = workstation.hasKeychain ? await makeOther(workstation) : undefined
await soak(workstation, other)
const counts = await count(workstation)
await workstation.close()
const after = await gauges.open()
const record: SoakRecord = {
  minutes: options.minutes,
  readings,
  before,
  after,
  counts,
  acts: Object.fromEntries([...took].map(([name, all]) => [name, median(all)])),
  problems: [...problems, ...workstation.problems, ...gauges.warnings.filter(isAlarming)],
  leftOut: other === undefined ? ['another profile: this computer has no keychain'] : [],
}
const whole: ChildMessage = { kind: 'record', record, released: [...day.released] }
// The deliberate leak would keep the program alive for ever.
process.send?.(whole, () => process.exit(0))

/** Node's warnings about its own experimental features are no fault of this program. */
function isAlarming(warning: string): boolean {
  return !warning.startsWith('ExperimentalWarning')
}
