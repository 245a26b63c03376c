/**
 * Sort keys and searched values of the list of status inquiries, limited to what the list shows.
 */
import { sql } from 'kysely'
import type { StatusInquiriesRequest } from '../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { inquiryOutcomeLabels } from '../../../preload/contract/text/answers.ts'
import { inSummary, type InquiryList } from '../history/inquiry-list.ts'
import { numberIn } from '../../store/dialect.ts'
import { byName, byNumber, byOperator, byText } from '../../store/sorted-page.ts'

const [outcome, status] = [inSummary('$.outcome'), inSummary('$.status')]

const outcomeCases = sql.join(
  Object.entries(inquiryOutcomeLabels).map(([kind, label]) => sql`WHEN ${kind} THEN ${label}`),
  sql` `,
)

/** The bank's status, or the outcome in the words of the list. */
const statusText = sql`CASE WHEN ${outcome} = 'answered' AND ${status} IS NOT NULL THEN ${status}
  ELSE CASE ${outcome} ${outcomeCases} END END`

/** The amount as the bank wrote it, possibly with thousands separators. */
const amount = numberIn(sql`nullif(replace(${inSummary('$.amount')}, ',', ''), '')`)

/** The sort key of each column. */
export const paymentInquirySort: InquiryList<
  NonNullable<StatusInquiriesRequest['sort']>['column']
>['columns'] = (sort, operators) => ({
  title: byName(sql`title`, sort),
  status: byText(statusText, sort),
  at: sql`at`,
  'value-date': byText(inSummary('$.valueDate'), sort),
  amount: byNumber(amount, sort),
  operator: byOperator(operators, sort),
})

/** The values searched beside the title. */
export const searchedText = [
  statusText,
  inSummary('$.valueDate'),
  inSummary('$.amount'),
  inSummary('$.currency'),
]
