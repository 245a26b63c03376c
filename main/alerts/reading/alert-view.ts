/**
 * An alert as a person may see it, read in the same way for the list, the detail and the export.
 */
import type {
  AlertLine,
  AlertMark,
  AlertRecord,
} from '../../../preload/contract/api/alerts/alert.ts'
import {
  achAlert,
  alertHeader,
  paymentAlert,
} from '../../../preload/contract/bank/alerts/alert-shapes.ts'
import { acknowledgmentOf } from '../listener/acknowledgment.ts'
import { alertMask, maskedLine, unmasked, type AlertMask } from '../../bank/privacy/mask-alert.ts'
import type { LineRow } from '../alerts.records.ts'
import { readAlert, type AlertBody } from '../read-alert.ts'
import type { Element } from '../split-delivery.ts'

const marksOf = (row: LineRow): AlertMark[] => [
  ...(row.conflict === 1 ? (['conflict'] as const) : []),
  ...(row.repeats_seq === null ? [] : (['repeats'] as const)),
  ...(row.old_code === 1 ? (['old-code'] as const) : []),
  ...(row.incomplete === 1 ? (['incomplete'] as const) : []),
  ...(row.unlisted === 1 ? (['unlisted'] as const) : []),
]

/** A line of the list with every account in full. */
export const lineInFull = (row: LineRow): AlertLine => ({
  id: row.id,
  seq: row.seq,
  receivedAt: row.at,
  sentAt: row.sent_at,
  kind: row.kind,
  code: row.code,
  status: row.status,
  direction: row.direction,
  isIncomingCredit: row.incoming === 1,
  amount: row.amount,
  currency: row.currency,
  account: row.account,
  party: row.party,
  reference: row.reference,
  receipts: row.receipts,
  marks: marksOf(row),
})

/** A line of the list, masked by the accounts of its alert. */
export const shownLine = (row: LineRow, accounts: readonly string[]): AlertLine =>
  maskedLine(lineInFull(row), accounts)

/** All stored data of an alert. */
export interface AlertContext {
  readonly row: LineRow & { readonly guid: string | null; readonly conflict_seen_at: string | null }
  readonly accounts: readonly string[]
  /** The alert in its delivery; undefined: not found. */
  readonly element: Element | undefined
  readonly receiptList: AlertRecord['receiptList']
  /** The answers to its deliveries, oldest first. */
  readonly answers: readonly { readonly at: string; readonly answered: number }[]
  readonly repeats: AlertRecord['repeats']
  readonly conflictsWith: AlertRecord['conflictsWith']
}

type Readings = Pick<AlertRecord, 'header' | 'body' | 'raw'>

/** The content of an alert, field by field and as received. */
export function readingsOf({ element, text }: Element, mask: AlertMask): Readings {
  const { header, body } = readAlert(element)
  return {
    header: mask.reading(alertHeader, header),
    body: maskedBody(body, mask),
    raw: mask.json(text),
  }
}

function maskedBody(body: AlertBody, mask: AlertMask): AlertRecord['body'] {
  switch (body.shape) {
    case 'ach':
      return { shape: 'ach', reading: mask.reading(achAlert, body.reading) }
    case 'payment':
      return { shape: 'payment', reading: mask.reading(paymentAlert, body.reading) }
    case 'none':
      return { shape: 'none', fields: mask.fields(body.fields) }
  }
}

/**
 * The acknowledgment of the first delivery that was acknowledged; else the answer to the first
 * delivery.
 */
function acknowledgedBy({ row, element = missingElement, answers }: AlertContext) {
  const taken = answers.find(({ answered }) => answered === 200)
  if (taken) return { ...acknowledgmentOf(element.element), at: taken.at }
  const { at, answered } = answers[0] ?? { at: row.at, answered: null }
  if (answered !== null && answered < 500) {
    const message = `Answered with HTTP ${String(answered)}, which acknowledges nothing`
    return { status: 'NONE' as const, message, at }
  }
  const why = answered === null ? 'No delivery of it is there' : `Answered with ${String(answered)}`
  const message = `${why}; not known whether the bank got an acknowledgment`
  return { status: 'UNKNOWN' as const, message, at }
}

/** The whole alert; unmasked only if the access was recorded. */
export function shownAlert(context: AlertContext, inFull: boolean): AlertRecord {
  const { row, accounts, element = missingElement } = context
  const mask = inFull ? unmasked : alertMask(element.text, accounts)
  const line = inFull ? lineInFull(row) : maskedLine(lineInFull(row), mask.accounts)
  const masked = (text: string | null): string | null => (text === null ? null : mask.text(text))
  return {
    ...line,
    guid: masked(row.guid),
    isMasked: !inFull,
    ...readingsOf(element, mask),
    acknowledged: acknowledgedBy(context),
    receiptList: context.receiptList.map((one) => ({ ...one, guid: masked(one.guid) })),
    repeats: context.repeats,
    conflictsWith: context.conflictsWith,
    conflictSeenAt: row.conflict_seen_at,
  }
}

/** Represents an alert that is no longer in its delivery, as in a damaged store. */
export const missingElement: Element = { element: null, text: 'null' }
