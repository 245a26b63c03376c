/**
 * The health checks of the bank: account validation, ACH inquiry and wire/RTP payments. ACH
 * origination has none, and that of account validation v2 is not documented (bank document 1,
 * Health checks; bank notes 9-11).
 */
import { pathOf } from '../../preload/contract/bank/endpoints.ts'
import type { HealthAnswer } from '../../preload/contract/api/workstation-state.ts'
import type { ReadResult } from './client/bank-call.ts'
import type { BankClient } from './bank-client.ts'
import { resolveCallOptions, type CallOptions } from './call-options.ts'
import type { StoredAnswer, WireTimes } from './call-record.ts'
import { correlationIdOf } from './answers/read-answer.ts'
import { objectIn, scalarText } from './answers/read-shape.ts'
import { answerTimeouts } from './client/transport.ts'

/** The products with a health check. */
export type HealthProduct = 'account-validation' | 'ach-inquiry' | 'payments'

/** A health answer with the ids that trace it. */
export interface CheckedHealth extends HealthAnswer {
  readonly callId: string | null
  /** As the header carries it, in any form (bank note 13). */
  readonly correlationId: string | null
  /** The answer as stored; null when none came. */
  readonly answer: StoredAnswer | null
  /** When the request was written and answered; null when nothing went out. */
  readonly times: WireTimes | null
}

/**
 * Makes one call, or two after a 401. `partnerClientId` is sent with the payments check only (bank
 * note 11). Never rejects because of the bank; throws RangeError for the payments check without the
 * id: the caller must have checked.
 */
export async function checkHealth(
  client: Pick<BankClient, 'read'>,
  product: HealthProduct,
  callOptions: CallOptions | string,
  partnerClientId: string | null = null,
): Promise<CheckedHealth> {
  const result = await client.read({
    ...resolveCallOptions(callOptions),
    method: 'GET',
    path: pathOf(`health-${product}`),
    purpose: `health-${product}`,
    timeouts: answerTimeouts.health,
    ...(product === 'payments' && { headers: partnerHeader(partnerClientId) }),
  })
  return {
    ...healthOf(result),
    callId: result.callId,
    correlationId: result.answer ? correlationIdOf(result.answer) : null,
    answer: result.answer,
    times: result.times ?? null,
  }
}

/** The header that every wire and RTP call carries, and no other call (bank note 11). */
export function partnerHeader(partnerClientId: string | null): { PartnerClientId: string } {
  if (partnerClientId === null) throw new RangeError('PartnerClientId: the profile has none')
  return { PartnerClientId: partnerClientId }
}

/** Every value as received (bank note 10). */
function healthOf(result: ReadResult): HealthAnswer {
  if (result.kind !== 'answered') return { status: null, fields: [], failure: result.reason }
  const body = objectIn(result.answer?.body ?? '') ?? {}
  const fields = Object.entries(body).flatMap(([name, given]) => {
    const value = scalarText(given) ?? JSON.stringify(given)
    return given === null || value === '""' ? [] : [{ name, value }]
  })
  return { status: result.status, fields, failure: null }
}
