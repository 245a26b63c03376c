/**
 * The text of notifications. Anybody can read them on the desktop, so they show only a count while
 * nobody is signed in, or if the profile is not the one shown.
 */
import { environmentWords, type Environment } from '../../../preload/contract/domain/environment.ts'
import type { InboxKind } from '../../../preload/contract/api/inbox/inbox.ts'
import { maskedDigits } from '../../../preload/contract/domain/personal-names.ts'

/** A new item that needs a person. */
export interface NewItem {
  readonly kind: InboxKind
  readonly id: string
  /** A short title, accounts masked. */
  readonly title: string
  /** The window's route to the item. */
  readonly address: string
}

/** The events waiting to be notified. */
export interface Held {
  readonly counts: ReadonlyMap<InboxKind, number>
  /** Set if there is exactly one item. */
  readonly only: NewItem | null
  /** Why the listener accepts no alerts; null if it does, or if its notifications are off. */
  readonly listener: 'down' | 'not-storing' | null
  /** Delayed by quiet hours. */
  readonly wasQuiet: boolean
}

/** `open`: an operator is signed in and this profile is shown. */
export type View = 'open' | 'locked' | 'behind'

export interface Notice {
  readonly title: string
  readonly body: string
  /** The text shows more than a count, so it is removed when the workstation is locked. */
  readonly isTelling: boolean
}

/** Singular and plural. */
const words: Readonly<Record<InboxKind, readonly [string, string]>> = {
  'in-doubt': ['in doubt', 'in doubt'],
  'made-after-all': ['made after all', 'made after all'],
  'awaiting-me': ['approval', 'approvals'],
  rejected: ['rejection', 'rejections'],
  returned: ['return', 'returns'],
  change: ['notification of change', 'notifications of change'],
  'other-account': ['batch on another account', 'batches on another account'],
  repair: ['repair', 'repairs'],
  conflict: ['alert with other content', 'alerts with other content'],
  duplicate: ['repeated alert', 'repeated alerts'],
  unmatched: ['alert without a match', 'alerts without a match'],
  quarantined: ['delivery in quarantine', 'deliveries in quarantine'],
  'to-check': ['to check', 'to check'],
  certificate: ['certificate that expires', 'certificates that expire'],
  'missed-template': ['template with a missed date', 'templates with missed dates'],
  backup: ['backup', 'backups'],
}
/** The title of a single item. */
const alone: Readonly<Record<InboxKind, string>> = {
  'in-doubt': 'In doubt',
  'made-after-all': 'Made after all',
  'awaiting-me': 'Awaiting approval',
  rejected: 'Rejected',
  returned: 'Returned',
  change: 'Notification of change',
  'other-account': 'Another account debited',
  repair: 'In repair',
  conflict: 'An alert with other content',
  duplicate: 'A repeated alert',
  unmatched: 'An alert without a match',
  quarantined: 'A delivery in quarantine',
  'to-check': 'To check',
  certificate: 'A certificate expires',
  'missed-template': 'A template missed its date',
  backup: 'Backup',
}

/** The longest text that every desktop shows. */
const longest = 200

/** Makes a bank's text safe for the desktop: no markup characters, line breaks or long numbers. */
export const plainWords = (text: string): string =>
  maskedDigits(text)
    .replaceAll(/[<>\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll('&', '+')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longest)

const listenerTitles = {
  down: 'The listener is down',
  'not-storing': 'Alerts cannot be stored',
} as const

/** Returns the notification; the environment's name comes first (Promise P7). */
export function noticeOf(
  held: Held,
  about: { readonly environment: Environment; readonly profile: string; readonly view: View },
): Notice {
  const { counts, only, listener } = held
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const { view } = about
  const profile = plainWords(about.profile)
  const titled = (title: string): string => `${environmentWords[about.environment]}: ${title}`
  const needs = total === 1 ? 'Something needs a person' : `${String(total)} things need a person`
  const listens = listener === null ? null : `${listenerTitles[listener]} in ${profile}.`
  if (total === 0)
    return {
      title: titled(listener === null ? needs : listenerTitles[listener]),
      body: `No alert is taken in ${profile} until that is put right.`,
      isTelling: false,
    }
  const isOpen = view === 'open'
  if (isOpen && only && listener === null)
    return { title: titled(alone[only.kind]), body: plainWords(only.title), isTelling: true }
  const what = isOpen ? `${countsOf(counts)}.` : `In ${profile}. ${toSee[view]}`
  const when = held.wasQuiet ? 'In the quiet hours: ' : ''
  const body = [listens, `${when}${what}`].filter((part) => part !== null).join(' ')
  return { title: titled(needs), body, isTelling: isOpen }
}

const toSee = {
  locked: 'Sign in to see what.',
  behind: 'Open that profile to see what.',
} as const

const countsOf = (counts: Held['counts']): string =>
  [...counts]
    .map(([kind, count]) => `${String(count)} ${words[kind][count === 1 ? 0 : 1]}`)
    .join(', ')
