/**
 * Why a call ended without an answer: codes for the window, the system's own message for the
 * record.
 */
import type { CallFailure } from '../../../preload/contract/bank/account-validation.ts'
import { ProxyError } from '../../platform/proxy-tunnel.ts'
import { alertIn, FirstAlert, isAboutCertificate } from './tls-alerts.ts'

/** A closed code and the technical text behind it (error code and message, never a secret). */
export interface Fault {
  readonly code: CallFailure
  readonly detail: string
  /** The TLS alert that came before anything else on the connection of one call. */
  readonly alert?: number
}

const byErrorCode: Readonly<Record<string, CallFailure>> = {
  ENOTFOUND: 'address-not-found',
  EAI_AGAIN: 'address-not-found',
  ECONNREFUSED: 'connection-refused',
  EHOSTUNREACH: 'connection-refused',
  ENETUNREACH: 'connection-refused',
  EACCES: 'connection-refused',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  UND_ERR_SOCKET: 'connection-lost',
  // A `Connection: close` answer ended before its body was complete.
  HPE_INVALID_EOF_STATE: 'connection-lost',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection-lost',
  UND_ERR_DESTROYED: 'cancelled',
  UND_ERR_CLOSED: 'cancelled',
  ETIMEDOUT: 'timed-out',
  UND_ERR_CONNECT_TIMEOUT: 'timed-out',
  UND_ERR_HEADERS_TIMEOUT: 'timed-out',
  UND_ERR_BODY_TIMEOUT: 'timed-out',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'answer-too-large',
  UND_ERR_HEADERS_OVERFLOW: 'answer-too-large',
  ERR_TLS_CERT_ALTNAME_INVALID: 'server-name-mismatch',
}

/**
 * Node's names for a server chain that does not verify, the same over OpenSSL and BoringSSL;
 * `UNSPECIFIED` for each reason that has no name of its own. Then BoringSSL's for a server
 * certificate that it refuses before it verifies the chain.
 */
const untrustedServer =
  /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|CRL_|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_|ERROR_IN_CERT|HOSTNAME_MISMATCH|UNSPECIFIED$|ERR_SSL_(?:KEY_USAGE_BIT_INCORRECT|CANNOT_PARSE_LEAF_CERT|ECC_CERT_NOT_FOR_SIGNING|BAD_ECC_CERT|CERTIFICATE_VERIFY_FAILED)$)/

/**
 * The code and text of an error from undici, node:tls or the system. Any unforeseen error is
 * `unexpected`.
 */
export function faultOf(error: unknown): Fault {
  const cause = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(cause instanceof Error)) return { code: 'unexpected', detail: String(cause) }
  if (cause instanceof FirstAlert) return { ...faultOf(cause.cause), alert: cause.alert }
  if (cause instanceof ProxyError) return { code: cause.failure, detail: cause.message }
  const errorCode = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  const detail = [errorCode, cause.message].filter((part) => part !== '').join(': ')
  return { code: codeOf(errorCode, cause.message), detail }
}

function codeOf(errorCode: string, message: string): CallFailure {
  const known = byErrorCode[errorCode]
  if (known) return known
  if (untrustedServer.test(errorCode)) return 'server-certificate-not-trusted'
  const alert = alertIn(message)
  if (alert !== null && isAboutCertificate(alert)) return 'client-certificate-refused'
  return 'unexpected'
}
