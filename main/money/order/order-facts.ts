/**
 * Collects the facts for the state machine: everything that a move of an order depends on, read
 * where the move is made.
 */
import { sql } from 'kysely'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Policy } from '../../../preload/contract/domain/operators/policy.ts'
import { isRefusedBarely } from './sending/send-result.ts'
import type { Reader } from '../../store/store.ts'
import { approvalFacts, makersOf, makersOfAll, type ApprovalFacts } from './approval/approvals.ts'
import { bankKnows } from '../may-bank-have.ts'
import { readOutcomeEvidence } from './approval/approval-hash.ts'
import { hasLivingRetry } from './copies.ts'
import { isUndecided, inquiriesAllowResend } from './status/qualifying-inquiries.ts'
import {
  countingApprovals,
  nextState,
  type OrderEvent,
  type OrderFacts,
  type OutcomeFacts,
} from './order-machine.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type { OrderContext, OrderRow, OrderSummary } from './types.ts'
import type { WaitTime } from './sending/wait-time.ts'
import {
  approvalsOf,
  attemptsOf,
  supportReplyIn,
  supportRepliesOf,
  homeGone,
  type AttemptRow,
  findOrder,
  hasAlert,
  inquiriesOf,
  cameBack,
  mayBeAtBank,
  resendOf,
  type OrderRecords,
} from './order-records.ts'
import { refuse } from './refusals.ts'
import { isRouteProven } from './status/route-proof.ts'
import { isHeldAfterRestore } from './restore-hold.ts'

type FactsContext = Pick<OrderContext, 'policy' | 'operatorOf' | 'waits' | 'kinds'>

/**
 * Returns the policy at the order's submission, where it is known; the policy in force counts
 * beside it. Read outside of transactions, because a policy version never changes.
 */
export async function policiesFor(
  { policy }: Pick<OrderContext, 'policy'>,
  { policy_version }: Pick<OrderRow, 'policy_version'>,
): Promise<readonly Policy[]> {
  const then = policy_version === null ? undefined : await policy.ofVersion(policy_version)
  return then === undefined ? [] : [then]
}

/** Returns these orders, each with its approvals by people and policy as they are now. */
export async function approvalFactsOf<R extends OrderSummary>(
  reader: Reader,
  rows: readonly R[],
  context: Pick<OrderContext, 'policy' | 'operatorOf'>,
): Promise<readonly (ApprovalFacts & { readonly row: R })[]> {
  if (rows.length === 0) return []
  const ids = JSON.stringify(rows.map(({ id }) => id))
  // Many orders share an earlier policy, and a version never changes.
  const versions = [...new Set(rows.map(({ policy_version }) => policy_version))]
  const [given, makers, policies] = await Promise.all([
    reader
      .selectFrom('order_approvals')
      .selectAll()
      .where(sql<boolean>`order_id IN (SELECT value FROM json_each(${ids}))`)
      .execute(),
    makersOfAll(reader, rows),
    Promise.all(versions.map((policy_version) => policiesFor(context, { policy_version }))),
  ])
  const approvals = Map.groupBy(given, ({ order_id }) => order_id)
  return rows.map((row) => ({
    row,
    ...approvalFacts(
      row,
      {
        approvals: approvals.get(row.id) ?? [],
        makers: makers.get(row.id) ?? [row.maker],
        earlier: policies[versions.indexOf(row.policy_version)] ?? [],
      },
      context,
    ),
  }))
}

/** Returns the facts of an order. `at` is the attempt under way whose end is being recorded. */
export async function factsOf(
  reader: Reader,
  row: OrderSummary,
  context: FactsContext,
  earlierPolicies: readonly Policy[],
  at?: number,
): Promise<OrderFacts> {
  const { policy, waits, kinds } = context
  const makers = await makersOf(reader, row)
  const approvals = await approvalsOf(reader, row.id)
  const approval = approvalFacts(row, { approvals, makers, earlier: earlierPolicies }, context)
  const attempts = await attemptsOf(reader, row.id)
  const earlier = attempts.filter(({ seq }) => seq !== at)
  const inquiries = await inquiriesOf(reader, row.id)
  const resend = resendOf(row)
  const supportReplies = await supportRepliesOf(reader, row.id)
  const read = { attempts, inquiries, supportReplies }
  return {
    ...outcomeFacts(
      row,
      makers,
      read,
      { policy: policy.current().policy, waits, kinds },
      {
        bankKnows: await bankKnows(reader, row.id),
        isAlertOpen: await hasAlert(reader, row.id, 'open'),
        isCopied: await hasLivingRetry(reader, row.id),
        mayStillBeSent: await mayStillBeSent(reader, attempts, waits),
      },
    ),
    state: row.state,
    approvers: approval.approvers,
    approvalsNeeded: approval.needed,
    mayBeAtBank: mayBeAtBank(earlier),
    cameBack: cameBack(earlier),
    resend: resend && {
      by: resend.by,
      evidence: resend.evidence,
      confirmedBy: resend.confirmedBy ?? null,
    },
    evidence: await readOutcomeEvidence(reader, row),
    isRefusedBarely: isRefusedBarely(attempts),
    isRouteProven: isRouteProven(inquiries),
    wasSent: attempts.length > 0,
    isHeldAfterRestore: isHeldAfterRestore(row),
  }
}

