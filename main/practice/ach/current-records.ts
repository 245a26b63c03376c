/**
 * Entries as `/ach/list` and `/ach/detail` write them (bank document 2, ACH transaction detail).
 */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { jsonNumber } from '../../platform/json/exact-json.ts'
import { changeTexts, returnTexts, secTexts, transactionTexts } from './code-texts.ts'
import { changeOf, returnOf, statusOf, type AchEntry, type Viewpoint } from './entry.ts'
import { sidesOf, type Side } from './parties.ts'
import { dollars } from './written.ts'

/** IAT entries carry at least seven addenda records. */
const iatAddendaCount = 7

function countsOf(entry: AchEntry, nowMs: number): Readonly<Record<string, number>> {
  return {
    addendaCount: entry.remittance.length,
    notificationOfChangeAddendaCount: changeOf(entry, nowMs) ? 1 : 0,
    internationalAddendaCount: entry.international ? iatAddendaCount : 0,
  }
}

/**
 * The counts are integers here and texts in the alerts, so some entries have them as texts (bank
 * note 53).
 */
function writtenCounts(entry: AchEntry, nowMs: number): object {
  const counts = countsOf(entry, nowMs)
  if (!entry.traceNumber.endsWith('7')) return counts
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]))
}

const shortParty = ({ identification, companyName }: Side): object => ({
  customerIdentificationNumber: identification,
  companyName,
})

const authorizedName = (entry: AchEntry): string =>
  entry.side === 'originating' ? entry.account.name : entry.counterparty.name

function stateFields(entry: AchEntry, view: Viewpoint): object {
  const status = statusOf(entry, view)
  const returned = returnOf(entry, view.nowMs)
  const settled = !view.consolidated && view.nowMs >= entry.settledAtMs
  return {
    parNumber: entry.parNumber,
    transactionStatus: status,
    traceNumber: entry.traceNumber,
    transactionAmount: jsonNumber(dollars(entry.amountCents)),
    ...(settled && { settlementDate: utcDay(entry.settledAtMs) }),
    ...(returned && {
      returnDate: utcDay(returned.atMs),
      returnReasonCode: returned.reasonCode,
      returnReasonDescription: returnTexts[returned.reasonCode],
    }),
    transactionCode: entry.transactionCode,
    authorizedCustomerName: authorizedName(entry),
    standardEntryClassCode: entry.secCode,
  }
}

/** Returns an entry of the list. */
export function listItem(entry: AchEntry, view: Viewpoint): object {
  const { originating, receiving } = sidesOf(entry)
  return {
    ...stateFields(entry, view),
    receivingAccount: { accountNumber: receiving.accountNumber },
    originatingAccount: { accountNumber: originating.accountNumber },
    receivingParty: shortParty(receiving),
    originatingParty: shortParty(originating),
    ...writtenCounts(entry, view.nowMs),
  }
}

const fullAccount = ({ accountNumber, bankNumber, routingNumber }: Side): object => ({
  accountNumber,
  bankNumber,
  routingNumber,
})

/** Returns the entry's own number within its trace number. */
export const entrySequence = ({ traceNumber }: AchEntry): string => traceNumber.slice(-7)

function changesOf(entry: AchEntry, nowMs: number): object[] {
  const change = changeOf(entry, nowMs)
  if (!change) return []
  const { changeCode, correctedData } = change
  return [{ changeCode, changeDescription: changeTexts[changeCode], correctedData }]
}

/** Returns an entry with all its details. */
export function detailOf(entry: AchEntry, view: Viewpoint): object {
  const { originating, receiving } = sidesOf(entry)
  return {
    ...stateFields(entry, view),
    transactionCodeDescription: transactionTexts[entry.transactionCode],
    transactionDescription: entry.description,
    standardEntryClassDescription: secTexts[entry.secCode],
    receivingAccount: fullAccount(receiving),
    originatingAccount: fullAccount(originating),
    receivingParty: { ...shortParty(receiving), customerName: receiving.customerName },
    originatingParty: { ...shortParty(originating), customerName: originating.customerName },
    ...writtenCounts(entry, view.nowMs),
    ...(entry.customData !== null && { customData: entry.customData }),
    ...(entry.checkSerialNumber !== null && { checkSerialNumber: entry.checkSerialNumber }),
    transactionDirection: entry.side === 'originating' ? 'ORIGINATING ITEM' : 'RECEIVING ITEM',
    addenda: entry.remittance.map((paymentRelatedInformation, at) => ({
      sequenceNumber: at + 1,
      entryDetailSequenceNumber: entrySequence(entry),
      paymentRelatedInformation,
    })),
    notificationOfChange: changesOf(entry, view.nowMs),
  }
}
