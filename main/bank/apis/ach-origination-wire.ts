/**
 * A batch as the bank spells it (3-payments-and-ach-origination.md, ACH origination request; traps 59, 79,
 * 80 and 81). The same batch gives the same bytes: what was approved is what is sent (P3).
 */
import type {
  OriginationBatch,
  OriginationEntry,
} from '../../../preload/contract/bank/ach-origination/batch.ts'
import { amountText, type MinorUnits } from '../../../preload/contract/kernel/money.ts'
import { jsonNumber } from '../../platform/json/exact-json.ts'

/** In what the bank counts an amount, which the document does not show: a setting (trap 81). */
export type AmountUnit = 'dollars' | 'cents'

/** What the document leaves open and the bank says at onboarding. */
export interface OriginationSpelling {
  readonly amountUnit: AmountUnit
  /** How many digits receivingDFIId has: without the check digit, which goes out apart either way, or with it. */
  readonly receivingDfiDigits?: 8 | 9
}

type Wire = Readonly<Record<string, unknown>>

const amountNumber = (amount: MinorUnits, unit: AmountUnit): unknown =>
  jsonNumber(unit === 'cents' ? String(amount) : amountText(amount))

interface Spelled {
  readonly unit: AmountUnit
  readonly dfiDigits: 8 | 9
}

/** JSON.stringify leaves out what is undefined, so a field that was not filled in does not go out. */
const commonFields = (entry: OriginationEntry, { dfiDigits }: Spelled): Wire => ({
  DFIAccountNumber: entry.accountNumber,
  accountType: entry.accountType,
  checkDigit: entry.routingNumber.slice(8),
  creditDebitCode: entry.creditDebitCode,
  receivingDFIId: entry.routingNumber.slice(0, dfiDigits),
  transactionType: entry.transactionType,
  uuid: entry.uuid,
  identificationNumber: entry.identificationNumber,
  discretionaryData: entry.discretionaryData,
  addenda:
    entry.addenda.length > 0
      ? entry.addenda.map((paymentRelatedInformation) => ({ paymentRelatedInformation }))
      : undefined,
})

/** What each SEC code calls the amount and the receiver (trap 79). */
function detailsOf(batch: OriginationBatch, spelled: Spelled): Wire[] {
  const { unit } = spelled
  switch (batch.secCode) {
    case 'CCD':
      return batch.details.map((entry) => ({
        ...commonFields(entry, spelled),
        amount: amountNumber(entry.amount, unit),
        receivingCompanyName: entry.receiverName,
      }))
    case 'CTX':
      return batch.details.map((entry) => ({
        ...commonFields(entry, spelled),
        totalAmount: amountNumber(entry.amount, unit),
        numberOfAddendaRecords: entry.addenda.length,
        receivingCompanyNameIDNumber: entry.receiverName,
      }))
    case 'PPD':
      return batch.details.map((entry) => ({
        ...commonFields(entry, spelled),
        amount: amountNumber(entry.amount, unit),
        individualName: entry.receiverName,
        individualIdentificationNumber: entry.individualIdentificationNumber,
      }))
  }
}

/**
 * Writes the body, in the document's order of fields. Amounts are numbers with their digits, in the unit
 * that is set; the effective date is YYYY-MM-DD, as the document writes every other requested date; the
 * addenda are counted here and nowhere else.
 */
export function originationBody(
  batch: OriginationBatch,
  { amountUnit: unit, receivingDfiDigits: dfiDigits = 8 }: OriginationSpelling,
): string {
  return JSON.stringify({
    batch: {
      collectionApplicationId: batch.collectionApplicationId,
      point: batch.point,
      secCode: batch.secCode,
      uuid: batch.uuid,
      collectionApplicationType: batch.collectionApplicationType,
      effectiveDate: batch.effectiveDate,
      companyDescriptiveDate: batch.companyDescriptiveDate,
      companyEntryDescription: batch.companyEntryDescription,
      details: detailsOf(batch, { unit, dfiDigits }),
    },
    customData: batch.customData,
  })
}
