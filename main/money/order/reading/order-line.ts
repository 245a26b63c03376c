/** An order as a list line: masked accounts, bank status, and warnings. */
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { OrderLine, PayeeFlag } from '../../../../preload/contract/domain/orders/order.ts'
import type { BankStatus } from '../../../../preload/contract/domain/orders/bank-status.ts'
import type { OrderKinds, OrderSummary } from '../types.ts'
import { shownBankStatus } from '../../bank-status.ts'

export interface LineFacts {
  readonly kinds: OrderKinds
  readonly operatorName: (id: string) => string
  readonly flags: readonly PayeeFlag[]
  readonly owner: OrderLine['owner']
  readonly approvals: OrderLine['approvals']
  /** The content of a batch; null for a payment. */
  readonly batch: OrderLine['batch']
  readonly schedule: OrderLine['schedule']
}

/** Returns the bank status of the order of a row. */
export const bankStatusIn = (row: OrderSummary): BankStatus =>
  shownBankStatus({
    kind: row.bank_status,
    statusText: row.bank_status_text,
    at: row.bank_status_at,
    isFinal: row.is_final === 1,
  })

export const lineOf = (row: OrderSummary, facts: LineFacts): OrderLine => ({
  id: row.id,
  service: row.service,
  state: row.state,
  reference: row.reference,
  amount: row.amount,
  currency: row.currency,
  valueDate: row.value_date,
  beneficiary: row.beneficiary,
  beneficiaryBank: row.beneficiary_bank,
  beneficiaryAccount: row.beneficiary_account === '' ? '' : maskedAccount(row.beneficiary_account),
  debitAccount: row.debit_label,
  maker: { id: row.maker, name: facts.operatorName(row.maker) },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  bankStatus: bankStatusIn(row),
  flags: [...facts.flags],
  owner: facts.owner,
  approvals: facts.approvals,
  isClosed: row.closed_at !== null,
  notSent: row.not_sent,
  batch: facts.batch,
  schedule: facts.schedule,
})
