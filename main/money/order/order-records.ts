/**
 * Reads orders and their journal, and changes their state. Every change is compare-and-set: an
 * order that has moved meanwhile is not moved.
 */
import type { Selectable, Transaction, Updateable } from 'kysely'
import type { OrderLine } from '../../../preload/contract/domain/orders/order.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type {
  OrderApprovalsTable,
  OrderAttemptsTable,
  OrderCommentsTable,
  SupportRepliesTable,
  OrderInquiriesTable,
} from '../../store/tables/order-history.ts'
import type { OrdersTable } from '../../store/tables/orders.ts'
import type { Reader, Tables } from '../../store/store.ts'
import { refusalConfirmed } from '../may-bank-have.ts'
import { summaryColumns } from './order-columns.ts'
import type { OrderRow, OrderSummary } from './types.ts'

export type ApprovalRow = Selectable<OrderApprovalsTable>
export type AttemptRow = Selectable<OrderAttemptsTable>
export type InquiryRow = Selectable<OrderInquiriesTable>

export type SupportReplyRow = Selectable<SupportRepliesTable>
export type CommentRow = Selectable<OrderCommentsTable>

/**
 * Who proposed a resend and who confirmed it; stored in column `resend` of the order, and
 * of the attempt once sent.
 */
export interface ResendRecord {
  readonly by: string
  readonly at: string
  readonly reason: string
  readonly evidence: string
  readonly confirmedBy?: string
  readonly confirmedAt?: string
  /** Why the second person confirmed although a route was not proven. */
  readonly confirmReason?: string
}

/** The actor of automatic acts. */
export const system = 'system'

export const findOrder = (reader: Reader, id: string): Promise<OrderRow | undefined> =>
  reader.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

export const findSummary = (reader: Reader, id: string): Promise<OrderSummary | undefined> =>
  reader.selectFrom('orders').select(summaryColumns).where('id', '=', id).executeTakeFirst()

/** Returns the schedules that created the drafts of these orders, by order id. */
export async function schedulesOf(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<OrderLine['schedule']>>> {
  const rows = await reader
    .selectFrom('payment_schedule_occurrences')
    .select(['order_id', 'schedule_id', 'planned_on'])
    .where('order_id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map((row) => [row.order_id, { id: row.schedule_id, plannedOn: row.planned_on }]),
  )
}

/** Returns the approvals by sequence, voided ones included. */
export const approvalsOf = (reader: Reader, id: string): Promise<ApprovalRow[]> =>
  reader
    .selectFrom('order_approvals')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()

/** The reason of an attempt that others gave up, because its workstation was gone. */
export const homeGone = 'home-gone'

/** Returns whether the order came back after a bare refusal: the bank may have it after all. */
export const cameBack = (attempts: readonly Pick<AttemptRow, 'reason'>[]): boolean =>
  attempts.some(({ reason }) => reason === refusalConfirmed)

/** Returns the sendings by sequence. */
export const attemptsOf = (reader: Reader, id: string): Promise<AttemptRow[]> =>
  reader
    .selectFrom('order_attempts')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()

/** Returns the status inquiries by sequence. */
export const inquiriesOf = (reader: Reader, id: string): Promise<InquiryRow[]> =>
  reader
    .selectFrom('order_status_inquiries')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()

/** Returns the replies of the bank's support by sequence. */
export const supportRepliesOf = (reader: Reader, id: string): Promise<SupportReplyRow[]> =>
  reader
    .selectFrom('order_support_replies')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()

/** Returns the comments by sequence. */
export const commentsOf = (reader: Reader, id: string): Promise<CommentRow[]> =>
  reader
    .selectFrom('order_comments')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()

/**
 * Returns the reply of the bank's support in force: the newest that was not withdrawn, if it was
 * made after the last sending; null otherwise.
 */
export function supportReplyIn(
  supportReplies: readonly SupportReplyRow[],
  attempts: readonly Pick<AttemptRow, 'seq'>[],
): SupportReplyRow | null {
  const last = supportReplies.findLast(({ withdrawn_at }) => withdrawn_at === null)
  return last?.after_attempt === (attempts.at(-1)?.seq ?? 0) ? last : null
}

/** Returns whether the reply says not made and a second person confirmed it. */
export const isConfirmedNotMade = ({
  result,
  confirmed_by,
}: Pick<SupportReplyRow, 'result' | 'confirmed_by'>): boolean =>
  result === 'not-made' && confirmed_by !== null

/**
 * Returns whether an alert counts for the order, or is open because nobody has decided yet (bank
 * note 100).
 */
export const hasAlert = async (
  reader: Reader,
  id: string,
  decision: 'counts' | 'open',
): Promise<boolean> =>
  (await reader
    .selectFrom('order_alerts')
    .select('alert_seq')
    .where('order_id', '=', id)
    .where('decision', '=', decision)
    .limit(1)
    .executeTakeFirst()) !== undefined

export interface OrderRecords {
  readonly approvals: readonly ApprovalRow[]
  readonly attempts: readonly AttemptRow[]
  readonly inquiries: readonly InquiryRow[]
  readonly supportReplies: readonly SupportReplyRow[]
  readonly comments: readonly CommentRow[]
}

/** Returns the records of one order, each list by sequence. */
export async function recordsOf(reader: Reader, id: string): Promise<OrderRecords> {
  const [approvals, attempts, inquiries, supportReplies, comments] = await Promise.all([
    approvalsOf(reader, id),
    attemptsOf(reader, id),
    inquiriesOf(reader, id),
    supportRepliesOf(reader, id),
    commentsOf(reader, id),
  ])
  return { approvals, attempts, inquiries, supportReplies, comments }
}

/** Returns the proposed resend; null if none. */
export const resendOf = (row: Pick<OrderRow | AttemptRow, 'resend'>): ResendRecord | null =>
  row.resend === null ? null : (JSON.parse(row.resend) as ResendRecord)

/**
 * Returns the proposal that waits for confirmation; null if none, or if it was confirmed already.
 */
export function waitingResendOf(row: Pick<OrderRow, 'resend'>): ResendRecord | null {
  const resend = resendOf(row)
  return resend?.confirmedBy === undefined ? resend : null
}

/**
 * Returns whether a sending may be at the bank: it was journalled and did not provably stay here.
 * Such an order is resent only by two people, whatever else happened since.
 */
export const mayBeAtBank = (attempts: readonly Pick<AttemptRow, 'outcome'>[]): boolean =>
  attempts.some(({ outcome }) => outcome !== 'not-sent')

/** Moves an order if it is in state `from`. Returns whether it was. */
export async function moveOrder(
  tx: Transaction<Tables>,
  id: string,
  from: OrderState,
  to: Updateable<OrdersTable> & { readonly updated_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set(to)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Voids every valid approval with a reason. */
export async function voidApprovals(
  tx: Transaction<Tables>,
  id: string,
  at: string,
  because: string,
): Promise<void> {
  await tx
    .updateTable('order_approvals')
    .set({ voided_at: at, voided_because: because })
    .where('order_id', '=', id)
    .where('voided_at', 'is', null)
    .execute()
}
