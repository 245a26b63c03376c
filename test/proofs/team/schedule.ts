/**
 * The contents of one schedule: who writes, approves and releases which orders on which workstation,
 * and what fails meanwhile. A seed decides.
 */
import { batch, oneOf, upTo, wireOrRtp, type Random, type What } from '../once/schedule.ts'
import { seeded } from '../../unit/support/seeded.ts'

/** What a schedule is about. */
export const themes = [
  'kill',
  'stop',
  'store-refused',
  'decided-asleep',
  'store-held',
  'commit',
  'restart-beside',
  'bank-cut',
  'decided-killed',
  'server-fast',
  'terminated',
  'limit',
  'decided-cut-off',
  'server-immediate',
  'clicks',
  'came-back',
] as const
export type Theme = (typeof themes)[number]

/** Two steps of a schedule, each with troubles of its own. */
export type Step = 'writing' | 'sending'

/**
 * When a trouble begins: some time into a step, by what a sending workstation does at the bank, or by
 * what it does in the store, after so many transactions.
 */
export type Moment =
  | { readonly by: 'time'; readonly step: Step; readonly afterMs: number }
  | { readonly by: 'handshake' | 'request' | 'answer'; readonly step: 'sending' }
  | { readonly by: 'lock' | 'commit'; readonly step: Step; readonly after: number }

/** One thing that fails. `at` is the place of a workstation; times are milliseconds. */
export type Trouble =
  | { readonly kind: 'kill'; readonly at: number; readonly moment: Moment }
  /** Killed, and started at once. */
  | { readonly kind: 'restart'; readonly at: number; readonly moment: Moment }
  | { readonly kind: 'stop'; readonly at: number; readonly moment: Moment; readonly forMs: number }
  | {
      readonly kind: 'store-refused' | 'store-held' | 'bank-refused'
      readonly at: number
      readonly step: Step
      readonly afterMs: number
      readonly forMs: number
    }
  | {
      readonly kind: 'lose-commit' | 'lose-answer' | 'race-commit'
      readonly at: number
      readonly step: Step
      /** So many commits pass before. */
      readonly after: number
    }
  | {
      readonly kind: 'bank-cut'
      readonly at: number
      readonly step: Step
      readonly afterBytes: number
    }
  | { readonly kind: 'answer-cut'; readonly at: number; readonly step: Step }
  | {
      readonly kind: 'server'
      readonly mode: 'fast' | 'immediate'
      readonly step: Step
      readonly afterMs: number
    }
  | {
      /** `writers` have the head of the chain, or wait for it. */
      readonly kind: 'terminated'
      readonly whose: 'one' | 'writers' | 'all'
      readonly at: number
      readonly step: Step
      readonly afterMs: number
    }

/** Two people send an order again that its home left in mid-sending. */
export interface Decision {
  readonly how: 'asleep' | 'killed' | 'cut-off'
  /** Behind the journal: before the first byte, or with the request on its way. */
  readonly before: 'first-byte' | 'answer'
  /** When the home comes back. */
  readonly back: 'when-proposed' | 'with-confirmation' | 'when-confirmed'
  /** The time is over for which nobody may send again what a silent workstation may still have. */
  readonly isLate: boolean
  /** Each of the two acts is clicked on two workstations at once. */
  readonly twice: boolean
}

/** One order of a schedule, and the places where it is worked on. */
export interface TeamOrder extends Pick<What, 'planned' | 'debitAccount'> {
  readonly writtenAt: number
  /** Two places: at the same time. */
  readonly approvedAt: readonly number[]
  readonly releasedAt: readonly number[]
  /** What its maker does with it once it comes back, before it is released again. */
  readonly handling: 'release' | 'recall' | 'copy'
  /** Somebody takes the release back. */
  readonly takenBack: { readonly at: number; readonly afterMs: number } | null
}

