/**
 * Calls to the bank as the window lists and shows them. Secrets, SSN, date of birth and id number
 * are never recorded. Main masks accounts and parties in every text; only `traffic.reveal`, an
 * audited act, returns a call unmasked.
 */
import { endpoints } from '../bank/endpoints.ts'
import { lanes } from '../bank/lanes.ts'
import { listSort } from '../kernel/list-sort.ts'
import { pageRequest } from '../kernel/paging.ts'
import { z } from '../kernel/zod.ts'

/** Result of a call; `outcome-unknown` occurs only for calls that move money. */
export const callOutcomes = ['answered', 'no-answer', 'not-sent', 'outcome-unknown'] as const

/** Classes of HTTP status; 299 is a success with warnings (bank note 20). */
export const statusClasses = ['2xx', '299', '4xx', '5xx', 'other', 'no-answer'] as const
export type StatusClass = (typeof statusClasses)[number]

/** Returns the class of a status; null means no status came. */
export function statusClassOf(status: number | null): StatusClass {
  if (status === null) return 'no-answer'
  if (status === 299) return '299'
  const hundreds = Math.floor(status / 100)
  if (hundreds === 2) return '2xx'
  if (hundreds === 4) return '4xx'
  return hundreds === 5 ? '5xx' : 'other'
}

/**
 * A fact of a call is named here, as a column of `bank_calls`, and where the recorder fills it; line,
 * details, search and support bundle follow. A description is the label in the details.
 */
export const callFacts = z.object({
  /** Name of the call in the workstation: `token`, `account-validation`. */
  purpose: z.string().describe('Call'),
  method: z.string(),
  /** Path below the base URL; masked. */
  path: z.string(),
  status: z.int().nullable(),
  /** One of callOutcomes, or a value written by another version. */
  outcome: z.string().describe('Outcome'),
  lane: z.enum(lanes).describe('Lane'),
  /** 2 for the one retry after a 401. */
  attempt: z.literal([1, 2]).describe('Attempt'),
  correlationId: z.string().nullable().describe('Correlation id'),
  /**
   * From the request to its start on the wire: waiting for a token and for a slot of the rate
   * budget.
   */
  waitedMs: z.int(),
})
/** The others name persons or accounts; `call-view.ts` masks each. */
export const openFacts = callFacts.omit({ path: true })
export const searchedFacts = callFacts.omit({ attempt: true, waitedMs: true }).keyof().options

const line = {
  id: z.string(),
  /** When the request started on the wire. */
  at: z.iso.datetime(),
  operator: z.string(),
  /** From start to end on the wire. */
  tookMs: z.number(),
  ...callFacts.shape,
}

export const trafficLine = z.object(line)
export type TrafficLine = z.infer<typeof trafficLine>

/**
 * Returns whether the call originated a payment or a batch, so that repeating it would originate
 * again (Promise P2).
 */
export const movedMoney = ({ purpose, path }: Pick<TrafficLine, 'purpose' | 'path'>): boolean =>
  Object.entries(endpoints).some(
    ([id, endpoint]) => endpoint.movesMoney && (id === purpose || endpoint.path === path),
  )

const header = z.object({ name: z.string(), value: z.string() })
const message = z.object({
  headers: z.array(header),
  /** Null: no body, or bytes that are shown only in the unmasked call. */
  body: z.string().nullable(),
  /** The bytes were not UTF-8; the body is their base64. */
  isBase64: z.boolean(),
})
export type TrafficMessage = z.infer<typeof message>

/** One call with all its stored data. */
export const trafficCall = z.object({
  ...line,
  isMasked: z.boolean(),
  request: message,
  /** Null: no answer came, not even its headers. */
  response: message.nullable(),
  times: z.object({
    requestedAt: z.iso.datetime(),
    /** A slot was granted, and the request was passed to the HTTP client. */
    startedAt: z.iso.datetime(),
    /** The first byte was written; null if none ever was. */
    writtenAt: z.iso.datetime().nullable(),
    /** The answer's headers arrived. */
    answeredAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime(),
  }),
  /** Details of the outcome, such as the connection error and the bank's transaction id. */
  detail: z.array(header),
})
export type TrafficCall = z.infer<typeof trafficCall>

/** List filters. Null means no restriction. */
export const trafficListRequest = z.object({
  ...pageRequest,
  sort: listSort(['at', 'what', 'call', 'lane', 'wait', 'took', 'status', 'correlation']),
  /** Matches stored, unmasked text: any part of path, headers, bodies and ids. */
  search: z.string().max(200),
  purpose: z.string().max(60).nullable(),
  outcome: z.enum(callOutcomes).nullable(),
  statusClass: z.enum(statusClasses).nullable(),
  lane: z.enum(lanes).nullable(),
  /** Included. */
  from: z.iso.datetime().nullable(),
  /** Not included. */
  to: z.iso.datetime().nullable(),
})
export type TrafficListRequest = z.infer<typeof trafficListRequest>

/** Most calls in one support bundle. */
export const mostInBundle = 200

/** Content of a support bundle for the bank. */
export const bundleRequest = z.object({
  ids: z.array(z.string().max(100)).min(1).max(mostInBundle),
  /**
   * A bundle never contains unmasked accounts or parties; the request must state this explicitly.
   */
  withAccounts: z.literal(false),
})
export type BundleRequest = z.infer<typeof bundleRequest>

/** A bundle that can be saved for 15 minutes; `text` is the exact content of the file. */
export const bundleDraft = z.object({
  draftId: z.string(),
  text: z.string(),
  bytes: z.int(),
  calls: z.int(),
})
export type BundleDraft = z.infer<typeof bundleDraft>

/** Event: calls were recorded; the id of the latest. */
export const trafficChanged = z.object({ latestId: z.string() })
