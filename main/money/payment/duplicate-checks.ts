/**
 * Finds duplicate payments: the same amount in the same currency to the same account at the same
 * bank within a few days. The most common way to pay twice is a second person or a second file, not
 * a machine that repeats.
 */
import { sql } from 'kysely'
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import { amountFrom } from '../../../preload/contract/kernel/money.ts'
import type { PaymentForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import type { PossibleDuplicates } from '../../../preload/contract/domain/orders/order-course.ts'
import type { Reader } from '../../store/store.ts'
import { bankOf } from './payment-text.ts'

/** An order that may have left, or may still leave. */
export type DuplicateOrder = PossibleDuplicates['payments'][number]

const withinDays = 10
const dayMs = 86_400_000
const maxNamed = 5

/** Returns the key that duplicates share; null if the form lacks a part of it. */
export function duplicateKey(form: PaymentForm): string | null {
  const amount = amountFrom(form.amount, form.currency)
  const account = significantAccount(form.creditParty.accountNumber.trim())
  const aba = bankOf(form)
  if (!('minor' in amount) || account === '' || aba === '') return null
  return JSON.stringify([account, aba, amount.minor, form.currency.trim()])
}

/**
 * Returns recent orders that duplicate this form, newest first; `ownId` is the order of the form
 * itself, if it has one.
 */
export async function duplicatesOf(
  read: Reader,
  form: PaymentForm,
  ownId: string | null,
  now: Date,
): Promise<DuplicateOrder[]> {
  const key = duplicateKey(form)
  if (key === null) return []
  const [account, aba, amount, currency] = JSON.parse(key) as [string, string, number, string]
  const at = sql<string>`coalesce(released_at, submitted_at, created_at)`
  return (
    read
      .selectFrom('orders')
      .select(['id', 'reference', 'state', at.as('at')])
      .where('amount', '=', amount)
      .where('currency', '=', currency)
      .where('beneficiary_significant', '=', account)
      // As in the index of accounts, which is not used otherwise.
      .where(sql<boolean>`beneficiary_significant <> ''`)
      .where(sql`trim(json_extract(form, '$.creditPartyBank.aba'))`, '=', aba)
      .where('state', 'not in', ['draft', 'withdrawn', 'rejected'])
      .where('id', '<>', ownId ?? '')
      .where(at, '>=', new Date(now.getTime() - withinDays * dayMs).toISOString())
      .orderBy(at, 'desc')
      .limit(maxNamed)
      .execute()
  )
}

/** Names an order: `CS2026… of 2026-11-23, outcome unknown`. */
const named = ({ reference, at, state }: DuplicateOrder): string =>
  `${reference} of ${at.slice(0, 10)}, ${state.replaceAll('-', ' ')}`

/** Returns a sentence about the duplicates, without account numbers; null if there are none. */
export const duplicateText = (duplicates: readonly DuplicateOrder[]): string | null =>
  duplicates.length === 0
    ? null
    : `The same amount to the same account within ${String(withinDays)} days: ${duplicates.map(named).join('; ')}`
