/** What the list of look-ups is sorted and searched by: what it shows of each. */
import { sql } from 'kysely'
import type { StatusInquiriesRequest } from '../../../preload/contract/api/payments/inquiry.ts'
import { inSummary, type InquiryList } from '../history/inquiry-list.ts'
import { byName, byNumber, byOperator, byText } from '../../store/sorted-page.ts'

const [outcome, status] = [inSummary('$.outcome'), inSummary('$.status')]

/** The bank's word, or how the look-up ended, as the list says it. */
const standing = sql`CASE ${outcome} WHEN 'answered' THEN coalesce(${status}, 'no status')
  WHEN 'nothing-found' THEN 'not found' WHEN 'not-sent' THEN 'not asked'
  ELSE replace(${outcome}, '-', ' ') END`

/** The amount as the bank wrote it: thousands may be told apart. */
const amount = sql`CAST(nullif(replace(${inSummary('$.amount')}, ',', ''), '') AS REAL)`

/** What each column is sorted by. */
export const paymentInquiryOrder: InquiryList<
  NonNullable<StatusInquiriesRequest['sort']>['column']
>['columns'] = (sort, operators) => ({
  title: byName(sql`title`, sort),
  status: byText(standing, sort),
  at: sql`at`,
  'value-date': byText(inSummary('$.valueDate'), sort),
  amount: byNumber(amount, sort),
  operator: byOperator(operators, sort),
})

/** What is searched beside the title. */
export const inquiryText = [
  standing,
  inSummary('$.valueDate'),
  inSummary('$.amount'),
  inSummary('$.currency'),
]
