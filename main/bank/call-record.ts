/**
 * One call to the bank as stored: raw, without secrets. Saved together with its audit act; the
 * fields are the columns of bank_calls.
 */
import { isUtf8 } from 'node:buffer'
import type { Selectable } from 'kysely'
import { endpointIds, endpointOf } from '../../preload/contract/bank/endpoints.ts'
import { rowOf, type Named } from '../store/named-row.ts'
import type { Store } from '../store/store.ts'
import type { BankCallsTable } from '../store/tables/calls.ts'

type NewCall = Omit<Selectable<BankCallsTable>, 'seq'>

interface ParsedColumns {
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>> | null
  readonly responseBodyBase64: boolean
  /** JSON-safe details of the outcome. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

/** Instants are ISO UTC. One that is null means that the event did not happen. */
export type BankCallRecord = Omit<Named<NewCall>, keyof ParsedColumns> & ParsedColumns

/** Lane, waiting time and attempt of a call. */
export type CallTurn = Pick<BankCallRecord, 'lane' | 'waitedMs' | 'attempt'>

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

export const rowOfCall = (call: BankCallRecord) =>
  rowOf<NewCall>({
    ...call,
    requestHeaders: JSON.stringify(call.requestHeaders),
    responseHeaders: call.responseHeaders && JSON.stringify(call.responseHeaders),
    responseBodyBase64: call.responseBodyBase64 ? 1 : 0,
    detail: JSON.stringify(call.detail),
  })

/** Writes one record and its act; resolves when both are on the disk. */
export async function saveCall(store: Store, call: BankCallRecord): Promise<void> {
  const detail = {
    purpose: call.purpose,
    method: call.method,
    path: pathInAct(call),
    status: call.status,
    outcome: call.outcome,
    correlationId: call.correlationId,
  }
  const act = { actor: call.actor, kind: 'bank.called', subject: call.id, detail }
  await store.recordOne(act, (tx) => tx.insertInto('bank_calls').values(rowOfCall(call)))
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
