import type { Clock } from '../../platform/clock.ts'
import { Refusal, success, type Reply } from '../replies.ts'
import type { Call, Route } from '../routes.ts'
import { changeTexts, returnTexts } from './code-texts.ts'
import { originationRefusal } from './detail-request.ts'
import { changeOf, returnOf, type AchEntry } from './entry.ts'
import type { OriginatedBatch, OriginatedDetail, Originations } from './originations.ts'
import { objectIn, RequestReader } from './request-reader.ts'

/** The document shows no default, so this uses the maximum allowed. */
const longestPage = 1000

interface AddendaRequest {
  readonly uuid: string
  readonly pageSize: number
  readonly start: number
}

function readRequest(reader: RequestReader): AddendaRequest {
  reader.onlyKnows(['uuid', 'pageSize', 'startAddendaSequenceNumber'])
  reader.require(['uuid'])
  const uuid = reader.text('uuid') ?? ''
  if (uuid !== '' && !/^[A-Za-z0-9]{1,45}$/.test(uuid)) {
    reader.refuse('ach-uuid-wrong', 'uuid', 'at most 45 letters and digits')
  }
  const pageSize = reader.whole('pageSize', false) ?? longestPage
  const start = reader.whole('startAddendaSequenceNumber', false) ?? 1
  if (pageSize < 1 || pageSize > longestPage) {
    reader.refuse('ach-page-wrong', 'pageSize', '1 to 1000')
  }
  // The document shows no lowest number, so a smaller one starts at the first.
  return { uuid, pageSize, start: Math.max(start, 1) }
}

interface Addendum {
  readonly addendaTypeCode: '05' | '98' | '99'
  readonly paymentRelatedInformation: string
}

/** Returns an entry's notification of change and its return. */
function answersTo(entry: AchEntry, nowMs: number): Addendum[] {
  const change = changeOf(entry, nowMs)
  const returned = returnOf(entry, nowMs)
  const texts: Addendum[] = []
  if (change) {
    const { changeCode, correctedData } = change
    const paymentRelatedInformation = `${changeCode} ${changeTexts[changeCode] ?? ''}: ${correctedData}`
    texts.push({ addendaTypeCode: '98', paymentRelatedInformation })
  }
  if (returned) {
    const paymentRelatedInformation = `${returned.reasonCode} ${returnTexts[returned.reasonCode] ?? ''}`
    texts.push({ addendaTypeCode: '99', paymentRelatedInformation })
  }
  return texts
}

/** Addenda as sent, then those that came back, so the numbers of earlier ones never change. */
function addendaOf(entries: readonly AchEntry[], nowMs: number): Addendum[] {
  const sent = entries.flatMap(({ remittance }) =>
    remittance.map((text): Addendum => ({
      addendaTypeCode: '05',
      paymentRelatedInformation: text,
    })),
  )
  return [...sent, ...entries.flatMap((entry) => answersTo(entry, nowMs))]
}

/**
 * The document does not say whether the uuid is the batch's or the detail's (bank note 82), so this
 * accepts both. A batch gets the addenda of all its entries in one sequence, with the trace number
 * of the first.
 */
function answer(
  found: OriginatedBatch | OriginatedDetail,
  { uuid, start, pageSize }: AddendaRequest,
  nowMs: number,
): Reply {
  const details = 'details' in found ? found.details : [found]
  const entries = details.flatMap(({ entry }) => entry ?? [])
  const addenda = addendaOf(entries, nowMs)
  return success({
    uuid,
    status: entries.length > 0 ? 'accepted' : 'rejected',
    errorMessages: found.errorMessages,
    ...(entries[0] && { traceNumber: entries[0].traceNumber }),
    informationMessages: [],
    addenda: addenda.slice(start - 1, start - 1 + pageSize).map((one, at) => ({
      addendaTypeCode: one.addendaTypeCode,
      addendaSequenceNumber: String(start + at),
      paymentRelatedInformation: one.paymentRelatedInformation,
    })),
  })
}

/** The document does not show the answer for an unknown uuid: a 404, or this one. */
function answerAboutUnknown(call: Call, uuid: string): Reply | Refusal {
  if (!call.ordered('unknown-as-rejected')) return new Refusal(404)
  const errorMessages = [{ code: 'UNK', moreInfo: 'no batch or entry of this uuid' }]
  return success({ uuid, status: 'rejected', errorMessages, informationMessages: [], addenda: [] })
}

/**
 * POST /ach/payments/v1/status/addenda. An unknown uuid gets a 404 in the envelope, or a rejection
 * when `unknown-as-rejected` is ordered.
 */
export const addendaRoute = (originations: Originations, clock: Clock): Route => ({
  method: 'POST',
  path: '/ach/payments/v1/status/addenda',
  operation: 'ach-origination',
  bearer: true,
  mediaType: 'application/json',
  handle: (call) => {
    const fields = objectIn(call.body, null)
    if (!fields) {
      call.note('ach-body-unreadable', 'not an object')
      return originationRefusal()
    }
    const reader = new RequestReader(call, fields, originationRefusal)
    const request = readRequest(reader)
    if (reader.refusal) return reader.refusal
    const found = originations.find(request.uuid)
    if (!found || call.ordered('found-late')) return answerAboutUnknown(call, request.uuid)
    if (originations.isUnreported(request.uuid) && call.ordered('unreported-found-late'))
      return answerAboutUnknown(call, request.uuid)
    if (!call.ordered('failure-in-200')) return answer(found, request, clock.now().getTime())
    const errorMessages = [{ code: '290', moreInfo: 'the status cannot be queried' }]
    return success({ uuid: request.uuid, status: 'rejected', errorMessages })
  },
})
