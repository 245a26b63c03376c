/** Runs of the proof: undisturbed, with faults, and after a 429. */
import { setTimeout as wait } from 'node:timers/promises'
import { momentNow } from '../../../main/store/membership.ts'
import { reached, tightest, violations } from './arrivals.ts'
import type { Arrival } from './messages.ts'
import type { LimitMember, LimitTeam } from './team.ts'

const now = (): number => momentNow().monotonicMs

export interface Ran {
  readonly arrivals: readonly Arrival[]
  /** Share of the bank's limit, 1 for all of it. */
  readonly share: number
  readonly violations: number
  readonly tightestMs: number
}

/** Returns what the bank counted while `work` ran. */
export async function counted(team: LimitTeam, work: () => Promise<unknown>): Promise<Ran> {
  const from = now()
  await work()
  const to = now()
  const { arrivals } = await team.bank({ kind: 'report' })
  return {
    arrivals,
    share: reached(arrivals, from, to),
    violations: violations(arrivals),
    tightestMs: tightest(arrivals),
  }
}

const faults = ['kill', 'stop', 'cut', 'terminate', 'restart', 'crash'] as const
type Fault = (typeof faults)[number]
/** One after another: the server must answer to be told the next. */
const isOfServer = (fault: Fault): boolean => ['terminate', 'restart', 'crash'].includes(fault)

/** Strikes with every kind of fault in turn, as often as it is said, and repairs everything. */
export async function disturb(team: LimitTeam, rounds: number, random: () => number) {
  const struck: Record<Fault, number> = {
    kill: 0,
    stop: 0,
    cut: 0,
    terminate: 0,
    restart: 0,
    crash: 0,
  }
  // Longer than the fence and the silence after which the database ends a session, or shorter.
  const lastingMs = (): number => (0.5 + 7.5 * random()) * 1_000 * team.factor
  const underWay = new Map<LimitMember, Promise<void>>()
  for (let round = 0; round < rounds; round += 1)
    for (const fault of faults) {
      struck[fault] += 1
      if (underWay.size === team.members.length) await Promise.race(underWay.values())
      const well = team.members.filter((one) => !underWay.has(one))
      const member = well[Math.floor(random() * well.length)]
      if (member === undefined) throw new RangeError('a team has members')
      const struckNow = strike(team, fault, member, lastingMs())
      if (isOfServer(fault)) await struckNow
      else
        underWay.set(
          member,
          struckNow.finally(() => underWay.delete(member)),
        )
      await wait(lastingMs())
    }
  await Promise.all(underWay.values())
  return struck
}

async function strike(team: LimitTeam, fault: Fault, member: LimitMember, ms: number) {
  switch (fault) {
    case 'kill':
      await member.kill()
      await wait(ms)
      await member.start()
      return
    case 'stop':
      member.stop()
      await wait(ms)
      member.wake()
      return
    case 'cut':
      await member.line.break({ kind: 'hold' })
      await wait(ms)
      await member.line.restore()
      return
    case 'terminate':
      await team.terminateOne()
      return
    case 'restart':
    case 'crash':
      await team.restartServer(fault === 'crash' ? 'immediate' : 'fast')
  }
}

/** Resolves when each workstation has called since now; rejects after a minute. */
export async function everybodyCalls(team: LimitTeam): Promise<void> {
  const from = now()
  for (;;) {
    const { arrivals } = await team.bank({ kind: 'report' })
    const calling = new Set(arrivals.flatMap(({ at, member }) => (at > from ? [member] : [])))
    if (calling.size === team.members.length) return
    if (now() - from > 60_000) throw new Error(`only ${[...calling].join(', ')} call again`)
    await wait(100)
  }
}

/** What happened after the bank required silence. */
export interface Silence {
  /** Begun by a workstation that knew of it. */
  readonly broken: number
  /** Begun after the bank's answer, by one that did not know yet. */
  readonly unaware: number
  /** From the bank's answer until each workstation knew. */
  readonly heardMs: readonly number[]
  /** The shortest silence that somebody who started meanwhile was told. */
  readonly toldLeftMs: number
  /** From the bank's answer until the next call of somebody; null: none came. */
  readonly calledAgainMs: number | null
}

/**
 * Lets the bank require silence, starts every workstation anew meanwhile, of which each second one
 * remembers nothing, and watches for so long.
 */
export async function silence(team: LimitTeam, watchMs: number): Promise<Silence> {
  const before = now()
  await team.bank({ kind: 'refuse' })
  const refusedAt = await until(async () => {
    const report = await team.bank({ kind: 'report' })
    return report.refusedAt !== null && report.refusedAt >= before ? report.refusedAt : undefined
  })
  const heard = await Promise.all(
    team.members.map((member) => until(() => Promise.resolve(member.silences.at(-1)))),
  )
  await Promise.all(
    team.members.map(async (member, at) => {
      await member.kill()
      await member.start(at % 2 === 0)
    }),
  )
  const again = await Promise.all(
    team.members.map((member) => until(() => Promise.resolve(member.silences[1]))),
  )
  await wait(Math.max(watchMs - (now() - refusedAt), 0))
  const { arrivals } = await team.bank({ kind: 'report' })
  const later = arrivals.filter(({ begunAt }) => begunAt > refusedAt)
  const knewAt = new Map(team.members.map(({ name }, at) => [name, heard[at]?.at ?? 0]))
  const isAware = ({ member, begunAt }: Arrival): boolean => begunAt > (knewAt.get(member) ?? 0)
  const next = later.filter(isAware)
  return {
    broken: next.filter(({ begunAt }) => begunAt < refusedAt + 120_000).length,
    unaware: later.filter((arrival) => !isAware(arrival)).length,
    heardMs: heard.map(({ at }) => at - refusedAt),
    toldLeftMs: Math.min(...again.map(({ at, leftMs }) => leftMs + at - refusedAt)),
    calledAgainMs: next[0] ? next[0].at - refusedAt : null,
  }
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const from = now()
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (now() - from > 60_000) throw new Error('it did not happen within a minute')
    await wait(20)
  }
}

/** What a workstation did that was cut off from the database, or the whole team without it. */
export interface CutOff {
  /** When its last call began, after the cut; null: none did. */
  readonly lastBegunMs: number | null
  /** Calls of the others meanwhile. */
  readonly ofOthers: number
}

/** Cuts a workstation off from the database for so long. */
export async function cutOff(team: LimitTeam, ms: number): Promise<CutOff> {
  const [member] = team.members
  if (member === undefined) throw new RangeError('a team has members')
  await member.line.break({ kind: 'hold' })
  const from = now()
  await wait(ms)
  const { arrivals } = await team.bank({ kind: 'report' })
  await member.line.restore()
  const meanwhile = arrivals.filter(({ begunAt }) => begunAt > from)
  const own = meanwhile.filter((arrival) => arrival.member === member.name)
  const last = own.at(-1)
  return {
    lastBegunMs: last ? last.begunAt - from : null,
    ofOthers: meanwhile.length - own.length,
  }
}
