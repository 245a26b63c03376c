/** Reading and moving orders and their journal. Every move is compare-and-set: what has moved meanwhile is not moved. */
import type { Selectable, Transaction, Updateable } from 'kysely'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type {
  OrderApprovalsTable,
  OrderAttemptsTable,
  OrderDeskWordsTable,
  OrderLookUpsTable,
  OrdersTable,
} from '../../store/schema/money-tables.ts'
import type { Reader, Tables } from '../../store/store.ts'
import type { OrderRow } from './types.ts'

/** An approval as it is stored. */
export type ApprovalRow = Selectable<OrderApprovalsTable>
/** A journalled sending as it is stored. */
export type AttemptRow = Selectable<OrderAttemptsTable>
/** A look-up as it is stored. */
export type InquiryRow = Selectable<OrderLookUpsTable>

/** What the bank's desk said, as it is stored. */
export type BankStatementRow = Selectable<OrderDeskWordsTable>

/** Who asked for a second sending, and who confirmed it; column `second_sending` of the order, and of its sending then. */
export interface ResendRecord {
  readonly by: string
  readonly at: string
  readonly reason: string
  readonly evidence: string
  readonly confirmedBy?: string
  readonly confirmedAt?: string
  /** Why the second person went on although a route was not proven. */
  readonly confirmReason?: string
}

/** The order of this id. */
export const findOrder = (reader: Reader, id: string): Promise<OrderRow | undefined> =>
  reader.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()

/** Its approvals, voided ones too, in their order. */
export const approvalsOf = (reader: Reader, id: string): Promise<ApprovalRow[]> =>
  reader
    .selectFrom('order_approvals')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()

/** Its sendings in their order. */
export const attemptsOf = (reader: Reader, id: string): Promise<AttemptRow[]> =>
  reader
    .selectFrom('order_attempts')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()

/** Its look-ups in their order. */
export const inquiriesOf = (reader: Reader, id: string): Promise<InquiryRow[]> =>
  reader
    .selectFrom('order_look_ups')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()

/** What the bank's desk said of it, in its order. */
export const bankStatementsOf = (reader: Reader, id: string): Promise<BankStatementRow[]> =>
  reader
    .selectFrom('order_desk_words')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq')
    .execute()

/** The word that stands: the newest since the last sending, unless it was withdrawn. */
export function bankStatementIn(
  words: readonly BankStatementRow[],
  attempts: readonly Pick<AttemptRow, 'seq'>[],
): BankStatementRow | null {
  const last = words.findLast(({ withdrawn_at }) => withdrawn_at === null)
  return last?.after_attempt === (attempts.at(-1)?.seq ?? 0) ? last : null
}

/** Whether two people stand for it that the bank's desk did not make it. */
export const isConfirmedNotMade = ({
  said,
  confirmed_by,
}: Pick<BankStatementRow, 'said' | 'confirmed_by'>): boolean =>
  said === 'not-made' && confirmed_by !== null

/** Whether an alert is about it, or may be and nobody has decided yet (trap 100). */
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

/** Everything that the view of one order is made from. */
export interface OrderRecords {
  readonly approvals: readonly ApprovalRow[]
  readonly attempts: readonly AttemptRow[]
  readonly lookUps: readonly InquiryRow[]
  readonly deskWords: readonly BankStatementRow[]
}

/** Reads the records of one order, each in its order. */
export async function recordsOf(reader: Reader, id: string): Promise<OrderRecords> {
  const [approvals, attempts, lookUps, deskWords] = await Promise.all([
    approvalsOf(reader, id),
    attemptsOf(reader, id),
    inquiriesOf(reader, id),
    bankStatementsOf(reader, id),
  ])
  return { approvals, attempts, lookUps, deskWords }
}

/** The proposal of a second sending; null: none. */
export const resendOf = (row: Pick<OrderRow | AttemptRow, 'second_sending'>): ResendRecord | null =>
  row.second_sending === null ? null : (JSON.parse(row.second_sending) as ResendRecord)

/** The proposal that waits; null: none, or one that was confirmed and sent already. */
export function waitingResendOf(row: Pick<OrderRow, 'second_sending'>): ResendRecord | null {
  const second = resendOf(row)
  return second?.confirmedBy === undefined ? second : null
}

/**
 * Whether a sending of it may be at the bank: whatever was journalled and did not provably stay here. Such an order
 * is never sent again but by two people, whatever else happened to it since.
 */
export const mayBeAtBank = (attempts: readonly Pick<AttemptRow, 'outcome'>[]): boolean =>
  attempts.some(({ outcome }) => outcome !== 'not-sent')

/** Moves an order from a state, and nowhere else from; answers whether it was there. */
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

/** Ends every approval that stands, and says why. */
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
