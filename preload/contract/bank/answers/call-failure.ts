/** Reasons of the proxy that may pass by themselves. */
export const proxyOutages = [
  'proxy-unreachable',
  'proxy-no-answer',
  /** 5xx: the proxy does not reach the bank. */
  'proxy-no-way',
] as const
/** Reasons of the proxy: nothing of the request left. */
export const proxyFailures = [
  ...proxyOutages,
  /** No HTTP answer, too long, or followed by bytes before TLS began. */
  'proxy-answer-unusable',
  /** 407 with Basic. */
  'proxy-sign-in-refused',
  /** 407 without Basic. */
  'proxy-sign-in-unsupported',
  'proxy-refused',
  /** A certificate of an unknown issuer answered through the proxy. */
  'proxy-opens-tls',
] as const
export type ProxyFailure = (typeof proxyFailures)[number]

/** Reasons why a call ended without an answer. */
export const callFailures = [
  'rate-paused',
  'address-not-found',
  'connection-refused',
  'connection-lost',
  'server-certificate-not-trusted',
  'server-name-mismatch',
  'client-certificate-refused',
  ...proxyFailures,
  'timed-out',
  /** The token call returned 401: the credentials are not accepted (bank note 7). */
  'credentials-refused',
  /** The token call was answered without a token. */
  'token-refused',
  'answer-too-large',
  'cancelled',
  /** Answered, but the record of the call is missing; only for what is read from the store. */
  'not-recorded',
  'unexpected',
] as const
export type CallFailure = (typeof callFailures)[number]
