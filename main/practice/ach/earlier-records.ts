/**
 * Entries as the earlier endpoints write them, every field in the document's spelling, internal
 * fields included (bank document 2, Earlier ACH inquiry endpoints; bank note 48). Every value is
 * text.
 */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { operatingBank } from '../data/client-accounts.ts'
import { addendaInformation } from './addenda-records.ts'
import { isCredit, returnTexts, reversalCode, secTexts, transactionTexts } from './code-texts.ts'
import { returnParOf } from './entry-numbers.ts'
import { returnOf, type AchEntry } from './entry.ts'
import { momentFields } from './moments.ts'
import { partyFields, receiverFields } from './parties.ts'
import type { Posting } from './postings.ts'
import { dollars, shortTimeOf } from './written.ts'

/** Returns C or D from the receiver's point of view. */
export const entryDirection = ({ transactionCode }: AchEntry): 'C' | 'D' =>
  isCredit(transactionCode) ? 'C' : 'D'

const internalOrigin = (nowMs: number): object => ({
  sourceSysCode: 'ACHP',
  sourceSysOfRecordCode: 'PEP',
  snapshotDate: utcDay(nowMs),
})
const internalAccounts = { postCompanyCostcontrolNumber: '0000417', glAccountNumber: '0014410055' }

const source = ({ account }: AchEntry): object => ({
  sourceBankNumber: operatingBank.bankNumber,
  sourceAccountNumber: account.accountNumber,
})

const references = (entry: AchEntry): object => ({
  checkSerialNumber: entry.checkSerialNumber ?? undefined,
  nachaBatchNumber: entry.batchNumber,
  nachaFileHeadRefererenceNumber: `F${entry.batchNumber}`,
})

const authorized = (entry: AchEntry): object => ({
  authorizedCustomerName:
    entry.side === 'originating' ? entry.account.name : entry.counterparty.name,
})

const custom = ({ customData }: AchEntry): object => ({ customData: customData ?? undefined })

/** The fields that details add to amounts, codes and numbers. */
const collectedDetails = (entry: AchEntry, nowMs: number): object => ({
  ...internalOrigin(nowMs),
  origAcctSuffix: '00',
  transactionCodeDescription: transactionTexts[entry.transactionCode],
  transactionDescription: entry.description,
  inboundCollectionWindow: shortTimeOf(entry.collectedAtMs),
  deliveryStatusCode: 'D',
  deliveryStatusDescription: 'Delivered',
  ...partyFields(entry),
  ...references(entry),
  nachaSecDescription: secTexts[entry.secCode],
  ...internalAccounts,
  goRoutingNumber: operatingBank.routingNumber,
  ...authorized(entry),
  collectionPoint: '0001',
  batchId: entry.batchNumber,
  transactionTraceId: entry.traceNumber,
  ...custom(entry),
})

function collectedMoments(entry: AchEntry, nowMs: number): object {
  return {
    ...momentFields('sourceTransactionProcess', entry.collectedAtMs),
    ...(nowMs >= entry.settledAtMs && {
      ...momentFields('sourceTransactionSettled', entry.settledAtMs, 'HHMM'),
      ...momentFields('sourceTransactionPost', entry.settledAtMs),
    }),
  }
}

const flag = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N')

/** Returns an ACHCollectedTransaction. Without details: numbers, codes, amounts and times only. */
export const collectedRecord = (
  entry: AchEntry,
  { nowMs, details, addenda }: { nowMs: number; details: boolean; addenda: boolean },
): object => ({
  transactionParNumber: entry.parNumber,
  ...source(entry),
  transactionCode: entry.transactionCode,
  ...receiverFields(entry),
  transactionAmount: dollars(entry.amountCents),
  creditOrDebitCode: entryDirection(entry),
  ...collectedMoments(entry, nowMs),
  nachaSecCode: entry.secCode,
  traceNumber: entry.traceNumber,
  addendaPresentFlag: flag(entry.remittance.length > 0 || entry.international),
  addendaRecordNumber: String(entry.remittance.length),
  iatFlag: flag(entry.international),
  ...(details && collectedDetails(entry, nowMs)),
  ...(addenda && { addendaInformation: addendaInformation(entry, nowMs) }),
})

const returnDetails = (entry: AchEntry, nowMs: number): object => ({
  ...internalOrigin(nowMs),
  sourceTransactionRecordNumber: entry.traceNumber.slice(-7),
  transactionCodeDescription: transactionTexts[reversalCode(entry.transactionCode)],
  transactionDescription1: entry.description,
  transactionDescription2: `RETURN ${entry.description}`,
  ...momentFields('sourceTransactionCreated', entry.collectedAtMs, 'HHMM'),
  inboundCollectionWindow: shortTimeOf(entry.collectedAtMs),
  outboundCollectionWindow: shortTimeOf(entry.settledAtMs),
  ...partyFields(entry),
  ...authorized(entry),
  immediateDestinationID: operatingBank.routingNumber,
  ...references(entry),
  nachaSecondarySecDescription: secTexts[entry.secCode],
  ...internalAccounts,
  collectionPoint: '0001',
  collectionApplicationTypeCode: '4',
  collectionApplicationTypeDescription: 'API',
  batchID: entry.batchNumber,
  ...custom(entry),
})

/** Returns an ACHReturnTransaction; an empty object while the entry has not been returned. */
export function returnRecord(
  entry: AchEntry,
  { nowMs, details }: { nowMs: number; details: boolean },
): object {
  const returned = returnOf(entry, nowMs)
  if (!returned) return {}
  return {
    returnTransactionParNumber: returnParOf(entry.parNumber),
    ...source(entry),
    originalACHTransactionParNumber: entry.parNumber,
    ...momentFields('originalTransactionProcess', entry.collectedAtMs),
    ...receiverFields(entry),
    transactionCode: reversalCode(entry.transactionCode),
    transactionAmount: dollars(entry.amountCents),
    creditOrDebitCode: entryDirection(entry),
    ...momentFields('sourceTransactionProcess', returned.atMs),
    ...momentFields('sourceTransactionSettled', returned.atMs, 'HHMM'),
    returnReleaseDate: utcDay(returned.atMs),
    returnReasonCode: returned.reasonCode,
    returnReasonDescription: returnTexts[returned.reasonCode],
    nachaSecondarySecCode: entry.secCode,
    traceId: entry.traceNumber,
    ...(details && returnDetails(entry, nowMs)),
  }
}

/** Returns an ACHPostedTransaction. */
export const postedRecord = (posting: Posting, nowMs: number): object => ({
  snapshotDate: utcDay(nowMs),
  processDate: utcDay(posting.atMs),
  ...source(posting.entry),
  transactionParNumber: posting.parNumber,
  transactionAmount: dollars(posting.entry.amountCents),
  creditOrDebitCode: posting.direction,
  coreTransactionCode: posting.direction === 'C' ? '0142' : '0642',
  baiCode: posting.baiCode,
  transactionCode: posting.transactionCode,
  regulationDescription1: posting.entry.description,
  regulationDescription2: posting.entry.counterparty.name,
  regulationDescription3: posting.entry.identification,
  regulationDescription4: posting.entry.traceNumber,
  postingWindow: shortTimeOf(posting.atMs),
  batchID: posting.entry.batchNumber,
  ...custom(posting.entry),
})
