/**
 * A bank that verifies the client only after it has sent session tickets refuses by a TLS alert,
 * once the request has begun. The alert is evidence for the two people who decide, and no proof.
 */
import { describe, expect, it } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { faultOf } from '../../../main/bank/answers/faults.ts'
import { firstAlert } from '../../../main/bank/answers/tls-alerts.ts'
import { attemptText } from '../../../preload/contract/text/attempts.ts'
import { openAlertingBank } from './support/alerting-relay.ts'
import { closeBanksAfterEach, readRequest } from './support/open-bank.ts'

closeBanksAfterEach()

const pay = {
  ...readRequest,
  method: 'POST',
  path: '/pay',
  body: '{"transferAmount":1.10}',
  lane: 'initiation',
  purpose: 'payment-initiate',
} as const
async function alerted(...how: Parameters<typeof openAlertingBank>) {
  const bank = await openAlertingBank(...how)
  const result = await bank.client.move(pay, paymentVocabulary)
  expect(bank.calls.map(({ body }) => body)).toEqual([pay.body])
  return { result, record: bank.records.at(-1) }
}

describe('an alert as the first thing after a payment', () => {
  it.each([42, 43, 44, 45, 46, 47, 48, 49, 80, 116])(
    'of class %i leaves its outcome unknown, and is recorded',
    async (alert) => {
      const { result, record } = await alerted(alert)
      expect(result).toMatchObject({ kind: 'outcome-unknown', reason: 'refused-by-alert', alert })
      expect(record).toMatchObject({
        outcome: 'outcome-unknown',
        detail: {
          reason: 'refused-by-alert',
          faultDetail: expect.stringContaining(String(alert)) as string,
        },
      })
    },
  )

  it('of another class says nothing more', async () => {
    const { result } = await alerted(40)
    expect(result).toMatchObject({ kind: 'outcome-unknown', reason: 'no-answer' })
    expect(result).not.toHaveProperty('alert')
  })

  it('is none where an answer had begun', async () => {
    const { result } = await alerted(46, ['HTTP/1.1 2'])
    expect(result).toMatchObject({ kind: 'outcome-unknown', reason: 'no-answer' })
    expect(result).not.toHaveProperty('alert')
  })
})

/** As Node reports alert 46: with the library's own names, and the number at the end. */
const spellings = {
  OpenSSL: [
    'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN',
    'C0C7E9:error:0A000416:SSL routines:ssl3_read_bytes:ssl/tls alert certificate unknown:ssl/record/rec_layer_s3.c:916:SSL alert number 46\n',
  ],
  BoringSSL: [
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN',
    '1A00:error:10000416:SSL routines:OPENSSL_internal:SSLV3_ALERT_CERTIFICATE_UNKNOWN:../../third_party/boringssl/src/ssl/tls_record.cc:486:SSL alert number 46\n',
  ],
} as const

it.each(Object.entries(spellings))('is read as %s writes it', (_, [code, message]) => {
  const alert = firstAlert(Object.assign(new Error(message), { code }))
  expect(faultOf(alert)).toMatchObject({ code: 'client-certificate-refused', alert: 46 })
})

it('is told to the two people who decide, with what it does not prove', () => {
  expect(attemptText('refused-by-alert: 46')).toBe(
    'The bank\u2019s server refused the certificate before it answered: TLS alert 46, certificate unknown. This does not prove that nothing was done',
  )
  expect(attemptText('refused-by-alert: 80')).toBe(
    'The bank\u2019s server ended the connection before it answered: TLS alert 80, internal error. This does not prove that nothing was done',
  )
})
