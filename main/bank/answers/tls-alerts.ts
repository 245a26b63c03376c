/** The TLS alerts of the bank (RFC 8446, 6.2). */

/** Protocol version: the server supports none of the offered versions. */
export const protocolVersionAlert = 70
/** Handshake failure: the server found nothing to agree on. */
export const handshakeFailureAlert = 40
/**
 * Alerts by which a server refuses the client certificate, or the lack of one. Under TLS 1.2 many
 * say no more than handshake failure.
 */
const aboutCertificate = [handshakeFailureAlert, 42, 43, 44, 45, 46, 48, 49, 51, 116]
/** Those that mean a refusal when nothing came before them: illegal parameter and internal error too. */
const firstRefusals = [42, 43, 44, 45, 46, 47, 48, 49, 80, 116]

/** Returns whether the alert refuses the client certificate. */
export const isAboutCertificate = (alert: number): boolean => aboutCertificate.includes(alert)

/**
 * Returns the number of the alert in an error of node:tls; null if it holds none. OpenSSL
 * (`ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED`, `ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE`) and
 * Electron's BoringSSL (`ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED`) name alerts differently, and
 * BoringSSL does not name all of them, but both write the number.
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
  return alert !== null && firstRefusals.includes(alert) ? new FirstAlert(alert, error) : error
}