export interface TeamSchedule {
  readonly seed: number
  readonly theme: Theme
  readonly orders: readonly TeamOrder[]
  readonly troubles: readonly Trouble[]
  readonly decision: Decision | null
  /** The bank answers the first payment so much later. */
  readonly lateMs: number | null
  /** Another workstation starts while the first order is being sent. */
  readonly beside: number | null
  /** A limit of the day lets only one of two orders through, which are submitted at once. */
  readonly hasLimit: boolean
}

/** How large a team is, and by what its waits are multiplied. */
export interface TeamSize {
  readonly members: number
  readonly factor: number
  /** How long an order may take to end when everything works again, if not two minutes. */
  readonly settledMs?: number
}

/** The product's waits and the longest stop, which the factor of a team multiplies. */
export const rescueMs = 30_000
export const longestStopMs = 60_000

/** Stops last from one to sixty seconds, most of them few. */
const stopMs = (random: Random, factor: number): number =>
  Math.round((1_000 + (longestStopMs - 1_000) * random() ** 3) * factor)

const soon = (random: Random): number => Math.round(250 * random() ** 2)

function momentOf(random: Random): Moment {
  const kind = random()
  if (kind < 0.2) return { by: 'handshake', step: 'sending' }
  if (kind < 0.35) return { by: 'request', step: 'sending' }
  if (kind < 0.45) return { by: 'answer', step: 'sending' }
  const step = oneOf(random, ['writing', 'sending', 'sending'])
  if (kind < 0.7) return { by: oneOf(random, ['lock', 'commit']), step, after: upTo(random, 3) }
  return { by: 'time', step, afterMs: soon(random) }
}

function troubleOf(
  theme: Theme,
  random: Random,
  { members, factor }: TeamSize,
  home: number,
): Trouble[] {
  const someone = (): number => upTo(random, members - 1)
  const step = (): Step => oneOf(random, ['writing', 'sending', 'sending'])
  const afterMs = (): number => soon(random)
  const forMs = (): number => stopMs(random, factor)
  /** What the line shows is about the workstation that sends. */
  const placed = (moment: Moment) => ({ moment, at: moment.by === 'time' ? someone() : home })
  switch (theme) {
    case 'kill':
      return [{ kind: theme, ...placed(momentOf(random)) }]
    case 'stop':
      return [{ kind: theme, ...placed(momentOf(random)), forMs: forMs() }]
    case 'store-refused':
    case 'store-held':
      return [{ kind: theme, at: someone(), step: step(), afterMs: afterMs(), forMs: forMs() }]
    case 'commit': {
      const kind = oneOf(random, ['lose-commit', 'lose-answer', 'race-commit'])
      return [{ kind, at: home, step: step(), after: upTo(random, 3) }]
    }
    case 'bank-cut': {
      const how = random()
      const placedThere = { at: home, step: 'sending' } as const
      if (how < 0.3)
        return [{ kind: 'bank-refused', ...placedThere, afterMs: afterMs(), forMs: 300 }]
      if (how < 0.6) return [{ kind: 'answer-cut', ...placedThere }]
      return [{ kind: 'bank-cut', ...placedThere, afterBytes: 1 + upTo(random, 2_500) }]
    }
    case 'server-fast':
    case 'server-immediate': {
      const mode = theme === 'server-fast' ? 'fast' : 'immediate'
      return [{ kind: 'server', mode, step: step(), afterMs: afterMs() }]
    }
    case 'terminated': {
      const whose = oneOf(random, ['one', 'writers', 'all'])
      return [{ kind: theme, whose, at: someone(), step: step(), afterMs: afterMs() }]
    }
    default:
      return []
  }
}

const decisions = {
  'decided-asleep': 'asleep',
  'decided-killed': 'killed',
  'decided-cut-off': 'cut-off',
} as const

function decisionOf(theme: Theme, random: Random): Decision | null {
  if (!(theme in decisions)) return null
  return {
    how: decisions[theme as keyof typeof decisions],
    before: random() < 0.7 ? 'first-byte' : 'answer',
    back: oneOf(random, ['when-confirmed', 'when-confirmed', 'with-confirmation', 'when-proposed']),
    isLate: random() < 0.8,
    twice: random() < 0.5,
  }
}

