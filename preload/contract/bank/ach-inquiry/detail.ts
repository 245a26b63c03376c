/**
 * One ACH transaction, in full and as a list item. Rules: bank document 2, ACH inquiry; bank notes
 * 46-55.
 */
import { field, shape } from '../answers/shape.ts'
import { achTransactionCode, returnReason } from './shared-shapes.ts'
import { spelled, spellings } from './spellings.ts'

const detailSource = 'Account Validation and ACH Inquiry Specification, ACH transaction detail'
const listSource =
  'Account Validation and ACH Inquiry Specification, ACH transaction detail: list items'

/** AccountDetail of the document. */
export const accountDetail = shape(detailSource, {
  accountNumber: field.account('Account'),
  bankNumber: field.identifier('Bank number'),
  routingNumber: field.routing('Routing number'),
})

const party = (customerIds: readonly string[]) =>
  shape(detailSource, {
    customerId: field.identifier('Customer id', ...spelled('customerId'), ...customerIds),
    companyName: field.text('Company'),
    customerName: field.text('Customer'),
  })

/** PartyDetail of the receiver. */
export const receivingPartyDetail = party(spellings.receivingCustomerId)

/** PartyDetail of the originator. */
export const originatingPartyDetail = party(spellings.originatingCustomerId)

/** One addenda record. The document allows 255 characters, the network 80 (bank note 55). */
export const addendum = shape(detailSource, {
  sequenceNumber: field.count('Sequence number'),
  entryDetailSequenceNumber: field.identifier('Entry detail sequence number'),
  paymentRelatedInformation: field.text('Payment related information'),
})

/** One notification of change; an alert carries only their number (bank note 54). */
export const notificationOfChange = shape(detailSource, {
  changeCode: field.code('Change code', 'change-code'),
  changeDescription: field.text('Change, in words'),
  // Always masked as an account, because a change code such as C01 corrects the account.
  correctedData: field.account('Corrected data'),
})

/**
 * Fields common to a detail and a list item. Amounts and counts come as numbers or as text (bank
 * note 53).
 */
const common = {
  parNumber: field.identifier('PAR number', ...spelled('parNumber')),
  transactionStatus: field.code('Status', 'ach-transaction-status'),
  traceNumber: field.identifier('Trace number', ...spelled('traceNumber')),
  transactionAmount: field.amount('Amount'),
  settlementDate: field.date('Settlement date'),
  returnDate: field.date('Return date'),
  transactionCode: achTransactionCode.transactionCode,
  authorizedCustomerName: field.text('Authorized customer'),
  secCode: field.code('SEC code', 'sec-code', ...spelled('secCode', 'standardEntryClassCode')),
  receivingAccount: field.group('Receiving account', accountDetail),
  originatingAccount: field.group('Originating account', accountDetail),
  receivingParty: field.group('Receiver', receivingPartyDetail),
  originatingParty: field.group('Originator', originatingPartyDetail),
  ...returnReason,
  addendaCount: field.count('Addenda count'),
  notificationOfChangeAddendaCount: field.count('Notification of change count'),
  internationalAddendaCount: field.count('International addenda count'),
} as const

export const achDetail = shape(detailSource, {
  ...common,
  transactionCodeDescription: achTransactionCode.transactionCodeDescription,
  transactionDescription: field.text('Description'),
  secDescription: field.text(
    'SEC code, in words',
    ...spelled('secDescription', 'standardEntryClassDescription'),
  ),
  customData: field.text('Custom data'),
  checkSerialNumber: field.identifier('Check serial number'),
  transactionDirection: field.code('Direction', 'transaction-direction'),
  addenda: field.list('Addenda records', addendum),
  notificationOfChange: field.list('Notifications of change', notificationOfChange),
})

/** One list item, in the same shapes; its accounts and parties have fewer fields. */
export const achListItem = shape(listSource, common)

/** A message beside the rows: 099 means that results match, 001 that none do (bank note 21). */
export const listMessage = shape(listSource, {
  code: field.code('Code', 'list-message'),
  message: field.text('Message'),
})

/** Position of an answer in the list; integers here, texts in the request (bank note 46). */
export const listPage = shape(listSource, {
  pageNumber: field.count('Page'),
  pageSize: field.count('Rows per page'),
  totalPages: field.count('Pages'),
  totalRows: field.count('Rows in all', ...spelled('totalRows', 'totalRecords')),
  lastPage: field.flag('Last page'),
})

/** Data beside the rows. */
export const listMetadata = shape(listSource, {
  messages: field.list('Messages', listMessage),
  page: field.group('Page', listPage),
})

/** Answer of ach/list. */
export const achListAnswer = shape(listSource, {
  transactions: field.list('Transactions', achListItem),
  metadata: field.group('About the list', listMetadata),
})
