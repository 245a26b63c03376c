/**
 * One call to the bank as stored: raw, without secrets. Saved together with its audit act; the
 * fields are the columns of bank_calls.
 */
import { isUtf8 } from 'node:buffer'
import { endpointIds, endpointOf } from '../../preload/contract/bank/endpoints.ts'
import type { Lane } from '../../preload/contract/bank/lanes.ts'
import type { Store } from '../store/store.ts'

/** Lane, waiting time and attempt of a call. */
export interface CallTurn {
  readonly lane: Lane
  /**
   * From the request to the start on the wire, by the monotonic clock: the wait for a token and for
   * a slot.
   */
  readonly waitedMs: number
  /** 2: repeated after a 401. */
  readonly attempt: 1 | 2
}

/** Instants are ISO UTC. An absent one means that the event did not happen. */
export interface BankCallRecord extends Partial<CallTurn> {
  readonly id: string
  readonly at: string
  /** The operator who made the call, or `system`. */
  readonly actor: string
  /** The id of the endpoint. */
  readonly purpose: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | null
  readonly status?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** The text, or base64 of the bytes when they are not UTF-8. */
  readonly responseBody?: string
  readonly responseBodyBase64: boolean
  readonly outcome: string
  /** JSON-safe details of the outcome. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
  readonly correlationId?: string
  readonly startedAt: string
  readonly writtenAt?: string
  readonly answeredAt?: string
  readonly finishedAt: string
}

/** The answer as stored: text if the bytes are UTF-8. */
export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly base64: boolean
}

/** When a call went over the wire, in wall time. */
export interface WireTimes {
  readonly startedAt: Date
  readonly writtenAt?: Date
  readonly answeredAt?: Date
  readonly finishedAt: Date
}

/** The trace of a call beside its outcome. */
export interface CallRecordLink {
  /** The id of the record; null when no call was made. */
  readonly callId: string | null
  /** The answer as stored, secrets and personal numbers removed; null when none came. */
  readonly answer: StoredAnswer | null
  /** Whether the record was saved. */
  readonly recorded: boolean
  /** When the call happened; absent when no call was made. */
  readonly times?: WireTimes
}

/** The text of a body, or null when its bytes are not UTF-8. A byte order mark is removed. */
export function utf8(body: Buffer): string | null {
  return isUtf8(body) ? body.toString('utf8').replace(/^\uFEFF/, '') : null
}

/** Writes one record and its act; resolves when both are on the disk. */
export async function saveCall(store: Store, call: BankCallRecord): Promise<void> {
  const detail = {
    purpose: call.purpose,
    method: call.method,
    path: pathInAct(call),
    status: call.status ?? null,
    outcome: call.outcome,
    correlationId: call.correlationId ?? null,
  }
  const act = { actor: call.actor, kind: 'bank.called', subject: call.id, detail }
  await store.recordOne(act, (tx) =>
    tx.insertInto('bank_calls').values({
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
    }),
  )
}

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
