/** A recorded call as an operator may see it: one view for screen, cURL text and support bundle. */
import {
  openFacts,
  type TrafficCall,
  type TrafficLine,
} from '../../../preload/contract/api/traffic.ts'
import { callMask, type CallMask } from '../../bank/privacy/mask.ts'
import { fieldsOf } from '../../store/named-row.ts'
import type { CallRow, LineRow } from './traffic.records.ts'

/** Longer system messages add no information. */
const longestDetail = 500

const unmasked: CallMask = {
  path: (path) => path,
  body: (body) => body,
  header: (_name, value) => value,
  at: (_path, value) => value,
  text: (text) => text,
}

/** Never negative: the wall clock may have been set in between. */
const between = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from))

const maskOf = (row: LineRow): CallMask =>
  callMask({ path: row.path, requestBody: row.request_body, responseBody: row.response_body })

const lineOf = (row: LineRow, mask: CallMask, operator: string): TrafficLine => ({
  id: row.id,
  at: row.at,
  ...fieldsOf(row, openFacts),
  path: mask.path(row.path),
  operator,
  tookMs: between(row.started_at, row.finished_at),
})

/** Returns a line of the list, its path masked. */
export const shownLine = (row: LineRow, operator: string): TrafficLine =>
  lineOf(row, maskOf(row), operator)

type Headers = Readonly<Record<string, string>>
const headersOf = (json: string, mask: CallMask): { name: string; value: string }[] =>
  Object.entries(JSON.parse(json) as Headers).map(([name, value]) => ({
    name,
    value: mask.header(name, value),
  }))

const detailOf = (json: string, mask: CallMask): { name: string; value: string }[] =>
  Object.entries(JSON.parse(json) as Record<string, unknown>).map(([name, value]) => ({
    name,
    value: mask.header(name, String(value)).slice(0, longestDetail),
  }))

/**
 * Returns the complete call, unmasked only if the caller has recorded who looked. Bytes that are
 * not text cannot be masked.
 */
export function shownCall(row: CallRow, operator: string, inFull: boolean): TrafficCall {
  const isBase64 = row.response_body_base64 === 1
  const mask = inFull ? unmasked : maskOf(isBase64 ? { ...row, response_body: null } : row)
  const textBody = (body: string | null): string | null => (body === null ? null : mask.body(body))
  const responseBody = isBase64 ? (inFull ? row.response_body : null) : textBody(row.response_body)
  return {
    ...lineOf(row, mask, operator),
    isMasked: !inFull,
    request: {
      headers: headersOf(row.request_headers, mask),
      body: textBody(row.request_body),
      isBase64: false,
    },
    response:
      row.status === null
        ? null
        : { headers: headersOf(row.response_headers ?? '{}', mask), body: responseBody, isBase64 },
    times: {
      requestedAt: new Date(Date.parse(row.started_at) - row.waited_ms).toISOString(),
      startedAt: row.started_at,
      writtenAt: row.written_at,
      answeredAt: row.answered_at,
      finishedAt: row.finished_at,
    },
    detail: detailOf(row.detail, mask),
  }
}
