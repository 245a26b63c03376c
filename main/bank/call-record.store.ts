/** Saves every call to the bank, raw without secrets, together with its audit act. */
import { endpointIds, endpointOf } from '../../preload/contract/bank/endpoints.ts'
import type { Store } from '../store/store.ts'
import type { BankCallRecord } from './call-record.ts'

/**
 * The path as the documents write it, with the names of its segments. An act is never changed or
 * removed, and the path of a payment's status contains the debit account. The act's subject leads
 * to the record, which has the full path.
 */
function pathInAct({ purpose, path }: BankCallRecord): string {
  const known = endpointIds.find((id) => id === purpose)
  if (known !== undefined) return endpointOf(known).path
  const [withoutQuery = ''] = path.split('?')
  return withoutQuery.replace(/(?<=\/)[^/]*\d[^/]*/g, (segment) =>
    /^v\d+$/.test(segment) ? segment : '{}',
  )
}

/** Writes one record and its act; resolves when both are on the disk. */
export async function keepCall(store: Store, call: BankCallRecord): Promise<void> {
  const detail = {
    purpose: call.purpose,
    method: call.method,
    path: pathInAct(call),
    status: call.status ?? null,
    outcome: call.outcome,
    correlationId: call.correlationId ?? null,
  }
  await store.record(
    { actor: call.actor, kind: 'bank.called', subject: call.id, detail },
    async (tx) => {
      await tx
        .insertInto('bank_calls')
        .values({
          id: call.id,
          at: call.at,
          actor: call.actor,
          purpose: call.purpose,
          method: call.method,
          path: call.path,
          lane: call.lane ?? null,
          waited_ms: call.waitedMs ?? null,
          attempt: call.attempt ?? null,
          request_headers: JSON.stringify(call.requestHeaders),
          request_body: call.requestBody,
          status: call.status ?? null,
          response_headers: call.responseHeaders ? JSON.stringify(call.responseHeaders) : null,
          response_body: call.responseBody ?? null,
          response_body_base64: call.responseBodyBase64 ? 1 : 0,
          outcome: call.outcome,
          detail: JSON.stringify(call.detail),
          correlation_id: call.correlationId ?? null,
          started_at: call.startedAt,
          written_at: call.writtenAt ?? null,
          answered_at: call.answeredAt ?? null,
          finished_at: call.finishedAt,
        })
        .execute()
    },
  )
}
