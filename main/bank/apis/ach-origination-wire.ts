/**
 * A batch in the bank's spelling (bank document 3, ACH origination request; bank notes 59, 79, 80
 * and 81). The same batch always gives the same bytes, so the approved text is the sent text
 * (Promise P3).
 */
import type {
  OriginationBatch,
  OriginationEntry,
} from '../../../preload/contract/bank/ach-origination/batch.ts'
import { amountText, type MinorUnits } from '../../../preload/contract/kernel/money.ts'
import { jsonNumber } from '../../platform/json/exact-json.ts'

/**
 * The unit in which the bank counts an amount. The document does not show it, so it is a setting
 * (bank note 81).
 */
export type AmountUnit = 'dollars' | 'cents'

/** Details that the document leaves open and the bank states at onboarding. */
export interface OriginationSpelling {
  readonly amountUnit: AmountUnit
  /**
   * The number of digits of receivingDFIId: 8 without the check digit, 9 with it. The check digit
   * also goes out in its own field either way.
   */
  readonly receivingDfiDigits?: 8 | 9
}

type Wire = Readonly<Record<string, unknown>>

const amountNumber = (amount: MinorUnits, unit: AmountUnit): unknown =>
  jsonNumber(unit === 'cents' ? String(amount) : amountText(amount))

interface Spelled {
  readonly unit: AmountUnit
  readonly dfiDigits: 8 | 9
}

/** JSON.stringify leaves out undefined, so an empty field is not sent. */
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

/** Each SEC code has its own names for amount and receiver (bank note 79). */
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
 * Builds the body in the document's order of fields. Amounts are numbers with their digits, in the
 * configured unit; the effective date is YYYY-MM-DD, as every other requested date in the document.
 * The addenda are counted only here.
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
