/**
 * Alerts of the bank as the window lists and shows them (bank document 1, Events). The received
 * text is stored unchanged, with its parsed reading beside it. Main masks accounts everywhere; only
 * `alerts.reveal`, an audited act, returns an alert unmasked.
 */
import { otherField, readingSchema } from '../../bank/answers/shape.ts'
import { orderKinds } from '../../domain/orders/order.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { achAlert, alertHeader, paymentAlert } from '../../bank/alerts/alert-shapes.ts'

/** Subject of an alert; `other` is a code that no document lists. */
export const alertKinds = ['ach', 'wire', 'rtp', 'other'] as const
export type AlertKind = (typeof alertKinds)[number]
export const alertKindLabels: Readonly<Record<AlertKind, string>> = {
  ach: 'ACH',
  wire: 'Wire',
  rtp: 'RTP',
  other: 'Other',
}

/**
 * Flags that an operator must notice. `conflict`: another alert has the same eapAlertGUID and other
 * content, which is an alarm. `repeats`: an earlier alert has the same content, sent at another
 * time or with another id in the same call (bank note 99). `old-code`: AL00902 to AL00905 (bank
 * note 102). `incomplete`: acknowledged with FAILURE because a required field is missing (bank note
 * 94). `unlisted`: contains fields or codes that no document lists.
 */
export const alertMarks = ['conflict', 'repeats', 'old-code', 'incomplete', 'unlisted'] as const
export type AlertMark = (typeof alertMarks)[number]

const line = {
  /** Also the confirmationGUID of its first receipt. */
  id: z.string(),
  /** Order of receipt; the list is sorted by it. */
  seq: z.int(),
  receivedAt: z.iso.datetime(),
  /** alertSentDateAndTime, exact text from the bank. */
  sentAt: z.string().nullable(),
  kind: z.enum(alertKinds),
  code: z.string().nullable(),
  /** transactionStatus or tranBusnStatusCode, exact text from the bank. */
  status: z.string().nullable(),
  direction: z.enum(['credit', 'debit']).nullable(),
  /**
   * Credit from another party's payment: a separate event that belongs to no payment of this
   * workstation.
   */
  isIncomingCredit: z.boolean(),
  /** Exact text from the bank. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /**
   * The account concerned: credited by a credit, debited by a debit, originating for ACH. Masked.
   */
  account: z.string().nullable(),
  /** The counterparty; without one in the alert, the receiver of the matched entry. */
  party: z.string().nullable(),
  /** requestReferenceNumber or traceNumber. */
  reference: z.string().nullable(),
  /** Number of receipts. */
  receipts: z.int(),
  marks: z.array(z.enum(alertMarks)),
}

/** The payment or batch that alerts belong to, for a list with one line for each. */
export const alertGroup = z.object({
  orderId: z.string(),
  kind: z.enum(orderKinds),
  /** The beneficiary of a payment, or the description of a batch. */
  title: z.string(),
  /** Number of its alerts. */
  alerts: z.int(),
  currency: z.string(),
  /** The amount of the order in minor units; null if it cannot be read. */
  minor: z.int().nullable(),
  /** Each status of its alerts, exact text from the bank; the newest first. */
  statuses: z.array(
    z.object({
      status: z.string().nullable(),
      alerts: z.int(),
      /** The entries that they are about, each once however many alerts it has. */
      entries: z.int(),
      /** The sum of these entries in minor units; null if an amount cannot be read, or none. */
      minor: z.int().nullable(),
    }),
  ),
})
export type AlertGroup = z.infer<typeof alertGroup>

export const alertLine = z.object({
  ...line,
  /** Only in a grouped list: this is the newest found alert of the group; null if unmatched. */
  group: alertGroup.nullable().optional(),
})
export type AlertLine = z.infer<typeof alertLine>

const otherAlert = z.object({
  /** An alert that repeats or contradicts this one. */
  id: z.string(),
  receivedAt: z.iso.datetime(),
})

