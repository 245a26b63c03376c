/**
 * All entries to one account in one batch count as one amount for the policy, however they are
 * split.
 */
import { expect, it, onTestFinished } from 'vitest'
import { batchEvidenceMissing } from '../../../../main/money/batch/ownership/batch-evidence.ts'
import { knownOwnership } from '../../../../main/money/batch/ownership/query.ts'
import type { OrderContext } from '../../../../main/money/order/types.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { openStore } from '../../../../main/store/store.ts'
import { defaultPolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import { newStorePath } from '../../store/stores.ts'
import { putBatch, storedEntry } from './stored-batch.ts'
import { startStoreWorker } from '../../support/programs/programs.ts'
import { waitsBy } from '../../support/wait-times.ts'

async function session() {
  const opened = await openStore({
    file: newStorePath(),
    key: practiceKey,
    startStoreWorker,
    clock: systemClock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  const store = opened.value
  onTestFinished(() => store.close())
  const policy = { ...defaultPolicy, ownership: { from: 100_000, maxAgeHours: 24 } }
  const context = {
    store,
    clock: systemClock,
    waits: waitsBy(systemClock),
    settings: { current: () => ({ scoreThreshold: 81 }) },
    policy: { current: () => ({ policy }) },
  } as unknown as OrderContext
  return { store, context }
}

it('the ownership of an account is required by the sum that it receives in a batch, leading zeros aside', async () => {
  const { store, context } = await session()
  const below = { amount: '999.99' }
  const split = [
    storedEntry({ ...below, accountNumber: '4471' }),
    storedEntry({ ...below, accountNumber: '0004471', receiverName: 'Ann B. Alder' }),
  ]
  const others = [
    storedEntry({ ...below, accountNumber: '4472' }),
    storedEntry({ ...below, accountNumber: '4471', routingNumber: '011000015' }),
  ]
  const id = await putBatch(store, 'PPD', [...split, ...others])
  const requested = await knownOwnership(context, id, 100_000)
  expect([...requested.keys()].sort()).toEqual(split.map((one) => one.id).sort())
  expect(await batchEvidenceMissing(context, { id })).toEqual(['ownership'])
})

it('an account that receives less than the amount in all is not checked, whatever another batch pays it', async () => {
  const { store, context } = await session()
  const id = await putBatch(store, 'PPD', [storedEntry({ amount: '600.00' })])
  await putBatch(store, 'PPD', [storedEntry({ amount: '600.00' })])
  expect(await batchEvidenceMissing(context, { id })).toEqual([])
})

it('an account with one unreadable amount is checked', async () => {
  const { store, context } = await session()
  const id = await putBatch(store, 'PPD', [storedEntry({ amount: 'a thousand' })])
  expect(await batchEvidenceMissing(context, { id })).toEqual(['ownership'])
})
