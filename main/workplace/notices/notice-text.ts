/**
 * The text of notifications. Anybody can read them on the desktop, so they show only a count while
 * nobody is signed in, or if the profile is not the one shown.
 */
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import type { InboxKind } from '../../../preload/contract/api/inbox/inbox.ts'
import { maskedDigits } from '../../../preload/contract/domain/personal-names.ts'
import {
  hiddenItems,
  inQuietHours,
  itemsTitle,
  listenerTitles,
  noAlertsUntilFixed,
  noticeTitle,
} from '../../../preload/contract/text/desktop.ts'
import { inboxCount, inboxLabels } from '../../../preload/contract/text/inbox.ts'

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
export interface Pending {
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
  readonly hasDetails: boolean
}

/** The longest text that every desktop shows. */
const longest = 200

/** Makes a bank's text safe for the desktop: no markup characters, line breaks or long numbers. */
export const plainText = (text: string): string =>
  maskedDigits(text)
    .replaceAll(/[<>\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll('&', '+')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longest)

/** Returns the notification; the environment's name comes first (Promise P7). */
export function noticeOf(
  pending: Pending,
  about: { readonly environment: Environment; readonly profile: string; readonly view: View },
): Notice {
  const { counts, only, listener } = pending
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const { view } = about
  const profile = plainText(about.profile)
  const titled = (title: string): string => noticeTitle(about.environment, title)
  const listens = listener === null ? null : `${listenerTitles[listener]} in ${profile}.`
  if (total === 0)
    return {
      title: titled(listener === null ? itemsTitle(total) : listenerTitles[listener]),
      body: noAlertsUntilFixed(profile),
      hasDetails: false,
    }
  if (view === 'open' && only && listener === null)
    return { title: titled(inboxLabels[only.kind]), body: plainText(only.title), hasDetails: true }
  const what = view === 'open' ? `${countsOf(counts)}.` : hiddenItems[view](profile)
  const when = pending.wasQuiet ? inQuietHours : ''
  const body = [listens, `${when}${what}`].filter((part) => part !== null).join(' ')
  return { title: titled(itemsTitle(total)), body, hasDetails: view === 'open' }
}

const countsOf = (counts: Pending['counts']): string =>
  [...counts].map(([kind, count]) => inboxCount(kind, count)).join(', ')
