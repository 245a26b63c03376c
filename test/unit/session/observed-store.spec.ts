import { expect, it } from 'vitest'
import { isMoneyAct, observedStore } from '../../../main/session/observed-store.ts'
import { act, newStorePath, open } from '../store/stores.ts'

it('reports acts about money and no others, once they are on the disk', async () => {
  const received: string[] = []
  const observed = observedStore(await open(newStorePath()), (kind) => void received.push(kind))
  await observed.note({ actor: 'a', kind: 'order.released', subject: 'o', detail: {} })
  const failing = observed.record(act('x'), () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(received).toEqual(['order.released'])
  expect(
    ['order.x', 'batch.x', 'ach.x', 'payee.x', 'payment-schedule.x', 'policy.x', 'operator.x'].map(
      isMoneyAct,
    ),
  ).toEqual([true, true, true, true, true, true, true])
  expect(['traffic.x', 'orders', 'batches'].map(isMoneyAct)).toEqual([false, false, false])
})
