/**
 * While nobody is signed in, main sends the window only the events that the lock screen needs. The
 * other events are sent when the same person is back; for anybody else the window reloads and
 * queries its data.
 */
import type { ApiEvents } from '../../../preload/contract/api/api.ts'
import type { Announce } from '../../platform/announce.ts'

type ChannelOf<N extends keyof ApiEvents> = `${N}.${keyof ApiEvents[N] & string}`
/** Events that are sent without a sign-in. */
const forAnybody: ReadonlySet<string> = new Set<
  ChannelOf<'workstation'> | ChannelOf<'profiles'> | ChannelOf<'connection'> | ChannelOf<'listener'>
>([
  'workstation.stateChanged',
  'profiles.stateChanged',
  'connection.stateChanged',
  'listener.stateChanged',
])
/** More events are not stored: the screens get the data when they are read again. */
const atMost = 2_000

export interface QueuedEventsDeps {
  readonly announce: Announce
  readonly isSignedIn: () => boolean
  /** Profile and operator of the current or last sign-in. */
  readonly forWhom: () => string
}

/** An `announce` that can hold events back, and the release of these events. */
export interface QueuedEvents {
  readonly announce: Announce
  /** Call after a possible sign-in: sends the held events to the same person, or drops them. */
  settle(): void
}

/** Of several events about the same thing, only the last is held. */
export function queueEventsWhileLocked({
  announce,
  isSignedIn,
  forWhom,
}: QueuedEventsDeps): QueuedEvents {
  const queue = new Map<string, () => void>()
  let queuedFor = ''
  const settle = (): void => {
    if (queue.size === 0 || !isSignedIn()) return
    const events = [...queue.values()]
    queue.clear()
    if (forWhom() === queuedFor) for (const send of events) send()
  }
  return {
    settle,
    announce(noun, name, payload) {
      settle()
      const channel = `${noun}.${name}`
      if (isSignedIn() || forAnybody.has(channel)) {
        announce(noun, name, payload)
        return
      }
      if (queuedFor !== forWhom()) queue.clear()
      queuedFor = forWhom()
      const { id = '' } = payload as { readonly id?: unknown }
      const key = `${channel} ${String(id)}`
      queue.delete(key)
      queue.set(key, () => announce(noun, name, payload))
      const [oldest] = queue.keys()
      if (queue.size > atMost && oldest !== undefined) queue.delete(oldest)
    },
  }
}
