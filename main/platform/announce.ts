/** Events from main to the window: parsed on the way out like every answer. */
import { channelPrefix } from '../../preload/contract/api/envelope.ts'
import { treaty, type Audible } from '../../preload/contract/api/treaty.ts'
import type { Event, Verb } from '../../preload/contract/api/verbs.ts'
import type { Emit, Events } from './events.ts'
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

/** The events of the treaty by the names of their channels. */
export type Announced = {
  [
    C in {
      [N in keyof Audible]: `${N}.${keyof Audible[N] & string}`
    }[keyof Audible]
  ]: C extends `${infer N extends keyof Audible}.${infer V}`
    ? V extends keyof Audible[N]
      ? PayloadOf<Audible[N][V]>
      : never
    : never
}

/** Announces by telling inside main; whoever subscribed to the channel's name hears of it. */
export const announceOn = (emit: Emit<Announced>): Announce => {
  const told = emit as (channel: string, payload: unknown) => void
  return (noun, name, payload) => told(`${noun}.${name}`, payload)
}

/** Hands every event of the treaty that is told inside main on to `announce`. */
export function announceAll({ on }: Pick<Events<Announced>, 'on'>, announce: Announce): void {
  for (const [noun, verbs] of Object.entries(treaty))
    for (const [name, verb] of Object.entries(verbs))
      if ((verb as Verb).verb === 'event')
        on(`${noun}.${name}` as keyof Announced, (payload) =>
          (announce as (noun: string, name: string, payload: unknown) => void)(noun, name, payload),
        )
}

/** Announces through `send`; a payload outside the contract throws here, in main, and never crosses. */
export const announceThrough =
  (send: Send): Announce =>
  (noun, name, payload) => {
    const verb = (treaty[noun] as Record<string, unknown>)[name] as Event
    send(`${channelPrefix}${noun}.${name}`, verb.payload.parse(payload))
  }
