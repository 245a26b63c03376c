/** TLS alerts in words (RFC 8446, Alert Protocol; RFC 5246 for the older ones). */
const alerts: Readonly<Record<number, string>> = {
  40: 'handshake failure',
  42: 'bad certificate',
  43: 'unsupported certificate',
  44: 'certificate revoked',
  45: 'certificate expired',
  46: 'certificate unknown',
  47: 'illegal parameter',
  48: 'unknown certificate authority',
  49: 'access denied',
  50: 'decode error',
  51: 'decrypt error',
  70: 'protocol version',
  71: 'insufficient security',
  80: 'internal error',
  86: 'inappropriate fallback',
  90: 'user cancelled',
  109: 'missing extension',
  112: 'unrecognized name',
  115: 'unknown identity',
  116: 'certificate required',
  120: 'no application protocol',
}
/** Protocol version: the server supports none of the offered versions. */
export const protocolVersionAlert = 70
/** Handshake failure: the server found nothing to agree on. */
export const handshakeFailureAlert = 40

/**
 * Alerts by which a server refuses the client certificate, or the lack of one. Under TLS 1.2 many
 * say no more than handshake failure.
 */
const certificateAlerts: ReadonlySet<number> = new Set([
  handshakeFailureAlert,
  42,
  43,
  44,
  45,
  46,
  48,
  49,
  51,
  116,
])

/** Returns whether the alert refuses the client certificate. */
export const isAboutCertificate = (number: number): boolean => certificateAlerts.has(number)

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

/** Returns the alert for display: `unknown certificate authority (48)`. */
export const alertText = (number: number): string => `${alerts[number] ?? 'alert'} (${number})`
