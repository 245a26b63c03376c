/** One post of alerts over TLS. It follows no redirect, and nothing turns the check of the certificate off. */
import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'

/** What is posted. */
export interface ForwardPost {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** A private CA in PEM, trusted beside the roots; null: none. */
  readonly privateCa: string | null
  readonly signal: AbortSignal
}

/** What came of it: a status, or in a few words why there is none. */
export interface ForwardAnswer {
  readonly status: number | null
  readonly problem: string | null
}

/** Posts; never rejects. */
export type PostAlerts = (post: ForwardPost) => Promise<ForwardAnswer>

const connectMs = 10_000
const answerMs = 30_000
/** Of an answer's body nothing is kept; more than this is not even read. */
const mostAnswerBytes = 65_536

/** Posts to whoever has a certificate of one of these roots; Node's own unless given. */
export const postAlerts =
  (roots: readonly string[] = rootCertificates): PostAlerts =>
  async ({ url, body, headers, privateCa, signal }) => {
    const ca = [...roots, ...(privateCa === null ? [] : [privateCa])]
    const dispatcher = new Agent({ connect: { ca, timeout: connectMs, minVersion: 'TLSv1.2' } })
    try {
      const answer = await request(url, {
        ...{ method: 'POST', dispatcher, signal, body },
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        headersTimeout: answerMs,
        bodyTimeout: answerMs,
      })
      // The status is the answer: a body that breaks off takes nothing back.
      await answer.body.dump({ limit: mostAnswerBytes }).catch(() => undefined)
      return { status: answer.statusCode, problem: null }
    } catch (problem) {
      return { status: null, problem: wordsOf(problem) }
    } finally {
      await dispatcher.destroy().catch(() => undefined)
    }
  }

const known: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No such host.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The connection was cut.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection within 10 seconds.',
  UND_ERR_HEADERS_TIMEOUT: 'No answer within 30 seconds.',
  UND_ERR_SOCKET: 'The connection was cut.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by itself.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate comes from an authority that is not trusted here.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate comes from an authority that is not trusted here.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The certificate comes from an authority that is not trusted here.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
}

/** A code of the system in words; the system's message may hold what was sent, and is not kept. */
function wordsOf(problem: unknown): string {
  const code = codeOf(problem)
  return known[code] ?? `No answer came (${code}).`
}

function codeOf(problem: unknown): string {
  if (!(problem instanceof Error)) return 'unknown'
  const { code } = problem as { readonly code?: unknown }
  return typeof code === 'string' ? code : problem.name
}
