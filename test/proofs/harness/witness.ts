/**
 * Queries the bank's records directly, past the workstation and the line: the other side of every
 * comparison.
 */
import { Agent, request, type Dispatcher } from 'undici'
import { pathOf } from '../../../preload/contract/bank/endpoints.ts'
import type { Enrolment } from '../../../main/practice/enrolment.ts'
import { tokenRequest } from '../../../main/bank/client/token-call.ts'

/** Returns the bank's status of a payment; null if it has none. */
export interface Witness {
  statusOf(debitAccount: string, reference: string): Promise<string | null>
  /** The same for a batch. */
  statusOfBatch(uuid: string): Promise<string | null>
  close(): Promise<void>
}

/** Creates a witness from the bank's enrolment. */
export async function callWitness(enrolment: Enrolment): Promise<Witness> {
  const agent = new Agent({
    connect: {
      ca: enrolment.ca,
      cert: enrolment.certificateChain,
      key: enrolment.privateKey,
    },
  })
  const { method, path, headers, body } = tokenRequest(enrolment)
  const { body: answered } = await request(`${enrolment.baseUrl}${path}`, {
    dispatcher: agent,
    method,
    headers,
    body: body ?? null,
  })
  const { access_token: token } = (await answered.json()) as { access_token: string }
  const statusIn = async (requested: Dispatcher.ResponseData): Promise<string | null> => {
    const text = await requested.body.text()
    if (requested.statusCode === 404) return null
    if (requested.statusCode !== 200) {
      throw new Error(`the witness was answered ${String(requested.statusCode)}`)
    }
    return (JSON.parse(text) as { status: string }).status
  }
  return {
    async statusOfBatch(uuid) {
      return statusIn(
        await request(`${enrolment.baseUrl}${pathOf('ach-addenda-status')}`, {
          dispatcher: agent,
          method: 'POST',
          body: JSON.stringify({ uuid }),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        }),
      )
    },
    async statusOf(debitAccount, reference) {
      const requested = pathOf('payment-status-by-reference', { debitAccount, reference })
      return statusIn(
        await request(`${enrolment.baseUrl}${requested}`, {
          dispatcher: agent,
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            PartnerClientId: enrolment.partnerClientId,
          },
        }),
      )
    },
    close: () => agent.destroy(),
  }
}