/** One receipt of an alert. */
const receipt = z.object({
  at: z.iso.datetime(),
  deliveryId: z.string(),
  /** IP address of the sender; null if unknown. */
  from: z.string().nullable(),
  /** Position within its delivery, from 1. */
  place: z.int(),
  /** The eapAlertGUID in this receipt. */
  guid: z.string().nullable(),
  /** The confirmationGUID in the reply to this receipt. */
  confirmation: z.string(),
})

/** One alert with all its stored data. */
export const alertRecord = z.object({
  ...line,
  guid: z.string().nullable(),
  isMasked: z.boolean(),
  header: readingSchema(alertHeader),
  body: z.discriminatedUnion('shape', [
    z.object({ shape: z.literal('ach'), reading: readingSchema(achAlert) }),
    z.object({ shape: z.literal('payment'), reading: readingSchema(paymentAlert) }),
    /** No known shape: every field by its path. */
    z.object({ shape: z.literal('none'), fields: z.array(otherField) }),
  ]),
  /** JSON of the alert, numbers and names unchanged. */
  raw: z.string(),
  /**
   * The reply to the bank. `NONE`: a status other than 200, which acknowledges nothing. `UNKNOWN`:
   * 503 because storing took too long, though the alert was then stored; whether the bank holds an
   * acknowledgment, for example from another delivery, is unknown.
   */
  acknowledged: z.object({
    status: z.enum(['SUCCESS', 'FAILURE', 'NONE', 'UNKNOWN']),
    message: z.string(),
    at: z.iso.datetime(),
  }),
  receiptList: z.array(receipt),
  /** The earlier alert with the same content; null if none. */
  repeats: otherAlert.nullable(),
  /** Alerts with the same eapAlertGUID and other content. */
  conflictsWith: z.array(otherAlert),
  /** When an operator acknowledged the conflict; null if not yet, or if there is none. */
  conflictReviewedAt: z.iso.datetime().nullable(),
})
export type AlertRecord = z.infer<typeof alertRecord>

/** An alert in conflict, and the ids of the others that were shown beside it. */
export const reviewedConflict = z.object({ id: z.string(), conflictsWith: z.array(z.string()) })
export type ReviewedConflict = z.infer<typeof reviewedConflict>

/** List filters. Null means no restriction. */
export const alertFilter = {
  /**
   * Words; each matches the start of a name, id, reference or amount, or the last four digits of an
   * account.
   */
  search: z.string().max(200),
  kind: z.enum(alertKinds).nullable(),
  /** A status from the bank, whatever its spaces and capital letters. */
  status: z.string().max(100).nullable(),
  /** Any account of the alert; leading zeros are ignored (bank note 36). */
  account: z.string().trim().max(40).nullable(),
  mark: z.enum(alertMarks).nullable(),
  incomingCredits: z.boolean(),
  /** Time of receipt; `from` is included, `to` is not. */
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
}
/** A page of the filtered list. Sorting applies to the newest `mostListed` alerts only. */
export const alertListRequest = z.object({
  ...pageRequest,
  ...alertFilter,
  /**
   * One line for each payment or batch: the newest of its alerts that the filter finds. Unmatched
   * alerts have a line each.
   */
  isGrouped: z.boolean().optional(),
  sort: listSort(['at', 'kind', 'event', 'direction', 'amount', 'account', 'party', 'reference']),
})
export type AlertListRequest = z.infer<typeof alertListRequest>

export const quarantineListRequest = z.object({
  ...pageRequest,
  sort: listSort(['at', 'reason', 'from', 'type', 'size', 'answered']),
})
export type QuarantineListRequest = z.infer<typeof quarantineListRequest>

/** Most alerts in one list; a narrower filter reaches older ones. */
export const mostListed = 20_000

/**
 * A page of alerts, newest first. `total` counts up to `mostListed`; `isMore`: more exist.
 */
