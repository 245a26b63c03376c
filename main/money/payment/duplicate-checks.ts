/**
 * Finds duplicates of a payment: the same amount in the same currency to the same account at the
 * same bank within a few days, by wire, RTP or ACH. The most common way to pay twice is a second
 * person or a second file, not a machine that repeats.
 */
import { sql } from 'kysely'
import {
  significantAccount,
  significantRouting,
} from '../../../preload/contract/kernel/account-number.ts'
import { amountFrom } from '../../../preload/contract/kernel/money.ts'
import type { PaymentForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import {
  duplicateDays,
  mostDuplicatePayments,
  type DuplicatePayment,
} from '../../../preload/contract/domain/orders/order-course.ts'
import type { Reader } from '../../store/store.ts'
import { alikeIn, changedFrom, duplicatePayments } from '../payee-payments.ts'

/** What duplicates share. */
interface Compared {
  readonly account: string
  readonly routing: string
  readonly amount: number
  readonly currency: string
}

function comparedOf(form: PaymentForm): Compared | null {
  const read = amountFrom(form.amount, form.currency)
  const account = significantAccount(form.creditParty.accountNumber)
  const routing = significantRouting(form.creditPartyBank.aba)
  if (!('minor' in read) || account === '' || routing === '') return null
  return { account, routing, amount: read.minor, currency: form.currency.trim() }
}

/** Returns the key that duplicates share; null if the form lacks a part of it. */
export function duplicateKey(form: PaymentForm): string | null {
  const compared = comparedOf(form)
  return compared && JSON.stringify(compared)
}

/**
 * Returns the order that this one was changed from, and recent payments and credits of batches that
 * duplicate this form, newest first; `ownId` is the order of the form itself, if it has one.
 */
export async function duplicatesOf(
  read: Reader,
  form: PaymentForm,
  ownId: string | null,
  now: Date,
): Promise<DuplicatePayment[]> {
  const compared = comparedOf(form)
  const changed = ownId === null ? [] : await changedFrom(read, ownId)
  if (compared === null) return changed
  const { account, routing, amount, currency } = compared
  const here = sql`SELECT CAST(${account} AS text) AS account, CAST(${routing} AS text) AS routing,
    CAST(${amount} AS bigint) AS amount, 'C' AS direction, CAST(${currency} AS text) AS currency`
  const alike = alikeIn(here, { ownId: ownId ?? '', now, days: duplicateDays.payment })
  const most = mostDuplicatePayments.payment
  const found = await duplicatePayments(read, alike, { most, wanted: 'all' })
  return [...changed, ...found.filter(({ id }) => changed.every((one) => one.id !== id))]
}

/** Names a payment or an entry: `CS2026\u2026 of 2026-11-23, outcome unknown`. */
const named = ({ kind, reference, at, state }: DuplicatePayment): string =>
  `${kind === 'entry' ? 'ACH batch ' : ''}${reference} of ${at.slice(0, 10)}, ${state.replaceAll('-', ' ')}`

/** Returns a sentence about the duplicates, without account numbers; null if there are none. */
export const duplicateText = (duplicates: readonly DuplicatePayment[]): string | null =>
  duplicates.length === 0
    ? null
    : `The same amount to the same account within ${String(duplicateDays.payment)} days: ${duplicates.map(named).join('; ')}`
