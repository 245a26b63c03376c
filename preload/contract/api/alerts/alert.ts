/**
 * Alerts of the bank as the window lists and shows them (`1-platform.md`, Events). What was received is kept
 * word for word; what it was read as stands beside it. Accounts are masked by main everywhere, and only
 * `alerts.reveal`, an audited act, brings an alert whole.
 */
import { otherField, readingSchema } from '../../bank/answers/shape.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { achAlert, alertHeader, paymentAlert } from '../../bank/alerts/alert-shapes.ts'

/** What an alert is about; `other`: a code that no document lists. */
export const alertKinds = ['ach', 'wire', 'rtp', 'other'] as const
export type AlertKind = (typeof alertKinds)[number]

/**
 * What an operator must know of an alert beside what it says. `conflict`: another alert came under the same
 * eapAlertGUID with other content, which is an alarm. `repeats`: an earlier alert says the same, sent at
 * another time or under another id in the same call (trap 99). `old-code`: AL00902 to AL00905 (trap 102). `incomplete`: acknowledged with FAILURE,
 * because something required is missing (trap 94). `unlisted`: it holds fields or codes that no document lists.
 */
export const alertMarks = ['conflict', 'repeats', 'old-code', 'incomplete', 'unlisted'] as const
export type AlertMark = (typeof alertMarks)[number]

const line = {
  /** Also the confirmationGUID of its first receipt. */
  id: z.string(),
  /** The order of receipt: what the list is sorted by. */
  seq: z.int(),
  receivedAt: z.iso.datetime(),
  /** alertSentDateAndTime, as the bank wrote it. */
  sentAt: z.string().nullable(),
  kind: z.enum(alertKinds),
  code: z.string().nullable(),
  /** transactionStatus or tranBusnStatusCode, as it came. */
  status: z.string().nullable(),
  direction: z.enum(['credit', 'debit']).nullable(),
  /** A credit of somebody else's payment: an event of its own, which answers no payment of this workstation. */
  isIncomingCredit: z.boolean(),
  /** As the bank wrote it. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** The account that it is about: credited by a credit, debited by a debit, originating for ACH. Masked. */
  account: z.string().nullable(),
  /** Who stands on the other side. */
  party: z.string().nullable(),
  /** requestReferenceNumber or traceNumber. */
  reference: z.string().nullable(),
  /** How often it was received. */
  receipts: z.int(),
  marks: z.array(z.enum(alertMarks)),
}

/** A line of the list. */
export const alertLine = z.object(line)
export type AlertLine = z.infer<typeof alertLine>

const otherAlert = z.object({
  /** Alerts that came with it or contradict it. */
  id: z.string(),
  receivedAt: z.iso.datetime(),
})

/** One time that an alert was received. */
const receipt = z.object({
  at: z.iso.datetime(),
  deliveryId: z.string(),
  /** The address that delivered it; null: not known. */
  from: z.string().nullable(),
  /** From 1, within its delivery. */
  place: z.int(),
  /** The eapAlertGUID under which it came that time. */
  guid: z.string().nullable(),
  /** The confirmationGUID that the bank was answered with that time. */
  confirmation: z.string(),
})

/** One alert with all that is kept of it. */
export const alertRecord = z.object({
  ...line,
  guid: z.string().nullable(),
  /** Accounts are masked. */
  isMasked: z.boolean(),
  header: readingSchema(alertHeader),
  body: z.discriminatedUnion('shape', [
    z.object({ shape: z.literal('ach'), reading: readingSchema(achAlert) }),
    z.object({ shape: z.literal('payment'), reading: readingSchema(paymentAlert) }),
    /** No shape knows it: every field by its path. */
    z.object({ shape: z.literal('none'), fields: z.array(otherField) }),
  ]),
  /** The alert's own JSON, numbers and names as they came. */
  raw: z.string(),
  /**
   * What the bank was answered. `NONE`: another status than 200, which acknowledges nothing. `UNKNOWN`: 503,
   * because it was not stored in time, and stored all the same; whether the bank has an acknowledgment, as of
   * another delivery of it, is not known.
   */
  acknowledged: z.object({
    status: z.enum(['SUCCESS', 'FAILURE', 'NONE', 'UNKNOWN']),
    message: z.string(),
    at: z.iso.datetime(),
  }),
  receiptList: z.array(receipt),
  /** The earlier alert that says the same; null: none. */
  repeats: otherAlert.nullable(),
  /** The others under the same eapAlertGUID whose content differs. */
  conflictsWith: z.array(otherAlert),
  /** When an operator took note of the conflict; null: not yet, or there is none. */
  conflictSeenAt: z.iso.datetime().nullable(),
})
export type AlertRecord = z.infer<typeof alertRecord>

