/**
 * Compares a fortnight with gaps with the same one without: they may differ only in what is
 * reported as missing.
 */
import type { FortnightReport } from './run.ts'
import type { Known, KnownEvent } from './known.ts'
import { agreedHours } from './workstation.ts'

/** The differences; all empty if the promise holds. */
export interface Differences {
  readonly entries: readonly string[]
  readonly payments: readonly string[]
  /** Missing ACH events that are not reported as missing. */
  readonly lost: readonly string[]
  /** ACH events that never happened. */
  readonly invented: readonly string[]
  /** Missing incoming wires and RTP that are not listed for a manual check. */
  readonly lostIncoming: readonly string[]
  /** Recovered items without a call, or that an alert had reported before. */
  readonly needless: readonly string[]
  /** Calls of sweeps outside the agreed hours. */
  readonly untimely: readonly string[]
  /** Gaps that wait for ever. */
  readonly unhealed: readonly string[]
}

const keysOf = (events: readonly KnownEvent[]): ReadonlySet<string> =>
  new Set(events.map(({ key }) => key))

const other = (whole: readonly string[], withGaps: readonly string[]): string[] => [
  ...whole.flatMap((one, at) => {
    const seen = withGaps[at] ?? 'nothing'
    return seen === one ? [] : [`${one} is ${seen}`]
  }),
  ...withGaps.slice(whole.length).map((one) => `${one} is too many`),
]

const missing = (from: readonly KnownEvent[], events: readonly KnownEvent[]): KnownEvent[] => {
  const known = keysOf(events)
  return from.filter(({ key }) => !known.has(key))
}

const dayOf = (instant: string): string => instant.slice(0, 10)
const describe = ({ key, happened, accounts }: KnownEvent): string =>
  `${key} of ${happened} on ${accounts.join(' and ')}`

const splitKey = (key: string): readonly [trace: string, status: string, amount: string] => {
  const [trace = '', status = '', amount = ''] = key.split(' ')
  return [trace, status, amount]
}

/**
 * A returned entry is found by RETURNED alone (bank note 49): lists no longer show that it was
 * collected and settled before. For all other entries each step has its own list, and a missing
 * step counts.
 */
const isTakenOver = ({ recovered }: Known) => {
  const back = new Set(
    recovered
      .map(({ key }) => splitKey(key))
      .flatMap(([trace, status, amount]) => (status === 'RETURNED' ? [`${trace} ${amount}`] : [])),
  )
  return ({ key }: KnownEvent): boolean => {
    const [trace, status, amount] = splitKey(key)
    return status !== 'RETURNED' && back.has(`${trace} ${amount}`)
  }
}

/**
 * A correction comes with an alert of another status; its content is compared through the entries.
 */
const isCorrection =
  ({ entries }: Known) =>
  ({ key }: KnownEvent): boolean => {
    const [trace, status] = splitKey(key)
    return (
      /^C\d\d$/.test(status) &&
      entries.some((one) => one.includes(` ${trace} `) && one.includes(` ${status} `))
    )
  }

/**
 * No list covers accounts of 17 digits: only items under such an account are reported as missing
 * (bank note 36).
 */
const isExplainedOf =
  ({ parts }: Known, longAccount: { readonly id: string; readonly significant: string }) =>
  ({ accounts, happened }: KnownEvent): boolean =>
    accounts.includes(longAccount.significant) &&
    parts.some(
      (part) =>
        part.kind === 'ach' &&
        part.state === 'impossible' &&
        part.account === longAccount.id &&
        (part.from ?? '') <= dayOf(happened) &&
        (part.to ?? '9') >= dayOf(happened),
    )

/** True inside a swept gap whose sweep lists an impossible part. */
const isMarkedToCheck =
  ({ gaps, parts }: Known) =>
  ({ happened }: KnownEvent): boolean =>
    gaps.some(
      ({ from, until, sweepId }) =>
        Date.parse(from) <= Date.parse(happened) + slackMs &&
        Date.parse(happened) <= Date.parse(until ?? '9999') + slackMs &&
        parts.some(
          (part) =>
            part.sweepId === sweepId &&
            part.kind === 'incoming' &&
            part.state === 'impossible' &&
            (part.from ?? '') <= dayOf(happened) &&
            (part.to ?? '9') >= dayOf(happened),
        ),
    )

/** The bank checks every two and a half minutes, and writes seconds. */
const slackMs = 180_000

const needlessIn = ({ recovered }: Known): string[] =>
  recovered.flatMap((one) => [
    ...(one.hasCall ? [] : [`${describe(one)} names no call`]),
    ...(one.reportedAt.some((at) => at < one.at)
      ? [`${describe(one)} was reported by an alert before`]
      : []),
    ...(one.kind === 'ach' && one.reportedAt.length > 0 !== one.isMarkedReported
      ? [`${describe(one)} is marked ${one.isMarkedReported ? '' : 'not '}reported later`]
      : []),
  ])

const untimelyIn = ({ sweepCalls }: Known): string[] =>
  sweepCalls.filter((at) => {
    const time = new Date(at).toTimeString().slice(0, 5)
    return time < agreedHours.from || time > agreedHours.to
  })

/** Compares item by item. `longAccount`: the own account that no list accepts. */
export function compare(
  { known: whole }: Pick<FortnightReport, 'known'>,
  { known: withGaps }: Pick<FortnightReport, 'known'>,
  longAccount: { readonly id: string; readonly significant: string },
): Differences {
  const isExplained = isExplainedOf(withGaps, longAccount)
  const isToCheck = isMarkedToCheck(withGaps)
  const isLater = isTakenOver(withGaps)
  const isReal = isCorrection(whole)
  return {
    entries: other(whole.entries, withGaps.entries),
    payments: other(whole.payments, withGaps.payments),
    lost: missing(whole.ach, withGaps.ach)
      .filter((event) => !isExplained(event) && !isLater(event))
      .map(describe),
    invented: missing(withGaps.ach, whole.ach)
      .filter((event) => !isReal(event))
      .map(describe),
    lostIncoming: missing(whole.incoming, withGaps.incoming)
      .filter((event) => !isToCheck(event))
      .map(describe),
    needless: needlessIn(withGaps),
    untimely: untimelyIn(withGaps),
    unhealed: withGaps.gaps
      .filter(({ state }) => state !== 'healed' && state !== 'partly')
      .map(({ cause, from, until, state }) => `${cause} ${from} ${until ?? '…'} is ${state}`),
  }
}

export const noDifference: Differences = {
  entries: [],
  payments: [],
  lost: [],
  invented: [],
  lostIncoming: [],
  needless: [],
  untimely: [],
  unhealed: [],
}
