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
 * Returns the number of the alert in an error of node:tls; null if it holds none. OpenSSL and
 * BoringSSL both write it.
 */
export function alertIn(message: string): number | null {
  const number = /SSL alert number (\d{1,3})/.exec(message)?.[1]
  return number === undefined ? null : Number(number)
}

/** Returns the alert for display: `unknown certificate authority (48)`. */
export const alertText = (number: number): string => `${alerts[number] ?? 'alert'} (${number})`
