/**
 * Flags to look at before money goes to a payee: from the payee book and earlier payments. Changed
 * account details are the sign of the most common fraud (Nacha 2026, originator fraud monitoring).
 */
import { sql } from 'kysely'
import {
  sameAccount,
  sameRouting,
  significantAccount,
  significantRouting,
} from '../../../preload/contract/kernel/account-number.ts'
import type { EntryPayeeFlag } from '../../../preload/contract/domain/batches/batch.ts'
import type { PaymentForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import type { PayeeFlag } from '../../../preload/contract/domain/orders/order.ts'
import type { DuplicatePayment } from '../../../preload/contract/domain/orders/order-course.ts'
import { mayStillLeave } from '../../../preload/contract/domain/orders/order-states.ts'
import type { PayeeDetails } from '../../../preload/contract/domain/payees/payee.ts'
import type { WaitTime } from '../order/sending/wait-time.ts'
import { paidText } from '../payee-details.ts'
import { paid, paidToPayee, type Paid } from '../payee-payments.ts'
import type { Payees, PayeeStatus } from '../payees/payees.service.ts'
import type { Reader } from '../../store/store.ts'
import { duplicatesOf } from './duplicate-checks.ts'
import type { OrderSummary } from '../order/types.ts'
import { formOf } from './draft-row.ts'

/** Earlier payments to the same payee, or to the same account at the same bank. */
export interface PaidBefore {
  readonly payments: number
  readonly lastPaidAt: string | null
  /** Account and bank of the last payment to this payee; null if there was none. */
  readonly lastTo: Pick<Paid, 'account' | 'routing'> | null
}

/** The flags of an order and the facts behind them. */
export interface PayeeFacts {
  readonly flags: readonly PayeeFlag[]
  readonly payeeStatus: PayeeStatus | undefined
  readonly paid: PaidBefore
  /** Possible duplicates of this payment. */
  readonly duplicates: readonly DuplicatePayment[]
}

/** Returns a reader of the flags of many orders, with one query for each payee. */
export function payeeFactsReader(
  read: Reader,
  payees: Pick<Payees, 'statusOf'>,
  waits: Pick<WaitTime, 'earliest'>,
): (row: OrderSummary) => Promise<PayeeFacts> {
  const known = new Map<string, Promise<PayeeStatus | undefined>>()
  const payeeStatusOf = (id: string | null): Promise<PayeeStatus | undefined> => {
    if (id === null) return Promise.resolve(undefined)
    const status = known.get(id) ?? payees.statusOf(id, read)
    known.set(id, status)
    return status
  }
  return async (row) => {
    const form = formOf(row)
    const mayLeave = mayStillLeave(row.state)
    const [payeeStatus, paid, duplicates] = await Promise.all([
      payeeStatusOf(form.payeeId),
      paidBefore(read, row, form),
      mayLeave ? duplicatesOf(read, form, row.id, waits.earliest()) : [],
    ])
    if (!mayLeave) return { flags: [], payeeStatus, paid, duplicates }
    return { flags: flagsOf(form, payeeStatus, paid, duplicates), payeeStatus, paid, duplicates }
  }
}

/** Returns the flags, the most serious first. Pure. */
export function flagsOf(
  form: PaymentForm,
  payeeStatus: PayeeStatus | undefined,
  paid: PaidBefore,
  duplicates: readonly DuplicatePayment[],
): PayeeFlag[] {
  const approved = payeeStatus?.isRemoved === false ? payeeStatus.approved : null
  const ofBook = bookFlagsOf(form, payeeStatus)
  const flags: Readonly<Record<PayeeFlag, boolean>> = {
    'possible-duplicate': duplicates.length > 0,
    'not-in-book': ofBook.includes('not-in-book'),
    'not-approved': ofBook.includes('not-approved'),
    'differs-from-book': ofBook.includes('differs-from-book'),
    'changed-since-last-payment':
      approved !== null && paid.lastTo !== null && isElsewhere(approved.details, paid.lastTo),
    'change-proposed': ofBook.includes('change-proposed'),
    'first-payment': paid.payments === 0,
  }
  return (Object.keys(flags) as PayeeFlag[]).filter((flag) => flags[flag])
}

/** Returns the flags that the payee book alone decides. Pure. */
export function bookFlagsOf(
  form: PaymentForm,
  payeeStatus: PayeeStatus | undefined,
): EntryPayeeFlag[] {
  if (payeeStatus === undefined || payeeStatus.isRemoved) return ['not-in-book']
  if (payeeStatus.approved === null) return ['not-approved']
  return [
    ...(paidIn(form) === paidText(payeeStatus.approved.details)
      ? []
      : (['differs-from-book'] as const)),
    ...(payeeStatus.isProposed ? (['change-proposed'] as const) : []),
  ]
}

const isElsewhere = (
  { accountNumber, bank }: PayeeDetails,
  to: NonNullable<PaidBefore['lastTo']>,
): boolean => !sameAccount(accountNumber, to.account) || !sameRouting(bank.aba, to.routing)

/** Returns what a form pays, to compare with what two people approved. */
const paidIn = (form: PaymentForm): string =>
  paidText({
    ...form.creditParty,
    bank: form.creditPartyBank,
    intermediaries: [form.intermediaryBank1, form.intermediaryBank2, form.intermediaryBank3],
  })

/** Counts paid payments and credits of batches, without this one. */
async function paidBefore(read: Reader, row: OrderSummary, form: PaymentForm): Promise<PaidBefore> {
  const { payeeId, creditParty, creditPartyBank } = form
  const account = significantAccount(creditParty.accountNumber)
  const routing = significantRouting(creditPartyBank.aba)
  const before = paid({
    payments: sql`o.id <> ${row.id} AND ((o.beneficiary_significant = ${account}
      AND o.beneficiary_significant <> '' AND o.beneficiary_routing = ${routing})
      OR (o.payee_id IS NOT NULL AND o.payee_id = ${payeeId}))`,
    entries: sql`p.direction = 'C' AND ((p.account_significant = ${account}
      AND p.account_significant <> '' AND p.routing_number = ${routing})
      OR (p.payee_id IS NOT NULL AND p.payee_id = ${payeeId}))`,
  })
  const toPayee = paidToPayee(sql`${payeeId ?? ''}`)
  const beforeToPayee = paid({
    ...toPayee,
    payments: sql`${toPayee.payments} AND o.id <> ${row.id}`,
  })
  const [{ payments, at }, last] = await Promise.all([
    read
      .selectFrom(before.as('paid'))
      .select((select) => [
        select.fn.countAll<number>().as('payments'),
        select.fn.max<string | null>('at').as('at'),
      ])
      .executeTakeFirstOrThrow(),
    read
      .selectFrom(beforeToPayee.as('paid'))
      .select(['account', 'routing'])
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { payments, lastPaidAt: at, lastTo: last ?? null }
}
