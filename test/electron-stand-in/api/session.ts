/**
 * Sessions: handlers of a window's schemes, filters of its requests, and the place of its storage.
 */
import type {
  CallbackResponse,
  CustomScheme,
  OnBeforeRequestListenerDetails,
  Session,
  WebRequestFilter,
} from 'electron'
import { updateInterception } from '../chromium/requests.ts'
import { Emitter } from '../events.ts'
import { schemes } from '../scheme-alias.ts'
import { state } from '../state.ts'
import { notImplemented, strictClass, strictObject } from '../strict.ts'

/** Answers a request of a custom scheme. */
export type ProtocolHandler = (request: Request) => Response | Promise<Response>

/** Decides about a request before it is sent. */
export type RequestFilter = (
  details: OnBeforeRequestListenerDetails,
  callback: (response: CallbackResponse) => void,
) => void

type Permissions = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>

/** One session. */
export class StandInSession extends Emitter {
  /** The stand-in's own: kept out of Chromium's profile, by its incognito mode. */
  readonly isIncognito: boolean
  /** The stand-in's own. */
  readonly handlers = new Map<string, ProtocolHandler>()
  /** The stand-in's own. */
  requestFilter: RequestFilter | undefined
  /** The stand-in's own: what the app set, for tests to look at. Chromium denies everything anyway. */
  readonly permissionHandlers: Record<string, unknown> = {}
  readonly #isPersistent: boolean

  constructor(partition: string) {
    super()
    if (partition.startsWith('persist:'))
      throw notImplemented(`a persistent partition (${partition})`)
    this.#isPersistent = partition === ''
    this.isIncognito = partition !== ''
  }

  readonly protocol = strictObject('protocol', {
    registerSchemesAsPrivileged,
    handle: (scheme: string, handler: ProtocolHandler): void => {
      if (!state.isReady) throw new Error('protocol.handle can only be used after app is ready')
      if (!schemes.has(scheme))
        throw notImplemented(`protocol.handle('${scheme}') without registerSchemesAsPrivileged`)
      if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      this.handlers.set(scheme, handler)
    },
    unhandle: (scheme: string): void => {
      this.handlers.delete(scheme)
    },
    isProtocolHandled: (scheme: string): boolean => this.handlers.has(scheme),
  })

  readonly webRequest = strictObject('session.webRequest', {
    onBeforeRequest: (
      first: WebRequestFilter | RequestFilter | null,
      second?: RequestFilter | null,
    ): void => {
      const listener = typeof first === 'function' || first === null ? first : second
      if (first && typeof first !== 'function')
        throw notImplemented('webRequest.onBeforeRequest with a filter')
      this.requestFilter = listener ?? undefined
      updateInterception()
    },
  })

  isPersistent(): boolean {
    return this.#isPersistent
  }
  setPermissionRequestHandler(
    ...[handler]: Parameters<Permissions['setPermissionRequestHandler']>
  ): void {
    this.permissionHandlers['request'] = handler
  }
  setPermissionCheckHandler(
    ...[handler]: Parameters<Permissions['setPermissionCheckHandler']>
  ): void {
    this.permissionHandlers['check'] = handler
  }
  setDevicePermissionHandler(
    ...[handler]: Parameters<Permissions['setDevicePermissionHandler']>
  ): void {
    this.permissionHandlers['device'] = handler
  }
  /** Chromium's own spelling help is off in app windows. */
  setSpellCheckerEnabled(isEnabled: boolean): void {
    if (isEnabled) throw notImplemented('the spell checker')
  }
}
strictClass(StandInSession, 'session')

function registerSchemesAsPrivileged(list: readonly CustomScheme[]): void {
  if (state.isReady)
    throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  for (const { scheme, privileges } of list) {
    if (!privileges?.standard || !privileges.secure)
      throw notImplemented(`a scheme that is not standard and secure (${scheme})`)
    schemes.set(scheme, privileges)
  }
}

const sessions = new Map<string, StandInSession>()

/** All sessions so far. */
export const allSessions = (): StandInSession[] => [...sessions.values()]

/** The session of a partition, '' being the default one. */
export function sessionOf(partition: string): StandInSession {
  const existing = sessions.get(partition)
  if (existing) return existing
  const created = new StandInSession(partition)
  sessions.set(partition, created)
  return created
}

/** Electron's `session`. */
export const session = strictObject('session', {
  get defaultSession(): StandInSession {
    return sessionOf('')
  },
  fromPartition(partition: string): StandInSession {
    if (!state.isReady) throw new Error('Session can only be received when app is ready')
    return sessionOf(partition)
  },
})
