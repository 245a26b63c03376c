/** Plays schedules of the proof in parallel lanes, and one that failed alone. */
import { programsWith } from '../harness/controls.ts'
import { judge } from '../harness/judge.ts'
import {
  counted,
  playInLanes,
  tallied,
  unfinished,
  type Played as AnyPlayed,
  type Tally,
} from '../harness/lanes.ts'
import { shrink, withoutOne } from '../harness/shrink.ts'
import type { WayStep } from '../harness/proxy-line.ts'
import { onceControls } from './controls.ts'
import { Lane } from './lane.ts'
import { Play } from './play.ts'
import { openRefusingGateway } from './refusing-gateway.ts'
import {
  behindProxy,
  faultPoints,
  plannedIn,
  scheduleOf,
  type FaultPoint,
  type Handling,
  type Planned,
  type Schedule,
} from './schedule.ts'

export interface OnceOptions {
  /** One schedule each, in this order. */
  readonly seeds: readonly number[]
  readonly lanes: number
  /** The name of a control. */
  readonly without?: string | undefined
  /** The workstations reach the bank through a proxy. */
  readonly isBehindProxy?: boolean
  /** Called before each schedule: stops the run when the wanted fault is found. */
  readonly isEnough?: (played: readonly Played[]) => boolean
  /** Called after each schedule. */
  readonly played?: (result: Played) => void
}

export interface Played extends AnyPlayed {
  /** What people did with orders that came back. */
  readonly handled: readonly Handling[]
  /** The steps at which ways through the proxy were cut, each with an order that was not sent. */
  readonly cut: readonly WayStep[]
}

export interface OnceReport extends Tally<Played> {
  /** How many payments and batches met a fault at each point. */
  readonly met: Readonly<Record<FaultPoint, Readonly<Record<Planned['kind'], number>>>>
  /** How often people took back, edited or copied an order that came back. */
  readonly handled: Readonly<Record<string, number>>
  /** How many orders were not sent because their way was cut, by its step. */
  readonly cut: Readonly<Record<string, number>>
  /** How many of all were batches. */
  readonly batches: number
  /** How many schedules used the two-person resend. */
  readonly exits: number
}

export function runOnce({
  seeds,
  without,
  isBehindProxy = false,
  ...options
}: OnceOptions): Promise<OnceReport> {
  return withLanes({ without, isBehindProxy }, async (open) =>
    reportOf(
      await playInLanes({
        ...options,
        schedules: seeds.map((seed) => planned(seed, isBehindProxy)),
        open,
        play: playOne,
        // A fault would be found again in every later schedule, and a resend may have moved the
        // clock by days.
        isSpent: ({ wrong }, { resend }) => wrong.length > 0 || resend !== null,
        isEnough: options.isEnough,
        played: options.played,
      }),
    ),
  )
}

const planned = (seed: number, isBehindProxy: boolean): Schedule =>
  isBehindProxy ? behindProxy(scheduleOf(seed)) : scheduleOf(seed)

/** Returns the simplest schedule that still fails as this one does; undefined if it fails no more. */
export function shortestOnce(
  seed: number,
  { without, isBehindProxy = false }: Pick<OnceOptions, 'without' | 'isBehindProxy'>,
): Promise<Schedule | undefined> {
  return withLanes({ without, isBehindProxy }, async (open) => {
    const lane = await open()
    try {
      return await shrink({
        schedule: planned(seed, isBehindProxy),
        simpler,
        fails: async (schedule) => (await playOne(lane, schedule, true)).wrong.length > 0,
      })
    } finally {
      await lane.close()
    }
  })
}

async function withLanes<T>(
  { without, isBehindProxy }: Required<Pick<OnceOptions, 'without' | 'isBehindProxy'>>,
  work: (open: () => Promise<Lane>) => Promise<T>,
): Promise<T> {
  const programs = await programsWith(['workstation'], onceControls[without ?? '']?.changes)
  const refusing = await openRefusingGateway()
  try {
    return await work(() => Lane.open({ programs, refusing, isBehindProxy }))
  } finally {
    refusing.close()
    await programs.remove()
  }
}

async function playOne(lane: Lane, schedule: Schedule, isFresh: boolean): Promise<Played> {
  const { seed } = schedule
  try {
    if (isFresh) await lane.startFresh()
    const play = new Play(lane, schedule)
    await play.whole()
    const { control, witness, workstation } = lane
    if (workstation.tunnels === 0) throw new Error('nothing went through the proxy')
    const judged = { program: workstation.program, control, witness }
    const { handled, cut } = play
    return { seed, handled, cut, ...(await judge(judged, play.created)) }
  } catch (problem) {
    return { seed, handled: [], cut: [], ...unfinished(problem) }
  }
}

/** One order less, or one complication less. */
function simpler(schedule: Schedule): readonly Schedule[] {
  const { reported, payments, together, warm, resend } = schedule
  const eased = payments.flatMap((one, at) => [
    ...(one.clicks > 1 ? [payments.with(at, { ...one, clicks: 1 })] : []),
    ...(one.rejectedLater ? [payments.with(at, { ...one, rejectedLater: false })] : []),
    ...(one.handling === 'release' ? [] : [payments.with(at, { ...one, handling: 'release' })]),
  ])
  return [
    ...withoutOne(payments, reported.length > 0 ? 0 : 1).map((left) => ({ payments: left })),
    ...withoutOne(reported, payments.length > 0 ? 0 : 1).map((left) => ({ reported: left })),
    ...eased.map((changed) => ({ payments: changed })),
    ...(resend === null ? [] : [{ resend: null }]),
    ...(together ? [{ together: false }] : []),
    ...(warm ? [{ warm: false }] : []),
  ].map((change) => ({ ...schedule, ...change }))
}

function reportOf(results: readonly Played[]): OnceReport {
  const schedules = results.map(({ seed }) => scheduleOf(seed))
  const all = schedules.flatMap(plannedIn)
  const meeting = (point: FaultPoint, kind: Planned['kind']): number =>
    all.filter(({ fault, planned }) => fault.point === point && planned.kind === kind).length
  return {
    ...tallied(results),
    handled: counted(results.flatMap((result) => result.handled)),
    cut: counted(results.flatMap((result) => result.cut)),
    met: Object.fromEntries(
      faultPoints.map((point) => [
        point,
        { payment: meeting(point, 'payment'), batch: meeting(point, 'batch') },
      ]),
    ) as OnceReport['met'],
    batches: all.filter(({ planned }) => planned.kind === 'batch').length,
    exits: schedules.filter(({ resend }) => resend !== null).length,
  }
}
