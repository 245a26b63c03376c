/** Plays schedules in teams beside each other, and one that failed alone. */
import { programsWith } from '../harness/controls.ts'
import {
  playInLanes,
  tallied,
  unfinished,
  type Played as AnyPlayed,
  type Tally,
} from '../harness/lanes.ts'
import { Unexpected } from '../harness/people.ts'
import { shrink, withoutOne } from '../harness/shrink.ts'
import { teamControls } from './controls.ts'
import { judge, judgeStore, type Judgement } from './judge.ts'
import { Play } from './play.ts'
import type { Chain } from './replay.ts'
import {
  teamScheduleOf,
  themes,
  type TeamOrder,
  type TeamSchedule,
  type TeamSize,
  type Theme,
} from './schedule.ts'
import { Team } from './team.ts'

export interface TeamOptions extends TeamSize {
  /** One schedule each, in this order. */
  readonly seeds: readonly number[]
  /** How many teams play beside each other. */
  readonly teams: number
  /** The name of a control. */
  readonly without?: string | undefined
  /** Called before each schedule: stops the run when the wanted fault is found. */
  readonly isEnough?: (played: readonly TeamPlayed[]) => boolean
  /** Called after each schedule. */
  readonly played?: (result: TeamPlayed) => void
}

/** How one schedule ended. */
export interface TeamPlayed extends AnyPlayed, Judgement {
  readonly theme: Theme
  readonly seconds: number
  /** If something is wrong: what the workstations wrote into their logs. */
  readonly problems: readonly string[]
}

export interface TeamReport extends Tally<TeamPlayed> {
  /** How many schedules had which theme. */
  readonly met: Readonly<Record<Theme, number>>
  /** The longest chain with a limit of the day; undefined if no schedule set one. */
  readonly chain: Chain | undefined
}

export function runTeam({ seeds, without, ...options }: TeamOptions): Promise<TeamReport> {
  return withTeams(without, options, async (open) =>
    reportOf(
      await playInLanes({
        ...options,
        schedules: seeds.map((seed) => teamScheduleOf(seed, options)),
        lanes: options.teams,
        open,
        play: playOne,
        // A fault would be found again in every later schedule.
        isSpent: ({ wrong }) => wrong.length > 0,
        isEnough: options.isEnough,
        played: options.played,
      }),
    ),
  )
}

/** Returns the simplest schedule that still fails as this one does; undefined if it fails no more. */
export function shortestOfTeam(
  seed: number,
  size: TeamSize,
  without?: string,
): Promise<TeamSchedule | undefined> {
  return withTeams(without, size, async (open) => {
    const team = await open()
    try {
      return await shrink({
        schedule: teamScheduleOf(seed, size),
        simpler,
        fails: async (schedule) => (await playOne(team, schedule, true)).wrong.length > 0,
      })
    } finally {
      await team.close()
    }
  })
}

async function withTeams<T>(
  without: string | undefined,
  size: TeamSize,
  work: (open: () => Promise<Team>) => Promise<T>,
): Promise<T> {
  const changes = teamControls[without ?? '']?.changes
  const programs = await programsWith(['workstation', 'store-worker'], changes)
  try {
    return await work(() => Team.open(programs, size))
  } finally {
    await programs.remove()
  }
}

async function playOne(team: Team, schedule: TeamSchedule, isFresh: boolean): Promise<TeamPlayed> {
  const start = performance.now()
  const { seed, theme } = schedule
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
  const judgement = await played().catch((problem: unknown) => ({
    ...unfinished(problem),
    chain: null,
  }))
  const seconds = (performance.now() - start) / 1_000
  const isWrong = judgement.wrong.length > 0
  const logs = isWrong ? await Promise.all(team.members.map((member) => member.problems())) : []
  return { seed, theme, seconds, problems: logs.flat(), ...judgement }
}

/** One order, one trouble or one complication less. */
function simpler(schedule: TeamSchedule): readonly TeamSchedule[] {
  const { orders, troubles, decision, hasLimit, lateMs, beside } = schedule
  const eased = orders.flatMap((one, at): (readonly TeamOrder[])[] => [
    ...(one.approvedAt.length > 1
      ? [orders.with(at, { ...one, approvedAt: one.approvedAt.slice(0, 1) })]
      : []),
    ...(one.releasedAt.length > 1
      ? [orders.with(at, { ...one, releasedAt: one.releasedAt.slice(0, 1) })]
      : []),
    ...(one.takenBack ? [orders.with(at, { ...one, takenBack: null })] : []),
  ])
  return [
    ...withoutOne(troubles).map((left) => ({ troubles: left })),
    ...withoutOne(orders, decision || hasLimit ? 2 : 1).map((left) => ({ orders: left })),
    ...eased.map((changed) => ({ orders: changed })),
    ...(lateMs === null ? [] : [{ lateMs: null }]),
    ...(beside === null ? [] : [{ beside: null }]),
  ].map((change) => ({ ...schedule, ...change }))
}

function reportOf(results: readonly TeamPlayed[]): TeamReport {
  return {
    ...tallied(results),
    met: Object.fromEntries(
      themes.map((theme) => [theme, results.filter((one) => one.theme === theme).length]),
    ) as TeamReport['met'],
    chain: results
      .flatMap(({ theme, chain }) => (theme === 'limit' && chain !== null ? [chain] : []))
      .toSorted((one, other) => one.entries.length - other.entries.length)
      .at(-1),
  }
}
