/** The status inquiry's answer. Rules: `2-validation-and-ach-inquiry.md`, Earlier ACH inquiry endpoints; traps 50, 51, 57. */
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

/** A collected transaction; its receivingCustomerId is the one required field and is not enforced (trap 57). */
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

/** A posted transaction, still tolerated (trap 50). */
export const postedStatusResult = shape(source, posting)

/** A return. */
export const returnStatusResult = shape(source, {
  ...common,
  transactionCodeDescription: achTransactionCode.transactionCodeDescription,
  transactionDescription1: field.text('Description 1'),
  transactionDescription2: field.text('Description 2'),
  returnReleaseDate: field.date('Return released on'),
  ...returnReason,
})

/** One transaction's status: COLLECTED or RETURNED, POSTED where it still comes, and one of three results. */
export const achTransactionStatus = shape(source, {
  achStatus: field.code('Status', 'ach-transaction-status', 'ACHStatus'),
  collected: field.group('Collected', collectedStatusResult, 'ACHCollectedTransaction'),
  posted: field.group('Posted', postedStatusResult, 'ACHPostedTransaction'),
  returned: field.group('Returned', returnStatusResult, 'ACHReturnTransaction'),
})

/** The answer of ACHStatusInquiry/list. */
export const statusAnswer = shape(source, {
  responseHeader: field.group('Response', responseHeader),
  statuses: field.list('Statuses', achTransactionStatus, 'ACHTransactionStatus'),
  errorResponse: field.group('Faults', errorResponse),
})
