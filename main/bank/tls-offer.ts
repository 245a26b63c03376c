/**
 * The TLS that is offered to the bank, by calls and by the doctor's handshakes: what Electron's
 * BoringSSL has, wherever the program runs. Node's OpenSSL would also agree on DHE and on CBC with
 * SHA-256 or SHA-384, and renegotiate, so a bank would be reached in a test and not at a site.
 */
import { constants } from 'node:crypto'
import type { ConnectionOptions } from 'node:tls'

const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-SHA',
  'ECDHE-RSA-AES128-SHA',
  'ECDHE-ECDSA-AES256-SHA',
  'ECDHE-RSA-AES256-SHA',
  'AES128-GCM-SHA256',
  'AES256-GCM-SHA384',
  'AES128-SHA',
  'AES256-SHA',
]

/** TLS 1.2 at least, HTTP/1.1 only, the server always verified. */
export const tlsOffer = {
  minVersion: 'TLSv1.2' as const,
  ciphers: ciphers.join(':'),
  ecdhCurve: 'X25519:P-256:P-384',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  rejectUnauthorized: true,
  ALPNProtocols: ['http/1.1'],
} satisfies ConnectionOptions
