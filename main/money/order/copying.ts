/**
 * Decides when an order may be copied: never where the copy could pay what the order itself may
 * still pay.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { statesNotCopied } from '../../../preload/contract/domain/orders/order-states.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import { waitsForLaterDay } from '../../../preload/contract/text/bank-status.ts'
import type { Reader } from '../../store/store.ts'
import { bankKnows, bankMayHave } from '../may-bank-have.ts'
import { retriedOrders } from './copies.ts'
import { inquiriesAllowResend } from './status/qualifying-inquiries.ts'
import { bankStatusIn } from './reading/order-line.ts'
import type { OrderContext, OrderKinds, OrderRow, OrderSummary } from './types.ts'
import { supportReplyIn, hasAlert, isConfirmedNotMade, recordsOf } from './order-records.ts'
import { isHeldAfterRestore } from './restore-hold.ts'
import { isRouteProven } from './status/route-proof.ts'
import type {
  CopyBlocker,
  SupersededBlocker,
} from '../../../preload/contract/domain/orders/act-blockers.ts'

/**
 * Returns why an order may not be copied at `now`; undefined if it may. `order-state`: on its way,
 * or outcome unknown. `at-bank-staff` and `waits-at-bank`: see bank document 1,
 * States.
 */
export async function whyNotCopied(
  reader: Reader,
  row: OrderRow,
  { kinds }: Pick<OrderContext, 'kinds'>,
  now: Date,
): Promise<Failure<'order-state'> | CopyBlocker | undefined> {
  const kind = kinds.of(row)
  if (row.state === 'outcome-unknown' && row.closed_at !== null) {
    const notYet = await whyNotYet(reader, row, kinds, now)
    return notYet ?? notCopied(await kind.checkCopy(reader, row))
  }
  if (statesNotCopied.includes(row.state)) return { code: 'order-state', state: row.state }
  if (isHeldAfterRestore(row)) return notCopied('restored')
  if (row.state !== 'accepted' && (await bankMayHave(reader, row.id))) return notCopied('reported')
  if (row.state === 'accepted' && bankStatusIn(row).needsBankAction)
    return notCopied('at-bank-staff')
  if (row.state === 'accepted' && waitsForLaterDay(bankStatusIn(row)))
    return notCopied('waits-at-bank')
  return notCopied(await kind.checkCopy(reader, row))
}

type NotCopied = Extract<CopyBlocker, { readonly code: 'not-copied' }>

const notCopied = (why: NotCopied['why'] | undefined): CopyBlocker | undefined =>
  why && { code: 'not-copied', why }

/**
 * Returns why an order that was closed as not made may not be copied yet. A copy would be a second
 * payment if bank support is wrong, so its day must be over, and every inquiry route must have
 * answered since that the bank does not have the order.
 */
async function whyNotYet(
  reader: Reader,
  row: OrderSummary,
  kinds: OrderKinds,
  now: Date,
): Promise<CopyBlocker | undefined> {
  const { attempts, inquiries, supportReplies } = await recordsOf(reader, row.id)
  const lastDay = kinds
    .of(row)
    .inquiry.lastDay(row, new Date(attempts.at(-1)?.journalled_at ?? row.updated_at))
  if (networkDay(now) <= lastDay) return { code: 'may-be-made', lastDay }
  const isOpen = await hasAlert(reader, row.id, 'open')
  if (isOpen || (await bankKnows(reader, row.id))) return notCopied('reported')
  const supportReply = supportReplyIn(supportReplies, attempts)
  const since = inquiries.filter(
    ({ at }) =>
      supportReply !== null &&
      isConfirmedNotMade(supportReply) &&
      at > supportReply.replied_at &&
      networkDay(new Date(at)) > lastDay,
  )
  const counted = { row, kind: kinds.of(row) }
  const anyAge = { inquiryAfterMinutes: 0, inquiryFreshMinutes: Infinity }
  const isConfirmedByInquiry =
    inquiriesAllowResend(since, attempts, anyAge, now, counted) && isRouteProven(since)
  return isConfirmedByInquiry ? undefined : notCopied('not-confirmed-by-inquiry')
}

/**
 * Returns why a copy must not leave at `now`; undefined if it may. It tries an order again that was
 * closed as not made, and that the bank may have reported since.
 */
export async function copySendBlocker(
  reader: Reader,
  { id }: Pick<OrderRow, 'id'>,
  { kinds }: Pick<OrderContext, 'kinds'>,
  now: Date,
): Promise<SupersededBlocker | undefined> {
  for (const original of await retriedOrders(reader, id)) {
    const { state, bank_status } = original
    if (!(await bankMayHave(reader, original.id))) continue
    // The bank took it and did not make it.
    if (state === 'accepted' && (bank_status === 'failed' || bank_status === 'cancelled')) continue
    if (state === 'accepted') return { code: 'original-made' }
    if (state !== 'outcome-unknown' || original.closed_at === null)
      return { code: 'original-unresolved' }
    if ((await whyNotYet(reader, original, kinds, now)) !== undefined)
      return { code: 'original-unresolved' }
  }
  return undefined
}
