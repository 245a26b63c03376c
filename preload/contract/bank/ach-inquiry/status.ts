/**
 * Answer of the status inquiry. Rules: bank document 2, Earlier ACH inquiry endpoints; bank notes
 * 50, 51, 57.
 */
import { field, shape } from '../answers/shape.ts'
import {
  achTransactionCode,
  errorResponse,
  responseHeader,
  returnReason,
  sourceAccount,
  sourceMoments,
} from './shared-shapes.ts'
import { spelled } from './spellings.ts'
import { posting } from './transactions.ts'

const source = 'Account Validation and ACH Inquiry Specification, Status-result objects'

const common = {
  parNumber: field.identifier('PAR number', ...spelled('parNumber', 'transactionParNumber')),
  transactionCode: achTransactionCode.transactionCode,
  transactionAmount: field.amount('Amount'),
  creditOrDebit: field.code('Credit or debit', 'credit-or-debit', ...spelled('creditOrDebit')),
} as const

/**
 * A collected transaction; its receivingCustomerId is the only required field, which is not
 * enforced here (bank note 57).
 */
export const collectedStatusResult = shape(source, {
  ...common,
  ...sourceAccount,
  ...sourceMoments.processed,
  ...sourceMoments.settled,
  ...sourceMoments.posted,
  receivingCustomerName: field.text('Receiving customer'),
  receivingCompanyName: field.text('Receiving company'),
  originatingCompanyName: field.text('Originating company'),
  originatingCustomerName: field.text('Originating customer'),
  secCode: field.code('SEC code', 'sec-code', ...spelled('secCode', 'nachaSecCode')),
  traceNumber: field.identifier('Trace number', ...spelled('traceNumber')),
  transactionDescription: field.text('Description'),
  receivingCustomerId: field.identifier('Receiving customer id', ...spelled('receivingCustomerId')),
})

/** A posted transaction, still accepted (bank note 50). */
export const postedStatusResult = shape(source, posting)

export const returnStatusResult = shape(source, {
  ...common,
  transactionCodeDescription: achTransactionCode.transactionCodeDescription,
  transactionDescription1: field.text('Description 1'),
  transactionDescription2: field.text('Description 2'),
  returnReleaseDate: field.date('Return released on'),
  ...returnReason,
})

/**
 * Status of one transaction: COLLECTED or RETURNED, POSTED where it still occurs, with one of three
 * results.
 */
export const achTransactionStatus = shape(source, {
  achStatus: field.code('Status', 'ach-transaction-status', 'ACHStatus'),
  collected: field.group('Collected', collectedStatusResult, 'ACHCollectedTransaction'),
  posted: field.group('Posted', postedStatusResult, 'ACHPostedTransaction'),
  returned: field.group('Returned', returnStatusResult, 'ACHReturnTransaction'),
})

/** Answer of ACHStatusInquiry/list. */
export const statusAnswer = shape(source, {
  responseHeader: field.group('Response', responseHeader),
  statuses: field.list('Statuses', achTransactionStatus, 'ACHTransactionStatus'),
  errorResponse: field.group('Faults', errorResponse),
})
