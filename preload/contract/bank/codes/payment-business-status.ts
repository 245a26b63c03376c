/**
 * The 21 business statuses of wire and RTP alerts: category, and whether the document calls them
 * final.
 */
import { codeFamily, type ExplainedCode } from './code-family.ts'

/** Categories of the document. */
export type StatusCategory = 'In Process' | 'In Review' | 'Failed' | 'Cancelled' | 'Complete'

/**
 * A business status. "Final" is the document's term and does not exclude a later alert (bank note
 * 74).
 */
export interface BusinessStatus {
  readonly code: string
  readonly category: StatusCategory
  readonly meaning: string
  readonly isFinal: boolean
  readonly notes?: string | undefined
}

const final = new Set([
  'Abandoned',
  'Cancelled',
  'Completed',
  'Fatal',
  'Future Warehouse Cancelled',
  'Rejected',
  'Returned',
])

const status = (
  code: string,
  category: StatusCategory,
  meaning: string,
  notes?: string,
): BusinessStatus => ({ code, category, meaning, isFinal: final.has(code), notes })

/** All business statuses in the document's order. */
export const businessStatuses: readonly BusinessStatus[] = [
  status('Advising', 'In Process', 'Customer or payment-network advising.'),
  status(
    'Future Warehouse',
    'In Process',
    'Payment missed the network cutoff and moved to a future business date.',
    'This can last for days. The payment can be cancelled meanwhile.',
  ),
  status(
    'Held Requiring Cover',
    'In Process',
    'Needs an operator to clear it out of the direct and cover matching intervention.',
  ),
  status('Internal Filter', 'In Process', 'Scan for alternate or special processing.'),
  status('Limit check', 'In Process', 'Account or customer limits check.'),
  status('Pricing', 'In Process', 'Billing codes and/or network channel fees applied.'),
  status(
    'Product Selection',
    'In Process',
    'Product for the payment is determined, which drives the workflow steps.',
  ),
  status('Clearing', 'In Review', 'Waiting for a response from the payment network.'),
  status(
    'Duplicate Content',
    'In Review',
    'Payment matches another payment; action needed to continue.',
  ),
  status('Funds Release', 'In Review', 'Waiting for a memo post response.'),
  status('Payment Notification', 'In Review', 'Stopped pending manual release.'),
  status('Pre Qualifying', 'In Review', 'Being evaluated for errors by the network.'),
  status(
    'Regulatory Filter',
    'In Review',
    'Waiting for response of a fraud or sanctions check.',
    'A check by the bank; this workstation does no screening.',
  ),
  status('Repair', 'In Review', 'Needs correction before processing continues.'),
  status('Abandoned', 'Failed', 'Manually forced to not complete; will not complete workflow.'),
  status('Fatal', 'Failed', 'Serious error; will not complete workflow.'),
  status(
    'Future Warehouse Cancelled',
    'Failed',
    'Cancelled from the Future Warehouse queue.',
    'Its category is Failed, not Cancelled.',
  ),
  status('Rejected', 'Failed', 'Rejected by the network; will not complete workflow.'),
  status(
    'Returned',
    'Failed',
    'Returned by the receiving bank.',
    'May follow Completed: the order of statuses is not documented.',
  ),
  status('Cancelled', 'Cancelled', 'Payment was cancelled; will not complete workflow.'),
  status(
    'Completed',
    'Complete',
    'Processed successfully through the workflow.',
    'Returned may still follow: the order of statuses is not documented.',
  ),
]

/** Unifies the table's "Limit check" and an alert's "LimitCheck" (bank note 73). */
export const statusSpelling = (code: string): string => code.replace(/\s+/g, '').toLowerCase()

const bySpelling = new Map(businessStatuses.map((each) => [statusSpelling(each.code), each]))

/**
 * Returns the status of a `tranBusnStatusCode` in any spelling; an unknown code is never treated as
 * final (bank note 73).
 */
export const businessStatusOf = (code: string): BusinessStatus | undefined =>
  bySpelling.get(statusSpelling(code))

const explained = ({ code, category, meaning, isFinal, notes }: BusinessStatus): ExplainedCode => ({
  code,
  meaning,
  source: 'bank',
  where: 'Platform Specification, States and transitions',
  facts: [
    { label: 'Category', value: category },
    { label: 'Final', value: isFinal ? 'Yes, though a late alert may still follow' : 'No' },
  ],
  notes,
})

export const businessStatusFamily = codeFamily(
  {
    id: 'payment-business-status',
    topic: 'Wire and RTP',
    title: 'Payment business status',
    fields: ['tranBusnStatusCode'],
    explanation:
      'In wire and RTP alerts, written without spaces. One of three status lists without a documented mapping. Late alerts may arrive out of order, even after a final status.',
    entries: businessStatuses.map(explained),
  },
  statusSpelling,
)
