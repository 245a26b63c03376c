/** Asks the bank what it knows, past the workstation and past the line: the other side of every comparison. */
import { Agent, request } from 'undici'
import { pathOf } from '../../../preload/contract/endpoints.ts'
import type { Enrolment } from '../../../main/practice/enrolment.ts'
import { tokenRequest } from '../../../main/bank/token-call.ts'

/** What the bank says of a payment: its word, or that it has none. */
export interface Witness {
  statusOf(debitAccount: string, reference: string): Promise<string | null>
  close(): Promise<void>
}

/** Makes one of what the bank handed over. */
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
    ...{ dispatcher: agent, method, headers },
    body: body ?? null,
  })
  const { access_token: token } = (await answered.json()) as { access_token: string }
  return {
    async statusOf(debitAccount, reference) {
      const asked = pathOf('payment-status-by-reference', { debitAccount, reference })
      const { statusCode, body: told } = await request(`${enrolment.baseUrl}${asked}`, {
        dispatcher: agent,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          PartnerClientId: enrolment.partnerClientId,
        },
      })
      const text = await told.text()
      if (statusCode === 404) return null
      if (statusCode !== 200) throw new Error(`the witness was answered ${String(statusCode)}`)
      return (JSON.parse(text) as { status: string }).status
    },
    close: () => agent.destroy(),
  }
}
