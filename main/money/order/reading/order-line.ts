/** An order as a list line: masked accounts, bank status, and warnings. */
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { OrderLine, PayeeFlag } from '../../../../preload/contract/domain/orders/order.ts'
import { mayStillLeave } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { BankStatus } from '../../../../preload/contract/domain/orders/bank-status.ts'
import type { ApprovalFacts } from '../approval/approvals.ts'
import type { OrderKinds, OrderSummary } from '../types.ts'
import { shownBankStatus } from '../../bank-status.ts'

export interface LineFacts {
  readonly kinds: OrderKinds
  readonly operatorName: (id: string) => string
  readonly flags: readonly PayeeFlag[]
  readonly owner: OrderLine['owner']
  readonly approvals: Pick<ApprovalFacts, 'approvers' | 'needed'>
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

/** What an order left by is shown until it can be sent again, whatever people and policy are now. */
function approvalsShown(
  { state, sent_approvals: sent }: OrderSummary,
  { approvers, needed }: LineFacts['approvals'],
): OrderLine['approvals'] {
  if (sent === null || mayStillLeave(state) || state === 'outcome-unknown')
    return { have: approvers.length, needed }
  return JSON.parse(sent) as OrderLine['approvals']
}

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
  approvals: approvalsShown(row, facts.approvals),
  isClosed: row.closed_at !== null,
  notSent: row.not_sent,
  batch: facts.batch,
  schedule: facts.schedule,
})
