/**
 * Promise P1 across a restore: the original of a rebuilt batch may have been created, and sent, by
 * the store that was replaced.
 */
import { describe, expect, it } from 'vitest'
import { createBatchDrafts } from '../../../../main/money/batch/drafts/batch-drafts.ts'
import { isHeldAfterRestore } from '../../../../main/money/order/restore-hold.ts'
import type { Store } from '../../../../main/store/store.ts'
import { restore } from '../../support/restore.ts'
import { entry as typed, mara, must, openBatches, payroll } from './batch-desk.ts'
import { entry, followDesk, mara as maker } from './follow-desk.ts'

const dayMs = 86_400_000

/** Whether a second person must first confirm that it was not sent. */
async function isHeld({ read }: Store, id: string): Promise<boolean> {
  const order = await read
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return isHeldAfterRestore(order)
}

/** A batch of two that the bank accepted, with one entry returned. */
async function returned() {
  const desk = await followDesk()
  const id = await desk.accepted([entry({ creditDebitCode: 'D' }), entry()], {
    scenario: 'entry-returned',
  })
  desk.bank.clock.pass(200_000)
  await desk.ask(id)
  const rows = await desk.entries(id)
  const back = rows.find(({ returned_at: at }) => at !== null)?.id ?? ''
  const stays = rows.find(({ returned_at: at }) => at === null)?.id ?? ''
  const restored = () => restore(desk.store, desk.bank.clock.now().toISOString())
  const later = () => desk.bank.clock.pass(60_000)
  const present = async (of: string, entryIds: string[]) =>
    must(await desk.mending.prepareReentry({ id: of, entryIds }, maker)).id
  const reverse = async (of: string, entryIds: string[]) => {
    const reason = { ground: 'amount', note: '' } as const
    return must(await desk.mending.prepareReversal({ id: of, entryIds, reason }, maker)).id
  }
  return { desk, id, back, stays, restored, later, present, reverse }
}

describe('of a batch that is older than the restore', () => {
  it('an entry that is presented again is held', async () => {
    const { desk, id, back, restored, later, present } = await returned()
    await restored()
    later()
    expect(await isHeld(desk.store, await present(id, [back]))).toBe(true)
  })

  it('a reversal is held', async () => {
    const { desk, id, stays, restored, later, reverse } = await returned()
    await restored()
    later()
    expect(await isHeld(desk.store, await reverse(id, [stays]))).toBe(true)
  })

  it('a copy is held', async () => {
    const { desk, id, restored, later } = await returned()
    await restored()
    later()
    const { verbs } = createBatchDrafts(desk.context, desk.drafts)
    expect(await isHeld(desk.store, must(await verbs.copy({ id }, maker)).id)).toBe(true)
  })

  it('nothing is held where the store was never restored', async () => {
    const { desk, id, back, stays, present, reverse } = await returned()
    expect(await isHeld(desk.store, await present(id, [back]))).toBe(false)
    expect(await isHeld(desk.store, await reverse(id, [stays]))).toBe(false)
  })
})

it('holds nothing that is made of a batch of after the restore', async () => {
  const desk = await openBatches()
  await restore(desk.store, '2026-11-23T14:00:00.000Z')
  desk.pass(dayMs)
  const { id } = must(await desk.verbs.create({ form: payroll, entries: [typed()] }, mara))
  const copy = must(await desk.verbs.copy({ id }, mara))
  expect([await isHeld(desk.store, id), await isHeld(desk.store, copy.id)]).toEqual([false, false])
})

it('holds what somebody makes of a template once after a restore', async () => {
  const desk = await openBatches()
  const { id } = must(await desk.verbs.create({ form: payroll, entries: [typed()] }, mara))
  const template = { id, name: 'Payroll', recurrence: null }
  const { id: kept } = must(await desk.verbs.saveTemplate(template, mara))
  await restore(desk.store, '2026-11-23T14:00:00.000Z')
  desk.pass(dayMs)
  const first = must(await desk.verbs.useTemplate({ id: kept }, mara))
  desk.pass(dayMs)
  const second = must(await desk.verbs.useTemplate({ id: kept }, mara))
  const held = [await isHeld(desk.store, first.id), await isHeld(desk.store, second.id)]
  expect(held).toEqual([true, false])
})

describe('a file of batches', () => {
  const file = {
    name: 'payroll.csv',
    bytes: Buffer.from(
      'Name,Employee ID,Routing,Acct No,Type of acct,Cr/Dr,Amount,Memo\nA Person,E-1,055001001,0010000001,,Credit,100.25,',
    ),
  }
  const imported = async (desk: Awaited<ReturnType<typeof openBatches>>): Promise<string> => {
    const { draftId } = must(await desk.imports.readImport(file, 'mara'))
    const wanted = { draftId, batches: [1], form: payroll }
    return must(await desk.verbs.commitImport(wanted, mara)).made[0] ?? ''
  }

  it.each([
    [6, true],
    [8, false],
  ])('%i days after a restore: held %s', async (days, held) => {
    const desk = await openBatches()
    await restore(desk.store, '2026-11-23T14:00:00.000Z')
    desk.pass(days * dayMs)
    expect(await isHeld(desk.store, await imported(desk))).toBe(held)
  })
})
