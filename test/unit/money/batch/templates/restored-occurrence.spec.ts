/**
 * Promise P1 across a restore: a recurring batch may have been drafted and sent by the store that
 * was replaced.
 */
import { expect, it } from 'vitest'
import type { Recurrence } from '../../../../../preload/contract/domain/batches/drafts.ts'
import { isHeldAfterRestore } from '../../../../../main/money/order/restore-hold.ts'
import { restore } from '../../../support/restore.ts'
import { entry, mara, must, openBatches, payroll } from '../open-batches.ts'

type Session = Awaited<ReturnType<typeof openBatches>>
const dayMs = 86_400_000

/** Weekly from Friday the 27th, drafted three banking days ahead: today. */
const recurrence: Recurrence = {
  every: 'week',
  from: '2026-11-27',
  onClosedDay: 'before',
  daysAhead: 3,
}

const template = async ({ handlers }: Session) => {
  const { id } = must(await handlers.create({ form: payroll, entries: [entry()] }, mara))
  return must(
    await handlers.saveTemplate({ id, name: 'Payroll', recurrence, replaces: null }, mara),
  )
}
const marks = async ({ store }: Session, templateId: string): Promise<boolean[]> => {
  const rows = await store.read
    .selectFrom('orders')
    .innerJoin('batches', 'batches.order_id', 'orders.id')
    .select(['orders.restored', 'orders.value_date'])
    .where('batches.template_id', '=', templateId)
    .orderBy('orders.value_date')
    .execute()
  return rows.map(isHeldAfterRestore)
}

it('marks the occurrence that may have been drafted already, and none after it', async () => {
  const session = await openBatches()
  const { id } = await template(session)
  await restore(session.store, '2026-11-23T14:00:00.000Z')
  await session.templates.start()
  session.pass(8 * dayMs)
  await session.templates.start()
  expect(await marks(session, id)).toEqual([true, false])
})

it('marks the first one after it as well where none was due: somebody may have drafted it ahead', async () => {
  const session = await openBatches()
  const { id } = await template(session)
  await session.templates.start()
  await restore(session.store, '2026-11-24T14:00:00.000Z')
  session.pass(8 * dayMs)
  await session.templates.start()
  session.pass(7 * dayMs)
  await session.templates.start()
  // The restore itself marks the drafts in the backup.
  expect(await marks(session, id)).toEqual([true, true, false])
})

it('marks the next occurrence too after somebody has prepared a draft by hand', async () => {
  const session = await openBatches()
  const { id } = await template(session)
  await session.templates.start()
  await restore(session.store, '2026-11-24T14:00:00.000Z')
  session.pass(2 * dayMs)
  const { items } = must(await session.handlers.listTemplates({ cursor: null, limit: 1 }, mara))
  const version = items[0]?.version ?? 0
  must(await session.handlers.useTemplate({ id, version }, mara))
  session.pass(6 * dayMs)
  await session.templates.start()
  // By hand without a date, before the restore, and after it.
  expect(await marks(session, id)).toEqual([true, true, true])
})

it('marks nothing in a store that was never restored', async () => {
  const session = await openBatches()
  const { id } = await template(session)
  await session.templates.start()
  expect(await marks(session, id)).toEqual([false])
})
