/**
 * Returned, collected and posted transactions of the earlier endpoints. All fields are optional
 * texts; fields that the document requires are not enforced (bank note 57). Rules: bank document 2,
 * Earlier ACH inquiry endpoints.
 */
import { field, shape, type Shape } from '../answers/shape.ts'
import { addendaInformation } from './addenda.ts'
import {
  achTransactionCode,
  errorResponse,
  flatParties,
  flow,
  responseHeader,
  returnReason,
  sourceAccount,
  sourceMoments,
} from './shared-shapes.ts'
import { spelled } from './spellings.ts'

const source =
  'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints: shared objects'

/** Fields common to returned and collected transactions. */
const entry = {
  ...sourceAccount,
  ...achTransactionCode,
  ...flow,
  ...flatParties,
  transactionAmount: field.amount('Amount'),
  creditOrDebit: field.code('Credit or debit', 'credit-or-debit', ...spelled('creditOrDebit')),
  inboundCollectionWindow: field.time('Inbound collection window'),
  authorizedCustomerName: field.text('Authorized customer'),
  checkSerialNumber: field.identifier('Check serial number'),
  nachaBatchNumber: field.identifier('Nacha batch number'),
  nachaFileHeadReferenceNumber: field.identifier(
    'Nacha file reference',
    ...spelled('nachaFileHeadReferenceNumber'),
  ),
  collectionPoint: field.text('Collection point'),
  customData: field.text('Custom data'),
} as const

/** A return, with its own PAR number and the original transaction's. */
export const returnTransaction = shape(
  source,
  {
    parNumber: field.identifier(
      'PAR number',
      ...spelled('parNumber', 'returnTransactionParNumber'),
    ),
    ...entry,
    sourceTransactionRecordNumber: field.identifier('Source record number'),
    originalParNumber: field.identifier('Original PAR number', ...spelled('originalParNumber')),
    originalProcessDate: field.date('Original processed on', ...spelled('originalProcessDate')),
    originalProcessTime: field.time('Original processed at', ...spelled('originalProcessTime')),
    originalProcessTimestamp: field.timestamp(
      'Original processed',
      ...spelled('originalProcessTimestamp'),
    ),
    transactionDescription1: field.text('Description 1'),
    transactionDescription2: field.text('Description 2'),
    ...sourceMoments.created,
    ...sourceMoments.processed,
    ...sourceMoments.settled,
    outboundCollectionWindow: field.time('Outbound collection window'),
    immediateDestinationId: field.identifier(
      'Immediate destination',
      ...spelled('immediateDestinationId'),
    ),
    returnReleaseDate: field.date('Return released on'),
    ...returnReason,
    secCode: field.code('SEC code', 'sec-code', ...spelled('secCode', 'nachaSecondarySecCode')),
    secDescription: field.text(
      'SEC code, in words',
      ...spelled('secDescription', 'nachaSecondarySecDescription'),
    ),
    traceNumber: field.identifier('Trace number', ...spelled('traceNumber')),
    batchId: field.identifier('Batch id', ...spelled('batchId', 'batchID')),
  },
  [
    'sourceSysCode',
    'sourceSysOfRecordCode',
    'snapshotDate',
    'postCompanyCostcontrolNumber',
    'glAccountNumber',
    'collectionApplicationTypeCode',
    'collectionApplicationTypeDescription',
  ],
)

/** A collected transaction; COLLECTED means in progress, or the last good state (bank note 49). */
export const collectedTransaction = shape(
  source,
  {
    parNumber: field.identifier('PAR number', ...spelled('parNumber', 'transactionParNumber')),
    ...entry,
    transactionDescription: field.text('Description'),
    ...sourceMoments.processed,
    ...sourceMoments.settled,
    ...sourceMoments.posted,
    // The document shows neither values nor meanings; the bank's own text is beside it.
    deliveryStatusCode: field.text('Delivery status'),
    deliveryStatusDescription: field.text('Delivery status, in words'),
    secCode: field.code('SEC code', 'sec-code', ...spelled('secCode', 'nachaSecCode')),
    secDescription: field.text(
      'SEC code, in words',
      ...spelled('secDescription', 'nachaSecDescription'),
    ),
    traceNumber: field.identifier('Trace number', ...spelled('traceNumberBesideId')),
    transactionTraceId: field.identifier('Trace id', ...spelled('transactionTraceId')),
    addendaPresentFlag: field.flag('Addenda present'),
    addendaRecordNumber: field.identifier('Addenda record number'),
    goRoutingNumber: field.routing('GO routing number'),
    iatFlag: field.flag('International'),
    batchId: field.identifier('Batch id', ...spelled('batchId', 'batchId')),
    addendaInformation: field.group('Addenda records', addendaInformation),
  },
  [
    'origAcctSuffix',
    'sourceSysCode',
    'sourceSysOfRecordCode',
    'snapshotDate',
    'postCompanyCostcontrolNumber',
    'glAccountNumber',
  ],
)

/** Fields common to a posted transaction and its status result. */
export const posting = {
  parNumber: field.identifier('PAR number', ...spelled('parNumber', 'transactionParNumber')),
  processDate: field.date('Processed on'),
  transactionAmount: field.amount('Amount'),
  creditOrDebit: field.code('Credit or debit', 'credit-or-debit', ...spelled('creditOrDebit')),
  baiCode: field.code('BAI code', 'bai-transaction'),
  /**
   * Text without a family: beside baiCode and coreTransactionCode, the document does not say
   * whether this is the two-digit ACH code or the BAI code of that name (bank note 51).
   */
  postedTransactionCode: field.text('Posted transaction code', 'transactionCode'),
  regulationDescription1: field.text('Regulation description 1'),
  regulationDescription2: field.text('Regulation description 2'),
  regulationDescription3: field.text('Regulation description 3'),
  regulationDescription4: field.text('Regulation description 4'),
  postingWindow: field.time('Posting window'),
} as const

/**
 * A posted transaction; its status was removed from the status inquiry, but the object was not
 * (bank note 50).
 */
export const postedTransaction = shape(
  source,
  {
    ...posting,
    ...sourceAccount,
    coreTransactionCode: field.text('Core system transaction code'),
    batchId: field.identifier('Batch id', ...spelled('batchId', 'batchID')),
    customData: field.text('Custom data'),
  },
  ['snapshotDate'],
)

const answerOf = <S extends Shape>(of: S, name: string) =>
  shape(source, {
    responseHeader: field.group('Response', responseHeader),
    transactions: field.list('Transactions', of, name),
    errorResponse: field.group('Faults', errorResponse),
  })

/** Shape of getACHReturnTransactionsResponse. */
export const returnsAnswer = answerOf(returnTransaction, 'ACHReturnTransaction')

/** Shape of getACHCollectedTransactionsResponse. */
export const collectedAnswer = answerOf(collectedTransaction, 'ACHCollectedTransaction')

/** Shape of getACHPostedTransactionsResponse. */
export const postedAnswer = answerOf(postedTransaction, 'ACHPostedTransaction')