/** What the list can be narrowed to. Null: everything. */
export const alertFilter = {
  /** Words, each the beginning of a name, an id, a reference, an amount, or the last four of an account. */
  search: z.string().max(200),
  kind: z.enum(alertKinds).nullable(),
  /** As it came. */
  status: z.string().max(100).nullable(),
  /** Any account of the alert; leading zeros do not count (trap 36). */
  account: z.string().trim().max(40).nullable(),
  mark: z.enum(alertMarks).nullable(),
  incomingCredits: z.boolean(),
  /** Received: included, and not included. */
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
}
/** A page of the list as it is narrowed down; a sort is one of what the list reaches. */
export const alertListRequest = z.object({
  ...pageRequest,
  ...alertFilter,
  sort: listSort(['at', 'kind', 'event', 'direction', 'amount', 'account', 'party', 'reference']),
})
export type AlertListRequest = z.infer<typeof alertListRequest>

/** A page of the quarantine. */
export const quarantineListRequest = z.object({
  ...pageRequest,
  sort: listSort(['at', 'reason', 'from', 'type', 'size', 'answered']),
})
export type QuarantineListRequest = z.infer<typeof quarantineListRequest>

/** The list reaches no further back; narrower filters do. */
export const mostListed = 20_000

/** A page of alerts, newest first. `total` counts up to `mostListed`, and `isMore` says that there are more. */
export const alertPage = z.object({
  items: z.array(alertLine),
  next: z.string().nullable(),
  total: z.int(),
  isMore: z.boolean(),
})

/** What stands at the head of the screen. */
export const alertSummary = z.object({
  /** Alarms that nobody took note of. */
  conflicts: z.int(),
  quarantined: z.int(),
  /** Deliveries that are kept and not read yet. */
  unread: z.int(),
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Every status that was received, for the filter. */
  statuses: z.array(z.string()),
})
export type AlertSummary = z.infer<typeof alertSummary>

/**
 * Why a delivery is held. `not-json` and `too-deep`: answered 400. `compressed`: in a way that is not undone here,
 * answered 415, damaged, answered 400, or larger than a body may be once it is undone, answered 413. `no-alerts`: JSON without any alert, answered 400. `too-many`: more alerts
 * than can be read, answered 400. `unread`: this version fails on it, either before it was answered, which is 400, or
 * behind its acknowledgment: `answered` tells.
 */
export const quarantineReasons = [
  'not-json',
  'compressed',
  'too-deep',
  'no-alerts',
  'too-many',
  'unread',
] as const
export type QuarantineReason = (typeof quarantineReasons)[number]

const held = {
  id: z.string(),
  at: z.iso.datetime(),
  from: z.string().nullable(),
  contentType: z.string().nullable(),
  bytes: z.int(),
  reason: z.enum(quarantineReasons),
  /** What could not be read, in a sentence; null: the reason says it all. */
  problem: z.string().nullable(),
  /** The status that the bank was answered with. */
  answered: z.int(),
}
/** A delivery in quarantine. */
export const quarantinedDelivery = z.object(held)
export type QuarantinedDelivery = z.infer<typeof quarantinedDelivery>
/** With its body; null while it is masked and cannot be shown so. `isBase64`: the bytes are no text. */
export const quarantinedBody = z.object({
  ...held,
  isMasked: z.boolean(),
  text: z.string().nullable(),
  isBase64: z.boolean(),
})
export type QuarantinedBody = z.infer<typeof quarantinedBody>

/** What came of reading again. */
export const readAgainAnswer = z.object({ read: z.int(), alerts: z.int(), stillHeld: z.int() })

/** Which alerts are written to a file: those of the filter, at most `mostListed`. */
export const alertExportRequest = z.object({
  ...alertFilter,
  /** Full account numbers are an audited act of their own. */
  inFull: z.boolean(),
})
export type AlertExportRequest = z.infer<typeof alertExportRequest>

/** The file as it was written, and how many alerts it holds: some may have come since the list was read. */
export const writtenAlerts = z.object({ file: z.string(), alerts: z.int() }).nullable()

/** What tells that alerts were received or read. */
export const alertsChanged = z.object({ latestSeq: z.int() })

/** How a thing that an alert is about was known to be it. */
export const alertMatches = ['reference', 'transaction-id', 'suggestion', 'trace-number'] as const

/**
 * What an alert does when it is read again as it is stored, by today's reading: told, and nothing is changed. Accounts
 * are masked.
 */
export const alertReplay = z.object({
  /** What today's reading reads otherwise than is stored. `null`: nothing is said. */
  differences: z.array(
    z.object({ field: z.string(), stored: z.string().nullable(), read: z.string().nullable() }),
  ),
  /** The delivery does not hold it any more, so that nothing was read. */
  isMissing: z.boolean(),
  /** The payments and entries that it is about; empty: nothing that was sent from here. */
  about: z.array(
    z.object({
      address: z.string(),
      title: z.string(),
      matchedBy: z.enum(alertMatches),
      /** Heard before: hearing it once more changes nothing. */
      isHeard: z.boolean(),
      /** How it stands now and how it would stand with this alert, in the workstation's words. */
      before: z.string(),
      after: z.string(),
      /** Why it would not be taken for its own; empty: it would. */
      against: z.array(z.string()),
    }),
  ),
})
export type AlertReplay = z.infer<typeof alertReplay>
