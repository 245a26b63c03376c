/** Reasons why a call ended without an answer. */
export const callFailures = [
  'rate-paused',
  'address-not-found',
  'connection-refused',
  'connection-lost',
  'server-certificate-not-trusted',
  'server-name-mismatch',
  'client-certificate-refused',
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
