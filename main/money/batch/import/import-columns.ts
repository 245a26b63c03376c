/** What the headers of a table of entries suggest its columns to mean: a proposal that a person sees and changes. */
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import type {
  BatchImportOptions,
  BatchMapping,
  batchColumns,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'

/** A field that a column can fill. */
export type BatchColumn = (typeof batchColumns)[number]

const people = 'individual|employee|payee|receiver|recipient|beneficiary|customer|person|owner'
const companies =
  'company|vendor|supplier|business|organi[sz]ation|merchant|receivingcompany|payor|payer'
const numbers = 'number|num|nbr|no'
const number = `(?:${numbers})?`

const patterns: readonly (readonly [BatchColumn, RegExp])[] = [
  [
    'routingNumber',
    new RegExp(
      `^(?:receiving|bank|payee|vendor|employee|destination)?(?:routing|routingtransit|transitrouting|transit|aba|abarouting|routingaba|rtn|rdfi|rdfirouting|dfi|receivingdfi|bankcode|bankid)(?:id|code|aba|${numbers})?$`,
    ),
  ],
  [
    'accountNumber',
    new RegExp(
      `^(?:bank|payee|vendor|receiver|receiving|beneficiary|employee|customer|dfi|rdfi|deposit|depositor|checking|credit)?(?:account|acct|acc)${number}$|^dfiaccountnumber$|^dda(?:account)?${number}$`,
    ),
  ],
  [
    'creditDebitCode',
    /^(?:creditdebit|debitcredit|creditordebit|debitorcredit|crdr|drcr|cd|dc|dbcr|crdb)(?:code|indicator|ind|flag|type)?$|^(?:transaction|tran|trans|txn|tc|tran?s?action)code$|^tc$|^direction$|^sign$/,
  ],
  [
    'accountType',
    /^(?:bank|dfi|receiver|payee)?(?:account|acct|acc)(?:type|kind)$|^(?:checking|ddas?)(?:or)?savings?$|^(?:checkingsavings|chksav)$/,
  ],
  [
    'transactionType',
    /^(?:transaction|tran|txn|entry)type$|^(?:live)?(?:or)?prenote$|^prenotification$/,
  ],
  [
    'amount',
    /^(?:payment|transaction|entry|transfer|total|net|netpay|pay|credit|debit|invoice|deposit|ach)?(?:amount|amt)(?:usd|indollars)?$|^netpay$|^value$|^dollars$|^total$|^usd$/,
  ],
  ['individualIdentificationNumber', /^individual(?:identification|id)(?:number|no)?$/],
  [
    'identificationNumber',
    new RegExp(
      `^(?:id|identification|ident|identifier|reference|ref|invoice|inv|memo|customer|vendor|supplier|payee|company|receiver|payment|employee|person|personnel|payroll|check|contract|policy|member)?(?:id|identification|ident|reference|ref|number|num|no|code)(?:number|no)?$|^(?:id|identifier|identification|reference|ref|invoice)$`,
    ),
  ],
  ['discretionaryData', /^discretionary(?:data)?$/],
  [
    'addenda',
    /^(?:addenda|addendum|remittance|paymentrelated|paymentdetails?|remit)(?:information|info|text|advice|record|records|data)?s?$|^(?:memo|notes?|comments?|message|remarks?|paymentrelatedinformation)$/,
  ],
  [
    'receiverName',
    new RegExp(
      `^(?:${people}|${companies}|account|accountholder|full|receivingcompany)?names?$|^(?:${people}|${companies})$|^(?:accountholder|paidto|payto|to|depositor|receivingcompanynameidnumber|individualorcompanyname|nameonaccount|nameofaccount)$|^(?:account|acct)(?:holder|owner)?name$`,
    ),
  ],
]

/** A header without case and without what joins its words. */
const joined = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The columns that the headers name; each field goes to the first column that fits. */
export function suggestedColumns(headers: readonly string[]): BatchMapping {
  const mapping: BatchMapping = {}
  const free = new Set(headers)
  for (const [field, fits] of patterns) {
    const header = headers.find((one) => free.has(one) && fits.test(joined(one)))
    if (header === undefined) continue
    free.delete(header)
    mapping[field] = header
  }
  return mapping
}

/** What is assumed at first where the table says nothing; a person sees it before anything is made of the file. */
export function suggestedOptions(headers: readonly string[]): BatchImportOptions {
  const named = headers.map(joined)
  const ofCompanies = named.some((name) => new RegExp(`^(?:${companies})(?:name)?$`).test(name))
  const secCode: SecCode = ofCompanies ? 'CCD' : 'PPD'
  return {
    secCode,
    creditDebitCode: 'C',
    accountType: 'C',
    transactionType: 'L',
    addendaSeparator: '',
  }
}

/** The headers as they are shown, each different: where a file has none, its first row stands in their place. */
export function shownHeaders(headers: readonly string[]): string[] {
  const seen = new Set<string>()
  return headers.map((header, at) => {
    const masked = maskedDigits(header).slice(0, 200)
    const shown = seen.has(masked) ? `${masked} (Column ${String(at + 1)})` : masked
    seen.add(shown)
    return shown
  })
}

/** Whether what was taken for headers looks like an entry itself. */
export const looksLikeEntry = (headers: readonly string[]): boolean =>
  headers.some((header) => /^\d{9}$/.test(header.trim())) ||
  headers.filter((header) => /^\$?[\d,]+(?:\.\d\d)?$/.test(header.trim())).length > 1
