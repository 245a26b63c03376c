/** The TLS alerts of the bank (RFC 8446, 6.2). */

/** Protocol version: the server supports none of the offered versions. */
export const protocolVersionAlert = 70
/** Handshake failure: the server found nothing to agree on. */
export const handshakeFailureAlert = 40
/** Those with which a server refuses a client certificate. */
const refusals = [42, 43, 44, 45, 46, 47, 48, 49, 80, 116]

/**
 * Returns the number of the alert in an error of node:tls; null if it holds none. OpenSSL and
 * BoringSSL both write it.
 */
export function alertIn(message: string): number | null {
  const number = /SSL alert number (\d{1,3})/.exec(message)?.[1]
  return number === undefined ? null : Number(number)
}

/** A refusal of the certificate came before anything else on the connection of one call. */
export class FirstAlert extends Error {
  readonly alert: number
  override readonly cause: Error

  constructor(alert: number, cause: Error) {
    super(cause.message)
    this.alert = alert
    this.cause = cause
  }
}

/** Marks the error of a connection that has received nothing, if it is such a refusal. */
export function firstAlert(error: Error): Error {
  const alert = alertIn(error.message)
  return alert !== null && refusals.includes(alert) ? new FirstAlert(alert, error) : error
}
