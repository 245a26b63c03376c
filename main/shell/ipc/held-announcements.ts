/**
 * What main tells the window while nobody is signed in: what the lock screen needs, and nothing else. The rest is
 * told when the same person is back; anyone else's window begins anew and asks.
 */
import type { ApiEvents } from '../../../preload/contract/api/api.ts'
import type { Announce } from '../../platform/announce.ts'

type ChannelOf<N extends keyof ApiEvents> = `${N}.${keyof ApiEvents[N] & string}`
/** Told to whoever stands before the workstation. */
const forAnybody: ReadonlySet<string> = new Set<
  ChannelOf<'workstation'> | ChannelOf<'profiles'> | ChannelOf<'connection'> | ChannelOf<'listener'>
>([
  'workstation.stateChanged',
  'profiles.stateChanged',
  'connection.stateChanged',
  'listener.stateChanged',
])
/** More than this is not kept: the screens find it when they are read again. */
const atMost = 2_000

/** What it asks. */
export interface HeldDeps {
  readonly announce: Announce
  readonly isSignedIn: () => boolean
  /** Profile and operator of whoever is here, or was here last. */
  readonly forWhom: () => string
}

/** An `announce` that holds back, and what lets go. */
export interface HeldAnnouncements {
  readonly announce: Announce
  /** Somebody may have come back: tells what was held for them, or forgets it. */
  settle(): void
}

/** Makes it. Of what is told about the same thing again, the last is kept. */
export function holdWhileLocked({ announce, isSignedIn, forWhom }: HeldDeps): HeldAnnouncements {
  const held = new Map<string, () => void>()
  let heldFor = ''
  const settle = (): void => {
    if (held.size === 0 || !isSignedIn()) return
    const telling = [...held.values()]
    held.clear()
    if (forWhom() === heldFor) for (const tell of telling) tell()
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
      if (heldFor !== forWhom()) held.clear()
      heldFor = forWhom()
      const { id = '' } = payload as { readonly id?: unknown }
      const key = `${channel} ${String(id)}`
      held.delete(key)
      held.set(key, () => announce(noun, name, payload))
      const [oldest] = held.keys()
      if (held.size > atMost && oldest !== undefined) held.delete(oldest)
    },
  }
}