/** Somebody else may end and start again about when the home counts as gone. */
function troublesBeside(random: Random, { members, factor }: TeamSize, home: number): Trouble[] {
  if (random() < 0.6) return []
  const afterMs = Math.round((25_000 + 10_000 * random()) * factor)
  const at = (home + 1 + upTo(random, members - 2)) % members
  return [{ kind: 'restart', at, moment: { by: 'time', step: 'sending', afterMs } }]
}

function orderOf(
  random: Random,
  { members }: TeamSize,
  clicks: number,
): Omit<TeamOrder, 'handling'> {
  const places = (): number[] => {
    const first = upTo(random, members - 1)
    if (random() >= clicks) return [first]
    return [first, (first + 1 + upTo(random, members - 2)) % members]
  }
  const isBatch = random() < 0.25
  return {
    ...(isBatch ? batch(random) : wireOrRtp(random)),
    writtenAt: upTo(random, members - 1),
    approvedAt: places(),
    releasedAt: places(),
    takenBack:
      random() < 0.15 ? { at: upTo(random, members - 1), afterMs: upTo(random, 60) } : null,
  }
}

/** Themes of troubles that may come on top of another. */
const more = ['kill', 'stop', 'store-refused', 'commit', 'terminated', 'bank-cut'] as const

/** Makes a payment one of the same service as another. */
function likeService({ planned }: What, another: What): What {
  if (planned.kind !== 'payment' || another.planned.kind !== 'payment') return another
  const { service, type } = planned.form
  const form = { ...another.planned.form, service, type }
  return { ...another, planned: { kind: 'payment', form } }
}

/** What is done with what comes back is decided apart, so that it leaves schedules as they are. */
const handlingFrom = 4_000_000_000

/** Returns the schedule of a seed; successive seeds cover all themes. */
export function teamScheduleOf(seed: number, size: TeamSize): TeamSchedule {
  const random = seeded(seed)
  const theme = themes[seed % themes.length] ?? 'kill'
  const decision = decisionOf(theme, random)
  const hasLimit = theme === 'limit'
  const count = decision || hasLimit ? 2 : 2 + upTo(random, 1)
  const clicks = theme === 'clicks' ? 1 : 0.3
  const any = Array.from({ length: count }, () => orderOf(random, size, clicks))
  const home = any[0]?.releasedAt[0] ?? 0
  const handles = seeded(seed + handlingFrom)
  const comesBack = theme === 'came-back'
  const isLate = theme === 'restart-beside' || (decision === null && !comesBack && random() < 0.3)
  const payment = wireOrRtp(random)
  // Evidence about a batch takes days, which the proof of one workstation waits for.
  const alone = { ...payment, releasedAt: [home], takenBack: null }
  const orders = any.map((drawn, at): TeamOrder => {
    const order = { ...drawn, handling: oneOf(handles, ['release', 'recall', 'copy'] as const) }
    if (at === 0 && (decision || isLate || hasLimit || comesBack)) return { ...order, ...alone }
    // Another payment that the bank shows.
    if (comesBack) return { ...order, ...wireOrRtp(random), takenBack: null }
    // The home of the other order is not the one that falls silent.
    if (decision) return { ...order, releasedAt: [(home + 1) % size.members] }
    return hasLimit ? { ...order, ...likeService(payment, wireOrRtp(random)) } : order
  })
  return {
    seed,
    theme,
    orders,
    troubles: [
      ...troubleOf(theme, random, size, home),
      ...(decision ? troublesBeside(random, size, home) : []),
      ...(decision === null && !comesBack && random() < 0.3
        ? troubleOf(oneOf(random, more), random, size, home)
        : []),
    ],
    decision,
    lateMs: isLate ? (theme === 'restart-beside' ? 1_200 : 500 + upTo(random, 700)) : null,
    beside:
      theme === 'restart-beside'
        ? (home + 1 + upTo(random, size.members - 2)) % size.members
        : null,
    hasLimit,
  }
}
