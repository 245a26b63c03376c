/** The open desk of the shown profile, or why there is none. */
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { treaty } from '../../preload/contract/api/treaty.ts'
import type { StoreState } from '../../preload/contract/api/workstation-state.ts'
import type { CallContext, Handlers } from '../platform/handlers.ts'
import type { ProfilesService } from './profiles.service.ts'
import type { OpenDesk } from './open-desk.ts'

/** Why a verb that needs the store cannot be answered yet, or at all. */
export type ClosedStore = Failure<'store-opening'> | Failure<'store-refused'>

/** Says so of a store that is not open. */
export const closedStore = (store: StoreState): ClosedStore =>
  store.state === 'refused'
    ? { code: 'store-refused', reason: store.reason, detail: store.detail }
    : { code: 'store-opening' }

/** Answers it as it is at this moment. */
export function shownDesk(profiles: ProfilesService): Result<OpenDesk, ClosedStore> {
  const { desk, storeState } = profiles.shown()
  return desk ? ok(desk) : err(closedStore(storeState))
}

/** Has the desk of the shown profile do something, or tells why there is none. */
export const onShownDesk =
  (profiles: ProfilesService) =>
  <T>(act: (desk: OpenDesk) => T): T | Result<never, ClosedStore> => {
    const desk = shownDesk(profiles)
    return desk.ok ? act(desk.value) : desk
  }

type Verb = (input: unknown, caller: CallContext) => unknown

/**
 * The handlers of a noun whose verbs a service of the shown profile does itself: those are passed on to it, `own` are the
 * others and those that need more. A verb that neither has does not compile.
 */
export function forward<N extends keyof Handlers, S extends Partial<Handlers[N]>>(
  profiles: ProfilesService,
  noun: N,
  serviceOf: (desk: OpenDesk) => S,
  own: Omit<Handlers[N], keyof S> & Partial<Handlers[N]>,
): Handlers[N] {
  const onDesk = onShownDesk(profiles)
  const passed = Object.entries(treaty[noun]).flatMap(([name, { verb }]) => {
    if (verb === 'event' || Object.hasOwn(own, name)) return []
    const pass: Verb = (input, caller) =>
      onDesk((desk) => (serviceOf(desk) as Readonly<Record<string, Verb>>)[name]?.(input, caller))
    return [[name, pass] as const]
  })
  return { ...Object.fromEntries(passed), ...own } as Handlers[N]
}
