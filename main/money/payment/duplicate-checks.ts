/**
 * The same payment made twice: the same amount in the same currency to the same account at the same bank, a few days
 * apart. The commonest way to pay twice is no machine that repeats but a second person or a second file.
 */
import { sql } from 'kysely'
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import { amountFrom } from '../../../preload/contract/kernel/money.ts'
import type { OrderForm } from '../../../preload/contract/domain/orders/order-form.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type { RequestWarning } from '../../../preload/contract/kernel/request-warning.ts'
import type { Reader } from '../../store/store.ts'
import { bankOf } from './payment-text.ts'

/** One that may have left, or may still leave. */
export interface DuplicateOrder {
  readonly reference: string
  /** When it was released, or submitted. ISO UTC. */
  readonly at: string
  readonly state: OrderState
}

const withinDays = 10
const dayMs = 86_400_000
const mostNamed = 5

/** What makes two payments alike; null: the form does not say enough. */
export function duplicateKey(form: OrderForm): string | null {
  const amount = amountFrom(form.amount, form.currency)
  const account = significantAccount(form.creditParty.accountNumber.trim())
  const aba = bankOf(form)
  if (!('minor' in amount) || account === '' || aba === '') return null
  return JSON.stringify([account, aba, amount.minor, form.currency.trim()])
}

/** The orders of the last days that are like this form, the newest first; `ownId` is its own, where it has one. */
export async function duplicatesOf(
  read: Reader,
  form: OrderForm,
  ownId: string | null,
  now: Date,
): Promise<DuplicateOrder[]> {
  const likeness = duplicateKey(form)
  if (likeness === null) return []
  const [account, aba, amount, currency] = JSON.parse(likeness) as [string, string, number, string]
  const at = sql<string>`coalesce(released_at, submitted_at, created_at)`
  return read
    .selectFrom('orders')
    .select(['reference', 'state', at.as('at')])
    .where('amount', '=', amount)
    .where('currency', '=', currency)
    .where('beneficiary_significant', '=', account)
    .where(sql`trim(json_extract(form, '$.creditPartyBank.aba'))`, '=', aba)
    .where('state', 'not in', ['draft', 'withdrawn', 'rejected'])
    .where('id', '<>', ownId ?? '')
    .where(at, '>=', new Date(now.getTime() - withinDays * dayMs).toISOString())
    .orderBy(at, 'desc')
    .limit(mostNamed)
    .execute()
}

/** An order in a sentence: `CS2026… of 2026-11-23, outcome unknown`. */
const named = ({ reference, at, state }: DuplicateOrder): string =>
  `${reference} of ${at.slice(0, 10)}, ${state.replaceAll('-', ' ')}`

/** What is said of them; null: there is none. Nothing of it is an account. */
export const duplicateText = (like: readonly DuplicateOrder[]): string | null =>
  like.length === 0
    ? null
    : `The same amount to the same account within ${String(withinDays)} days: ${like.map(named).join('; ')}`

/** The same as a warning beside the amount. */
export function duplicateWarnings(like: readonly DuplicateOrder[]): RequestWarning[] {
  const message = duplicateText(like)
  if (message === null) return []
  const where = 'Orders of this workstation that may have left or may still leave'
  return [{ path: 'amount', message, source: 'network', where }]
}
