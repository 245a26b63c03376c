/** Runs of the proof: undisturbed, with faults, and after a 429. */
import { setTimeout as wait } from 'node:timers/promises'
import { momentNow } from '../../../main/store/membership.ts'
import { limit, reached, tightest, violations } from './arrivals.ts'
import type { Arrival } from './messages.ts'
import type { HeardPause, LimitMember, LimitTeam } from './team.ts'

const now = (): number => momentNow().monotonicMs

export interface Ran {
  readonly arrivals: readonly Arrival[]
  /** Share of the bank's limit, 1 for all of it. */
  readonly share: number
  readonly violations: number
  readonly tightestMs: number
  /** Calls of the workstation with the fewest, and of the one with the most. */
  readonly fewest: number
  readonly most: number
}

/**
 * Returns what the bank counted: rate and calls of each workstation while `work` ran, violations and
 * tightest six of all calls since the team was opened.
 */
export async function counted(team: LimitTeam, work: () => Promise<unknown>): Promise<Ran> {
  const from = now()
  await work()
  const to = now()
  const { arrivals } = await team.bank({ kind: 'report' })
  const meanwhile = arrivals.filter(({ at }) => at >= from && at < to)
  const calls = team.members.map(
    ({ name }) => meanwhile.filter(({ member }) => member === name).length,
  )
  return {
    arrivals,
    fewest: Math.min(...calls),
    most: Math.max(...calls),
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
  const lastingMs = (): number => (0.5 + 7.5 * random()) * 1_000 * team.store.factor
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
      await team.store.terminate('one')
      return
    case 'restart':
    case 'crash':
      await team.store.restart(fault === 'crash' ? 'immediate' : 'fast')
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

/** When a workstation knew of a pause. */
async function heardSince(member: LimitMember, moment: number): Promise<HeardPause> {
  return until(() => Promise.resolve(member.pauses.find(({ at }) => at > moment)))
}

/** Lets the bank answer the next call of a workstation with 429, and returns when it did. */
export async function refuse(team: LimitTeam, { name }: LimitMember): Promise<number> {
  const before = now()
  await team.bank({ kind: 'refuse', member: name })
  return until(async () => {
    const { refusedAt } = await team.bank({ kind: 'report' })
    return refusedAt !== null && refusedAt > before ? refusedAt : undefined
  })
}

/** Resolves when a workstation has begun a call after this moment; rejects after a minute. */
export async function somebodyCalls(team: LimitTeam, moment: number): Promise<void> {
  await until(async () => {
    const { arrivals } = await team.bank({ kind: 'report' })
    return arrivals.find(({ begunAt }) => begunAt > moment)
  })
}

/**
 * Lets the bank answer with 429 as often as it is said, and returns after how long each of the others
 * knew. The pause of the build must be a short one.
 */
export async function noticeDelays(team: LimitTeam, times: number): Promise<number[]> {
  const delays: number[] = []
  for (let time = 0; time < times; time += 1) {
    const refused = team.members[time % team.members.length]
    if (refused === undefined) throw new RangeError('a team has members')
    const refusedAt = await refuse(team, refused)
    const others = team.members.filter((member) => member !== refused)
    const heard = await Promise.all(others.map((member) => heardSince(member, refusedAt)))
    delays.push(...heard.map(({ at }) => at - refusedAt))
    await everybodyCalls(team)
  }
  return delays
}

/** Resolves when six calls have arrived within a second; rejects after a minute. */
export async function violated(team: LimitTeam): Promise<void> {
  await until(async () => {
    const { arrivals } = await team.bank({ kind: 'report' })
    return violations(arrivals) > 0 || undefined
  })
}

/**
 * Loses a workstation for a while, again and again because a busy computer may need longer than a
 * second. Resolves when six calls have arrived within a second; rejects after a minute.
 */
export async function violatedByLoss(
  team: LimitTeam,
  loseAWhile: (member: LimitMember) => Promise<void>,
): Promise<void> {
  const [member] = team.members
  if (member === undefined) throw new RangeError('a team has members')
  await until(async () => {
    await everybodyCalls(team)
    await loseAWhile(member)
    // Calls after the loss may still arrive.
    await wait(1_000)
    const { arrivals } = await team.bank({ kind: 'report' })
    return violations(arrivals) > 0 || undefined
  })
}

/** Kills a workstation, and starts it again when its slots may have been taken. */
export async function killAWhile(member: LimitMember): Promise<void> {
  await member.kill()
  await wait(1_000)
  await member.start(true)
}

/** Stops a workstation as a computer does that sleeps, until the others have all its slots. */
export async function sleepAWhile(team: LimitTeam, member: LimitMember): Promise<void> {
  member.stop()
  await until(async () => {
    const { arrivals } = await team.bank({ kind: 'report' })
    const from = now() - 1_100
    const ofOthers = arrivals.filter((one) => one.at > from && one.member !== member.name)
    return ofOthers.length >= limit || undefined
  })
  member.wake()
}

/** The calls after a 429. */
export interface Pause {
  /** Begun by a workstation that knew of it, or was cut off from the database for longer than the fence. */
  readonly broken: number
  /** Begun after the bank's answer, by one that did not know yet. */
  readonly unaware: number
  /** From the bank's answer until each of the others knew that was not cut off. */
  readonly heardMs: readonly number[]
  /** When the one that was cut off began its last call, after the cut; null: it began none. */
  readonly cutOffMs: number | null
  /** The shortest pause that somebody who started meanwhile was told. */
  readonly toldLeftMs: number
  /** From the bank's answer until the next call of somebody; null: none came. */
  readonly calledAgainMs: number | null
}

/**
 * Cuts the workstation off from the database that called last, and lets the bank answer another
 * with 429. Crashes the database meanwhile, and starts every workstation anew, of which each second one
 * remembers nothing. Watches for so long.
 */
export async function pause(team: LimitTeam, watchMs: number): Promise<Pause> {
  const [refused, ...others] = team.members
  if (refused === undefined) throw new RangeError('a team has members')
  const before = await team.bank({ kind: 'report' })
  const lastOfOthers = before.arrivals.findLast(({ member }) => member !== refused.name)
  const cutOff = others.find(({ name }) => name === lastOfOthers?.member)
  if (cutOff === undefined) throw new RangeError('nobody else has called')
  await cutOff.line.break({ kind: 'hold' })
  const cutAt = now()
  const fenceMs = 3_000 * team.store.factor
  const refusedAt = await refuse(team, refused)
  const told = team.members.filter((member) => member !== cutOff)
  const heard = await Promise.all(told.map((member) => heardSince(member, refusedAt)))
  const knewAt = new Map(told.map(({ name }, at) => [name, heard[at]?.at ?? 0]))
  knewAt.set(cutOff.name, cutAt + fenceMs)
  await wait(Math.max(cutAt + 3 * fenceMs - now(), 0))
  await team.store.restart('immediate')
  await cutOff.line.restore()
  const again = await Promise.all(
    team.members.map(async (member, at) => {
      await member.kill()
      await member.start(at % 2 === 0)
      return heardSince(member, refusedAt)
    }),
  )
  await wait(Math.max(watchMs - (now() - refusedAt), 0))
  const { arrivals } = await team.bank({ kind: 'report' })
  const later = arrivals.filter(({ begunAt }) => begunAt > refusedAt)
  const isAware = ({ member, begunAt }: Arrival): boolean => begunAt > (knewAt.get(member) ?? 0)
  const next = later.filter(isAware)
  const lastOfCutOff = arrivals.findLast(
    ({ member, begunAt }) =>
      member === cutOff.name && begunAt > cutAt && begunAt < refusedAt + 120_000,
  )
  return {
    broken: next.filter(({ begunAt }) => begunAt < refusedAt + 120_000).length,
    unaware: later.filter((arrival) => !isAware(arrival)).length,
    heardMs: heard.slice(1).map(({ at }) => at - refusedAt),
    cutOffMs: lastOfCutOff ? lastOfCutOff.begunAt - cutAt : null,
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
