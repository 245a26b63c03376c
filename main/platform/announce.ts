/** Events from main to the window: parsed on the way out like every answer. */
import { channelPrefix } from '../../preload/contract/api/envelope.ts'
import { treaty, type Audible } from '../../preload/contract/api/treaty.ts'
import type { Event } from '../../preload/contract/api/verbs.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'

type PayloadOf<V> = V extends Event<infer P> ? z.input<P> : never

/** Sends to the window, if there is one. */
export type Send = (channel: string, payload: unknown) => void

/** One function per event of the treaty. */
export type Announce = <N extends keyof Audible, V extends keyof Audible[N] & string>(
  noun: N,
  name: V,
  payload: PayloadOf<Audible[N][V]>,
) => void

/** Announces through `send`; a payload outside the contract throws here, in main, and never crosses. */
export const announceThrough =
  (send: Send): Announce =>
  (noun, name, payload) => {
    const verb = (treaty[noun] as Record<string, unknown>)[name] as Event
    send(`${channelPrefix}${noun}.${name}`, verb.payload.parse(payload))
  }
