/** The listener in the status bar: whether alerts can come in, and what came last. */
import type { ListenerState } from '../../preload/contract/alerts/listener.ts'
import { reachStandings, standingOf } from '../lib/listener-words.ts'
import { localTime } from '../lib/times.ts'
import type { Tone } from '../ui/tone.ts'
import type { StatusItem } from './shell/status.ts'

const values = {
  off: 'off',
  starting: 'starting',
  listening: 'listening',
  failed: 'failed',
} as const

/** The worst of what is known, in a word. */
function inAWord({ running, notStoring, publicUrl, reach }: ListenerState): {
  readonly value: string
  readonly tone: Tone
  readonly note: string
} {
  const standing = standingOf(running)
  if (notStoring) {
    return {
      value: 'not storing',
      tone: 'bad',
      note: 'Deliveries cannot be stored, so none is acknowledged. The bank tries again for 24 hours at most.',
    }
  }
  const found = publicUrl === null || reach.finding === null ? null : reachStandings[reach.finding]
  if (running.state !== 'listening' || !found || found.tone === 'good') {
    const { tone, text, next } = standing
    return { value: values[running.state], tone, note: [text, next].filter(Boolean).join(' ') }
  }
  const isReached = reach.finding === 'own-certificate'
  return {
    value: isReached ? 'not trusted' : 'not reachable',
    tone: 'warning',
    note: `${found.text} ${found.next}`,
  }
}

function whereOf({ running, publicUrl, reach }: ListenerState): StatusItem['detail'] & object {
  return [
    ...(running.state === 'listening'
      ? [
          { label: 'Address', value: running.address },
          { label: 'Since', value: localTime(running.since) },
        ]
      : []),
    ...(running.state === 'failed'
      ? [
          { label: 'Tried', value: localTime(running.at) },
          ...(running.retryAt === null
            ? []
            : [{ label: 'Tried again', value: localTime(running.retryAt) }]),
        ]
      : []),
    ...(publicUrl === null ? [] : [{ label: 'Public address', value: publicUrl }]),
    ...(reach.at === null || reach.finding === null
      ? []
      : [
          {
            label: 'Last looked at',
            value: `${localTime(reach.at)}: ${reachStandings[reach.finding].word.toLowerCase()}`,
          },
        ]),
  ]
}

/** The item; `notice` tells of another profile's listener that could not start. */
export function listenerItem(state: ListenerState): StatusItem {
  const { lastDeliveryAt, counts, others } = state
  const failed = others.filter(({ running }) => running.state === 'failed')
  const notice = failed.length === 0 ? undefined : `${String(failed.length)} elsewhere failed`
  return {
    id: 'listener',
    label: 'Listener',
    end: true,
    ...inAWord(state),
    ...(notice !== undefined && { notice }),
    detail: [
      ...whereOf(state),
      {
        label: 'Last delivery',
        value: lastDeliveryAt === null ? 'none since the start' : localTime(lastDeliveryAt),
      },
      { label: 'Alerts', value: `${String(counts.alerts)} since the start` },
      ...others.map(({ name, running }) => ({
        label: name,
        value: values[running.state],
      })),
    ],
  }
}
