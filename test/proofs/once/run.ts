/**
 * The proof of Promise P1: no payment or batch is sent a second time, lost, or shown in a wrong
 * final state, whatever is killed, cut or clicked. Schedules are played in parallel lanes.
 */
import { onceProgramsOf } from './programs.ts'
import { judge } from './judge.ts'
import { Lane } from './lane.ts'
import { playInLanes } from './lanes.ts'
import { Play } from './play.ts'
import { openRefusingGateway } from './refusing-gateway.ts'
import {
  faultPoints,
  plannedIn,
  scheduleOf,
  type FaultPoint,
  type Handling,
  type Planned,
} from './schedule.ts'
import type { SpoiledBuild } from './spoiled-build.ts'

export interface OnceOptions {
  /** One schedule each, in this order. */
  readonly seeds: readonly number[]
  readonly lanes: number
  /** Plays a build that lacks a guard: then the proof must fail. */
  readonly spoiled: SpoiledBuild | null
  /** Called before each schedule: stops the run when the wanted fault is found. */
  readonly isEnough?: (played: readonly Played[]) => boolean
  /** Called after each schedule. */
  readonly played?: (result: Played) => void
}

/** How one schedule ended. */
export interface Played {
  readonly seed: number
  /** The faults; empty if it passed. */
  readonly wrong: readonly string[]
  /** How its payments ended; a `+` marks one that two people resent. */
  readonly ends: readonly string[]
  /** What people did with orders that came back. */
  readonly handled: readonly Handling[]
  /** How many of those the bank reported after all. */
  readonly reportedLate: number
}

/** How all schedules ended. */
export interface OnceReport {
  readonly passed: number
  readonly failed: readonly Played[]
  /** How many payments and batches met a fault at each point. */
  readonly met: Readonly<Record<FaultPoint, Readonly<Record<Planned['kind'], number>>>>
  /** How many payments ended in which state; a `+` marks those that two people resent. */
  readonly ended: Readonly<Record<string, number>>
  /** How often people took back, edited or copied an order that came back. */
  readonly handled: Readonly<Record<string, number>>
  /** How many orders the bank reported after they had come back. */
  readonly reportedLate: number
  /** How many of all were batches. */
  readonly batches: number
  /** How many schedules used the two-person resend. */
  readonly exits: number
}

/** Plays all schedules. */
export async function runOnce(options: OnceOptions): Promise<OnceReport> {
  const programs = await onceProgramsOf(options.spoiled)
  const refusing = await openRefusingGateway()
  try {
    const results = await playInLanes({
      ...options,
      open: () => Lane.open({ programs, refusing }),
      play: playOne,
      // A fault would be found again in every later schedule, and a resend may have moved the clock
      // by days.
      isSpent: ({ wrong }, seed) => wrong.length > 0 || scheduleOf(seed).resend !== null,
      isEnough: options.isEnough,
      played: options.played,
    })
    return reportOf(results)
  } finally {
    refusing.close()
    await programs.remove()
  }
}

async function playOne(lane: Lane, seed: number, isFresh: boolean): Promise<Played> {
  try {
    if (isFresh) await lane.startFresh()
    const play = new Play(lane, scheduleOf(seed))
    await play.whole()
    return { seed, handled: play.handled, ...(await judge(lane, play.created)) }
  } catch (problem) {
    return {
      seed,
      ends: [],
      handled: [],
      reportedLate: 0,
      wrong: [problem instanceof Error ? problem.message : String(problem)],
    }
  }
}

function reportOf(results: readonly Played[]): OnceReport {
  const schedules = results.map(({ seed }) => scheduleOf(seed))
  const all = schedules.flatMap(plannedIn)
  const meeting = (point: FaultPoint, kind: Planned['kind']): number =>
    all.filter(({ fault, planned }) => fault.point === point && planned.kind === kind).length
  const ends = results.flatMap((result) => result.ends)
  const handled = results.flatMap((result) => result.handled)
  const counted = (all: readonly string[]): Record<string, number> =>
    Object.fromEntries(
      [...new Set(all)].sort().map((one) => [one, all.filter((each) => each === one).length]),
    )
  return {
    ended: counted(ends),
    handled: counted(handled),
    reportedLate: results.reduce((sum, result) => sum + result.reportedLate, 0),
    passed: results.filter(({ wrong }) => wrong.length === 0).length,
    failed: results.filter(({ wrong }) => wrong.length > 0),
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
