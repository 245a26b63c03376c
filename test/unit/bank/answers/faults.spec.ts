/**
 * Errors as node:tls makes them over OpenSSL, which tests run on, and over Electron's BoringSSL:
 * its reasons are in crypto/err/ssl.errordata, its lines as ERR_print_errors_cb writes them.
 */
import { describe, expect, it } from 'vitest'
import { faultOf } from '../../../../main/bank/answers/faults.ts'
import { localFinding } from '../../../../main/workplace/doctor/certificates.ts'
import { endOf } from '../../../../main/workplace/doctor/handshake.ts'

const error = (code: string | undefined, message: string): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code })
const ofOpenSsl = (reason: string, text: string, alert?: number): Error =>
  error(
    `ERR_SSL_${reason}`,
    `40E7A8F7FF7F0000:error:0A000412:SSL routines:ssl3_read_bytes:${text}:../deps/openssl/openssl/ssl/record/rec_layer_s3.c:916:${alert === undefined ? '' : `SSL alert number ${String(alert)}`}\n`,
  )
const ofBoringSsl = (reason: string, alert?: number): Error =>
  error(
    reason.startsWith('reason(') ? undefined : `ERR_SSL_${reason}`,
    `94489280512:error:10000412:SSL routines:OPENSSL_internal:${reason}:../../third_party/boringssl/src/ssl/tls_record.cc:491:${alert === undefined ? '' : `SSL alert number ${String(alert)}`}\n`,
  )

describe('a refused client certificate', () => {
  it.each([
    ofOpenSsl('SSL/TLS_ALERT_BAD_CERTIFICATE', 'ssl/tls alert bad certificate', 42),
    ofBoringSsl('SSLV3_ALERT_BAD_CERTIFICATE', 42),
    ofOpenSsl('TLSV1_ALERT_UNKNOWN_CA', 'tlsv1 alert unknown ca', 48),
    ofBoringSsl('TLSV1_ALERT_UNKNOWN_CA', 48),
    ofOpenSsl('TLSV1_ALERT_ACCESS_DENIED', 'tlsv1 alert access denied', 49),
    ofBoringSsl('TLSV1_ALERT_ACCESS_DENIED', 49),
    ofOpenSsl('TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tlsv13 alert certificate required', 116),
    ofBoringSsl('TLSV1_ALERT_CERTIFICATE_REQUIRED', 116),
    ofBoringSsl('SSLV3_ALERT_HANDSHAKE_FAILURE', 40),
  ])('is recognized by the alert: %s', (thrown) => {
    expect(faultOf(thrown).code).toBe('client-certificate-refused')
  })

  it.each([
    ofOpenSsl('TLSV1_ALERT_INTERNAL_ERROR', 'tlsv1 alert internal error', 80),
    ofBoringSsl('TLSV1_ALERT_INTERNAL_ERROR', 80),
    ofOpenSsl('SSL/TLS_ALERT_BAD_RECORD_MAC', 'ssl/tls alert bad record mac', 20),
    ofBoringSsl('SSLV3_ALERT_BAD_RECORD_MAC', 20),
    ofBoringSsl('reason(1109)', 109),
  ])('is not seen in an alert about something else: %s', (thrown) => {
    expect(faultOf(thrown).code).toBe('unexpected')
  })
})

describe('a server certificate that is not trusted', () => {
  it.each([
    error('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'),
    error('UNSPECIFIED', 'unhandled critical extension'),
    ofBoringSsl('KEY_USAGE_BIT_INCORRECT'),
    ofBoringSsl('CANNOT_PARSE_LEAF_CERT'),
    ofBoringSsl('CERTIFICATE_VERIFY_FAILED'),
  ])('is named so: %s', (thrown) => {
    expect(faultOf(thrown).code).toBe('server-certificate-not-trusted')
  })
})

describe('the doctor', () => {
  it.each([
    [ofOpenSsl('UNSUPPORTED_PROTOCOL', 'unsupported protocol'), 'tls-too-old'],
    [ofBoringSsl('UNSUPPORTED_PROTOCOL'), 'tls-too-old'],
    [ofBoringSsl('WRONG_SSL_VERSION'), 'tls-too-old'],
    [ofOpenSsl('WRONG_VERSION_NUMBER', 'wrong version number'), 'not-tls'],
    [ofOpenSsl('PACKET_LENGTH_TOO_LONG', 'packet length too long'), 'not-tls'],
    [ofBoringSsl('WRONG_VERSION_NUMBER'), 'not-tls'],
    [ofBoringSsl('UNEXPECTED_RECORD'), 'not-tls'],
    [ofBoringSsl('KEY_USAGE_BIT_INCORRECT'), 'server-certificate-not-trusted'],
    [ofBoringSsl('NO_SHARED_GROUP'), 'handshake-failed'],
  ] as const)('finds the same over both libraries: %s', (thrown, finding) => {
    const end = endOf(thrown)
    if (end.kind !== 'error') throw new Error('An error was to be returned')
    expect(localFinding(end)).toBe(finding)
  })

  it('shows an alert that BoringSSL does not name by its number, and a reason without a code', () => {
    expect(endOf(ofBoringSsl('reason(1109)', 109))).toEqual({
      kind: 'error',
      code: '',
      systemMessage: 'reason(1109)',
      alert: 109,
    })
  })
})
