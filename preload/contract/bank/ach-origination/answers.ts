/**
 * What the bank answers to an origination and to the question about its addenda
 * (`3-payments-and-ach-origination.md`, ACH origination response; traps 46, 53, 82, 83 and 86).
 */
import { field, shape, type Reading } from '../answers/shape.ts'

const source = 'Wire/RTP Payments and ACH Origination Specification, ACH origination response'

/** What the bank says beside a batch or an entry. Its codes are not shown. */
export const originationMessage = shape(source, {
  code: field.text('Code'),
  moreInfo: field.text('Message'),
})

/** Text in the document; read as an object too, as the classification of the call does (trap 60). */
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

/** One entry of the answer. The trace number is the bank's, to be kept for the inquiry (trap 86). */
export const originatedEntry = shape(source, {
  uuid: field.identifier('Entry id'),
  status,
  ...messages,
  traceNumber: field.identifier('Trace number'),
  requestAcceptedUTCTime: field.timestamp('Accepted (UTC)'),
})

/** A batch that was answered. Its effective date may differ from the one that was asked for (trap 83). */
export const originationAnswer = shape(source, {
  uuid: field.identifier('Batch id'),
  status,
  requestAcceptedUTCTime: field.timestamp('Accepted (UTC)'),
  effectiveDate: field.date('Effective date'),
  ...messages,
  details: field.list('Entries', originatedEntry),
})

/** One addenda record as the bank holds it. */
export const returnedAddenda = shape(source, {
  addendaTypeCode: field.code('Type', 'addenda-type'),
  addendaSequenceNumber: field.count('Number'),
  paymentRelatedInformation: field.text('Payment related information'),
})

/** What became of an origination and its addenda; one page of them (trap 46). */
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
