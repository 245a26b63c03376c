/**
 * A call of this process through the public address, to check whether the bank would reach this
 * listener (bank note 104). The call carries a random token and has succeeded when the listener of
 * this same process has received the token. If another workstation of a team listens, the call carries
 * the token of that listener, which answers with the id of its workstation.
 */
import { randomBytes, X509Certificate } from 'node:crypto'
import { checkServerIdentity, rootCertificates, type PeerCertificate } from 'node:tls'
import { Agent, request } from 'undici'
import type { ListenerState, ReachFinding } from '../../../preload/contract/api/alerts/listener.ts'
import type { Clock } from '../../platform/clock.ts'
import { tlsConnector } from '../../platform/tls-connector.ts'
import { probeHeader } from './listener-gate.ts'

/** The part of the state about reachability. */
export type Reach = ListenerState['reach']

export interface ProbeDeps {
  readonly clock: Clock
  readonly changed: () => void
  /** Returns the name of a workstation of the team; null: there is none of this id. */
  readonly nameOf?: (id: string) => string | null
  /** Roots in PEM; Node's own by default. */
  readonly roots?: readonly string[]
  /** How long the whole call may take; ten seconds by default, as the bank allows. */
  readonly withinMs?: number
}

/** The address to call, and who should answer there. */
export interface ProbeTarget {
  readonly publicUrl: string
  /** The certificate of the listener, if a workstation created it. */
  readonly ownChain: string | null
  /** The bank was given that certificate. */
  readonly isOwnTrusted?: boolean
  /** The workstation that listens, if it is another one. */
  readonly other?: { readonly id: string; readonly token: string }
}

/** Probes of one listener. */
export interface Probe {
  reach(): Reach
  /** Calls the address; one call at a time. Never rejects. */
  call(way: ProbeTarget): Promise<void>
  /** Whether this token was sent by a probe; each token counts once. */
  isOwn(token: string): boolean
  /** Discards the finding and the call in progress, because they are about another address. */
  forget(): void
}

const withinMs = 10_000
const tokenLifetimeMs = 30_000
const neverProbed: Reach = {
  state: 'never-probed',
  at: null,
  finding: null,
  detail: null,
  answeredBy: null,
}

interface Finding {
  readonly finding: ReachFinding
  readonly detail: string | null
  readonly answeredBy?: string | null
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
  const run = async (way: ProbeTarget, cut: AbortSignal): Promise<void> => {
    become({ ...reach, state: 'probing' })
    const mark = reach
    const token = way.other?.token ?? newProbeToken()
    if (!way.other) out.set(token, deps.clock.monotonicMs() + tokenLifetimeMs)
    const found = await callThrough({ ...way, token, cut, hasCome: () => !out.has(token) }, deps)
    out.delete(token)
    // Discarded meanwhile: this finding is about another address.
    if (reach !== mark) return
    underWay = undefined
    become({ state: 'probed', at: deps.clock.now().toISOString(), answeredBy: null, ...found })
  }
  return {
    reach: () => reach,
    call: (way) => {
      if (underWay) return underWay.done
      const cut = new AbortController()
      const done = run(way, cut.signal)
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

/** Returns a token that nobody guesses. */
export const newProbeToken = (): string => randomBytes(24).toString('base64url')

interface Way extends ProbeTarget {
  readonly token: string
  readonly cut: AbortSignal
  readonly hasCome: () => boolean
}

async function callThrough(way: Way, deps: ProbeDeps): Promise<Finding> {
  const { publicUrl, ownChain, token, cut } = way
  const own = ownChain === null ? null : new X509Certificate(ownChain)
  let sawOwn = false
  const limitMs = deps.withinMs ?? withinMs
  const agent = new Agent({
    connect: tlsConnector({
      tls: {
        // A certificate created here is trusted for this call, to distinguish it from a stranger's.
        ca: [...(deps.roots ?? rootCertificates), ...(own ? [own.toString()] : [])],
        minVersion: 'TLSv1.2',
        checkServerIdentity: (host: string, certificate: PeerCertificate) => {
          sawOwn = certificate.fingerprint256 === own?.fingerprint256
          return sawOwn ? undefined : checkServerIdentity(host, certificate)
        },
      },
      withinMs: limitMs,
    }),
  })
  try {
    const answer = await request(publicUrl, {
      dispatcher: agent,
      headers: { [probeHeader]: token },
      signal: AbortSignal.any([cut, AbortSignal.timeout(limitMs)]),
    })
    const { [probeHeader]: answeredBy } = answer.headers
    return found(way, answer.statusCode, typeof answeredBy === 'string' ? answeredBy : '', {
      ...deps,
      sawOwn,
    })
  } catch (problem) {
    return findingOf(problem)
  } finally {
    // Does not wait for the body of the answer.
    await agent.destroy()
  }
}

function found(
  { other, hasCome, isOwnTrusted = false }: Way,
  status: number,
  workstation: string,
  { sawOwn, nameOf = () => null }: Pick<ProbeDeps, 'nameOf'> & { readonly sawOwn: boolean },
): Finding {
  const isRight = status === 204 && (other ? other.id === workstation : hasCome())
  if (!isRight) return { finding: 'other-answer', detail: `HTTP ${status}` }
  const finding = sawOwn && !isOwnTrusted ? 'own-certificate' : 'reachable'
  return { finding, detail: null, answeredBy: nameOf(workstation) }
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
