/**
 * The reason why a batch was prepared is part of the approved content: another reason needs another
 * decision (Promise P3).
 */
import { expect, it } from 'vitest'
import { batchFormIn, batchFormText } from '../../../../main/money/batch/batch-records.ts'
import { approvedBatch } from './support/batch-session.ts'
import { as, openSession, rowOf, stateOf } from './support/sending-session.ts'

const prepared = { as: 'reversal', uuid: 'a'.repeat(32), reason: 'A duplicate' } as const

it('keeps the reason when it is submitted, and releases nothing once the reason was replaced', async () => {
  const session = await openSession()
  const reviewedHash = await approvedBatch(session, { prepared })
  const { form } = await rowOf(session)
  const stored = batchFormIn({ form })
  expect(stored).toMatchObject({ prepared, terms: { amountUnit: 'dollars' } })
  const other = batchFormText({ ...stored, prepared: { ...prepared, reason: 'Wrong amount' } })
  const put = (text: string) =>
    session.store.record({ actor: 'x', kind: 'x', subject: 'o1', detail: {} }, (tx) =>
      tx.updateTable('orders').set({ form: text }).where('id', '=', 'o1').execute(),
    )
  await put(other)
  expect(
    await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash }),
  ).toMatchObject({
    error: { code: 'integrity-broken' },
  })
  expect(await stateOf(session)).toBe('approved')
  await put(form)
  expect(
    await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash }),
  ).toMatchObject({
    ok: true,
  })
})
