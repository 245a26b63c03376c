/**
 * Promise P1 across a restore: the original of a rebuilt batch may have been created, and sent, by
 * the store that was replaced.
 */
import { describe, expect, it } from 'vitest'
import { createBatchDrafts } from '../../../../main/money/batch/drafts/batch-drafts.ts'
import { isHeldAfterRestore } from '../../../../main/money/order/restore-hold.ts'
import type { Store } from '../../../../main/store/store.ts'
import { restore } from '../../support/restore.ts'
import { entry as typed, mara, must, openBatches, payroll } from './open-batches.ts'
import { entry, openTracking, mara as maker } from './open-tracking.ts'

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
  const session = await openTracking()
  const id = await session.accepted([entry({ creditDebitCode: 'D' }), entry()], {
    scenario: 'entry-returned',
  })
  session.bank.clock.pass(200_000)
  await session.request(id)
  const rows = await session.entries(id)
  const back = rows.find(({ returned_at: at }) => at !== null)?.id ?? ''
  const stays = rows.find(({ returned_at: at }) => at === null)?.id ?? ''
  const restored = () => restore(session.store, session.bank.clock.now().toISOString())
  const later = () => session.bank.clock.pass(60_000)
  const present = async (of: string, entryIds: string[]) =>
    must(await session.corrections.prepareReentry({ id: of, entryIds }, maker)).id
  const reverse = async (of: string, entryIds: string[]) => {
    const reason = { ground: 'amount', note: '' } as const
    return must(await session.corrections.prepareReversal({ id: of, entryIds, reason }, maker)).id
  }
  return { session, id, back, stays, restored, later, present, reverse }
}

describe('of a batch that is older than the restore', () => {
  it('an entry that is presented again is held', async () => {
    const { session, id, back, restored, later, present } = await returned()
    await restored()
    later()
    expect(await isHeld(session.store, await present(id, [back]))).toBe(true)
  })

  it('a reversal is held', async () => {
    const { session, id, stays, restored, later, reverse } = await returned()
    await restored()
    later()
    expect(await isHeld(session.store, await reverse(id, [stays]))).toBe(true)
  })

  it('a copy is held', async () => {
    const { session, id, restored, later } = await returned()
    await restored()
    later()
    const { handlers } = createBatchDrafts(session.context, session.drafts)
    expect(await isHeld(session.store, must(await handlers.copy({ id }, maker)).id)).toBe(true)
  })

  it('nothing is held where the store was never restored', async () => {
    const { session, id, back, stays, present, reverse } = await returned()
    expect(await isHeld(session.store, await present(id, [back]))).toBe(false)
    expect(await isHeld(session.store, await reverse(id, [stays]))).toBe(false)
  })
})

it('holds nothing that is created from a batch of after the restore', async () => {
  const session = await openBatches()
  await restore(session.store, '2026-11-23T14:00:00.000Z')
  session.pass(dayMs)
  const { id } = must(await session.handlers.create({ form: payroll, entries: [typed()] }, mara))
  const copy = must(await session.handlers.copy({ id }, mara))
  expect([await isHeld(session.store, id), await isHeld(session.store, copy.id)]).toEqual([
    false,
    false,
  ])
})

it('holds once what somebody creates from a template after a restore', async () => {
  const session = await openBatches()
  const { id } = must(await session.handlers.create({ form: payroll, entries: [typed()] }, mara))
  const template = { id, name: 'Payroll', recurrence: null, replaces: null }
  const { id: stored, version } = must(await session.handlers.saveTemplate(template, mara))
  await restore(session.store, '2026-11-23T14:00:00.000Z')
  session.pass(dayMs)
  const first = must(await session.handlers.useTemplate({ id: stored, version }, mara))
  session.pass(dayMs)
  const second = must(await session.handlers.useTemplate({ id: stored, version }, mara))
  const held = [await isHeld(session.store, first.id), await isHeld(session.store, second.id)]
  expect(held).toEqual([true, false])
})

describe('a file of batches', () => {
  const file = {
    name: 'payroll.csv',
    bytes: Buffer.from(
      'Name,Employee ID,Routing,Acct No,Type of acct,Cr/Dr,Amount,Memo\nA Person,E-1,055001001,0010000001,Checking,Credit,100.25,',
    ),
  }
  const imported = async (session: Awaited<ReturnType<typeof openBatches>>): Promise<string> => {
    const { draftId } = must(await session.imports.readImport(file, 'mara'))
    const wanted = { draftId, batches: [1], form: payroll }
    return must(await session.handlers.commitImport(wanted, mara)).created[0] ?? ''
  }

  it.each([
    [6, true],
    [8, false],
  ])('%i days after a restore: held %s', async (days, held) => {
    const session = await openBatches()
    await restore(session.store, '2026-11-23T14:00:00.000Z')
    session.pass(days * dayMs)
    expect(await isHeld(session.store, await imported(session))).toBe(held)
  })
})
