/**
 * The proof that several workstations on one store send each order at most once, lose nothing that
 * they confirmed, and agree on one order of events. Schedules are played in teams beside each other.
 */
import { playInLanes } from '../once/lanes.ts'
import { Unexpected } from '../once/play.ts'
import { judge, judgeStore, type Judgement } from './judge.ts'
import { Play } from './play.ts'
import { teamProgramsOf } from './programs.ts'
import type { Chain } from './replay.ts'
import { teamScheduleOf, themes, type TeamSize, type Theme } from './schedule.ts'
import type { SpoiledTeam } from './spoiled-build.ts'
import { Team } from './team.ts'

export interface TeamOptions extends TeamSize {
  /** One schedule each, in this order. */
  readonly seeds: readonly number[]
  /** How many teams play beside each other. */
  readonly teams: number
  /** Plays a build that lacks a guard: then the proof must fail. */
  readonly spoiled: SpoiledTeam | null
  /** Called before each schedule: stops the run when the wanted fault is found. */
  readonly isEnough?: (played: readonly TeamPlayed[]) => boolean
  /** Called after each schedule. */
  readonly played?: (result: TeamPlayed) => void
}

/** How one schedule ended. */
export interface TeamPlayed extends Judgement {
  readonly seed: number
  readonly theme: Theme
  readonly seconds: number
  /** If something is wrong: what the workstations wrote into their logs. */
  readonly problems: readonly string[]
}

/** How all schedules ended. */
export interface TeamReport {
  readonly passed: number
  readonly failed: readonly TeamPlayed[]
  /** How many schedules had which theme. */
  readonly met: Readonly<Record<Theme, number>>
  /** How many orders ended in which state; a `+` marks those that two people sent again. */
  readonly ended: Readonly<Record<string, number>>
  /** How many orders the bank reported after they had come back as not sent. */
  readonly reportedLate: number
  /** The longest chain with a limit of the day; undefined if no schedule set one. */
  readonly chain: Chain | undefined
}

/** Plays all schedules. */
export async function runTeam(options: TeamOptions): Promise<TeamReport> {
  const programs = await teamProgramsOf(options.spoiled)
  try {
    const results = await playInLanes({
      ...options,
      lanes: options.teams,
      open: () => Team.open(programs, options),
      play: playOne,
      // A fault would be found again in every later schedule.
      isSpent: ({ wrong }) => wrong.length > 0,
      isEnough: options.isEnough,
      played: options.played,
    })
    return reportOf(results)
  } finally {
    await programs.remove()
  }
}

async function playOne(team: Team, seed: number, isFresh: boolean): Promise<TeamPlayed> {
  const start = performance.now()
  const schedule = teamScheduleOf(seed, team.size)
  const played = async (): Promise<Judgement> => {
    if (isFresh) await team.startFresh(seed)
    const play = new Play(team, schedule)
    try {
      await play.whole()
    } catch (problem) {
      if (!(problem instanceof Unexpected)) throw problem
      const store = await judgeStore(team, play)
      return { ...store, wrong: [problem.message, ...store.wrong] }
    }
    return judge(team, play)
  }
  const judgement = await played().catch((problem: unknown) => {
    const what = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
    return { ends: [], reportedLate: 0, chain: null, wrong: [what] }
  })
  const seconds = (performance.now() - start) / 1_000
  const isWrong = judgement.wrong.length > 0
  const logs = isWrong ? await Promise.all(team.members.map((member) => member.problems())) : []
  return { seed, theme: schedule.theme, seconds, problems: logs.flat(), ...judgement }
}

function reportOf(results: readonly TeamPlayed[]): TeamReport {
  const ends = results.flatMap((result) => result.ends)
  const count = (end: string): number => ends.filter((one) => one === end).length
  return {
    passed: results.filter(({ wrong }) => wrong.length === 0).length,
    failed: results.filter(({ wrong }) => wrong.length > 0),
    met: Object.fromEntries(
      themes.map((theme) => [theme, results.filter((one) => one.theme === theme).length]),
    ) as TeamReport['met'],
    ended: Object.fromEntries([...new Set(ends)].sort().map((end) => [end, count(end)])),
    reportedLate: results.reduce((sum, result) => sum + result.reportedLate, 0),
    chain: results
      .flatMap(({ theme, chain }) => (theme === 'limit' && chain !== null ? [chain] : []))
      .toSorted((one, other) => one.entries.length - other.entries.length)
      .at(-1),
  }
}
