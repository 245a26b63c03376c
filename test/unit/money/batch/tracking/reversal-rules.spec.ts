/**
 * Entries that follow earlier ones: they pay nobody twice, and nobody approves an entry that they
 * wrote.
 */
import { describe, expect, it } from 'vitest'
import {
  duplicateEntries,
  countDuplicates,
} from '../../../../../main/money/batch/drafts/duplicate-checks.ts'
import { createBatchDrafts } from '../../../../../main/money/batch/drafts/batch-drafts.ts'
import { createBatchTemplates } from '../../../../../main/money/batch/templates/batch-templates.ts'
import type { OrderState } from '../../../../../preload/contract/domain/orders/order-states.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { makersOf } from '../../../../../main/money/order/approval/approvals.ts'
import { must } from '../open-batches.ts'
import { entry, openTracking, mara, theo } from '../open-tracking.ts'

type Session = Awaited<ReturnType<typeof openTracking>>
const at = '2026-11-24T12:00:00.000Z'
const returned = { returned_at: at, return_code: 'R03', bank_status: 'returned' } as const
const reason = { ground: 'duplicate', note: '' } as const

/** A batch with one entry that the bank accepted. */
async function sent(session: Session) {
  const id = await session.accepted([entry()])
  const [only] = await session.entries(id)
  const entryId = only?.id ?? ''
  return {
    id,
    entryId,
    again: () => session.corrections.prepareReentry({ id, entryIds: [entryId] }, mara),
    reverse: () => session.corrections.prepareReversal({ id, entryIds: null, reason }, mara),
  }
}
const stateOf = (session: Session, id: string, state: OrderState) =>
  session.store.record({ actor: 'test', kind: 'test.set', subject: id, detail: {} }, async (tx) => {
    await tx.updateTable('orders').set({ state }).where('id', '=', id).execute()
  })
const orderIn = (session: Session, id: string) =>
  session.store.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refusedFor = (message: string) => ({
  ok: false,
  error: {
    code: 'invalid-input',
    fields: [{ message: expect.stringContaining(message) as string }],
  },
})

describe('an entry is presented again', () => {
  it.each([
    ['in error, and settled all the same', { verdict: 'in-error', bank_status: 'settled' }],
    ['rejected, and numbered and collected', { verdict: 'rejected', bank_status: 'collected' }],
    ['rejected, and numbered', { verdict: 'rejected' }],
  ] as const)('never where the bank called it %s', async (_what, change) => {
    const session = await openTracking()
    const { entryId, again } = await sent(session)
    await session.change(entryId, change)
    expect(await again()).toMatchObject(refusedFor('Only returned or rejected'))
  })

  it('once, of two calls at the same moment', async () => {
    const session = await openTracking()
    const { entryId, again } = await sent(session)
    await session.change(entryId, returned)
    const created = await Promise.all([again(), again()])
    expect(created.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(created.find(({ ok }) => !ok)).toMatchObject(refusedFor('Already presented again'))
  })

  it('bank note 83: never after an error that is no refusal: the bank may still have taken it in', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry()], { traces: false })
    const [only] = await session.entries(id)
    const entryIds = [only?.id ?? '']
    const again = () => session.corrections.prepareReentry({ id, entryIds }, mara)
    await session.change(entryIds[0] ?? '', { verdict: 'in-error' })
    expect(await again()).toMatchObject(refusedFor('Only returned or rejected'))
    await session.change(entryIds[0] ?? '', { verdict: 'rejected' })
    expect((await again()).ok).toBe(true)
  })

  it('by an entry that was removed from its draft and came back by undoing', async () => {
    const session = await openTracking()
    const { entryId, again } = await sent(session)
    await session.change(entryId, returned)
    const { id } = must(await again())
    const [only] = await session.entries(id)
    const typed = JSON.parse(only?.typed ?? '') as TypedEntry
    const drafts = createBatchDrafts(session.context, session.drafts).handlers
    must(await drafts.saveEntries({ id, put: [], removed: [typed.id] }, mara))
    must(await drafts.saveEntries({ id, put: [{ position: 1, entry: typed }], removed: [] }, mara))
    expect(await session.entries(id)).toMatchObject([{ follows_entry: entryId }])
    expect(await again()).toMatchObject(refusedFor('Already presented again'))
  })

  it('never beside a reversal that may undo it, and again once that one is discarded', async () => {
    const session = await openTracking()
    const { entryId, again, reverse } = await sent(session)
    const reversal = must(await reverse())
    await session.change(entryId, returned)
    expect(await again()).toMatchObject(refusedFor('Already has a reversal'))
    await stateOf(session, reversal.id, 'withdrawn')
    expect((await again()).ok).toBe(true)
  })

  it('after its reversal came back itself, which undid nothing', async () => {
    const session = await openTracking()
    const { entryId, again, reverse } = await sent(session)
    const [undoing] = await session.entries(must(await reverse()).id)
    await session.change(entryId, returned)
    await session.change(undoing?.id ?? '', returned)
    expect((await again()).ok).toBe(true)
  })

  it('without the warning of a duplicate only while the first one is back', async () => {
    const session = await openTracking()
    const { entryId, again } = await sent(session)
    await session.change(entryId, { ...returned })
    const { id } = must(await again())
    const duplicates = async () => [
      (await duplicateEntries(session.context, id)).length,
      (await countDuplicates(session.store.read, id, session.context.clock.now()))
        .earlierDuplicates,
    ]
    expect(await duplicates()).toEqual([0, 0])
    await session.change(entryId, { returned_at: null, bank_status: 'settled' })
    expect(await duplicates()).toEqual([1, 1])
  })
})

