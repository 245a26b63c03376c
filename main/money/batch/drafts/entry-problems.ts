/**
 * Lists the problems of the entries of a batch that may still leave, by the same rules that build
 * its body.
 */
import type { FieldProblem } from '../../../../preload/contract/bank/account-validation.ts'
import type { SecCode } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import type {
  EntryHolder,
  EntryPayeeFlag,
} from '../../../../preload/contract/domain/batches/batch.ts'
import { checkEntry } from '../../../../preload/contract/domain/batches/check-entries.ts'
import { mayStillLeave } from '../../../../preload/contract/domain/orders/order-states.ts'
import type { OrderRow } from '../../order/types.ts'
import type { BatchContext, EntryRow } from '../types.ts'
import { payeeFlaggedEntries } from '../entries/batch-payee-flags.ts'
import { batchFormIn } from '../batch-records.ts'
import { typedIn } from '../../batch-facts.ts'
import { placedPayees, type PlacedPayee } from '../entries/entry-payees.ts'
import { rejectionProblems, sentAnywayIn } from './sent-anyway.ts'
import { inSlices } from '../../../platform/slices.ts'

export interface EntryRemarks {
  readonly problems: readonly FieldProblem[]
  readonly payeeFlags: readonly EntryPayeeFlag[]
  /** The account holder by the payee book. */
  readonly holder: EntryHolder | null
}
/** For a batch that cannot leave any more. */
export const nothingRemarked: EntryRemarks = { problems: [], payeeFlags: [], holder: null }

type Context = Pick<BatchContext, 'store' | 'clock'>
type HolderOrder = Pick<OrderRow, 'id' | 'state' | 'form'>

const orderOf = (
  { store }: Pick<Context, 'store'>,
  orderId: string,
): Promise<HolderOrder | undefined> =>
  store.read
    .selectFrom('orders')
    .select(['id', 'state', 'form'])
    .where('id', '=', orderId)
    .executeTakeFirst()

/**
 * Returns the remarks of these entries of one batch by id; none if the batch cannot leave any more.
 */
export async function remarksOfEntries(
  context: Context,
  orderId: string,
  entries: readonly Pick<EntryRow, 'id' | 'typed' | 'sent_anyway'>[],
): Promise<(id: string) => EntryRemarks> {
  const order = await orderOf(context, orderId)
  if (!order || !mayStillLeave(order.state)) return () => nothingRemarked
  const { secCode } = batchFormIn(order).form
  const payees = new Map(
    (await placedPayees(context.store.read, orderId)).map((one) => [one.entryId, one]),
  )
  const remarks = new Map(
    entries.map((row): readonly [string, EntryRemarks] => [
      row.id,
      {
        problems: problemsOf(row, order, secCode),
        payeeFlags: payees.get(row.id)?.flags ?? [],
        holder: holderOf(payees.get(row.id)),
      },
    ]),
  )
  return (id) => remarks.get(id) ?? nothingRemarked
}

/**
 * Puts certain rejections that nobody sends anyway first; a submitted batch was checked for those
 * at submission.
 */
function problemsOf(
  row: Pick<EntryRow, 'typed' | 'sent_anyway'>,
  { state }: Pick<HolderOrder, 'state'>,
  secCode: SecCode,
): FieldProblem[] {
  const typed = typedIn(row)
  return [
    ...(state === 'draft' ? rejectionProblems(typed, secCode, sentAnywayIn(row)) : []),
    ...checkEntry(typed, secCode).problems,
  ]
}

const holderOf = (placed: PlacedPayee | undefined): EntryHolder | null =>
  placed ? { name: placed.payee?.name ?? null, isChosen: placed.isChosen } : null

/**
 * Returns the ids of entries that break a rule, or are sent although the bank is certain to reject
 * them.
 */
export async function entriesWithProblems(context: Context, orderId: string): Promise<string[]> {
  const order = await orderOf(context, orderId)
  if (!order || !mayStillLeave(order.state)) return []
  const { secCode } = batchFormIn(order).form
  const broken: string[] = []
  const rows = await context.store.read
    .selectFrom('batch_entries')
    .select(['typed', 'sent_anyway'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  await inSlices(
    rows,
    (row) => {
      const isRejected = sentAnywayIn(row).length > 0
      if (isRejected || problemsOf(row, order, secCode).length > 0) broken.push(typedIn(row).id)
    },
    () => context.clock.monotonicMs(),
  )
  return broken
}

/** Returns the ids of entries with payee flags to look at. */
export async function payeeFlaggedIds(context: Context, orderId: string): Promise<string[]> {
  const order = await orderOf(context, orderId)
  if (!order || !mayStillLeave(order.state)) return []
  return (await payeeFlaggedEntries(context.store.read, orderId)).map(({ id }) => id)
}
