/**
 * The rules of forwarding: the meaning of an answer, the time of the next try, and the addresses to
 * which no alert may be sent.
 */
import { basicAuthorization } from '../../platform/basic-authorization.ts'
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import type {
  ForwardingOutcome,
  ForwardingSecret,
} from '../../../preload/contract/api/forwarding/forwarding.ts'
import type { ProfileDetails } from '../../../preload/contract/api/profiles/profile-details.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const waitsMs = [30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs] as const

/** An alert is tried for this long, then parked. */
export const givenUpAfterMs = 7 * dayMs
/** The log of posts keeps entries this long, and at most this many. */
export const retainedTries = { days: 90, rows: 10_000 } as const
/** The largest post, unless a single alert is larger. */
export const mostPostBytes = 4 * 1_048_576

/** The wait after so many failed tries: 30 s, 2 min, 10 min, 30 min, then every hour. */
export const waitAfter = (tries: number): number => waitsMs[tries - 1] ?? hourMs
/** The longest wait; an apparently longer one was planned before the clock was set back. */
export const longestWaitMs = hourMs

/**
 * These answers are about the address or the credentials, not about the alerts: every other post
 * would get the same answer. The alerts wait, as after a server error of the endpoint.
 */
const ofTheAddress: ReadonlySet<number> = new Set([
  401, 403, 404, 405, 407, 408, 410, 421, 426, 429,
])

/** The meaning of an answer; null: no answer came. */
export function outcomeOf(status: number | null): ForwardingOutcome {
  if (status === null) return 'later'
  if (status >= 200 && status < 300) return 'taken'
  return status >= 400 && status < 500 && !ofTheAddress.has(status) ? 'refused' : 'later'
}

/** The text beside an answer's number; null: nothing to add. */
export function statusText(status: number | null): string | null {
  if (status === null || (status >= 200 && status < 300)) return null
  if (status >= 300 && status < 400)
    return 'The endpoint redirects to another address. Redirects are not followed.'
  if (status === 401 || status === 407) return 'The endpoint did not accept the credentials.'
  if (status === 403) return 'The endpoint refused access.'
  return null
}

/** The Authorization header for a secret. */
export function authorizationOf(secret: ForwardingSecret): string {
  return secret.kind === 'bearer'
    ? `Bearer ${secret.token}`
    : basicAuthorization(secret.userName, secret.password)
}

/** The addresses from which a profile's alerts come. */
export interface OwnPlaces {
  /** `https://…`, every known address of the bank. */
  readonly bank: readonly (string | null)[]
  readonly listener: Pick<
    NonNullable<ProfileDetails['listener']>,
    'host' | 'port' | 'publicUrl'
  > | null
  /** `https://host:port/alerts`, the current address of the listener; null: it is off. */
  readonly listening: string | null
}

interface Place {
  readonly host: string
  readonly port: string
}

const placeOf = (text: string | null): Place | null => {
  const url = text === null ? null : URL.parse(text)
  return url && { host: plain(url.hostname), port: url.port || '443' }
}
const plain = (host: string): string =>
  withoutMapping(
    host
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/(?<!\.)\.+$/, ''),
  )

/** An IPv4-mapped IPv6 address (`::ffff:7f00:1`) is that IPv4 address. */
function withoutMapping(host: string): string {
  const found = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(host)
  if (!found) return host.replace(/^::ffff:(?=\d+\.)/, '')
  const [high, low] = [found[1] ?? '', found[2] ?? ''].map((part) => Number.parseInt(part, 16))
  return [high, low].flatMap((part = 0) => [part >> 8, part & 255]).join('.')
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.'))

/** The host name of this computer: in full, short, and as `.local`. */
function isOwnName(host: string): boolean {
  const own = plain(hostname())
  const [short = own] = own.split('.')
  return isIP(host) === 0 && [own, short, `${short}.local`].includes(host)
}

/** Whether a host is any name or address of this computer that it knows itself. */
const isHere = (host: string): boolean =>
  isLoopback(host) ||
  isOwnName(host) ||
  ['0.0.0.0', '::'].includes(host) ||
  Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === host))

/**
 * Why no alert may be sent to this address: it is the bank's own host, or the listener that
 * received the alerts. Another port of this computer is another program.
 */
export function forwardingBlock(url: string, places: OwnPlaces): 'bank' | 'own-listener' | null {
  const to = placeOf(url)
  if (to === null) return null
  const same = (other: Place | null): boolean => other?.host === to.host && other.port === to.port
  const ofBank = places.bank.map(placeOf)
  if (ofBank.some((one) => same(one) || (one?.host === to.host && !isLoopback(to.host))))
    return 'bank'
  const { listener } = places
  if (same(placeOf(listener?.publicUrl ?? null))) return 'own-listener'
  const ports = [placeOf(places.listening)?.port, listener && String(listener.port)]
  const isOwnHost = isHere(to.host) || (listener !== null && plain(listener.host) === to.host)
  return isOwnHost && ports.includes(to.port) ? 'own-listener' : null
}
