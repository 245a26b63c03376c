/** Addenda of a collected transaction, of three kinds. Rules: bank document 2, ACH inquiry. */
import { field, shape } from '../answers/shape.ts'
import { spelled } from './spellings.ts'

const source = 'Account Validation and ACH Inquiry Specification, Addenda objects'

/**
 * Fields common to all kinds. The addendum's own PAR number differs from the transaction's (bank
 * note 48).
 */
const common = {
  addendaParNumber: field.identifier('Addenda PAR number'),
  /** Not marked as internal here, unlike on transactions. */
  snapshotDate: field.date('Snapshot date'),
  parNumber: field.identifier('PAR number', ...spelled('parNumber', 'transactionParNumber')),
  addendaTypeCode: field.code('Addenda type', 'addenda-type'),
  addendaTypeDescription: field.text('Addenda type, in words'),
  operatorCommandFlag: field.flag('Operator command'),
} as const

export const iatAddendum = shape(source, {
  ...common,
  payInformation: field.text('Payment information'),
  // No code family: ACH transaction codes are not transaction types, and the document lists no
  // values for IAT.
  transactionTypeCode: field.text('Transaction type'),
  transactionTypeDescription: field.text(
    'Transaction type, in words',
    ...spelled('transactionTypeDescription'),
  ),
  originatingFiIdentificationNumberCode: field.text('Originating bank id type'),
  originatingFiName: field.text('Originating bank'),
  originatingFiIdentificationNumber: field.identifier('Originating bank id'),
  originatingFiBranchCountryCode: field.text('Originating branch country'),
  originatingCompanyName: field.text('Originating company'),
  originatingCompanyAddress1: field.text('Originating company address 1'),
  originatingCompanyAddress2: field.text('Originating company address 2'),
  originatingCompanyCityStateProvince: field.text('Originating company city and state'),
  originatingCompanyCountryPostalCode: field.text('Originating company country and postal code'),
  receivingFiName: field.text('Receiving bank'),
  receivingFiIdentificationNumber: field.identifier('Receiving bank id'),
  receivingFiIdentificationNumberCode: field.text('Receiving bank id type'),
  receivingFiBranchCountryCode: field.text('Receiving branch country'),
  receivingCustomerName: field.text('Receiving customer'),
  receivingCompanyName: field.text('Receiving company'),
  receivingCompanyNumber: field.identifier('Receiving company number'),
  receivingCompanyAddress1: field.text('Receiving company address 1'),
  receivingCompanyAddress2: field.text('Receiving company address 2'),
  receivingCompanyCityStateProvince: field.text('Receiving company city and state'),
  receivingCompanyCountryPostalCode: field.text('Receiving company country and postal code'),
  foreignCorrespondentFiIdNumberCode: field.text('Foreign correspondent bank id type'),
  foreignCorrespondentFiName: field.text('Foreign correspondent bank'),
  foreignCorrespondentFiBRCountryCode: field.text('Foreign correspondent branch country'),
  foreignCorrespondentBankIdNumber: field.identifier('Foreign correspondent bank id'),
  foreignOriginatingAmount: field.amount('Foreign amount'),
  foreignOriginatingCurrencyCode: field.text('Foreign currency'),
  foreignTraceNumber: field.identifier('Foreign trace number'),
  addendaSequenceNumber: field.identifier('Addenda sequence number'),
  entryDetailSequenceNumber: field.identifier('Entry detail sequence number'),
})

export const nonIatAddendum = shape(source, {
  ...common,
  transactionSerialNumber: field.identifier('Transaction serial number'),
  transactionDescription: field.text('Description'),
  sourceTransactionCreatedDate: field.date('Created on'),
  sourceTransactionCreatedTime: field.time('Created at'),
  payInformation: field.text('Payment information'),
  entryDetailSequenceNumber: field.identifier('Entry detail sequence number'),
  referenceInformation1: field.text('Reference information 1'),
  referenceInformation2: field.text('Reference information 2', ...spelled('referenceInformation2')),
  networkIdentificationCode: field.text('Network id'),
  terminalIdentificationCode: field.text('Terminal id'),
  terminalCity: field.text('Terminal city'),
  terminalState: field.text('Terminal state'),
  serviceTransactionReferenceNumber: field.identifier('Service reference number'),
})

/** An addendum with a notification of change. */
export const nocAddendum = shape(source, {
  ...common,
  changeCode: field.code('Change code', 'change-code'),
  changeDescription: field.text('Change, in words'),
  receivingFiIdentificationNumber: field.identifier('Receiving bank id'),
  // Always masked as an account, because a change code such as C01 corrects the account.
  correctedData: field.account('Corrected data'),
  externalFiTransactionIdentificationNumber: field.identifier('External transaction id'),
  serviceTransactionReferenceNumber: field.identifier('Service reference number'),
})

/** Each kind may come as one object or as a list; the document does not say which. */
export const addendaInformation = shape(source, {
  iatAddendum: field.list('International addenda', iatAddendum),
  nonIatAddendum: field.list('Domestic addenda', nonIatAddendum),
  nocAddendum: field.list('Notifications of change', nocAddendum),
})
