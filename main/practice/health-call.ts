/**
 * The health checks. Only three products of the document have one; ACH origination and version 2 of
 * account validation do not (bank notes 9 and 10).
 */
import type { Clock } from '../platform/clock.ts'
import type { Enrolment } from './enrolment.ts'
import { plainTimestamp, Refusal, success, type Reply } from './replies.ts'
import type { Call, Route } from './routes.ts'
import { sameSecret } from './secrets.ts'

const healthAnswer = (call: Call, clock: Clock): Reply =>
  success({
    Status: 'SUCCESS',
    Source: 'Roundtrip',
    Timestamp: plainTimestamp(clock.now()),
    ClientIp: call.remoteAddress,
    'X-Forwarded-For': `[${call.remoteAddress}, 10.20.0.4]`,
  })

const healthRoute = (path: string, handle: Route['handle']): Route => ({
  method: 'GET',
  path,
  operation: 'health',
  bearer: true,
  mediaType: null,
  handle,
})

/** Returns the health checks of account validation, ACH inquiry and wire/RTP payments. */
export const healthRoutes = (enrolment: Enrolment, clock: Clock): Route[] => [
  healthRoute('/accounts/validations/v1/healthCheck', (call) => healthAnswer(call, clock)),
  healthRoute('/accounts/transactions/v1/healthCheck', (call) => healthAnswer(call, clock)),
  {
    ...healthRoute('/rtp/v1/payment/healthCheck', (call) =>
      partnerIsRight(call, enrolment) ? healthAnswer(call, clock) : new Refusal(400),
    ),
    partnerClientId: true,
  },
]

/**
 * Returns whether a payment call has the issued PartnerClientId; notes a breach otherwise (bank
 * note 11).
 */
export function partnerIsRight(call: Call, enrolment: Enrolment): boolean {
  const sent = call.headers['partnerclientid']
  if (typeof sent !== 'string' || sent === '') {
    call.note('partner-id-missing', 'none')
    return false
  }
  if (sameSecret(sent, enrolment.partnerClientId)) return true
  call.note('partner-id-wrong', `${sent.length} characters, another id`)
  return false
}
