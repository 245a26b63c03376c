/**
 * Events from main to the window; payloads are validated before they are sent, like every answer.
 */
import { channelPrefix } from '../../preload/contract/api/envelope.ts'
import { api, type ApiEvents } from '../../preload/contract/api/api.ts'
import type { Event, ChannelDefinition } from '../../preload/contract/api/define-channel.ts'
import type { Emit, Events } from './events.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'

type PayloadOf<V> = V extends Event<infer P> ? z.input<P> : never

/** Sends to the window, if there is one. */
export type Send = (channel: string, payload: unknown) => void

/** One function per event of the API. */
export type Announce = <N extends keyof ApiEvents, V extends keyof ApiEvents[N] & string>(
  noun: N,
  name: V,
  payload: PayloadOf<ApiEvents[N][V]>,
) => void

/** The events of the API by their channel names. */
export type Announced = {
  [
    C in {
      [N in keyof ApiEvents]: `${N}.${keyof ApiEvents[N] & string}`
    }[keyof ApiEvents]
  ]: C extends `${infer N extends keyof ApiEvents}.${infer V}`
    ? V extends keyof ApiEvents[N]
      ? PayloadOf<ApiEvents[N][V]>
      : never
    : never
}

/** Returns an `announce` that emits inside main, to the subscribers of the channel's name. */
export const emitAsEvents = (emit: Emit<Announced>): Announce => {
  const emitTo = emit as (channel: string, payload: unknown) => void
  return (noun, name, payload) => emitTo(`${noun}.${name}`, payload)
}

/** Forwards every API event that is emitted inside main to `announce`. */
export function forwardEvents({ on }: Pick<Events<Announced>, 'on'>, announce: Announce): void {
  for (const [noun, definitions] of Object.entries(api))
    for (const [name, definition] of Object.entries(definitions))
      if ((definition as ChannelDefinition).kind === 'event')
        on(`${noun}.${name}` as keyof Announced, (payload) =>
          (announce as (noun: string, name: string, payload: unknown) => void)(noun, name, payload),
        )
}

/**
 * Returns an `announce` that uses `send`; a payload outside the contract throws here, in main, and
 * is never sent.
 */
export const announceThrough =
  (send: Send): Announce =>
  (noun, name, payload) => {
    const definition = (api[noun] as Record<string, unknown>)[name] as Event
    send(`${channelPrefix}${noun}.${name}`, definition.payload.parse(payload))
  }
