/**
 * An alert as a person may see it, read in the same way for the list, the detail and the export.
 */
import type { AlertRecord } from '../../../preload/contract/api/alerts/alert.ts'
import {
  achAlert,
  alertHeader,
  paymentAlert,
} from '../../../preload/contract/bank/alerts/alert-shapes.ts'
import { acknowledgmentOf } from '../listener/acknowledgment.ts'
import { alertMask, maskedLine, unmasked, type AlertMask } from '../../bank/privacy/mask-alert.ts'
import { lineInFull, type LineRow } from '../alerts.records.ts'
import { readAlert, type AlertBody } from '../read-alert.ts'
import type { Element } from '../split-delivery.ts'

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
    const message = `Answered with HTTP ${String(answered)}: not acknowledged`
    return { status: 'NONE' as const, message, at }
  }
  const why = answered === null ? 'Its delivery was not found' : `Answered with ${String(answered)}`
  const message = `${why}. Unknown whether the bank received an acknowledgment`
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
    conflictReviewedAt: row.conflict_seen_at,
  }
}

/** Represents an alert that is no longer in its delivery, as in a damaged store. */
export const missingElement: Element = { element: null, text: 'null' }
