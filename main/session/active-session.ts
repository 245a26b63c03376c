/** The services of the shown profile, or why they are not open. */
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { api } from '../../preload/contract/api/api.ts'
import type { StoreState } from '../../preload/contract/api/workstation-state.ts'
import type { Handlers, WindowCall } from '../platform/handlers.ts'
import type { ProfilesService } from './profiles.service.ts'
import type { SessionServices } from './open-session.ts'

/** Why a channel that needs the store has no answer yet, or never. */
export type ClosedStore = Failure<'store-opening'> | Failure<'store-refused'>

/** Returns the failure for a store that is not open. */
export const closedStore = (store: StoreState): ClosedStore =>
  store.state === 'refused'
    ? { code: 'store-refused', reason: store.reason, detail: store.detail }
    : { code: 'store-opening' }

/** Returns the services as they are at this moment. */
export function activeSession(profiles: ProfilesService): Result<SessionServices, ClosedStore> {
  const { services, storeState } = profiles.shown()
  return services ? ok(services) : err(closedStore(storeState))
}

/** Runs an action on the services of the shown profile, or returns why they are not open. */
export const onActiveSession =
  (profiles: ProfilesService) =>
  <T>(act: (services: SessionServices) => T): T | Result<never, ClosedStore> => {
    const services = activeSession(profiles)
    return services.ok ? act(services.value) : services
  }

type Handler = (input: unknown, caller: WindowCall) => unknown

/**
 * Returns the handlers of a noun. A method of `own` is the handler itself; every other call is
 * passed to the method of that name of a service of the shown profile. A method that is in neither
 * does not compile.
 */
export function forward<N extends keyof Handlers, S extends Partial<Handlers[N]>>(
  profiles: ProfilesService,
  noun: N,
  serviceOf: (services: SessionServices) => S,
  own: Omit<Handlers[N], keyof S> & Partial<Handlers[N]>,
): Handlers[N] {
  const onSession = onActiveSession(profiles)
  const passed = Object.entries(api[noun]).flatMap(([name, { kind }]) => {
    if (kind === 'event' || Object.hasOwn(own, name)) return []
    const pass: Handler = (input, caller) =>
      onSession((services) => {
        const methods: object = serviceOf(services)
        return (methods as Readonly<Record<string, Handler>>)[name]?.(input, caller)
      })
    return [[name, pass] as const]
  })
  return { ...Object.fromEntries(passed), ...own } as Handlers[N]
}
