/**
 * Calls to the bank as the window lists and shows them. Secrets, SSN, date of birth and id number are not in the
 * records; accounts and parties are masked by main in every text, and only `traffic.reveal`, an audited act,
 * brings a call whole.
 */
import { endpoints } from '../bank/endpoints.ts'
import { lanes } from '../bank/lanes.ts'
import { listSort } from '../kernel/list-sort.ts'
import { pageRequest } from '../kernel/paging.ts'
import { z } from '../kernel/zod.ts'

/** What became of a call: `outcome-unknown` is of one that moves money. */
export const callOutcomes = ['answered', 'no-answer', 'not-sent', 'outcome-unknown'] as const

/** Statuses by what they say; 299 is an answer with warnings (trap 20). */
export const statusClasses = ['2xx', '299', '4xx', '5xx', 'other', 'no-answer'] as const
export type StatusClass = (typeof statusClasses)[number]

/** The class of a status; null: none came. */
export function statusClassOf(status: number | null): StatusClass {
  if (status === null) return 'no-answer'
  if (status === 299) return '299'
  const hundreds = Math.floor(status / 100)
  if (hundreds === 2) return '2xx'
  if (hundreds === 4) return '4xx'
  return hundreds === 5 ? '5xx' : 'other'
}

const line = {
  id: z.string(),
  /** When it started on the wire. */
  at: z.iso.datetime(),
  operator: z.string(),
  /** In the workstation's words: `token`, `account-validation`. */
  purpose: z.string(),
  method: z.string(),
  /** Below the base URL; masked. */
  path: z.string(),
  /** Null in the three: recorded by a version that did not record it. */
  lane: z.enum(lanes).nullable(),
  /** From the ask to the start on the wire: for a token, and for a slot of the rate budget. */
  waitedMs: z.int().nullable(),
  /** 2: made once more after a 401. */
  attempt: z.int().nullable(),
  /** From the start to the end on the wire. */
  tookMs: z.number(),
  status: z.int().nullable(),
  /** One of callOutcomes, or what another version wrote. */
  outcome: z.string(),
  correlationId: z.string().nullable(),
}

/** A line of the list. */
export const trafficLine = z.object(line)
export type TrafficLine = z.infer<typeof trafficLine>

/** Whether the call originated a payment or a batch: made again, it would do so again (P2). */
export const movedMoney = ({ purpose, path }: Pick<TrafficLine, 'purpose' | 'path'>): boolean =>
  Object.entries(endpoints).some(
    ([id, endpoint]) => endpoint.movesMoney && (id === purpose || endpoint.path === path),
  )

const header = z.object({ name: z.string(), value: z.string() })
const message = z.object({
  headers: z.array(header),
  /** Null: there is none, or it is bytes that are shown only with the call in full. */
  body: z.string().nullable(),
  /** The bytes were not UTF-8; the body is their base64. */
  isBase64: z.boolean(),
})
export type TrafficMessage = z.infer<typeof message>

/** One call with all that is kept of it. */
export const trafficCall = z.object({
  ...line,
  /** Accounts and parties are masked. */
  isMasked: z.boolean(),
  request: message,
  /** Null: no answer came, not even its headers. */
  response: message.nullable(),
  times: z.object({
    /** Null: the wait was not recorded. */
    askedAt: z.iso.datetime().nullable(),
    /** A slot was got and the request handed to the wire. */
    startedAt: z.iso.datetime(),
    /** The request began to be written; null: it never was. */
    writtenAt: z.iso.datetime().nullable(),
    /** The answer's headers came. */
    answeredAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime(),
  }),
  /** What stands behind the outcome, such as the fault of the connection and the bank's transaction id. */
  detail: z.array(header),
})
export type TrafficCall = z.infer<typeof trafficCall>

/** What the list is asked for. Null: everything. */
export const trafficListRequest = z.object({
  ...pageRequest,
  sort: listSort(['at', 'what', 'call', 'lane', 'wait', 'took', 'status', 'correlation']),
  /** Finds by what is stored, not by what is shown: any part of path, headers, bodies and ids. */
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

/** So many calls fit into one support bundle. */
export const mostInBundle = 200

/** What goes to the bank's desk. */
export const bundleRequest = z.object({
  ids: z.array(z.string().max(100)).min(1).max(mostInBundle),
  /** Accounts and parties never leave the workstation in a bundle; whoever asks says so. */
  withAccounts: z.literal(false),
})
export type BundleRequest = z.infer<typeof bundleRequest>

/** A bundle that can be saved for a quarter of an hour: `text` is what will be in the file, byte for byte. */
export const bundleDraft = z.object({
  draftId: z.string(),
  text: z.string(),
  bytes: z.int(),
  calls: z.int(),
})
export type BundleDraft = z.infer<typeof bundleDraft>

/** What tells that calls were recorded: the latest of them. */
export const trafficChanged = z.object({ latestId: z.string() })
