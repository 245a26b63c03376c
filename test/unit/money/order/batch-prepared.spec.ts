/**
 * The reason why a batch was prepared is part of the approved content: another reason needs another
 * decision (Promise P3).
 */
import { expect, it } from 'vitest'
import { batchFormIn, batchFormText } from '../../../../main/money/batch/batch-records.ts'
import { approvedBatch } from './parts/batch-desk.ts'
import { as, openSession, rowOf, stateOf } from './parts/sending-desk.ts'

const prepared = { as: 'reversal', uuid: 'a'.repeat(32), reason: 'A duplicate' } as const

it('keeps the reason when it is submitted, and releases nothing once another one stands there', async () => {
  const desk = await openSession()
  const binding = await approvedBatch(desk, { prepared })
  const { form } = await rowOf(desk)
  const stored = batchFormIn({ form })
  expect(stored).toMatchObject({ prepared, terms: { amountUnit: 'dollars' } })
  const other = batchFormText({ ...stored, prepared: { ...prepared, reason: 'Wrong amount' } })
  const put = (text: string) =>
    desk.store.record({ actor: 'x', kind: 'x', subject: 'o1', detail: {} }, (tx) =>
      tx.updateTable('orders').set({ form: text }).where('id', '=', 'o1').execute(),
    )
  await put(other)
  expect(await as(desk, 'mara')('release', { id: 'o1', approvalHash: binding })).toMatchObject({
    error: { code: 'binding-broken' },
  })
  expect(await stateOf(desk)).toBe('approved')
  await put(form)
  expect(await as(desk, 'mara')('release', { id: 'o1', approvalHash: binding })).toMatchObject({
    ok: true,
  })
})
