/**
 * The rules of dual control that reading an order needs: the same functions that decide the acts.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Policy } from '../../../preload/contract/domain/operators/policy.ts'
import type { OperatorFacts } from '../../profile/operators.service.ts'
import type { Reader } from '../../store/store.ts'
import type { ApprovalRules } from './approval/approvals.ts'
import type { InquiredOrder } from './status/qualifying-inquiries.ts'
import type { OrderRow, OrderContext } from './types.ts'
import type { ApprovalRow, AttemptRow, InquiryRow } from './order-records.ts'

/** Passed in by the service that decides with these rules. */
export interface OrderRules {
  /** Returns the policies that count beside the one in force. */
  policiesFor(
    context: Pick<OrderContext, 'policy'>,
    row: Pick<OrderRow, 'policy_version'>,
  ): Promise<readonly Policy[]>
  approvalRules(
    policies: readonly Policy[],
    row: Pick<OrderRow, 'amount' | 'currency'>,
  ): ApprovalRules
  /** Returns everybody who wrote the order. */
  makersOf(
    reader: Reader,
    row: Pick<OrderRow, 'id' | 'maker' | 'submitted_by'>,
  ): Promise<readonly string[]>
  /** Returns the authors of many orders by order id. */
  makersOfAll(
    reader: Reader,
    rows: readonly Pick<OrderRow, 'id' | 'maker' | 'submitted_by'>[],
  ): Promise<ReadonlyMap<string, readonly string[]>>
  whyNotApprover(
    operator: OperatorFacts | undefined,
    rules: ApprovalRules,
    makers: readonly string[],
    operatorOf: (id: string) => OperatorFacts | undefined,
  ): Failure<'own-work'> | Failure<'not-approver'> | Failure<'not-permitted'> | undefined
  approversThatCount(
    approvals: readonly ApprovalRow[],
    binding: string | null,
    rules: ApprovalRules,
    makers: readonly string[],
    operatorOf: (id: string) => OperatorFacts | undefined,
  ): readonly string[]
  readOutcomeEvidence(reader: Reader, row: Pick<OrderRow, 'id' | 'body_sha256'>): Promise<string>
  inquiryQualifiesFrom(
    attempts: readonly AttemptRow[],
    policy: Pick<Policy, 'lookUpAfterMinutes'>,
    order: InquiredOrder,
  ): Date | null
  inquiryQualifies(
    lookUp: InquiryRow,
    attempts: readonly AttemptRow[],
    policy: Pick<Policy, 'lookUpAfterMinutes'>,
    order: InquiredOrder,
  ): boolean
  inquiriesAllowResend(
    inquiries: readonly InquiryRow[],
    attempts: readonly AttemptRow[],
    policy: Pick<Policy, 'lookUpAfterMinutes' | 'lookUpFreshMinutes'>,
    now: Date,
    order: InquiredOrder,
  ): boolean
}
