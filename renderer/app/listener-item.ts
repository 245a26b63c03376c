/** The listener in the status bar: whether it can receive alerts, and the last delivery. */
import type { ListenerState } from '../../preload/contract/api/alerts/listener.ts'
import { listenerLabels } from '../../preload/contract/text/desktop.ts'
import { broughtBy, notStoringNotice, reachNoticeOf, stateNoticeOf } from '../text/listener-text.ts'
import { localTime } from '../text/times.ts'
import type { Tone } from '../ui/tone.ts'
import type { StatusItem } from './shell/status.ts'

/** The worst known state, as one word. */
function shortState(state: ListenerState): {
  readonly value: string
  readonly tone: Tone
  readonly note: string
} {
  const { running, notStoring, publicUrl, reach, team } = state
  const listenerNotice = stateNoticeOf(state)
  if (notStoring) {
    const { tone, text, next } = notStoringNotice(notStoring)
    return { value: listenerLabels['not-storing'], tone, note: `${text} ${next}` }
  }
  const found =
    publicUrl === null || reach.finding === null ? null : reachNoticeOf(reach.finding, state)
  const isReachable = running.state === 'listening' || team?.state === 'other'
  if (!isReachable || !found || found.tone === 'good') {
    const { tone, label, text, next } = listenerNotice
    return {
      value:
        running.state === 'standby' ? standbyLabel(team, label) : listenerLabels[running.state],
      tone,
      note: [text, next].filter(Boolean).join(' '),
    }
  }
  const isReached = reach.finding === 'own-certificate'
  return {
    value: isReached ? 'not trusted' : 'not reachable',
    tone: 'warning',
    note: `${found.text} ${found.next}`,
  }
}

const standbyLabel = (team: ListenerState['team'], label: string): string =>
  team?.state === 'other' ? `on ${team.name}` : label.toLowerCase()

function whereOf(state: ListenerState): StatusItem['detail'] & object {
  const { running, publicUrl, reach, team } = state
  return [
    ...(team?.state === 'other'
      ? [
          { label: 'Workstation', value: team.name },
          { label: 'Address', value: team.address },
          { label: 'Since', value: localTime(team.since) },
        ]
      : []),
    ...(running.state === 'listening'
      ? [
          { label: 'Address', value: running.address },
          { label: 'Since', value: localTime(running.since) },
        ]
      : []),
    ...(running.state === 'failed'
      ? [
          { label: 'Last attempt', value: localTime(running.at) },
          ...(running.retryAt === null
            ? []
            : [{ label: 'Next attempt', value: localTime(running.retryAt) }]),
        ]
      : []),
    ...(publicUrl === null ? [] : [{ label: 'Public address', value: publicUrl }]),
    ...(reach.at === null || reach.finding === null
      ? []
      : [
          {
            label: 'Last checked',
            value: `${localTime(reach.at)}: ${reachNoticeOf(reach.finding, state).label.toLowerCase()}`,
          },
        ]),
  ]
}

/** Lists all other profiles in one line, because names are long and labels take room. */
const elsewhere = (others: ListenerState['others']): string =>
  others.map((other) => `${other.name}: ${labelOf(other)}`).join('; ')
const labelOf = ({ running, notStoring }: ListenerState['others'][number]): string =>
  notStoring ? listenerLabels['not-storing'] : listenerLabels[running.state]

/** States that lose alerts come first. */
const noticeOf = (others: ListenerState['others']): string | undefined =>
  [listenerLabels['not-storing'], listenerLabels.failed]
    .map((label) => ({ label, count: others.filter((other) => labelOf(other) === label).length }))
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${String(count)} elsewhere ${label}`)
    .at(0)

/**
 * Returns the item; `notice` is about another profile's listener that cannot store or could not
 * start.
 */
export function listenerItem(state: ListenerState): StatusItem {
  const { lastDelivery, counts, others } = state
  const notice = noticeOf(others)
  return {
    id: 'listener',
    label: 'Listener',
    end: true,
    ...shortState(state),
    ...(notice !== undefined && { notice }),
    detail: [
      ...whereOf(state),
      {
        label: 'Last delivery',
        value: lastDelivery
          ? `${localTime(lastDelivery.at)}: ${broughtBy(lastDelivery)}`
          : 'none yet',
      },
      { label: 'Alerts', value: `${String(counts.alerts)} since the start` },
      ...(others.length === 0 ? [] : [{ label: 'Elsewhere', value: elsewhere(others) }]),
    ],
  }
}
