/** What several objects of ACH inquiry hold alike. Rules: `2-validation-and-ach-inquiry.md`. */
import { field, shape } from '../answers/shape.ts'
import { spelled } from './spellings.ts'

const earlier =
  'Account Validation and ACH Inquiry Specification, Earlier ACH inquiry endpoints: shared objects'

/** When the source system did something: a date, a time and both in one, each without a zone (trap 56). */
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

/** The account that the bank's own systems carry the transaction under. */
export const sourceAccount = {
  sourceBankNumber: field.identifier('Source bank number'),
  sourceAccountNumber: field.account('Source account'),
} as const

/** Receiver and originator as the earlier endpoints write them: side by side, not as objects. */
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

/** Which way a transaction goes, of what kind it is, and through whom. */
export const flow = {
  originatingReceiverCode: field.code('Originating or receiving', 'originating-receiver'),
  originatingReceiverDescription: field.text('Originating or receiving, in words'),
  transactionFlowTypeCode: field.code('Flow', 'transaction-flow'),
  transactionFlowTypeDescription: field.text('Flow, in words'),
} as const

/** The ACH code of a transaction. Not for posted objects, where the name stands for something else (trap 51). */
export const achTransactionCode = {
  transactionCode: field.code('Transaction code', 'ach-transaction-code'),
  transactionCodeDescription: field.text('Transaction code, in words'),
} as const

/** What came back and why. */
export const returnReason = {
  returnReasonCode: field.code('Return reason', 'return-reason'),
  returnReasonDescription: field.text('Return reason, in words'),
} as const

/** The head of every earlier answer. A `failure` in it can come with HTTP 200 (trap 22). */
export const responseHeader = shape(earlier, {
  status: field.code('Status', 'inquiry-response-status'),
  statusDescription: field.text('Status, in words'),
  retrievedRows: field.count('Rows retrieved', ...spelled('retrievedRows')),
  totalRows: field.count('Rows in all', ...spelled('totalRows')),
  dataLoadDate: field.date('Data loaded on'),
})

/** One fault. Its code has no family of its own: ECA-W-001 means one thing on 299 and another on 400 (trap 20). */
export const fault = shape(earlier, {
  errorCode: field.text('Error code'),
  errorDescription: field.text('Error, in words'),
})

/** What went wrong behind the gateway. */
export const errorResponse = shape(earlier, {
  businessFault: field.list('Business faults', fault),
  systemFault: field.list('System faults', fault),
})