describe('a reversal', () => {
  it('is made once, of two calls at the same moment', async () => {
    const session = await openTracking()
    const { reverse } = await sent(session)
    const created = await Promise.all([reverse(), reverse()])
    expect(created.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  it('or a re-entry is neither copied nor saved as a template, where it would refer to nothing', async () => {
    const session = await openTracking()
    const { id: reversal } = must(await (await sent(session)).reverse())
    const other = await sent(session)
    await session.change(other.entryId, returned)
    const { id: reentry } = must(await other.again())
    const drafts = createBatchDrafts(session.context, session.drafts).handlers
    const templates = createBatchTemplates(session.context).handlers
    for (const id of [reversal, reentry]) {
      expect(await drafts.copy({ id }, mara)).toMatchObject(refusedFor('not copied'))
      const template = { id, name: 'Again', recurrence: null, replaces: null }
      expect(await templates.saveTemplate(template, mara)).toMatchObject(refusedFor('not copied'))
    }
  })
})

describe('a batch that is on its way or of unknown outcome', () => {
  it.each(['queued', 'sending', 'outcome-unknown'] as const)(
    'is not saved as a template while %s: used at once it would be a copy',
    async (state) => {
      const session = await openTracking()
      const id = await session.accepted([entry()])
      await stateOf(session, id, 'queued')
      await stateOf(session, id, state)
      const templates = createBatchTemplates(session.context).handlers
      expect(
        await templates.saveTemplate(
          { id, name: 'Payroll', recurrence: null, replaces: null },
          mara,
        ),
      ).toMatchObject({ ok: false, error: { code: 'order-state', state } })
      const { items } = must(await templates.listTemplates({ cursor: null, limit: 9 }, mara))
      expect(items).toEqual([])
    },
  )
})

describe('authors of the source of a batch are among its makers (P3)', () => {
  const makers = async (session: Session, id: string) =>
    [...(await makersOf(session.store.read, await orderIn(session, id)))].sort()

  it('of a copy, a copy of that copy, a re-entry and a reversal', async () => {
    const session = await openTracking()
    const { id, entryId } = await sent(session)
    const drafts = createBatchDrafts(session.context, session.drafts).handlers
    const copy = must(await drafts.copy({ id }, theo as never))
    const further = must(await drafts.copy({ id: copy.id }, { operator: { id: 'nils' } } as never))
    expect(await makers(session, copy.id)).toEqual(['mara', 'theo'])
    expect(await makers(session, further.id)).toEqual(['mara', 'nils', 'theo'])
    const reversal = must(
      await session.corrections.prepareReversal({ id, entryIds: null, reason }, theo as never),
    )
    expect(await makers(session, reversal.id)).toEqual(['mara', 'theo'])
    await stateOf(session, reversal.id, 'withdrawn')
    await session.change(entryId, returned)
    const again = must(
      await session.corrections.prepareReentry({ id, entryIds: [entryId] }, theo as never),
    )
    expect(await makers(session, again.id)).toEqual(['mara', 'theo'])
  })

  it('of a draft from a template: its owner, and the author of the saved batch', async () => {
    const session = await openTracking()
    const templates = createBatchTemplates(session.context).handlers
    const { id } = await sent(session)
    const saved = must(
      await templates.saveTemplate(
        { id, name: 'Payroll', recurrence: null, replaces: null },
        theo as never,
      ),
    )
    const nils = { operator: { id: 'nils' } } as never
    const used = must(await templates.useTemplate({ id: saved.id, version: saved.version }, nils))
    expect(await makers(session, used.id)).toEqual(['mara', 'nils', 'theo'])
  })

  it('and nobody else: one’s own template leaves a second person to approve', async () => {
    const session = await openTracking()
    const templates = createBatchTemplates(session.context).handlers
    const { id } = await sent(session)
    const saved = must(
      await templates.saveTemplate({ id, name: 'Own', recurrence: null, replaces: null }, mara),
    )
    const used = must(await templates.useTemplate({ id: saved.id, version: saved.version }, mara))
    expect(await makers(session, used.id)).toEqual(['mara'])
  })

  it('in every draft where one call carries fewer entries', async () => {
    const session = await openTracking()
    const id = await session.accepted([entry(), entry(), entry()])
    session.way.mostEntries = 2
    const drafts = createBatchDrafts(session.context, session.drafts).handlers
    const created = must(await drafts.copy({ id }, theo as never))
    for (const one of [created.id, ...created.others])
      expect(await makers(session, one)).toEqual(['mara', 'theo'])
  })
})
