/** Made-up calls to a bank in any number. */
import { createHash, randomUUID } from 'node:crypto'
import { rowOfCall, type BankCallRecord } from '../../../main/bank/call-record.ts'
import type { Store } from '../../../main/store/store.ts'

const callsPerStatement = 100
const callsPerRecord = 1_000
const minuteMs = 60_000

/** Returns the fields that one call is found by. */
export function callRow(index: number): { account: string; correlationId: string } {
  const digest = createHash('sha256').update(String(index)).digest('hex')
  const account = String(1_000_000_000 + (Number.parseInt(digest.slice(0, 8), 16) % 1_000_000_000))
  return { account, correlationId: digest.slice(0, 32) }
}

/** Returns one validation, with bodies of an ordinary length. */
export function callRecord(index: number): BankCallRecord {
  const { account, correlationId } = callRow(index)
  const at = new Date(Date.UTC(2026, 0, 1) + index * minuteMs).toISOString()
  const AcctOwner = { firstName: 'Margaret', lastName: 'Alder', addressLine1: '12 Mill Rd' }
  const Inquiry = {
    serviceType: 'Owner',
    routingNumber: '021000021',
    accountNumber: account,
    AcctOwner,
  }
  const Result = {
    errorCode: '000',
    accountNumber: account,
    systemRecordId: randomUUID(),
    AcctOwner: {
      conditionCode: '000',
      overallMatchScore: '95',
      nameMatch: 'Y',
      lastNameMatch: 'Y',
    },
    AcctStatus: { primaryStatusCode: '099', primMessage: 'Open Valid' },
    Client: { userDefined: `PAYEE-${String(index)}` },
  }
  return {
    id: randomUUID(),
    at,
    actor: 'practice-mara',
    purpose: 'account-validation',
    method: 'POST',
    path: '/accounts/validations/v1/verifyAccount',
    lane: 'interactive',
    waitedMs: 3,
    attempt: 1,
    requestHeaders: { authorization: '[not kept]', 'content-type': 'application/json' },
    requestBody: JSON.stringify({ accountValidationRequest: { AOARequest: { Inquiry } } }),
    status: index % 50 === 0 ? 500 : 200,
    responseHeaders: { 'content-type': 'application/json', 'x-correlationid': correlationId },
    responseBody: JSON.stringify({ accountValidationResponse: { AOAResponse: { Result } } }),
    responseBodyBase64: false,
    outcome: 'answered',
    detail: {},
    correlationId,
    startedAt: at,
    writtenAt: at,
    answeredAt: at,
    finishedAt: at,
  }
}

/** Writes `count` calls, a thousand in each transaction. */
export async function fillWithCalls(store: Store, count: number): Promise<void> {
  for (let from = 0; from < count; from += callsPerRecord) {
    const act = { actor: 'system', kind: 'bench.filled', subject: 'calls', detail: { from } }
    await store.record(act, async (tx) => {
      for (
        let next = from;
        next < Math.min(from + callsPerRecord, count);
        next += callsPerStatement
      ) {
        const rows = Array.from({ length: callsPerStatement }, (_, i) =>
          rowOfCall(callRecord(next + i)),
        )
        await tx.insertInto('bank_calls').values(rows).execute()
      }
    })
  }
}