export const alertPage = z.object({
  items: z.array(alertLine),
  next: z.string().nullable(),
  total: z.int(),
  isMore: z.boolean(),
})

/** Figures at the top of the screen. */
export const alertSummary = z.object({
  /** Alarms that no operator has acknowledged. */
  conflicts: z.int(),
  quarantined: z.int(),
  /** Deliveries stored and not yet parsed. */
  unread: z.int(),
  lastReceivedAt: z.iso.datetime().nullable(),
  /** Every received status, for the filter. */
  statuses: z.array(z.string()),
})
export type AlertSummary = z.infer<typeof alertSummary>

/**
 * Reasons for quarantine. `not-json` and `too-deep`: answered 400. `compressed`: answered 415 for
 * an unsupported encoding, 400 for damaged data, 413 for a body too large after decompression.
 * `no-alerts`: JSON without an alert, answered 400. `too-many`: more alerts than can be parsed,
 * answered 400. `unread`: this version failed on it, before the reply (400) or after the
 * acknowledgment; `answered` has the status.
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

const quarantinedFields = {
  id: z.string(),
  at: z.iso.datetime(),
  from: z.string().nullable(),
  contentType: z.string().nullable(),
  bytes: z.int(),
  reason: z.enum(quarantineReasons),
  /** One sentence about the unreadable part; null if the reason is complete. */
  problem: z.string().nullable(),
  /** HTTP status of the reply to the bank. */
  answered: z.int(),
}
export const quarantinedDelivery = z.object(quarantinedFields)
export type QuarantinedDelivery = z.infer<typeof quarantinedDelivery>
/**
 * A delivery with its body; null while masked if it cannot be masked safely. `isBase64`: the bytes
 * are not text.
 */
export const quarantinedBody = z.object({
  ...quarantinedFields,
  isMasked: z.boolean(),
  text: z.string().nullable(),
  isBase64: z.boolean(),
})
export type QuarantinedBody = z.infer<typeof quarantinedBody>

/** Result of parsing again. */
export const readAgainAnswer = z.object({
  read: z.int(),
  alerts: z.int(),
  stillQuarantined: z.int(),
})

/** Filter of an export; at most `mostListed` alerts. */
export const alertExportRequest = z.object({
  ...alertFilter,
  /** Unmasked account numbers: an audited act of its own. */
  inFull: z.boolean(),
})
export type AlertExportRequest = z.infer<typeof alertExportRequest>

/** The written file and its number of alerts; new ones may have arrived since the list was read. */
export const writtenAlerts = z.object({ file: z.string(), alerts: z.int() }).nullable()

/** Event: alerts were received or parsed. */
export const alertsChanged = z.object({ latestSeq: z.int() })

/** How an alert was matched to a payment or entry. */
export const alertMatches = ['reference', 'transaction-id', 'suggestion', 'trace-number'] as const

/**
 * The effect of parsing a stored alert again with this version. Changes nothing; accounts are
 * masked.
 */
export const alertReplay = z.object({
  /** Fields that this version parses differently from the stored reading; null means no value. */
  differences: z.array(
    z.object({ field: z.string(), stored: z.string().nullable(), read: z.string().nullable() }),
  ),
  /** True if the delivery no longer contains the alert, so nothing was parsed. */
  isMissing: z.boolean(),
  /** Payments and entries concerned; empty if nothing sent from here. */
  about: z.array(
    z.object({
      address: z.string(),
      title: z.string(),
      matchedBy: z.enum(alertMatches),
      /** Already applied: applying the alert again changes nothing. */
      isAlreadyApplied: z.boolean(),
      /** State now and state after this alert, in the workstation's terms. */
      before: z.string(),
      after: z.string(),
      /** Reasons why the alert would not be matched; empty if it would. */
      against: z.array(z.string()),
    }),
  ),
})
export type AlertReplay = z.infer<typeof alertReplay>
