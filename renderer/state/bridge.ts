/** The only reader of `window.countersign`: every verb of the api as a typed function. */
import { channels } from '../../preload/contract/api/channels.ts'
import type { AnswerOf, InputOf } from '../../preload/contract/api/envelope.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { ApiEvents, ApiMethods } from '../../preload/contract/api/api.ts'
import type { Event } from '../../preload/contract/api/verbs.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'

type Call<V> =
  undefined extends InputOf<V>
    ? (input?: InputOf<V>) => Promise<AnswerOf<V>>
    : (input: InputOf<V>) => Promise<AnswerOf<V>>
type PayloadOf<V> = V extends Event<infer P> ? z.output<P> : never

/** Main, as the window can reach it. */
export type Bridge = {
  [N in keyof ApiMethods]: { [V in keyof ApiMethods[N]]: Call<ApiMethods[N][V]> }
} & {
  /** Hears an event of main; the returned function stops it. */
  on<N extends keyof ApiEvents, V extends keyof ApiEvents[N] & string>(
    noun: N,
    name: V,
    listener: (payload: PayloadOf<ApiEvents[N][V]>) => void,
  ): () => void
}

/** Vue's reactive objects are proxies, which cannot cross the border: what crosses is plain data. */
const plain = (input: unknown): unknown =>
  input === undefined ? undefined : (JSON.parse(JSON.stringify(input)) as unknown)

/** The profile that this document shows; main answers nothing that was meant for another. */
let meant: string | undefined

/** Says once which profile the window shows, for every call from then on. */
export const meanProfile = (profileId: string): void => {
  meant ??= profileId
}

/** Has a second person confirm a change; false: nobody did. */
export type AskSecondPerson = (needed: Failure<'second-person-needed'>) => Promise<boolean>
let askSecondPerson: AskSecondPerson = () => Promise.resolve(false)

/** Says who asks for a second person; the window's dialog does. */
export const secondPersonIsAskedBy = (ask: AskSecondPerson): void => {
  askSecondPerson = ask
}

/** Calls again what a second person has confirmed: main keeps exactly that change, and makes it once. */
async function withSecondPerson(call: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    const answer = (await call()) as Result<unknown, Failure>
    if (answer.ok || answer.error.code !== 'second-person-needed') return answer
    if (!(await askSecondPerson(answer.error))) return answer
  }
}

/** Every verb over the border of a window; events, too. */
export function bridgeOver(border: Window['countersign']): Bridge {
  const bridge: Record<string, Record<string, unknown>> = {}
  for (const [channel, verb] of channels) {
    if (verb.verb === 'event') continue
    const [noun = '', name = ''] = channel.split('.')
    const group = (bridge[noun] ??= {})
    group[name] = (input?: unknown) =>
      withSecondPerson(() => border.call(channel, plain(input), meant))
  }
  // Two functions that know each other across the border may keep each other, and the page of the listener with
  // them: once stopped, neither knows anything any more.
  const on = (noun: string, name: string, listener: (payload: unknown) => void): (() => void) => {
    let hears: typeof listener | undefined = listener
    let stop: (() => void) | undefined = border.hear(`${noun}.${name}`, (payload) => {
      hears?.(payload)
    })
    return () => {
      stop?.()
      stop = undefined
      hears = undefined
    }
  }
  return { ...bridge, on } as unknown as Bridge
}

let current: Bridge | undefined

/** The bridge of this window. */
export const bridge = (): Bridge => (current ??= bridgeOver(window.countersign))

/** Puts another bridge in place; component tests hand in one that the contract types. */
export const useBridge = (other: Bridge): void => {
  current = other
}
