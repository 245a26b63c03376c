/**
 * Rebinds orders that were approved for another bank address or client id than the profile names
 * now, so that no administrator alone redirects approved orders to another bank (Promise P3). Their
 * approvals are void and required again. Orders that already left stay at their bank.
 */
import { approvalHashDetail } from './approval-hash.ts'
import { renewing } from './evidence.ts'
import { approvedBank, matchesApprovalHash } from './integrity.ts'
import { factsOf } from '../order-facts.ts'
import { seemsUnsent } from '../status/inquiry-due.ts'
import { keepSentVersion } from '../sent-version.ts'
import { nextState } from '../order-machine.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import type { OrderContext, OrderSummary } from '../types.ts'
import type { NotifyOrder } from '../services.ts'
import { summaryColumns } from '../order-columns.ts'
import { attemptsOf, findOrder, findSummary, moveOrder, voidApprovals } from '../order-records.ts'

const becauseOf = (bank: string | null): string =>
  bank === null
    ? 'It was approved before approvals covered the address and client id of the bank'
    : 'The address or client id of the bank changed after approval'

/**
 * Gives waiting orders a new approval hash, for the bank that the profile names now, and voids
 * their approvals. Orders that
 * fail other integrity checks are left to the release. Rejects with the store's error.
 */
export async function rehashOrders(context: OrderContext, notify: NotifyOrder): Promise<void> {
  const { read } = context.store
  const waiting = await read
    .selectFrom('orders')
    .select(summaryColumns)
    .where('state', 'in', ['awaiting-approval', 'approved'])
    .execute()
  for (const row of waiting)
    if (await renewing(() => rehash(context, row))) notify(row.id, 'awaiting-approval')
}

/**
 * Returns a `notify` that also does so for an order that comes back unsent: it was on its way when
 * the bank of the profile changed.
 */
export function rehashReturned(context: OrderContext, notify: NotifyOrder): NotifyOrder {
  const rehashOne = async (id: string): Promise<void> => {
    const row = await findSummary(context.store.read, id)
    const isReturned = row?.state === 'approved'
    if (isReturned && (await renewing(() => rehash(context, row)))) notify(id, 'awaiting-approval')
  }
  return (id, state) => {
    notify(id, state)
    if (state === 'approved') context.background.add('orders.rehash', rehashOne(id))
  }
}

async function rehash(context: OrderContext, listed: OrderSummary): Promise<boolean> {
  const { store, clock } = context
  const { id } = listed
  const { approvalHash } = approvalHashDetail(listed, context)
  if (listed.approval_hash === null || listed.approval_hash === approvalHash) return false
  const before = await findOrder(store.read, id)
  if (before?.approval_hash !== listed.approval_hash || before.body_sha256 !== listed.body_sha256)
    return false
  // An order that only seems unsent keeps its bank, because its status inquiries continue there.
  if (before.state === 'approved' && seemsUnsent(before, await attemptsOf(store.read, id)))
    return false
  // Everything that the hash covers, except the bank, must still verify.
  const bank = await approvedBank(store.read, before)
  if (bank === undefined || !(await matchesApprovalHash(store.read, before, context, bank)))
    return false
  const act = {
    actor: 'system',
    kind: 'order.rehashed',
    subject: id,
    detail: { ...approvalHashDetail(before, context) },
  }
  const isDone = await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      const row = await findOrder(tx, id)
      if (row?.approval_hash !== before.approval_hash || row.body_sha256 !== before.body_sha256)
        throw new Superseded()
      const state = nextState(await factsOf(tx, row, context, []), { kind: 'bank-changed' })
      if (state === null) throw new Superseded()
      const at = clock.now().toISOString()
      await keepSentVersion(tx, row, context.kinds.of(row))
      await voidApprovals(tx, id, at, becauseOf(bank))
      await moveOrder(tx, id, row.state, { state, approval_hash: approvalHash, updated_at: at })
      return true
    }),
  )
  return isDone ?? false
}
