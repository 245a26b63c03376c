/**
 * Whether the chain is an order of events that everybody could have seen: each confirmed act is in
 * it, none that was refused is, and no answer shows an order as it
 * was before something that its caller could know of.
 */
import type { AuditEntry } from '../../../main/store/hash-chain.ts'
import { actOf, type ActingMethod, type Invocation } from './history.ts'
import type { Passed } from './replay.ts'

/** An act, and the call that it answers. */
export interface Matched {
  readonly seq: number
  readonly call: Invocation
}

/**
 * An act has the time of the database as its workstation knows it, which is as exact as the quickest
 * answer on a busy computer. The clocks of the computers are off by more.
 */
export const inexactMs = 60_000

const isActing = (method: string): method is ActingMethod => method in actOf

/** Finds the act of each call that was confirmed, the nearest in time, and a call for each act of a person. */
export function matchActs(
  entries: readonly AuditEntry[],
  invocations: readonly Invocation[],
): { readonly acts: readonly Matched[]; readonly wrong: readonly string[] } {
  const wrong: string[] = []
  const acts: Matched[] = []
  const free = entries.filter(
    ({ kind, actor }) => actor !== 'system' && Object.values<string>(actOf).includes(kind),
  )
  const take = (call: Invocation): AuditEntry | undefined => {
    const { method } = call
    if (!isActing(method)) return undefined
    const [nearest] = free
      .filter((entry) => isOf(entry, call, actOf[method]) && apartMs(entry, call) <= inexactMs)
      .toSorted((one, other) => apartMs(one, call) - apartMs(other, call))
    if (nearest) free.splice(free.indexOf(nearest), 1)
    return nearest
  }
  for (const call of invocations.filter(({ answer }) => answer === 'done')) {
    if (!isActing(call.method)) continue
    const entry = take(call)
    if (entry) acts.push({ seq: entry.seq, call })
    else wrong.push(`${called(call)} was confirmed, and the chain has no such act`)
  }
  for (const call of invocations.filter(({ answer }) => answer === 'unsettled')) take(call)
  for (const { seq, kind, subject, detail } of free)
    wrong.push(
      `act ${String(seq)}, ${kind} of ${subject}, ${detail}: nobody's confirmed call did it`,
    )
  return { acts, wrong }
}

function isOf(entry: AuditEntry, call: Invocation, kind: string): boolean {
  const { workstation } = JSON.parse(entry.detail) as { workstation?: string }
  return (
    entry.kind === kind &&
    entry.actor === call.person &&
    workstation === call.at &&
    (call.order === null || entry.subject === call.order)
  )
}

/** How long before its call, or behind its answer, an act was recorded. */
function apartMs({ at }: AuditEntry, { askedMs, answeredMs, answer }: Invocation): number {
  const untilMs = answer === 'unsettled' ? Infinity : answeredMs
  return Math.max(0, askedMs - Date.parse(at), Date.parse(at) - untilMs)
}

const called = ({ method, order, at, answeredMs }: Invocation): string =>
  `${method} of ${String(order)} on ${at} at ${new Date(answeredMs).toISOString()}`

/** Compares the chain with the clock of those who called. */
export function wrongWithTime(
  acts: readonly Matched[],
  invocations: readonly Invocation[],
  passed: ReadonlyMap<string, readonly Passed[]>,
): readonly string[] {
  const before = (ms: number): number =>
    acts.reduce((last, { seq, call }) => (call.answeredMs < ms ? Math.max(last, seq) : last), 0)
  const after = (ms: number): number =>
    acts.reduce(
      (first, { seq, call }) => (call.askedMs > ms ? Math.min(first, seq) : first),
      Infinity,
    )
  const wrong = acts.flatMap(({ seq, call }) =>
    before(call.askedMs) < seq ? [] : [`${called(call)} is behind what was confirmed before it`],
  )
  const own = new Map(acts.map(({ seq, call }) => [call, seq]))
  for (const call of invocations) {
    const { order, state, askedMs, answeredMs } = call
    if (order === null || state === null) continue
    const from = Math.max(before(askedMs), own.get(call) ?? 0)
    const until = after(answeredMs)
    const all = passed.get(order) ?? []
    const since = all.findLastIndex(({ seq }) => seq <= from)
    const possible = all.slice(Math.max(0, since)).filter(({ seq }) => seq < until)
    if (!possible.some((one) => one.state === state))
      wrong.push(
        `${called(call)} showed ${state}, and it was ${possible.map((one) => one.state).join(', ')}`,
      )
  }
  return wrong
}
