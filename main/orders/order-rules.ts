/** What reading an order asks of the rules of dual control: the same functions that decide when something is done. */
import type { Selectable } from 'kysely'
import type { Policy } from '../../preload/contract/operators/policy.ts'
import type { OperatorFacts } from '../operators/operators.service.ts'
import type {
  OrderApprovalsTable,
  OrderAttemptsTable,
  OrderLookUpsTable,
} from '../storage/money-tables.ts'
import type { Reader } from '../storage/store.ts'
import type { OrderRow } from './order-parts.ts'
import type { OrderContext } from './orders.service.ts'

/** An approval, a sending and a look-up as they are stored. */
export type ApprovalRow = Selectable<OrderApprovalsTable>
export type AttemptRow = Selectable<OrderAttemptsTable>
export type LookUpRow = Selectable<OrderLookUpsTable>

/** What approvals of one order have to be. */
export interface ApprovalRules {
  readonly needed: number
  readonly namedBy: readonly (readonly string[])[]
}

/** A second sending as it was asked for. */
export interface SecondSending {
  readonly by: string
  readonly at: string
  readonly reason: string
  readonly evidence: string
}

/** The rules; whoever decides by them hands them in. */
export interface OrderRules {
  /** The policies that count beside the one in force. */
  policiesFor(
    context: Pick<OrderContext, 'policy'>,
    row: Pick<OrderRow, 'policy_version'>,
  ): Promise<readonly Policy[]>
  approvalRules(
    policies: readonly Policy[],
    row: Pick<OrderRow, 'amount' | 'currency'>,
  ): ApprovalRules
  /** Whoever wrote on the order. */
  makersOf(
    reader: Reader,
    row: Pick<OrderRow, 'id' | 'maker' | 'submitted_by'>,
  ): Promise<readonly string[]>
  whyNotApprover(
    operator: OperatorFacts | undefined,
    rules: ApprovalRules,
    makers: readonly string[],
    operatorOf: (id: string) => OperatorFacts | undefined,
  ): { readonly code: string; readonly why?: string } | undefined
  approversThatCount(
    approvals: readonly ApprovalRow[],
    binding: string | null,
    rules: ApprovalRules,
    makers: readonly string[],
    operatorOf: (id: string) => OperatorFacts | undefined,
  ): readonly string[]
  readDoubtEvidence(reader: Reader, row: Pick<OrderRow, 'id' | 'body_sha256'>): Promise<string>
  lookUpCountsFrom(
    attempts: readonly AttemptRow[],
    policy: Pick<Policy, 'lookUpAfterMinutes'>,
  ): Date | null
  lookUpCounts(
    lookUp: LookUpRow,
    attempts: readonly AttemptRow[],
    policy: Pick<Policy, 'lookUpAfterMinutes'>,
  ): boolean
  lookUpsAllowSecond(
    lookUps: readonly LookUpRow[],
    attempts: readonly AttemptRow[],
    policy: Pick<Policy, 'lookUpAfterMinutes' | 'lookUpFreshMinutes'>,
    now: Date,
  ): boolean
}

/** Everything that the view of one order is made from. */
export interface OrderRecords {
  readonly approvals: readonly ApprovalRow[]
  readonly attempts: readonly AttemptRow[]
  readonly lookUps: readonly LookUpRow[]
}

/** Reads the records of one order, each in its order. */
export async function recordsOf(read: Reader, id: string): Promise<OrderRecords> {
  const [approvals, attempts, lookUps] = await Promise.all([
    read
      .selectFrom('order_approvals')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('seq')
      .execute(),
    read
      .selectFrom('order_attempts')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('seq')
      .execute(),
    read
      .selectFrom('order_look_ups')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('seq')
      .execute(),
  ])
  return { approvals, attempts, lookUps }
}

/** The proposal of a second sending that waits; null: none, or one that was confirmed and sent already. */
export function secondOf({
  second_sending: kept,
}: Pick<OrderRow, 'second_sending'>): SecondSending | null {
  if (kept === null) return null
  const second = JSON.parse(kept) as SecondSending & { readonly confirmedBy?: string | null }
  return (second.confirmedBy ?? null) === null ? second : null
}
