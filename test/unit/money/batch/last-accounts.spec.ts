/** The own accounts that batches were last drawn on. */
import { expect, it } from 'vitest'
import { lastAccounts } from '../../../../main/money/batch/last-accounts.ts'
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'
import { entry, openBatches, payroll } from './open-batches.ts'

it('are those of the last submitted batch of each SEC code that may have paid', async () => {
  const session = await openBatches()
  const { profile } = session.context
  const [first, second] = profile().accounts
  if (!first || !second) throw new Error('two own accounts are needed')
  let day = 10
  const sent = async (
    secCode: 'PPD' | 'CCD' | 'CTX',
    accountId: string,
    { state = 'accepted', reversal_of = null as string | null } = {},
  ): Promise<string> => {
    const form = { ...payroll, secCode, accountId }
    const id = await session.drafts.create(form, [entry()], 'mara')
    day += 1
    const submitted_at = state === 'draft' ? null : `2026-11-${String(day)}T10:00:00.000Z`
    const act = { actor: 'mara', kind: 'test', subject: id, detail: {} }
    await session.store.record(act, async (tx) => {
      await tx
        .updateTable('orders')
        .set({ state: state as OrderState, submitted_at })
        .where('id', '=', id)
        .execute()
      await tx.updateTable('batches').set({ reversal_of }).where('order_id', '=', id).execute()
    })
    return id
  }
  expect(await lastAccounts({ store: session.store, profile })).toEqual({})
  const reversed = await sent('PPD', first.id)
  await sent('PPD', second.id)
  await sent('PPD', first.id, { state: 'rejected' })
  await sent('PPD', first.id, { reversal_of: reversed })
  await sent('PPD', first.id, { state: 'draft' })
  await sent('CCD', first.id)
  expect(await lastAccounts({ store: session.store, profile })).toEqual({
    PPD: second.id,
    CCD: first.id,
  })
  // An account that is gone is not chosen.
  const without = () => ({ ...profile(), accounts: [first] })
  expect(await lastAccounts({ store: session.store, profile: without })).toEqual({ CCD: first.id })
})
