/**
 * Decides whose approval of an order counts, and how many it needs: the stricter of the policy at
 * its submission and the policy now. Dual control follows FFIEC (entry and verification by
 * different people) and Promise P3.
 */
import { sql } from 'kysely'
import type { ApprovalStep, Policy } from '../../../../preload/contract/domain/operators/policy.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { isAllowed, rolesFor } from '../../../../preload/contract/api/may-use.ts'
import { orders } from '../../../../preload/contract/api/orders/channels.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import { isSetByAny, type OperatorFacts } from '../../../profile/operators.service.ts'
import type { Reader } from '../../../store/store.ts'
import type { OrderContext, OrderRow } from '../types.ts'
import type { ApprovalRow } from '../order-records.ts'

export interface ApprovalRules {
  readonly needed: number
  /** Each of these lists must name the approver. */
  readonly namedBy: readonly (readonly string[])[]
}

/** Audit acts that make their actor an author of the order. */
const writing = ['order.drafted', 'order.copied', 'order.draft-saved', 'order.submitted'] as const

/**
 * Returns the highest step that the amount reaches. For currencies other than USD, and without an
 * amount, returns the strictest step.
 */
function stepOf({ approvals }: Policy, amount: number | null, currency: string): ApprovalStep {
  const reached = approvals.filter(({ from }) => amount !== null && from <= amount)
  const highest = reached.at(-1)
  if (currency === 'USD' && highest !== undefined) return highest
  return approvals.reduce((strictest, step) =>
    step.approvals >= strictest.approvals ? step : strictest,
  )
}

/** Returns the strictest rules over all these policies. */
export function approvalRules(
  policies: readonly Policy[],
  { amount, currency }: Pick<OrderRow, 'amount' | 'currency'>,
): ApprovalRules {
  const steps = policies.map((policy) => stepOf(policy, amount, currency))
  return {
    needed: Math.max(1, ...steps.map(({ approvals }) => approvals)),
    namedBy: steps.flatMap(({ approvers }) => (approvers === null ? [] : [approvers])),
  }
}

const authors = z.array(z.string()).nullable().catch(null)
const authorsIn = (text: string | null): readonly string[] =>
  text === null ? [] : (authors.parse(JSON.parse(text)) ?? [])

type WrittenRow = Pick<OrderRow, 'id' | 'maker' | 'submitted_by'>

/**
 * Returns every author of the order: its maker, its submitter, everybody who saved it by the audit
 * chain, and the authors of the order or template that it was created from.
 */
export async function makersOf(reader: Reader, row: WrittenRow): Promise<readonly string[]> {
  return (await makersOfAll(reader, [row])).get(row.id) ?? [row.maker]
}

/** Returns the authors of many orders by order id, in one query. */
export async function makersOfAll(
  reader: Reader,
  rows: readonly WrittenRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const isOne = sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}))`
  const [acts, batches] = await Promise.all([
    reader
      .selectFrom('audit_entries')
      .select(['subject', 'actor'])
      .select(sql<string | null>`detail -> '$.authors'`.as('authors'))
      .distinct()
      .where(sql<boolean>`subject IN ${isOne}`)
      .where('kind', 'in', writing)
      .execute(),
    reader
      .selectFrom('batches')
      .select(['order_id', 'authors'])
      .where(sql<boolean>`order_id IN ${isOne}`)
      .execute(),
  ])
  const makers = new Map<string, Set<string>>()
  for (const { id, maker, submitted_by: submitter } of rows)
    makers.set(id, new Set(submitter === null ? [maker] : [maker, submitter]))
  for (const { subject, actor, authors: wrote } of acts)
    for (const id of [actor, ...authorsIn(wrote)]) makers.get(subject)?.add(id)
  for (const { order_id: order, authors: wrote } of batches)
    for (const id of authorsIn(wrote)) makers.get(order)?.add(id)
  return new Map([...makers].map(([id, people]) => [id, [...people]]))
}

/** Returns why a person's approval does not count; undefined if it counts. */
export function whyNotApprover(
  operator: OperatorFacts | undefined,
  { namedBy }: ApprovalRules,
  makers: readonly string[],
  operatorOf: (id: string) => OperatorFacts | undefined,
): Failure<'own-work'> | Failure<'not-approver'> | Failure<'not-permitted'> | undefined {
  if (!operator || operator.disabled || !isAllowed(orders.approve.allowed, operator.roles))
    return { code: 'not-permitted', needs: [...rolesFor(orders.approve)] }
  if (makers.includes(operator.id)) return { code: 'own-work' }
  if (!namedBy.every((names) => names.includes(operator.id)))
    return { code: 'not-approver', why: 'not-named' }
  if (isSetByAny(operator, makers)) return { code: 'not-approver', why: 'sign-in-set-by-maker' }
  // A person who set the maker's sign-in may have written this under the maker's name.
  if (makers.some((maker) => isSetBy(operatorOf(maker), operator.id)))
    return { code: 'not-approver', why: 'set-sign-in-of-maker' }
  return undefined
}

const isSetBy = (maker: OperatorFacts | undefined, id: string): boolean =>
  maker !== undefined && isSetByAny(maker, [id])

/** Who has approved an order, and what it still needs. */
export interface ApprovalFacts {
  readonly needed: number
  readonly makers: readonly string[]
  /** Operators whose approvals count now. */
  readonly approvers: readonly string[]
  /** Returns why this person's approval would not count; undefined if it would. */
  readonly whyNot: (id: string) => ReturnType<typeof whyNotApprover>
}

/** Decides by what was read of an order: `earlier` are the policies beside the one in force. */
export function approvalFacts(
  row: Pick<OrderRow, 'amount' | 'currency' | 'approval_hash'>,
  {
    approvals = [],
    makers,
    earlier,
  }: {
    readonly approvals?: readonly ApprovalRow[]
    readonly makers: readonly string[]
    readonly earlier: readonly Policy[]
  },
  { policy, operatorOf }: Pick<OrderContext, 'policy' | 'operatorOf'>,
): ApprovalFacts {
  const rules = approvalRules([...earlier, policy.current().policy], row)
  return {
    needed: rules.needed,
    makers,
    approvers: approversThatCount(approvals, row.approval_hash, rules, makers, operatorOf),
    whyNot: (id) => whyNotApprover(operatorOf(id), rules, makers, operatorOf),
  }
}

/**
 * Returns the operators whose approvals count now: not voided, of this approval hash, and from
 * people whose approval would still be accepted.
 */
export const approversThatCount = (
  approvals: readonly ApprovalRow[],
  approvalHash: string | null,
  rules: ApprovalRules,
  makers: readonly string[],
  operatorOf: (id: string) => OperatorFacts | undefined,
): readonly string[] => [
  ...new Set(
    approvals
      .filter((one) => one.voided_at === null && one.approval_hash === approvalHash)
      .map(({ operator }) => operator)
      .filter((id) => whyNotApprover(operatorOf(id), rules, makers, operatorOf) === undefined),
  ),
]
