import { isCalendarDate, daysLater } from '../../../preload/contract/kernel/calendar.ts'
import type { Refusal } from '../replies.ts'
import type { Call } from '../routes.ts'
import { originationRefusal, readDetail, type ReadDetail } from './detail-request.ts'
import { batchFields, type OriginatedSecCode } from './origination-fields.ts'
import { objectIn, isFields, RequestReader } from './request-reader.ts'
import { todaySomewhere } from './written.ts'

export interface ReadBatch {
  readonly uuid: string
  readonly secCode: OriginatedSecCode
  readonly description: string
  /** A day as YYYY-MM-DD, absent, or a date in no form that the bank reads. */
  readonly effectiveDate: { readonly day: string } | 'left-out' | 'unreadable'
  readonly customData: string | null
  readonly details: readonly ReadDetail[]
}

const longestRangeDays = 31

/**
 * The document shows no format: accepts dates with dashes, without, and with a two-digit year (bank
 * note 81).
 */
function dayIn(text: string): string | null {
  const parts = /^(\d{4}|\d{2})-?(\d{2})-?(\d{2})$/.exec(text)
  if (!parts) return null
  const [, year = '', month = '', day = ''] = parts
  const date = `${year.padStart(4, '20')}-${month}-${day}`
  return isCalendarDate(date) ? date : null
}

/**
 * The document does not say whether past days are allowed: the 31 days count both ways (bank note
 * 89).
 */
function readEffectiveDate(reader: RequestReader, nowMs: number): ReadBatch['effectiveDate'] {
  const text = reader.scalar('effectiveDate')
  if (text === null) return 'left-out'
  const day = dayIn(text)
  if (day === null) return 'unreadable'
  const today = todaySomewhere(nowMs)
  const near =
    day >= daysLater(today.earliest, -longestRangeDays) &&
    day <= daysLater(today.latest, longestRangeDays)
  if (!near) reader.refuse('ach-effective-date-wrong', 'effectiveDate', 'within 31 days')
  return { day }
}

function readCustomData(reader: RequestReader): string | null {
  const customData = reader.text('customData')
  if (customData !== null && !/^[A-Za-z0-9]{1,500}$/.test(customData)) {
    reader.refuse('ach-custom-data-wrong', 'customData', 'up to 500 letters and digits')
  }
  return customData
}

function readDetails(
  call: Call,
  batch: RequestReader,
  secCode: OriginatedSecCode,
): readonly ReadDetail[] {
  return (batch.objects('details') ?? []).map((fields) => {
    const { detail, refusal } = readDetail(call, fields, secCode)
    batch.refusal ??= refusal
    return detail
  })
}

/** Reads a batch for one path; returns a refusal when it breaks the document's rules. */
export function readBatch(
  call: Call,
  secCode: OriginatedSecCode,
  nowMs: number,
): ReadBatch | Refusal {
  const body = objectIn(call.body, null)
  if (!body) {
    call.note('ach-body-unreadable', 'not an object')
    return originationRefusal()
  }
  const outer = new RequestReader(call, body, originationRefusal)
  outer.onlyKnows(['batch', 'customData'])
  outer.require(['batch'])
  const customData = readCustomData(outer)
  const batchValue = body['batch']
  if (!isFields(batchValue)) {
    if (!outer.refusal) outer.refuse('ach-field-type', 'batch', 'not an object')
    return outer.refusal ?? originationRefusal()
  }
  const batch = new RequestReader(call, batchValue, originationRefusal)
  batch.onlyKnows(batchFields)
  batch.require(['uuid', 'companyEntryDescription'])
  const sent = batch.text('secCode')
  if (sent !== null && sent !== secCode) {
    batch.refuse('ach-sec-code-wrong', 'secCode', `${secCode} on this path`)
  }
  const read: ReadBatch = {
    uuid: batch.scalar('uuid') ?? '',
    secCode,
    description: batch.scalar('companyEntryDescription') ?? '',
    effectiveDate: readEffectiveDate(batch, nowMs),
    customData,
    details: readDetails(call, batch, secCode),
  }
  return outer.refusal ?? batch.refusal ?? read
}
