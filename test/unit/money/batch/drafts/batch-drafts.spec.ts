import { describe, expect, it } from 'vitest'
import { newBatchId } from '../../../../../main/platform/identifiers.ts'
import { makersOf } from '../../../../../main/money/order/approval/approvals.ts'
import type { DraftEntriesPage } from '../../../../../preload/contract/domain/batches/drafts.ts'
import type { PlacedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { maxPage } from '../../../../../preload/contract/kernel/paging.ts'
import { entry, mara, must, nils, openBatches, payroll } from '../open-batches.ts'

type Session = Awaited<ReturnType<typeof openBatches>>

const draft = async ({ handlers }: Session, count = 2) => {
  const entries = Array.from({ length: count }, (_, at) =>
    entry({ amount: `${String(at + 1)}.00` }),
  )
  const { id } = must(await handlers.create({ form: payroll, entries }, mara))
  return { id, entries }
}

/** As after a submission; the rules of the table apply. */
const submit = (
  { store }: Session,
  id: string,
  state: 'awaiting-approval' | 'queued' | 'accepted' | 'rejected' | 'withdrawn',
) =>
  store.record({ actor: 'mara', kind: 'test', subject: id, detail: {} }, (tx) =>
    tx
      .updateTable('orders')
      .set({ state, submitted_at: '2026-11-23T14:00:00.000Z' })
      .where('id', '=', id)
      .execute(),
  )

const all = async ({ handlers }: Session, id: string): Promise<PlacedEntry[]> => {
  const found: PlacedEntry[] = []
  let after: number | null = null
  do {
    const part: DraftEntriesPage = must(await handlers.readDraftEntries({ id, after }, mara))
    found.push(...part.entries)
    after = part.next
  } while (after !== null)
  return found
}

describe('a draft of a batch', () => {
  it('gives its accounts in full to its own maker alone, as a recorded act', async () => {
    const session = await openBatches()
    const { id, entries } = await draft(session)
    const { handlers, acts } = session
    expect(await handlers.readDraftEntries({ id, after: null }, mara)).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(await handlers.openDraft({ id }, nils)).toMatchObject({ error: { code: 'not-maker' } })
    const opened = must(await handlers.openDraft({ id }, mara))
    expect(opened).toMatchObject({ id, form: payroll, entries: 2 })
    expect(opened.uuid).toMatch(/^[0-9a-f]{32}$/)
    expect((await all(session, id)).map((one) => one.entry)).toEqual(entries)
    expect(await handlers.readDraftEntries({ id, after: null }, nils)).toMatchObject({
      error: { code: 'not-maker' },
    })
    expect((await acts()).map(({ kind }) => kind)).toEqual(['order.drafted', 'order.draft-opened'])
  })

  it('comes in parts that lose no entry, even where many share a place', async () => {
    const session = await openBatches()
    const { id } = await draft(session, 0)
    const put = Array.from({ length: 4_500 }, (_, at) => ({
      position: at < 1_990 ? at : 1_990,
      entry: entry(),
    }))
    for (let from = 0; from < put.length; from += 2_000) {
      must(
        await session.handlers.saveEntries(
          { id, put: put.slice(from, from + 2_000), removed: [] },
          mara,
        ),
      )
    }
    must(await session.handlers.openDraft({ id }, mara))
    const ids = (await all(session, id)).map((one) => one.entry.id)
    expect(new Set(ids)).toEqual(new Set(put.map((one) => one.entry.id)))
    expect(ids).toHaveLength(put.length)
  })

  it('comes in parts that main and window can carry, however long its entries are', async () => {
    const session = await openBatches()
    const addenda = Array.from({ length: 9_999 }, () => 'RMR*IV*'.padEnd(80, '7'))
    const ctx = { ...payroll, secCode: 'CTX' as const }
    const { id } = await draft(session, 0)
    const put = Array.from({ length: 12 }, (_, position) => ({
      position,
      entry: entry({ addenda }),
    }))
    for (const one of put)
      must(await session.handlers.saveEntries({ id, put: [one], removed: [] }, mara))
    must(await session.handlers.saveForm({ id, form: ctx }, mara))
    must(await session.handlers.openDraft({ id }, mara))
    const got: string[] = []
    let after: number | null = null
    do {
      const part: DraftEntriesPage = must(
        await session.handlers.readDraftEntries({ id, after }, mara),
      )
      expect(JSON.stringify(part).length).toBeLessThan(5_000_000)
      expect(part.entries.length).toBeGreaterThan(1)
      got.push(...part.entries.map((one) => one.entry.id))
      after = part.next
    } while (after !== null)
    expect(got).toEqual(put.map((one) => one.entry.id))
  })

  it('saves its head once, and records nothing where nothing is new', async () => {
    const session = await openBatches()
    const { id } = await draft(session)
    const { handlers, acts, order, batch } = session
    const form = { ...payroll, secCode: 'CCD' as const, companyEntryDescription: 'VENDORS' }
    must(await handlers.saveForm({ id, form }, mara))
    must(await handlers.saveForm({ id, form }, mara))
    expect(await order(id)).toMatchObject({ service: 'CCD', beneficiary: 'VENDORS', amount: 300 })
    expect(await batch(id)).toMatchObject({ sec_code: 'CCD', entries: 2, credits: 300 })
    expect((await acts()).map(({ kind }) => kind)).toEqual(['order.drafted', 'order.draft-saved'])
    expect(await makersOf(session.store.read, await order(id))).toEqual(['mara'])
  })

  it('adds, moves and removes entries in one act, and returns their totals', async () => {
    const session = await openBatches()
    const { id, entries } = await draft(session, 3)
    const [first, second, third] = entries
    if (!first || !second || !third) throw new Error('three')
    const between = entry({ amount: '0.50', creditDebitCode: 'D' })
    const changes = {
      id,
      removed: [second.id, 'unknown'],
      put: [
        { position: 1.5, entry: between },
        { position: 1, entry: { ...first, amount: '7.00' } },
        { position: 3, entry: third },
      ],
    }
    const totals = must(await session.handlers.saveEntries(changes, mara))
    expect(totals).toEqual({ entries: 3, credits: 1_000, debits: 50 })
    const [act] = (await session.acts()).slice(-1)
    expect(JSON.parse(act?.detail ?? '')).toEqual({
      service: 'PPD',
      put: 2,
      removed: 1,
      ...totals,
    })
    must(await session.handlers.openDraft({ id }, mara))
    expect((await all(session, id)).map((one) => one.entry.id)).toEqual([
      first.id,
      between.id,
      third.id,
    ])
    const before = (await session.acts()).length
    expect(must(await session.handlers.saveEntries(changes, mara))).toEqual(totals)
    expect(await session.acts()).toHaveLength(before)
    expect(await session.order(id)).toMatchObject({ amount: 1_050 })
  })

  it('counts its stored entries by direction and account type, each with its exact sum', async () => {
    const session = await openBatches()
    const huge = '90,071,992,547,409.91'
    const id = await session.drafts.create(
      payroll,
      [
        entry({ amount: '1.00' }),
        entry({ amount: '0.05', accountType: ' C ' }),
        entry({ amount: huge, accountType: 'S' }),
        entry({ amount: huge, accountType: 'S' }),
        entry({ amount: '7.00', creditDebitCode: 'd', accountType: 'Brokerage' }),
        entry({ amount: 'ten', creditDebitCode: '', accountType: '' }),
      ],
      'mara',
    )
    const figures = must(await session.handlers.listFigures({ id }, mara))
    expect(figures).toEqual([
      { direction: 'C', accountType: 'C', entries: 2, amount: 105 },
      { direction: 'C', accountType: 'S', entries: 2, amount: Number.MAX_SAFE_INTEGER },
      { direction: 'D', accountType: '', entries: 1, amount: 700 },
      { direction: '', accountType: '', entries: 1, amount: 0 },
    ])
    expect(must(await session.handlers.listFigures({ id: 'none' }, mara))).toEqual([])
  })

  it('changes nothing where one of the ids is an entry of another batch', async () => {
    const session = await openBatches()
    const other = await draft(session, 1)
    const { id, entries } = await draft(session, 1)
    const [theirs] = other.entries
    const [own] = entries
    if (!theirs || !own) throw new Error('both')
    const put = [
      { position: 1, entry: { ...own, amount: '99.00' } },
      { position: 2, entry: { ...theirs, amount: '99.00' } },
    ]
    const saved = await session.handlers.saveEntries({ id, put, removed: [] }, mara)
    expect(saved).toEqual({ ok: false, error: { code: 'not-found' } })
    expect((await session.entries(id)).map(({ amount }) => amount)).toEqual([100])
    expect((await session.entries(other.id)).map(({ amount }) => amount)).toEqual([100])
  })

  it('holds no more entries than one call carries, and can always lose some', async () => {
    const settings = { mostEntries: 3 }
    const session = await openBatches(settings)
    const { id, entries } = await draft(session, 3)
    const more = { id, put: [{ position: 4, entry: entry() }], removed: [] }
    expect(await session.handlers.saveEntries(more, mara)).toEqual({
      ok: false,
      error: { code: 'too-many-rows', atMost: 3 },
    })
    expect(await session.entries(id)).toHaveLength(3)
    const four = Array.from({ length: 4 }, () => entry())
    expect(await session.handlers.create({ form: payroll, entries: four }, mara)).toMatchObject({
      error: { code: 'too-many-rows' },
    })
    settings.mostEntries = 1
    const removed = [entries[0]?.id ?? '']
    expect(must(await session.handlers.saveEntries({ id, put: [], removed }, mara)).entries).toBe(2)
  })

  it('is written by its maker alone, and by nobody once it was submitted', async () => {
    const session = await openBatches()
    const { id, entries } = await draft(session)
    const put = [{ position: 1, entry: { ...entry(), id: entries[0]?.id ?? '' } }]
    const changes = { id, put, removed: [] }
    expect(await session.handlers.saveEntries(changes, nils)).toMatchObject({
      error: { code: 'not-maker' },
    })
    expect(await session.handlers.saveForm({ id, form: payroll }, nils)).toMatchObject({
      error: { code: 'not-maker' },
    })
    await submit(session, id, 'awaiting-approval')
    expect(await session.handlers.saveEntries(changes, mara)).toMatchObject({
      error: { code: 'order-state' },
    })
    expect((await session.entries(id)).map(({ amount }) => amount)).toEqual([100, 200])
  })

  it('takes changes of 2,000 entries of a batch of 10,000 without blocking anybody', async () => {
    const session = await openBatches()
    const many = Array.from({ length: 10_000 }, () => entry())
    const id = await session.drafts.create(payroll, many, 'mara')
    const put = many
      .slice(4_000, 6_000)
      .map((one, at) => ({ position: 4_001 + at, entry: { ...one, amount: '2.00' } }))
    const totals = must(await session.handlers.saveEntries({ id, put, removed: [] }, mara))
    expect(totals).toEqual({ entries: 10_000, credits: 8_000 * 125_000 + 2_000 * 200, debits: 0 })
  })
})

const whole = { cursor: null, limit: maxPage }
describe('duplicate entries', () => {
  it('are reported within a batch and of the last 90 days, leading zeros aside, and by direction', async () => {
    const session = await openBatches()
    const paid = entry({ accountNumber: '12345678' })
    const before = await session.drafts.create(payroll, [paid], 'mara')
    await submit(session, before, 'accepted')
    const withdrawn = await session.drafts.create(payroll, [{ ...paid, id: newBatchId() }], 'mara')
    await submit(session, withdrawn, 'withdrawn')
    const here = [
      entry({ accountNumber: '0012345678' }),
      entry({ accountNumber: '12345678' }),
      entry({ creditDebitCode: 'D' }),
      entry({ routingNumber: '055001001' }),
      entry({ amount: '1,250.01' }),
    ]
    const id = await session.drafts.create(payroll, here, 'mara')
    const duplicates = must(await session.handlers.findDuplicates({ id, ...whole }, nils)).items
    const uuid = (await session.order(before)).reference
    const duplicateOf = {
      where: 'batch',
      orderId: before,
      reference: uuid,
      day: '2026-11-25',
      state: 'accepted',
    }
    expect(duplicates).toEqual([
      { entryId: here[0]?.id, duplicateOf: { where: 'here', entryId: here[1]?.id } },
      { entryId: here[1]?.id, duplicateOf: { where: 'here', entryId: here[0]?.id } },
      { entryId: here[0]?.id, duplicateOf },
      { entryId: here[1]?.id, duplicateOf },
    ])
    session.pass(93 * 86_400_000)
    const later = must(await session.handlers.findDuplicates({ id, ...whole }, nils)).items
    expect(later.map((one) => one.duplicateOf.where)).toEqual(['here', 'here'])
  })

  it('are found in 10,000 entries against as many', async () => {
    const session = await openBatches()
    const many = Array.from({ length: 10_000 }, (_, at) =>
      entry({ accountNumber: String(10_000_000 + at) }),
    )
    const before = await session.drafts.create(payroll, many, 'mara')
    await submit(session, before, 'accepted')
    const again = many.map((one) => ({ ...one, id: newBatchId() }))
    const id = await session.drafts.create(payroll, again, 'mara')
    const first = must(await session.handlers.findDuplicates({ id, ...whole }, mara))
    expect(first).toMatchObject({ items: { length: maxPage }, total: 10_000 })
    // A later change moves no page of a reading that began before it.
    const removed = again.slice(0, 2_000).map((one) => one.id)
    must(await session.handlers.saveEntries({ id, put: [], removed }, mara))
    const found = [...first.items]
    for (let cursor = first.next; cursor !== null;) {
      const next = must(await session.handlers.findDuplicates({ id, cursor, limit: maxPage }, mara))
      found.push(...next.items)
      cursor = next.next
    }
    expect(found.map(({ entryId }) => entryId)).toEqual(again.map((one) => one.id))
    expect(must(await session.handlers.findDuplicates({ id, ...whole }, mara)).total).toBe(8_000)
  })
})

describe('a copy of a batch', () => {
  it('has ids of its own and no dates, and counts the person who copied it as maker', async () => {
    const session = await openBatches()
    const { id, entries } = await draft(session)
    const copy = must(await session.handlers.copy({ id }, nils))
    const [from, to] = [await session.order(id), await session.order(copy.id)]
    expect(to.reference).not.toBe(from.reference)
    expect(JSON.parse(to.form)).toEqual({
      form: { ...payroll, effectiveDate: '', companyDescriptiveDate: '' },
      terms: null,
    })
    const copied = await session.entries(copy.id)
    expect(copied.map(({ amount }) => amount)).toEqual([100, 200])
    expect(copied.some((one) => entries.some((other) => other.id === one.id))).toBe(false)
    const [act] = (await session.acts()).slice(-1)
    expect(act).toMatchObject({ kind: 'order.copied', actor: 'nils', subject: copy.id })
  })

  it('is no way out of an unknown outcome', async () => {
    const session = await openBatches()
    const { id } = await draft(session)
    await submit(session, id, 'queued')
    expect(await session.handlers.copy({ id }, mara)).toEqual({
      ok: false,
      error: { code: 'order-state', state: 'queued' },
    })
  })
})
