/**
 * Answers to an origination and to its addenda status (bank document 3, ACH origination response;
 * bank notes 46, 53, 82, 83 and 86).
 */
import { field, shape, type Reading } from '../answers/shape.ts'

const source = 'Wire/RTP Payments and ACH Origination Specification, ACH origination response'

/** Message about a batch or an entry. The document shows no codes. */
export const originationMessage = shape(source, {
  code: field.text('Code'),
  moreInfo: field.text('Message'),
})

/** Text in the document; also accepted as an object, as in payments (bank note 60). */
const status = field.either(
  field.code('Status', 'ach-request-status'),
  'status',
  'paymentStatus',
  'code',
  'value',
)
const messages = {
  errorMessages: field.list('Refusals', originationMessage),
  informationMessages: field.list('Remarks', originationMessage),
}

/** One entry of the answer. The bank assigns the trace number; inquiries need it (bank note 86). */
export const originatedEntry = shape(source, {
  uuid: field.identifier('Entry id'),
  status,
  ...messages,
  traceNumber: field.identifier('Trace number'),
  requestAcceptedUTCTime: field.timestamp('Accepted (UTC)'),
})

/** Answer to a batch. Its effective date may differ from the requested one (bank note 83). */
export const originationAnswer = shape(source, {
  uuid: field.identifier('Batch id'),
  status,
  requestAcceptedUTCTime: field.timestamp('Accepted (UTC)'),
  effectiveDate: field.date('Effective date'),
  ...messages,
  details: field.list('Entries', originatedEntry),
})

export const returnedAddenda = shape(source, {
  addendaTypeCode: field.code('Type', 'addenda-type'),
  addendaSequenceNumber: field.count('Number'),
  paymentRelatedInformation: field.text('Payment related information'),
})

/** Status of an origination and its addenda; one page of them (bank note 46). */
export const addendaStatusAnswer = shape(source, {
  uuid: field.identifier('Id'),
  status,
  ...messages,
  traceNumber: field.identifier('Trace number'),
  addenda: field.list('Addenda', returnedAddenda),
})

export type OriginationReading = Reading<typeof originationAnswer>
export type OriginatedEntry = Reading<typeof originatedEntry>
export type AddendaStatusReading = Reading<typeof addendaStatusAnswer>
