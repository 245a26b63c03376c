/** The only reader of `window.countersign`: every method of the API as a typed function. */
import { onScopeDispose } from 'vue'
import type { AnswerOf, InputOf } from '../../preload/contract/api/envelope.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { ApiEvents, ApiMethods } from '../../preload/contract/api/api.ts'
import type { Event } from '../../preload/contract/api/define-channel.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'

type Call<V> =
  undefined extends InputOf<V>
    ? (input?: InputOf<V>) => Promise<AnswerOf<V>>
    : (input: InputOf<V>) => Promise<AnswerOf<V>>
type PayloadOf<V> = V extends Event<infer P> ? z.output<P> : never

/** The API of main as the window sees it. */
export type Bridge = {
  [N in keyof ApiMethods]: { [V in keyof ApiMethods[N]]: Call<ApiMethods[N][V]> }
} & {
  /** Subscribes to an event of main; the returned function unsubscribes. */
  on<N extends keyof ApiEvents, V extends keyof ApiEvents[N] & string>(
    noun: N,
    name: V,
    listener: (payload: PayloadOf<ApiEvents[N][V]>) => void,
  ): () => void
}

/**
 * Vue's reactive objects are proxies, which cannot be cloned between processes. Only plain data is
 * sent.
 */
const plain = (input: unknown): unknown =>
  input === undefined ? undefined : (JSON.parse(JSON.stringify(input)) as unknown)

/** The profile that this document shows; main rejects calls meant for another one. */
let expectedProfileId: string | undefined

/** Sets, once, the profile that the window shows; every later call carries its id. */
export const expectProfile = (profileId: string): void => {
  expectedProfileId ??= profileId
}

/** Asks a second person to confirm a change; false if nobody confirmed. */
export type PromptSecondPerson = (needed: Failure<'second-person-needed'>) => Promise<boolean>
let promptSecondPerson: PromptSecondPerson = () => Promise.resolve(false)

/** Registers the function that asks for a second person; the dialog of the window does it. */
export const registerSecondPersonPrompt = (prompt: PromptSecondPerson): void => {
  promptSecondPerson = prompt
}

/**
 * Calls again after a second person has confirmed. Main stored exactly that change and makes it
 * only once.
 */
async function withSecondPerson(call: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    const answer = (await call()) as Result<unknown, Failure>
    if (answer.ok || answer.error.code !== 'second-person-needed') return answer
    if (!(await promptSecondPerson(answer.error))) return answer
  }
}

/**
 * Returns an object whose properties are created when they are first read. There is no `then`, so
 * that the object can be awaited.
 */
function onRead<T>(create: (name: string) => T): Record<string, T> {
  const properties = Object.create(null) as Record<string, T>
  return new Proxy(properties, {
    get: (_target, name) =>
      typeof name === 'string' && name !== 'then' ? (properties[name] ??= create(name)) : undefined,
  })
}

/**
 * Returns the API over the preload bridge of a window. Methods are created from their names, because
 * the list of channels would load every schema of the API before the first paint.
 */
export function bridgeOver(preloadApi: Window['countersign']): Bridge {
  const bridge = onRead<unknown>((noun) =>
    onRead(
      (name) => (input?: unknown) =>
        withSecondPerson(() =>
          preloadApi.invoke(`${noun}.${name}`, plain(input), expectedProfileId),
        ),
    ),
  )
  // Two functions that reference each other across the context bridge can keep each other alive,
  // and the listener's page too. After the unsubscribe neither holds a reference.
  const on = (noun: string, name: string, listener: (payload: unknown) => void): (() => void) => {
    let activeListener: typeof listener | undefined = listener
    let stop: (() => void) | undefined = preloadApi.on(`${noun}.${name}`, (payload) => {
      activeListener?.(payload)
    })
    return () => {
      stop?.()
      stop = undefined
      activeListener = undefined
    }
  }
  bridge['on'] = on
  return bridge as unknown as Bridge
}

let current: Bridge | undefined

/** Returns the bridge of this window. */
export const bridge = (): Bridge => (current ??= bridgeOver(window.countersign))

/** Subscribes to an event of main until the component or store around the call ends. */
export function onEvent<N extends keyof ApiEvents, V extends keyof ApiEvents[N] & string>(
  noun: N,
  name: V,
  listener: (payload: PayloadOf<ApiEvents[N][V]>) => unknown,
): void {
  onScopeDispose(bridge().on(noun, name, listener))
}

/** Replaces the bridge; component tests pass a fake that the contract types. */
export const useBridge = (other: Bridge): void => {
  current = other
}
