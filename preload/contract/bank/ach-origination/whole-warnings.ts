/**
 * Warnings about all entries of a batch together, from network rules and gaps of the document
 * (Nacha; bank note 78). None blocks. A warning about several entries appears once and names the
 * first ones.
 */
import { significantAccount, significantRouting } from '../../kernel/account-number.ts'
import { addBankingDays } from '../../kernel/banking-days.ts'
import { isCalendarDate } from '../../kernel/calendar.ts'
import type { RequestWarning } from '../../kernel/request-warning.ts'
import type { SecCode } from './batch.ts'
import {
  payrollDescription,
  reversalDescription,
  retryDescription,
} from './description-warnings.ts'
import { requestSource } from './rules.ts'

/** Largest same-day entry, in cents: $1,000,000. */
export const sameDayLimit = 100_000_000

/** The fields of an entry that matter here. */
export interface WholeEntry {
  /** C or D if valid. */
  readonly direction: string
  /** Cents; NaN if unreadable. */
  readonly amount: number
  readonly isPrenote: boolean
  /** Account and bank as one text. */
  readonly account: string
}

export interface WholeBatch {
  readonly secCode: SecCode
  readonly effectiveDate: string
  readonly companyEntryDescription: string
  readonly isReversal: boolean
  readonly entries: readonly WholeEntry[]
}

/** Returns the relevant fields of a requested entry, valid or not. */
export const countedEntry = (entry: {
  readonly creditDebitCode: string
  readonly amount: number
  readonly transactionType?: string | undefined
  readonly routingNumber: string
  readonly accountNumber: string
}): WholeEntry => ({
  direction: entry.creditDebitCode,
  amount: entry.amount,
  isPrenote: entry.transactionType === 'P',
  account: `${significantRouting(entry.routingNumber)} ${significantAccount(entry.accountNumber)}`,
})

const network = (path: string, message: string, where: string): RequestWarning => ({
  path,
  message,
  source: 'network',
  where,
})
const one = (condition: boolean, warning: () => RequestWarning): RequestWarning[] =>
  condition ? [warning()] : []

/** Returns the first rows as text: `rows 1, 5, 9 and 12 more`. */
function rows(entries: readonly WholeEntry[], fits: (entry: WholeEntry) => boolean): string {
  const all = entries.flatMap((entry, index) => (fits(entry) ? [index + 1] : []))
  const first = all.slice(0, 5).join(', ')
  const more = all.length > 5 ? ` and ${(all.length - 5).toLocaleString('en-US')} more` : ''
  return `${all.length === 1 ? 'row' : 'rows'} ${first}${more}`
}

/** Returns the warnings about all entries together; `today` is YYYY-MM-DD. */
export function wholeWarnings(batch: WholeBatch, today: string): RequestWarning[] {
  const { entries } = batch
  const credits = entries.some(({ direction }) => direction === 'C')
  const debits = entries.some(({ direction }) => direction === 'D')
  return [
    ...one(credits && debits, () => ({
      path: 'details',
      message: 'Credits and debits in one batch: ask the bank whether both are allowed',
      source: 'bank',
      where: requestSource,
    })),
    ...prenoteWarnings(entries),
    ...dateWarnings(batch, today, { credits, debits }),
    ...payrollWarnings(batch, credits),
  ]
}

/** A live entry may follow three banking days after a prenotification. */
function prenoteWarnings(entries: readonly WholeEntry[]): RequestWarning[] {
  const where = 'Nacha, prenotifications'
  const noted = new Set(entries.filter((entry) => entry.isPrenote).map(({ account }) => account))
  if (noted.size === 0) return []
  const early = ({ isPrenote, account }: WholeEntry): boolean => !isPrenote && noted.has(account)
  if (entries.some(early)) {
    return [
      network(
        'details',
        `Live entries must wait three banking days after the prenotification to their account: ${rows(entries, early)}`,
        where,
      ),
    ]
  }
  return one(
    entries.some(({ isPrenote }) => !isPrenote),
    () => network('details', 'Prenotifications (type P) and live entries in one batch', where),
  )
}

function dateWarnings(
  { effectiveDate, entries }: WholeBatch,
  today: string,
  has: { readonly credits: boolean; readonly debits: boolean },
): RequestWarning[] {
  if (!isCalendarDate(effectiveDate)) return []
  const where = 'Nacha, effective entry date'
  const beyond = (count: number): boolean => effectiveDate > addBankingDays(today, count)
  const isLarge = ({ amount }: WholeEntry): boolean => amount > sameDayLimit
  return [
    ...one(has.debits && beyond(1), () =>
      network('effectiveDate', 'Debits are processed at most one banking day ahead', where),
    ),
    ...one(has.credits && beyond(2), () =>
      network('effectiveDate', 'Credits are processed at most two banking days ahead', where),
    ),
    ...one(effectiveDate === today && entries.some(isLarge), () =>
      network(
        'effectiveDate',
        `Not settled on the same day, being more than 1,000,000.00: ${rows(entries, isLarge)}`,
        'Nacha, same-day ACH limit',
      ),
    ),
  ]
}

/** PAYROLL is required only for wages, and only a person knows which credits are wages. */
function payrollWarnings(batch: WholeBatch, credits: boolean): RequestWarning[] {
  const where = 'Nacha, Company Entry Description, since 2026-03-20'
  const path = 'companyEntryDescription'
  const description = batch.companyEntryDescription.trim().toUpperCase()
  const isWages = batch.secCode === 'PPD' && credits
  if (description === payrollDescription) {
    return one(!isWages && batch.entries.length > 0, () =>
      network(path, `${payrollDescription} is for wages: PPD credits`, where),
    )
  }
  const isOther =
    batch.isReversal || description === reversalDescription || description === retryDescription
  return one(isWages && !isOther, () =>
    network(path, `For wages, the network requires ${payrollDescription}`, where),
  )
}
