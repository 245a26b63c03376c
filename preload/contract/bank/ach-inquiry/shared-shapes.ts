/** Fields common to several objects of ACH inquiry. Rules: bank document 2, ACH inquiry. */
import { field, shape } from '../answers/shape.ts'
import { spelled } from './spellings.ts'

const earlier =
  'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints: shared objects'

/** Times of the source system: date, time, and a timestamp, all without a zone (bank note 56). */
export const sourceMoments = {
  created: {
    sourceTransactionCreatedDate: field.date('Created on'),
    sourceTransactionCreatedTime: field.time('Created at'),
    sourceTransactionCreatedTimestamp: field.timestamp('Created'),
  },
  processed: {
    sourceTransactionProcessDate: field.date('Processed on'),
    sourceTransactionProcessTime: field.time('Processed at'),
    sourceTransactionProcessTimestamp: field.timestamp('Processed'),
  },
  settled: {
    sourceTransactionSettledDate: field.date('Settled on'),
    sourceTransactionSettledTime: field.time('Settled at'),
    sourceTransactionSettledTimestamp: field.timestamp('Settled'),
  },
  posted: {
    sourceTransactionPostDate: field.date('Posted on'),
    sourceTransactionPostTime: field.time('Posted at'),
    sourceTransactionPostTimestamp: field.timestamp('Posted'),
  },
} as const

/** Account under which the bank's own systems carry the transaction. */
export const sourceAccount = {
  sourceBankNumber: field.identifier('Source bank number'),
  sourceAccountNumber: field.account('Source account'),
} as const

/** Receiver and originator in the earlier endpoints: flat fields, not objects. */
export const flatParties = {
  receivingAccountNumber: field.account('Receiving account'),
  receivingCustomerId: field.identifier('Receiving customer id', ...spelled('receivingCustomerId')),
  receivingCustomerName: field.text('Receiving customer'),
  receivingCompanyName: field.text('Receiving company'),
  receivingFIBankNumber: field.identifier('Receiving bank number'),
  receivingFIRoutingNumber: field.routing('Receiving routing number'),
  originatingAccountNumber: field.account('Originating account'),
  originatingCustomerId: field.identifier(
    'Originating customer id',
    ...spelled('originatingCustomerId'),
  ),
  originatingCustomerName: field.text('Originating customer'),
  originatingCompanyName: field.text('Originating company'),
  originatingFIBankNumber: field.identifier('Originating bank number'),
  originatingFIRoutingNumber: field.routing('Originating routing number'),
} as const

/** Direction, type and channel of a transaction. */
export const flow = {
  originatingReceiverCode: field.code('Originating or receiving', 'originating-receiver'),
  originatingReceiverDescription: field.text('Originating or receiving, in words'),
  transactionFlowTypeCode: field.code('Flow', 'transaction-flow'),
  transactionFlowTypeDescription: field.text('Flow, in words'),
} as const

/**
 * ACH transaction code. Not for posted objects, where the field of that name may be another code
 * (bank note 51).
 */
export const achTransactionCode = {
  transactionCode: field.code('Transaction code', 'ach-transaction-code'),
  transactionCodeDescription: field.text('Transaction code, in words'),
} as const

/** Reason for a return. */
export const returnReason = {
  returnReasonCode: field.code('Return reason', 'return-reason'),
  returnReasonDescription: field.text('Return reason, in words'),
} as const

/** Header of every earlier answer. A `failure` in it can come with HTTP 200 (bank note 22). */
export const responseHeader = shape(earlier, {
  status: field.code('Status', 'inquiry-response-status'),
  statusDescription: field.text('Status, in words'),
  retrievedRows: field.count('Rows retrieved', ...spelled('retrievedRows')),
  totalRows: field.count('Rows in all', ...spelled('totalRows')),
  dataLoadDate: field.date('Data loaded on'),
})

/**
 * One fault. Its code has no family: ECA-W-001 means different things with 299 and with 400 (bank
 * note 20).
 */
export const fault = shape(earlier, {
  errorCode: field.text('Error code'),
  errorDescription: field.text('Error, in words'),
})

/** Error behind the gateway. */
export const errorResponse = shape(earlier, {
  businessFault: field.list('Business faults', fault),
  systemFault: field.list('System faults', fault),
})
