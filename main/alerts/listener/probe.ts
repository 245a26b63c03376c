/**
 * A call of ours through the public address, to see whether a bank would come to this listener (trap 104).
 * It carries a random word; it has come back when the listener of this very process has seen the word.
 */
import { randomBytes, X509Certificate } from 'node:crypto'
import { checkServerIdentity, rootCertificates, type PeerCertificate } from 'node:tls'
import { Agent, request } from 'undici'
import type { ListenerState, ReachFinding } from '../../../preload/contract/api/alerts/listener.ts'
import type { Clock } from '../../platform/clock.ts'
import { probeHeader } from './listener-gate.ts'

/** What the state says of it. */
export type Reach = ListenerState['reach']

/** What a probe is made of. */
export interface ProbeDeps {
  readonly clock: Clock
  readonly changed: () => void
  /** Roots in PEM; without them those that Node carries. */
  readonly roots?: readonly string[]
  /** How long the whole call may take; ten seconds, as the bank gives, unless given. */
  readonly withinMs?: number
}

/** Probes of one listener. */
export interface Probe {
  reach(): Reach
  /** Calls the address; one at a time. `ownChain`: the certificate, when it was made here. Never rejects. */
  call(publicUrl: string, ownChain: string | null): Promise<void>
  /** Whether this word is out; it counts once. */
  isOwn(word: string): boolean
  /** What was found is of another address, and so is the call that is under way. */
  forget(): void
}

const withinMs = 10_000
const wordLivesMs = 30_000
const neverProbed: Reach = { state: 'never-probed', at: null, finding: null, detail: null }

interface Finding {
  readonly finding: ReachFinding
  readonly detail: string | null
}

/** Makes the probe of one listener. */
export function createProbe(deps: ProbeDeps): Probe {
  /** The words that are out, each with the moment it stops to count. */
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
    const word = randomBytes(24).toString('base64url')
    out.set(word, deps.clock.monotonicMs() + wordLivesMs)
    const way = { publicUrl, ownChain, word, cut, hasCome: () => !out.has(word) }
    const found = await callThrough(way, deps)
    out.delete(word)
    // Forgotten meanwhile: this finding is of another address.
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
    isOwn: (word) => {
      const until = out.get(word)
      out.delete(word)
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
  readonly word: string
  readonly cut: AbortSignal
  readonly hasCome: () => boolean
}

async function callThrough(
  { publicUrl, ownChain, word, cut, hasCome }: Way,
  deps: ProbeDeps,
): Promise<Finding> {
  const own = ownChain === null ? null : new X509Certificate(ownChain)
  let sawOwn = false
  const limitMs = deps.withinMs ?? withinMs
  const agent = new Agent({
    connect: {
      // What was made here is trusted for this call, so that it is told from a stranger's certificate.
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
      headers: { [probeHeader]: word },
      signal: AbortSignal.any([cut, AbortSignal.timeout(limitMs)]),
    })
    return found(answer.statusCode, hasCome(), sawOwn)
  } catch (problem) {
    return findingOf(problem)
  } finally {
    // The body of whatever answered is not waited for.
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
/** OpenSSL's names for what is wrong with a certificate, and Node's for the rest. */
const tlsCode = /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_|INVALID_|HOSTNAME_|PATH_LENGTH)/

/** Reads what the call threw. */
export function findingOf(thrown: unknown): Finding {
  const { code: given, name, message } = thrown as NodeJS.ErrnoException
  // A DOMException has a number there.
  const code = typeof given === 'string' ? given : undefined
  const detail = message === '' ? (code ?? null) : message
  if (name === 'TimeoutError') return { finding: 'timeout', detail }
  if (code === undefined) return { finding: 'other', detail }
  if (code.startsWith('HPE_')) return { finding: 'other-answer', detail }
  return { finding: byCode[code] ?? (tlsCode.test(code) ? 'tls' : 'other'), detail }
}
