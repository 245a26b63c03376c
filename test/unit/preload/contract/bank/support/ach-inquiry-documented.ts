/** The field lists of ACH inquiry as the document writes them, beside the shapes that read them. */
import * as inquiry from '../../../../../../preload/contract/bank/ach-inquiry/index.ts'
import type { Shape } from '../../../../../../preload/contract/bank/answers/shape.ts'

/** Returns the names of an object as the document writes them, separated by blanks. */
const names = (text: string): readonly string[] => text.trim().split(/\s+/)

/** An object of the document: its shape here, and its names there. */
export interface Listed {
  readonly shape: Shape
  readonly documented: readonly string[]
  readonly internal?: readonly string[]
}

const source = (moment: string): string =>
  ['Date', 'Time', 'Timestamp'].map((part) => `sourceTransaction${moment}${part}`).join(' ')

/** Copied from the document's field lists, object by object. */
export const documentedObjects: Readonly<Record<string, Listed>> = {
  'ACH transaction detail': {
    shape: inquiry.achDetail,
    documented: names(`parNumber transactionStatus traceNumber transactionAmount settlementDate
      returnDate transactionCode transactionCodeDescription transactionDescription
      authorizedCustomerName standardEntryClassCode standardEntryClassDescription receivingAccount
      originatingAccount receivingParty originatingParty returnReasonCode returnReasonDescription
      addendaCount notificationOfChangeAddendaCount internationalAddendaCount customData
      checkSerialNumber transactionDirection addenda notificationOfChange`),
  },
  AccountDetail: {
    shape: inquiry.accountDetail,
    documented: names('accountNumber bankNumber routingNumber'),
  },
  'PartyDetail of the receiver': {
    shape: inquiry.receivingPartyDetail,
    documented: names('customerIdentificationNumber companyName customerName'),
  },
  'PartyDetail of the originator': {
    shape: inquiry.originatingPartyDetail,
    documented: names('customerIdentificationNumber companyName customerName'),
  },
  addenda: {
    shape: inquiry.addendum,
    documented: names('sequenceNumber entryDetailSequenceNumber paymentRelatedInformation'),
  },
  notificationOfChange: {
    shape: inquiry.notificationOfChange,
    documented: names('changeCode changeDescription correctedData'),
  },
  'list item': {
    shape: inquiry.achListItem,
    documented: names(`parNumber transactionStatus traceNumber transactionAmount settlementDate
      transactionCode authorizedCustomerName standardEntryClassCode receivingAccount
      originatingAccount receivingParty originatingParty returnDate returnReasonCode
      returnReasonDescription addendaCount notificationOfChangeAddendaCount
      internationalAddendaCount`),
  },
  'list answer': { shape: inquiry.achListAnswer, documented: names('transactions metadata') },
  'list metadata': { shape: inquiry.listMetadata, documented: names('messages page') },
  'list message': { shape: inquiry.listMessage, documented: names('code message') },
  'list page': {
    shape: inquiry.listPage,
    documented: names('pageNumber pageSize totalPages totalRecords lastPage'),
  },
  responseHeader: {
    shape: inquiry.responseHeader,
    documented: names('status statusDescription retrivedRows totalRows dataLoadDate'),
  },
  errorResponse: {
    shape: inquiry.errorResponse,
    documented: names('businessFault systemFault'),
  },
  fault: { shape: inquiry.fault, documented: names('errorCode errorDescription') },
  'returns answer': {
    shape: inquiry.returnsAnswer,
    documented: names('responseHeader ACHReturnTransaction errorResponse'),
  },
  'collected answer': {
    shape: inquiry.collectedAnswer,
    documented: names('responseHeader ACHCollectedTransaction errorResponse'),
  },
  'posted answer': {
    shape: inquiry.postedAnswer,
    documented: names('responseHeader ACHPostedTransaction errorResponse'),
  },
  'status answer': {
    shape: inquiry.statusAnswer,
    documented: names('responseHeader ACHTransactionStatus errorResponse'),
  },
  'status element': {
    shape: inquiry.achTransactionStatus,
    documented: names(
      'ACHStatus ACHCollectedTransaction ACHPostedTransaction ACHReturnTransaction',
    ),
  },
  'return transaction': {
    shape: inquiry.returnTransaction,
    documented: names(`returnTransactionParNumber sourceBankNumber sourceAccountNumber
      sourceTransactionRecordNumber originalACHTransactionParNumber originalTransactionProcessDate
      originalTransactionProcessTime originalTransactionProcessTimestamp originatingReceiverCode
      originatingReceiverDescription transactionCode transactionCodeDescription
      transactionFlowTypeCode transactionFlowTypeDescription transactionAmount
      transactionDescription1 transactionDescription2 creditOrDebitCode
      sourceTransactionCreatedDate sourceTransactionCreatedTime sourceTransactionCreatedTimestamp
      sourceTransactionProcessDate sourceTransactionProcessTime sourceTransactionProcessTimestamp
      inboundCollectionWindow outboundCollectionWindow sourceTransactionSettledDate
      sourceTransactionSettledTime sourceTransactionSettledTimestamp receivingAccountNumber
      receivingCustIdentificationNumber receivingCustomerName receivingCompanyName
      receivingFIBankNumber receivingFIRoutingNumber originatingAccountNumber
      originatingCustIdentificationNumber originatingCustomerName originatingCompanyName
      originatingFIBankNumber originatingFIRoutingNumber authorizedCustomerName
      immediateDestinationID returnReleaseDate returnReasonCode returnReasonDescription
      checkSerialNumber nachaBatchNumber nachaFileHeadRefererenceNumber nachaSecondarySecCode
      nachaSecondarySecDescription traceId collectionPoint batchID customData`),
    internal: names(`sourceSysCode sourceSysOfRecordCode snapshotDate postCompanyCostcontrolNumber
      glAccountNumber collectionApplicationTypeCode collectionApplicationTypeDescription`),
  },
  'collected transaction': {
    shape: inquiry.collectedTransaction,
    documented: names(`transactionParNumber sourceBankNumber sourceAccountNumber transactionCode
      transactionCodeDescription transactionFlowTypeCode transactionFlowTypeDescription
      originatingReceiverCode originatingReceiverDescription transactionAmount
      transactionDescription creditOrDebitCode inboundCollectionWindow ${source('Process')}
      ${source('Settled')} ${source('Post')} deliveryStatusCode deliveryStatusDescription
      receivingAccountNumber receivingFIBankNumber receivingFIRoutingNumber
      receivingCustIdentificationNumber receivingCustomerName receivingCompanyName
      originatingAccountNumber originatingFIBankNumber originatingFIRoutingNumber
      originatingCustIdentificationNumber originatingCompanyName originatingCustomerName
      checkSerialNumber nachaBatchNumber nachaFileHeadRefererenceNumber nachaSecCode
      nachaSecDescription traceNumber addendaPresentFlag addendaRecordNumber goRoutingNumber
      authorizedCustomerName iatFlag collectionPoint batchId transactionTraceId
      addendaInformation customData`),
    internal: names(`origAcctSuffix sourceSysCode sourceSysOfRecordCode snapshotDate
      postCompanyCostcontrolNumber glAccountNumber`),
  },
  'posted transaction': {
    shape: inquiry.postedTransaction,
    documented: names(`processDate sourceBankNumber sourceAccountNumber transactionParNumber
      transactionAmount creditOrDebitCode coreTransactionCode baiCode transactionCode
      regulationDescription1 regulationDescription2 regulationDescription3 regulationDescription4
      postingWindow batchID customData`),
    internal: names('snapshotDate'),
  },
  'collected status result': {
    shape: inquiry.collectedStatusResult,
    documented: names(`transactionParNumber sourceBankNumber sourceAccountNumber transactionCode
      transactionAmount creditOrDebitCode ${source('Process')} ${source('Settled')}
      ${source('Post')} receivingCustomerName receivingCompanyName originatingCompanyName
      originatingCustomerName nachaSecCode traceNumber transactionDescription
      receivingCustIdentificationNumber`),
  },
  'posted status result': {
    shape: inquiry.postedStatusResult,
    documented: names(`processDate transactionParNumber transactionAmount creditOrDebitCode baiCode
      transactionCode regulationDescription1 regulationDescription2 regulationDescription3
      regulationDescription4 postingWindow`),
  },
  'return status result': {
    shape: inquiry.returnStatusResult,
    documented: names(`transactionParNumber transactionCode transactionCodeDescription
      transactionAmount transactionDescription1 transactionDescription2 creditOrDebitCode
      returnReleaseDate returnReasonCode returnReasonDescription`),
  },
  addendaInformation: {
    shape: inquiry.addendaInformation,
    documented: names('iatAddendum nonIatAddendum nocAddendum'),
  },
  iatAddendum: {
    shape: inquiry.iatAddendum,
    documented: names(`addendaParNumber snapshotDate transactionParNumber payInformation
      addendaTypeCode addendaTypeDescription transactionTypeCode transactionTypeDescr
      originatingFiIdentificationNumberCode originatingFiName originatingFiIdentificationNumber
      originatingFiBranchCountryCode originatingCompanyName originatingCompanyAddress1
      originatingCompanyAddress2 originatingCompanyCityStateProvince
      originatingCompanyCountryPostalCode receivingFiName receivingFiIdentificationNumber
      receivingFiIdentificationNumberCode receivingFiBranchCountryCode receivingCustomerName
      receivingCompanyName receivingCompanyNumber receivingCompanyAddress1
      receivingCompanyAddress2 receivingCompanyCityStateProvince
      receivingCompanyCountryPostalCode foreignCorrespondentFiIdNumberCode
      foreignCorrespondentFiName foreignCorrespondentFiBRCountryCode
      foreignCorrespondentBankIdNumber foreignOriginatingAmount foreignOriginatingCurrencyCode
      foreignTraceNumber addendaSequenceNumber entryDetailSequenceNumber operatorCommandFlag`),
  },
  nonIatAddendum: {
    shape: inquiry.nonIatAddendum,
    documented: names(`addendaParNumber snapshotDate transactionParNumber transactionSerialNumber
      transactionDescription sourceTransactionCreatedDate sourceTransactionCreatedTime
      payInformation addendaTypeCode addendaTypeDescription entryDetailSequenceNumber
      referenceInformation1 referenceInformtion2 networkIdentificationCode
      terminalIdentificationCode terminalCity terminalState serviceTransactionReferenceNumber
      operatorCommandFlag`),
  },
  nocAddendum: {
    shape: inquiry.nocAddendum,
    documented: names(`addendaParNumber snapshotDate transactionParNumber addendaTypeCode
      addendaTypeDescription changeCode changeDescription receivingFiIdentificationNumber
      correctedData externalFiTransactionIdentificationNumber serviceTransactionReferenceNumber
      operatorCommandFlag`),
  },
}
