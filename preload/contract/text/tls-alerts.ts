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
const named = (alert: number): string => alerts[alert] ?? 'alert'

/** Returns the alert for display: `unknown certificate authority (48)`. */
export const alertText = (alert: number): string => `${named(alert)} (${String(alert)})`

/** Alerts of a server that refuses without naming the certificate: illegal parameter, own error. */
const unspecific = [47, 80]

/** Returns what an alert says that came before any byte of an answer to what was sent. */
export function firstAlertText(alert: number): string {
  const did = unspecific.includes(alert) ? 'ended the connection' : 'refused the certificate'
  return `The bank\u2019s server ${did} before it answered: TLS alert ${String(alert)}, ${named(alert)}. This does not prove that nothing was done`
}
