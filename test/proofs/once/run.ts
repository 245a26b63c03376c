/**
 * The proof of P1: payments and batches are never sent a second time, none is lost, none is shown in a wrong final state,
 * whatever is killed, cut or clicked. Schedules are played in lanes beside each other.
 */
import { onceProgramsOf } from './programs.ts'
import { judge } from './judge.ts'
import { Lane } from './lane.ts'
import { Play } from './play.ts'
import { openRefusingGateway } from './refusing-gateway.ts'
import { faultPoints, plannedIn, scheduleOf, type FaultPoint, type Planned } from './schedule.ts'
import type { SpoiledBuild } from './spoiled-build.ts'

/** What is played. */
export interface OnceOptions {
  /** One schedule each, in this order. */
  readonly seeds: readonly number[]
  readonly lanes: number
  /** Plays a build that lacks a guard: then the proof must fail. */
  readonly spoiled: SpoiledBuild | null
  /** Asked before each schedule: no more are begun where what was looked for is found. */
  readonly isEnough?: (played: readonly Played[]) => boolean
  /** Told after each schedule. */
  readonly played?: (result: Played) => void
}

/** How one schedule ended. */
export interface Played {
  readonly seed: number
  /** What was wrong; nothing where it passed. */
  readonly wrong: readonly string[]
  /** How its payments ended; one that two people sent again with a `+`. */
  readonly ends: readonly string[]
}

/** How all ended. */
export interface OnceReport {
  readonly passed: number
  readonly failed: readonly Played[]
  /** How many payments and how many batches met a fault at each point. */
  readonly met: Readonly<Record<FaultPoint, Readonly<Record<Planned['kind'], number>>>>
  /** How many payments ended in which state; those that two people sent again with a `+`. */
  readonly ended: Readonly<Record<string, number>>
  /** How many of all were batches. */
  readonly batches: number
  /** How many schedules took the two-person exit. */
  readonly exits: number
}

/** A workstation this old begins anew: an order of today meets those of some schedules before, as in life. */
const schedulesInOneLife = 8

/** Plays all of them. */
export async function runOnce(options: OnceOptions): Promise<OnceReport> {
  const programs = await onceProgramsOf(options.spoiled)
  const refusing = await openRefusingGateway()
  const waiting = [...options.seeds]
  const results: Played[] = []
  // One after the other: banks that all start at once keep each other from being ready in time.
  let opening: Promise<unknown> = Promise.resolve()
  const openNext = (): Promise<Lane> => {
    const opened = opening.then(() => Lane.open({ programs, refusing }))
    opening = opened
    return opened
  }
  const lane = async (): Promise<void> => {
    const opened = await openNext()
    try {
      for (let played = 0; ; played += 1) {
        const seed = waiting.shift()
        if (seed === undefined || options.isEnough?.(results)) return
        const result = await playOne(opened, seed, played % schedulesInOneLife === 0)
        results.push(result)
        options.played?.(result)
        // What went wrong once would be found wrong again and again, and what took the exit may be days later.
        if (result.wrong.length > 0 || scheduleOf(seed).secondSending !== null) played = -1
      }
    } finally {
      await opened.close()
    }
  }
  try {
    const beside = Math.min(options.lanes, options.seeds.length)
    await Promise.all(Array.from({ length: beside }, lane))
  } finally {
    refusing.close()
    await programs.remove()
  }
  return reportOf(results)
}

async function playOne(lane: Lane, seed: number, anew: boolean): Promise<Played> {
  try {
    if (anew) await lane.beginAnew()
    const play = new Play(lane, scheduleOf(seed))
    await play.whole()
    return { seed, ...(await judge(lane, play.made)) }
  } catch (problem) {
    return { seed, ends: [], wrong: [problem instanceof Error ? problem.message : String(problem)] }
  }
}

function reportOf(results: readonly Played[]): OnceReport {
  const schedules = results.map(({ seed }) => scheduleOf(seed))
  const all = schedules.flatMap(plannedIn)
  const meeting = (point: FaultPoint, kind: Planned['kind']): number =>
    all.filter(({ fault, planned }) => fault.point === point && planned.kind === kind).length
  const ends = results.flatMap((result) => result.ends)
  return {
    ended: Object.fromEntries(
      [...new Set(ends)].sort().map((end) => [end, ends.filter((one) => one === end).length]),
    ),
    passed: results.filter(({ wrong }) => wrong.length === 0).length,
    failed: results.filter(({ wrong }) => wrong.length > 0),
    met: Object.fromEntries(
      faultPoints.map((point) => [
        point,
        { payment: meeting(point, 'payment'), batch: meeting(point, 'batch') },
      ]),
    ) as OnceReport['met'],
    batches: all.filter(({ planned }) => planned.kind === 'batch').length,
    exits: schedules.filter(({ secondSending }) => secondSending !== null).length,
  }
}
