/**
 * A call of this process through the public address, to check whether the bank would reach this
 * listener (bank note 104). The call carries a random token and has succeeded when the listener of
 * this same process has received the token.
 */
import { randomBytes, X509Certificate } from 'node:crypto'
import { checkServerIdentity, rootCertificates, type PeerCertificate } from 'node:tls'
import { Agent, request } from 'undici'
import type { ListenerState, ReachFinding } from '../../../preload/contract/api/alerts/listener.ts'
import type { Clock } from '../../platform/clock.ts'
import { probeHeader } from './listener-gate.ts'

/** The part of the state about reachability. */
export type Reach = ListenerState['reach']

export interface ProbeDeps {
  readonly clock: Clock
  readonly changed: () => void
  /** Roots in PEM; Node's own by default. */
  readonly roots?: readonly string[]
  /** How long the whole call may take; ten seconds by default, as the bank allows. */
  readonly withinMs?: number
}

/** Probes of one listener. */
export interface Probe {
  reach(): Reach
  /**
   * Calls the address; one call at a time. `ownChain`: the certificate, if this workstation created
   * it. Never rejects.
   */
  call(publicUrl: string, ownChain: string | null): Promise<void>
  /** Whether this token was sent by a probe; each token counts once. */
  isOwn(token: string): boolean
  /** Discards the finding and the call in progress, because they are about another address. */
  forget(): void
}

const withinMs = 10_000
const tokenLifetimeMs = 30_000
const neverProbed: Reach = { state: 'never-probed', at: null, finding: null, detail: null }

interface Finding {
  readonly finding: ReachFinding
  readonly detail: string | null
}

/** Creates the probe of one listener. */
export function createProbe(deps: ProbeDeps): Probe {
  /** The sent tokens, each with the moment at which it expires. */
  const out = new Map<string, number>()
  let reach = neverProbed
  let underWay: { readonly done: Promise<void>; readonly cut: AbortController } | undefined
  const become = (next: Reach): void => {
    reach = next
    deps.changed()
  }
  const run = async (
    publicUrl: string,
    ownChain: string | null,
    cut: AbortSignal,
  ): Promise<void> => {
    become({ ...reach, state: 'probing' })
    const mark = reach
    const token = randomBytes(24).toString('base64url')
    out.set(token, deps.clock.monotonicMs() + tokenLifetimeMs)
    const way = { publicUrl, ownChain, token, cut, hasCome: () => !out.has(token) }
    const found = await callThrough(way, deps)
    out.delete(token)
    // Discarded meanwhile: this finding is about another address.
    if (reach !== mark) return
    underWay = undefined
    become({ state: 'probed', at: deps.clock.now().toISOString(), ...found })
  }
  return {
    reach: () => reach,
    call: (publicUrl, ownChain) => {
      if (underWay) return underWay.done
      const cut = new AbortController()
      const done = run(publicUrl, ownChain, cut.signal)
      underWay = { done, cut }
      return done
    },
    isOwn: (token) => {
      const until = out.get(token)
      out.delete(token)
      return until !== undefined && deps.clock.monotonicMs() < until
    },
    forget: () => {
      underWay?.cut.abort()
      underWay = undefined
      become(neverProbed)
    },
  }
}

interface Way {
  readonly publicUrl: string
  readonly ownChain: string | null
  readonly token: string
  readonly cut: AbortSignal
  readonly hasCome: () => boolean
}

async function callThrough(
  { publicUrl, ownChain, token, cut, hasCome }: Way,
  deps: ProbeDeps,
): Promise<Finding> {
  const own = ownChain === null ? null : new X509Certificate(ownChain)
  let sawOwn = false
  const limitMs = deps.withinMs ?? withinMs
  const agent = new Agent({
    connect: {
      // A certificate created here is trusted for this call, to distinguish it from a stranger's.
      ca: [...(deps.roots ?? rootCertificates), ...(own ? [own.toString()] : [])],
      minVersion: 'TLSv1.2',
      timeout: limitMs,
      checkServerIdentity: (host: string, certificate: PeerCertificate) => {
        sawOwn = certificate.fingerprint256 === own?.fingerprint256
        return sawOwn ? undefined : checkServerIdentity(host, certificate)
      },
    },
  })
  try {
    const answer = await request(publicUrl, {
      dispatcher: agent,
      headers: { [probeHeader]: token },
      signal: AbortSignal.any([cut, AbortSignal.timeout(limitMs)]),
    })
    return found(answer.statusCode, hasCome(), sawOwn)
  } catch (problem) {
    return findingOf(problem)
  } finally {
    // Does not wait for the body of the answer.
    await agent.destroy()
  }
}

function found(status: number, hasCome: boolean, sawOwn: boolean): Finding {
  if (!hasCome || status !== 204) return { finding: 'other-answer', detail: `HTTP ${status}` }
  return { finding: sawOwn ? 'own-certificate' : 'reachable', detail: null }
}

const byCode: Readonly<Record<string, ReachFinding>> = {
  ENOTFOUND: 'not-found',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'other-answer',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  EPROTO: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
}
/** OpenSSL's and Node's error codes for certificate and TLS problems. */
const tlsCode = /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_|INVALID_|HOSTNAME_|PATH_LENGTH)/

/** The finding for an error of the call. */
export function findingOf(thrown: unknown): Finding {
  const { code: given, name, message } = thrown as NodeJS.ErrnoException
  // A DOMException has a number as its code.
  const code = typeof given === 'string' ? given : undefined
  const detail = message === '' ? (code ?? null) : message
  if (name === 'TimeoutError') return { finding: 'timeout', detail }
  if (code === undefined) return { finding: 'other', detail }
  if (code.startsWith('HPE_')) return { finding: 'other-answer', detail }
  return { finding: byCode[code] ?? (tlsCode.test(code) ? 'tls' : 'other'), detail }
}
