/**
 * Checks that must hold when an order leaves, not only when somebody decided about it. While it is
 * queued, a limit may be lowered, a person disabled, a payee withdrawn or an account closed.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { SupersededBlocker } from '../../../../preload/contract/domain/orders/act-blockers.ts'
import { rolesFor } from '../../../../preload/contract/api/may-use.ts'
import { orders } from '../../../../preload/contract/api/orders/channels.ts'
import type { Role } from '../../../../preload/contract/domain/operators/roles.ts'
import { copySendBlocker } from '../copying.ts'
import { overLimit } from '../approval/order-limits.ts'
import type { OrderRow, OrderContext } from '../types.ts'
import type { OrderEvidence } from '../services.ts'
import { resendOf } from '../order-records.ts'
import { refusalOf } from '../refusals.ts'
import { restoreHold } from '../../../profile/restore-hold.ts'
import type { Reader } from '../../../store/store.ts'

type ReleaseContext = Pick<
  OrderContext,
  'policy' | 'operatorOf' | 'profile' | 'ach' | 'clock' | 'waits' | 'kinds'
>

/**
 * Returns why the order's own account, its date or the settings in force forbid sending; undefined
 * if they do not.
 */
export function checkSendable(
  context: Pick<OrderContext, 'profile' | 'ach' | 'clock' | 'kinds'>,
  row: OrderRow,
): Failure | undefined {
  const kind = context.kinds.of(row)
  return (
    kind.checkSettings(context, row) ??
    kind.checkAccount(context, row) ??
    kind.checkDate(context, row)
  )
}

/**
 * Returns why the order that it depends on, or was copied from, forbids sending at `now`; undefined
 * if it does not.
 */
export const checkSuperseded = async (
  reader: Reader,
  row: OrderRow,
  context: Pick<OrderContext, 'kinds'>,
  now: Date,
): Promise<SupersededBlocker | undefined> =>
  (await context.kinds.of(row).checkSuperseded(reader, row)) ??
  (await copySendBlocker(reader, row, context, now))

/**
 * Returns the limit that forbids a release now; undefined if none. The day is checked again, by
 * both clocks, when it leaves.
 */
export const overLimitNow = (
  reader: Reader,
  row: OrderRow,
  { policy, waits, kinds }: Pick<OrderContext, 'policy' | 'waits' | 'kinds'>,
): Promise<Failure<'over-limit'> | undefined> =>
  overLimit(reader, row, kinds.of(row), policy.current().policy, {
    act: 'release',
    submittedAt: submittedAtOf(row),
    now: waits.earliestKnown(),
  })

/**
 * Returns the submission time for the daily limit; null for an order that was sent before, because
 * the limit of its day was checked then and nobody can submit it again.
 */
const submittedAtOf = (row: OrderRow): string | null =>
  row.state === 'outcome-unknown' || row.resend !== null ? null : row.submitted_at

const mayRelease = rolesFor(orders.release)
const mayConfirm = rolesFor(orders.confirmResend)

/**
 * Returns a failure if the people who released or confirmed it may no longer do so; undefined if
 * they may.
 */
function checkOperator(
  { operatorOf }: Pick<OrderContext, 'operatorOf'>,
  row: Pick<OrderRow, 'released_by' | 'resend'>,
): Failure<'not-permitted'> | undefined {
  const may = (id: string | null, roles: readonly Role[]): boolean => {
    const known = id === null ? undefined : operatorOf(id)
    return known !== undefined && !known.disabled && roles.some((one) => known.roles.includes(one))
  }
  if (!may(row.released_by, mayRelease)) return { code: 'not-permitted', needs: [...mayRelease] }
  const confirmer = resendOf(row)?.confirmedBy
  return confirmer === undefined || may(confirmer, mayConfirm)
    ? undefined
    : { code: 'not-permitted', needs: [...mayConfirm] }
}

/**
 * Returns why a queued order must not leave any more; undefined if it may. Also checked in the
 * transaction that journals the sending. `now` decides the day on which its amount counts.
 */
export async function releaseBlocker(
  reader: Reader,
  row: OrderRow,
  context: ReleaseContext,
  now: Date,
): Promise<Failure | undefined> {
  const failure =
    checkOperator(context, row) ?? checkSendable(context, row) ?? (await restoreHold(reader))
  if (failure) return failure
  const superseded = await checkSuperseded(reader, row, context, context.waits.earliest())
  if (superseded) return refusalOf(superseded)
  const moment = { act: 'send', submittedAt: submittedAtOf(row), now } as const
  return overLimit(reader, row, context.kinds.of(row), context.policy.current().policy, moment)
}

/** Also checks the evidence that the policy requires, which is read outside of transactions. */
export async function releaseBlockerWithEvidence(
  context: ReleaseContext & Pick<OrderContext, 'store'>,
  evidence: OrderEvidence,
  row: OrderRow,
): Promise<Failure | undefined> {
  const why = await releaseBlocker(context.store.read, row, context, context.waits.earliestKnown())
  if (why !== undefined) return why
  const missing = await evidence.missing(row)
  return missing.length > 0 ? { code: 'evidence-needed', missing: [...missing] } : undefined
}
