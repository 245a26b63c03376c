/**
 * Requests of ACH inquiry in the bank's spelling (bank document 2; bank notes 41-46 and 58).
 * Omitted fields stay out; amounts, pages and rows go as text, never through a float.
 */
import type {
  AchCollectedRequest,
  AchListPage,
  AchListRequest,
  AchPostedRequest,
  AchReturnsRequest,
  AchRows,
  AchStatusRequest,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import {
  emptyDetails,
  type RowNumberPlace,
} from '../../../../preload/contract/api/profiles/profile-details.ts'
import { amountText, type MinorUnits } from '../../../../preload/contract/kernel/money.ts'

/** The request as sent: the exact JSON text, and a query if the row range is sent there. */
export interface WireInquiry {
  readonly body: string
  readonly query?: Readonly<Record<string, string>>
}

const optionalAmount = (minor: MinorUnits | undefined): string | undefined =>
  minor === undefined ? undefined : amountText(minor)

const commaSeparated = (values: readonly string[] | undefined): string | undefined =>
  values?.join(',')

/**
 * ach/list. Every field is text, the page too (bank note 46). A minimum amount of zero means no
 * minimum and is left out; a maximum amount of zero selects entries without money and is sent.
 */
export function listToWire(request: AchListRequest, page: AchListPage): WireInquiry {
  const { minimumAmount, maximumAmount } = request
  const body = JSON.stringify({
    accountNumber: request.accountNumber,
    dateSearchType: request.dateSearchType,
    fromDate: request.fromDate,
    toDate: request.toDate,
    minimumAmount: minimumAmount === 0 ? undefined : optionalAmount(minimumAmount),
    maximumAmount: optionalAmount(maximumAmount),
    traceNumber: request.traceNumber,
    pageNumber: String(page.pageNumber),
    pageSize: String(page.pageSize),
  })
  return { body }
}

/**
 * The wrapped object with its row range. The document does not show the type of the range: text, as
 * in the pages of ach/list.
 */
function wrapped(name: string, fields: object, rows: AchRows, place: RowNumberPlace): WireInquiry {
  const indexes = {
    startRowIndex: String(rows.startRowIndex),
    endRowIndex: String(rows.endRowIndex),
  }
  return place === 'query'
    ? { body: JSON.stringify({ [name]: fields }), query: indexes }
    : { body: JSON.stringify({ [name]: { ...fields, ...indexes } }) }
}

/**
 * The fields that the three searches share: accounts as an array, PAR numbers as one text (bank
 * note 42).
 */
const searchFields = (request: AchPostedRequest) => ({
  accountNumber: request.accountNumbers,
  fromDate: request.fromDate,
  toDate: request.toDate,
  creditOrDebitCode: request.creditOrDebit,
  fromAmount: optionalAmount(request.fromAmount),
  toAmount: optionalAmount(request.toAmount),
  parNumber: commaSeparated(request.parNumbers),
  receivingCustIdentificationNumber: request.receivingCustomerId,
})

/** returnACHtransactions/list. */
export const returnsToWire = (
  request: AchReturnsRequest,
  rows: AchRows,
  place = emptyDetails.rowNumbers,
): WireInquiry =>
  wrapped(
    'getACHReturnTransactionsRequest',
    { ...searchFields(request), detailsFlag: request.detailsFlag },
    rows,
    place,
  )

/** collectedACHtransactions/list. */
export const collectedToWire = (
  request: AchCollectedRequest,
  rows: AchRows,
  place = emptyDetails.rowNumbers,
): WireInquiry =>
  wrapped(
    'getACHCollectedTransactionsRequest',
    {
      ...searchFields(request),
      addendaFlag: request.addendaFlag,
      detailsFlag: request.detailsFlag,
      secCode: request.secCode,
      traceNumber: commaSeparated(request.traceNumbers),
    },
    rows,
    place,
  )

/** postedACHtransactions/list. */
export const postedToWire = (
  request: AchPostedRequest,
  rows: AchRows,
  place = emptyDetails.rowNumbers,
): WireInquiry => wrapped('getACHPostedTransactionsRequest', searchFields(request), rows, place)

/** ACHStatusInquiry/list: PAR and trace numbers are arrays here (bank note 42). */
export const statusToWire = (
  request: AchStatusRequest,
  rows: AchRows,
  place = emptyDetails.rowNumbers,
): WireInquiry =>
  wrapped(
    'getACHStatusInquiryRequest',
    {
      accountNumber: request.accountNumbers,
      parNumber: request.parNumbers,
      traceNumber: request.traceNumbers,
    },
    rows,
    place,
  )