/** After its last sign of life, a workstation that is gone may have bytes of a sending for so long. */
const lastBytesMs = 15 * 60_000

/**
 * Returns whether a workstation whose sending others gave up may still send it: it was heard not
 * long ago, and has not said since that the sending ended.
 */
export async function mayStillBeSent(
  reader: Reader,
  attempts: readonly Pick<AttemptRow, 'reason' | 'home'>[],
  { earliest }: Pick<WaitTime, 'earliest'>,
): Promise<boolean> {
  const homes = attempts.flatMap(({ reason, home }) => (reason === homeGone ? (home ?? []) : []))
  if (homes.length === 0) return false
  const since = new Date(earliest().getTime() - lastBytesMs).toISOString()
  const heard = await reader
    .selectFrom('workstations')
    .select('id')
    .where('id', 'in', homes)
    .where('heard_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return heard !== undefined
}

/** Returns what decides about a resend, from records that the caller has read. */
export function outcomeFacts(
  row: OrderSummary,
  makers: readonly string[],
  {
    attempts,
    inquiries,
    supportReplies,
  }: Pick<OrderRecords, 'attempts' | 'inquiries' | 'supportReplies'>,
  { policy, waits, kinds }: Pick<OrderContext, 'waits' | 'kinds'> & { readonly policy: Policy },
  found: Pick<OutcomeFacts, 'bankKnows' | 'isAlertOpen' | 'isCopied' | 'mayStillBeSent'>,
): OutcomeFacts {
  const reply = supportReplyIn(supportReplies, attempts)
  return {
    ...found,
    makers,
    inquiriesAllowResend: inquiriesAllowResend(inquiries, attempts, policy, waits.latest(), {
      row,
      kind: kinds.of(row),
    }),
    isUndecided: isUndecided(inquiries),
    isClosed: row.closed_at !== null,
    supportReply: reply && {
      result: reply.result,
      by: reply.recorded_by,
      confirmedBy: reply.confirmed_by,
      evidence: reply.evidence,
    },
  }
}

/** Returns the order; refuses with `not-found`. */
export const requireOrder = async (reader: Reader, id: string): Promise<OrderRow> =>
  (await findOrder(reader, id)) ?? refuse({ code: 'not-found' })

/** Refuses to change an order that the bank has reported, or that an alert may be about. */
export async function requireUnreported(reader: Reader, id: string): Promise<void> {
  if (await bankKnows(reader, id)) refuse({ code: 'known-at-bank' })
  if (await hasAlert(reader, id, 'open')) refuse({ code: 'alert-undecided' })
}

/** Refuses if the order is in none of these states. */
export function requireState(
  { state }: Pick<OrderRow, 'state'>,
  ...states: readonly OrderState[]
): void {
  if (!states.includes(state)) refuse({ code: 'order-state', state })
}

/**
 * Returns the state that an event leads to. Refuses if the event cannot happen, with
 * `approvals-missing` where that is the reason.
 */
export function stateAfter(facts: OrderFacts, event: OrderEvent): OrderState {
  const to = nextState(facts, event)
  if (to !== null) return to
  const short = missingApprovals(facts)
  const needsThem = ['released', 'journalled', 'resend-confirmed'].includes(event.kind)
  if (needsThem && short) refuse(short)
  // A draft or a waiting order whose reference the bank has reported.
  if (facts.state !== 'outcome-unknown' && facts.bankKnows) refuse({ code: 'known-at-bank' })
  if (facts.state !== 'outcome-unknown' && facts.isAlertOpen) refuse({ code: 'alert-undecided' })
  return refuse({ code: 'order-state', state: facts.state })
}

/** Returns a failure with the approvals that the order has and needs; undefined if enough. */
export function missingApprovals(facts: OrderFacts): Failure<'approvals-missing'> | undefined {
  const have = countingApprovals(facts)
  const needed = facts.approvalsNeeded
  return have < needed ? { code: 'approvals-missing', have, needed } : undefined
}
