/** Why no answer came over the network, as text: for calls to hosts other than the bank. */
import { ProxyError } from './proxy-tunnel.ts'

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
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate comes from an authority that is not trusted here.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The certificate comes from an authority that is not trusted here.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The certificate comes from an authority that is not trusted here.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
}

/**
 * Returns the text for a system error code; the system's message may contain request data and is
 * dropped. A ProxyError has words of this program alone.
 */
export function networkText(problem: unknown): string {
  if (problem instanceof ProxyError) {
    const { message } = problem
    return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
  }
  const code = codeOf(problem)
  return known[code] ?? `No answer came (${code}).`
}

function codeOf(problem: unknown): string {
  if (!(problem instanceof Error)) return 'unknown'
  const { code } = problem as { readonly code?: unknown }
  return typeof code === 'string' ? code : problem.name
}
