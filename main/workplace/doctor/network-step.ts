/** The network step before TLS: resolves the host name and connects to one of its addresses. */
import { lookup as systemLookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { DoctorFinding } from '../../../preload/contract/api/doctor.ts'
import { bareHost } from '../../platform/proxy-tunnel.ts'
import { factsOf, failed, fine, type StepResult } from './step-result.ts'

/** One address of a host name. */
export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}
/** Resolves a host name to all its addresses, or rejects with the system's error. */
export type Lookup = (host: string) => Promise<readonly ResolvedAddress[]>

/** Limit in milliseconds for each part of the network step. */
export const stepTimeoutMs = 10_000

/** The system's resolver, hosts file included, as the client uses it. */
export const lookupAll: Lookup = (host) => systemLookup(host, { all: true })

/** Returns host and port of a base URL; an IPv6 address without its brackets. */
export function endpointOf(baseUrl: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(baseUrl)
  return { host: bareHost(hostname), port: port === '' ? 443 : Number(port) }
}

/** Resolves the host; a numeric address is its own result. */
export async function resolveHost(
  host: string,
  lookup: Lookup,
  boundMs = stepTimeoutMs,
): Promise<StepResult & { readonly addresses: readonly string[] }> {
  if (isIP(host) !== 0) {
    return { ...fine(factsOf(['Entered as an address', host])), addresses: [host] }
  }
  const late = new AbortController()
  try {
    const found = await Promise.race([
      lookup(host),
      wait(boundMs, null, { signal: late.signal, ref: false }),
    ])
    if (found === null) return { ...failed('timed-out', factsOf(['Host', host])), addresses: [] }
    const addresses = [...new Set(found.map(({ address }) => address))]
    if (addresses.length === 0) throw new Error('the host has no address')
    return { ...fine(factsOf(['Host', host], ['Addresses', addresses.join(', ')])), addresses }
  } catch (error) {
    const facts = factsOf(['Host', host], ['System message', systemMessage(error)])
    return { ...failed('address-not-found', facts), addresses: [] }
  } finally {
    late.abort()
  }
}

/** Connects to the first address that accepts, and closes the connection without sending a byte. */
export async function reachAddress(
  addresses: readonly string[],
  port: number,
  boundMs = stepTimeoutMs,
): Promise<StepResult & { readonly address: string | null }> {
  const problems: { readonly address: string; readonly error: unknown }[] = []
  const until = performance.now() + boundMs
  for (const address of addresses) {
    const error = await connectOnce(address, port, Math.max(until - performance.now(), 1))
    if (error === null) {
      const facts = factsOf(['Address', `${address}, port ${port}`], ...problemFacts(problems))
      return { ...fine(facts), address }
    }
    problems.push({ address, error })
  }
  const facts = factsOf(['Port', String(port)], ...problemFacts(problems))
  return { ...failed(findingOf(problems[0]?.error), facts), address: null }
}

/** Returns the system's error code and message. */
export const systemMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = codeOf(error)
  return error.message.includes(code) ? error.message : `${code}: ${error.message}`
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const problemFacts = (problems: readonly { address: string; error: unknown }[]) =>
  problems.map(
    ({ address, error }) => [`System message for ${address}`, systemMessage(error)] as const,
  )

/** Resolves to null when connected, or to the error. */
function connectOnce(host: string, port: number, boundMs: number): Promise<Error | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error(`no connection in time`), { code: 'ETIMEDOUT' }))
    }, boundMs)
    socket.once('error', resolve)
    socket.once('connect', () => {
      socket.destroy()
      resolve(null)
    })
    socket.once('close', () => clearTimeout(timer))
  })
}

function findingOf(error: unknown): DoctorFinding {
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return 'connection-refused'
    case 'ETIMEDOUT':
      return 'timed-out'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'connection-closed'
    default:
      return 'unreachable'
  }
}
