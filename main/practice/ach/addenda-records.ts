/** The addenda of an entry in collected transactions, one object per kind. */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { addendaTexts, changeTexts, transactionTexts } from './code-texts.ts'
import { changeOf, type AchEntry } from './entry.ts'
import { sidesOf } from './parties.ts'
import { dollars, shortTimeOf } from './written.ts'

const head = (entry: AchEntry, nowMs: number, typeCode: string): object => ({
  addendaParNumber: `${entry.parNumber}${typeCode}`,
  snapshotDate: utcDay(nowMs),
  transactionParNumber: entry.parNumber,
  addendaTypeCode: typeCode,
  addendaTypeDescription: addendaTexts[typeCode],
})

function iatParties(entry: AchEntry): object {
  const { originating, receiving } = sidesOf(entry)
  return {
    originatingFiIdentificationNumberCode: '01',
    originatingFiName: 'COUNTERSIGN PRACTICE BANK',
    originatingFiIdentificationNumber: originating.routingNumber,
    originatingFiBranchCountryCode: 'US',
    originatingCompanyName: originating.companyName ?? originating.customerName,
    originatingCompanyAddress1: '1 TOWN SQUARE',
    originatingCompanyAddress2: '',
    originatingCompanyCityStateProvince: 'ALDER FALLS*OR\\',
    originatingCompanyCountryPostalCode: 'US*97001\\',
    receivingFiName: 'BANQUE DU VAL',
    receivingFiIdentificationNumber: 'VALXFRP1XXX',
    receivingFiIdentificationNumberCode: '02',
    receivingFiBranchCountryCode: 'FR',
    receivingCustomerName: receiving.customerName,
    receivingCompanyName: receiving.companyName,
    receivingCompanyNumber: receiving.identification,
    receivingCompanyAddress1: '4 RUE DU MOULIN',
    receivingCompanyAddress2: '',
    receivingCompanyCityStateProvince: 'LYON*\\',
    receivingCompanyCountryPostalCode: 'FR*69001\\',
  }
}

const iatAddendum = (entry: AchEntry, nowMs: number): object => ({
  ...head(entry, nowMs, '10'),
  payInformation: entry.remittance[0] ?? entry.description,
  transactionTypeCode: 'BUS',
  transactionTypeDescr: 'Business/commercial',
  ...iatParties(entry),
  foreignCorrespondentFiIdNumberCode: '02',
  foreignCorrespondentFiName: 'BANQUE DE PASSAGE',
  foreignCorrespondentFiBRCountryCode: 'FR',
  foreignCorrespondentBankIdNumber: 'PASXFRPP',
  foreignOriginatingAmount: dollars(entry.amountCents),
  foreignOriginatingCurrencyCode: 'EUR',
  foreignTraceNumber: `FR${entry.traceNumber.slice(-7)}`,
  addendaSequenceNumber: '1',
  entryDetailSequenceNumber: entry.traceNumber.slice(-7),
  operatorCommandFlag: 'N',
})

const nonIatAddendum = (entry: AchEntry, nowMs: number): object => ({
  ...head(entry, nowMs, '05'),
  transactionSerialNumber: '0001',
  transactionDescription: transactionTexts[entry.transactionCode],
  sourceTransactionCreatedDate: utcDay(entry.collectedAtMs),
  sourceTransactionCreatedTime: shortTimeOf(entry.collectedAtMs),
  payInformation: entry.remittance[0],
  entryDetailSequenceNumber: entry.traceNumber.slice(-7),
  referenceInformation1: entry.identification,
  referenceInformtion2: entry.description,
  networkIdentificationCode: '',
  terminalIdentificationCode: '',
  terminalCity: '',
  terminalState: '',
  serviceTransactionReferenceNumber: entry.parNumber,
  operatorCommandFlag: 'N',
})

function nocAddendum(entry: AchEntry, nowMs: number): object | undefined {
  const change = changeOf(entry, nowMs)
  if (!change) return undefined
  return {
    ...head(entry, nowMs, '98'),
    changeCode: change.changeCode,
    changeDescription: changeTexts[change.changeCode],
    receivingFiIdentificationNumber: entry.counterparty.routingNumber.slice(0, 8),
    correctedData: change.correctedData,
    externalFiTransactionIdentificationNumber: entry.traceNumber,
    serviceTransactionReferenceNumber: entry.parNumber,
    operatorCommandFlag: 'N',
  }
}

/** Returns `addendaInformation`, without kinds that the entry does not have. */
export const addendaInformation = (entry: AchEntry, nowMs: number): object => ({
  iatAddendum: entry.international ? iatAddendum(entry, nowMs) : undefined,
  nonIatAddendum: entry.remittance.length > 0 ? nonIatAddendum(entry, nowMs) : undefined,
  nocAddendum: nocAddendum(entry, nowMs),
})
