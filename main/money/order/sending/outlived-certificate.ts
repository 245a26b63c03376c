/**
 * A send whose follow-up would outlive what calls are made with: status, returns and look-ups need a certificate for as
 * long as the network lets something come back. It explains and never blocks. Pure; dates are YYYY-MM-DD.
 */
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar-date.ts'
import {
  watchedNames,
  type WatchedUse,
} from '../../../../preload/contract/api/certificates/warnings.ts'
import { addBankingDays } from '../../../../preload/contract/kernel/banking-days.ts'
import type { OrderForm } from '../../../../preload/contract/domain/orders/order-form.ts'
import type { RequestWarning } from '../../../../preload/contract/kernel/request-warning.ts'
import { networkDay, returnPossibleUntil } from '../../batch/tracking/network-deadlines.ts'
import type { WatchedCertificate } from '../../../profile/certificates/certificate-warnings.ts'

/** Until when something may follow, and whose rule says so. */
export interface FollowUp extends Pick<RequestWarning, 'path' | 'source' | 'where'> {
  /** The last day on which it may. */
  readonly until: string
  /** What may follow, in a word: "returns". */
  readonly what: string
}

const later = (one: string, other: string): string => (one > other ? one : other)

/**
 * A payment is looked up once more a day after it is final, since a return may follow (trap 74); a wire that misses its
 * cutoff waits in the Future Warehouse for the next banking day. Null: its date cannot be read.
 */
export function followUpOfPayment(
  { service, valueDate }: Pick<OrderForm, 'service' | 'valueDate'>,
  now: Date,
): FollowUp | null {
  const date = valueDate.trim()
  if (!isCalendarDate(date)) return null
  const settles = later(date, networkDay(now))
  return {
    until: daysLater(service === 'WIRE' ? addBankingDays(settles, 1) : settles, 1),
    ...{ path: 'valueDate', what: 'its status and a return', source: 'bank' },
    where: 'Platform Specification, States and transitions (Future Warehouse, Returned)',
  }
}

/**
 * An ACH entry may come back within two banking days, and a debit of a consumer within 60 days, after it settles. Null:
 * the effective date cannot be read.
 */
export function followUpOfBatch(
  batch: { readonly secCode: SecCode; readonly effectiveDate: string; readonly hasDebits: boolean },
  now: Date,
): FollowUp | null {
  const given = batch.effectiveDate.trim()
  if (!isCalendarDate(given)) return null
  const effectiveDate = later(given, networkDay(now))
  const creditDebitCode = batch.hasDebits ? 'D' : 'C'
  const until = returnPossibleUntil({ secCode: batch.secCode, creditDebitCode, effectiveDate })
  if (until === null) return null
  return {
    ...{ until, path: 'effectiveDate', what: 'returns', source: 'network' },
    where:
      'Nacha Operating Rules: returns within 2 banking days, of unauthorized consumer debits within 60 days',
  }
}

/** What every call to the bank rests on. */
const calling: readonly WatchedUse[] = ['client', 'client-issuer', 'private-ca']

/** The warning of the certificate that ends first, where that is before the follow-up is over; else none. */
export function outlivedWarnings(
  followUp: FollowUp | null,
  certificates: readonly WatchedCertificate[],
): RequestWarning[] {
  if (!followUp) return []
  const { until, what, path, source, where } = followUp
  const [first] = certificates
    .filter(({ use }) => calling.includes(use))
    // The last day counts whole.
    .filter(({ validTo }) => Date.parse(validTo) < Date.parse(`${daysLater(until, 1)}T00:00:00Z`))
    .sort((one, other) => one.validTo.localeCompare(other.validTo))
  if (!first) return []
  const { use, validTo, successor } = first
  const end = validTo.slice(0, 10)
  const beside =
    successor?.kind === 'certificate'
      ? ` One that is valid until ${successor.validTo.slice(0, 10)} is kept beside it.`
      : ''
  const message = `The ${watchedNames[use]} is valid until ${end}, and ${what} may follow until ${until}: replace it before, or the bank cannot be asked.${beside}`
  return [{ path, message, source, where }]
}
