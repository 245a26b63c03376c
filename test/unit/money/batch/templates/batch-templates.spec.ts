import { describe, expect, it } from 'vitest'
import type { Recurrence } from '../../../../../preload/contract/domain/batches/drafts.ts'
import { entry, mara, must, nils, openBatches, payroll } from '../open-batches.ts'
import { itInFile } from '../../../store/stores.ts'

type Session = Awaited<ReturnType<typeof openBatches>>
const dayMs = 86_400_000

/** Now is Monday 2026-11-23; Thursday is Thanksgiving. */
const weekly: Recurrence = {
  every: 'week',
  from: '2026-11-27',
  onClosedDay: 'before',
  daysAhead: 3,
}

const template = async (
  session: Session,
  recurrence: Recurrence | null = weekly,
  name = 'Payroll',
) => {
  const { id } = must(
    await session.handlers.create(
      { form: payroll, entries: [entry(), entry({ amount: '5' })] },
      mara,
    ),
  )
  const replaced = (await list(session)).find(
    (one) => one.name.toLowerCase() === name.toLowerCase(),
  )
  const saving = { id, name, recurrence, replaces: replaced?.version ?? null }
  return must(await session.handlers.saveTemplate(saving, mara))
}
/** The only template as a person sees it now. */
const seen = async (session: Session) => {
  const [line] = await list(session)
  return { id: line?.id ?? '', version: line?.version ?? 0 }
}
const drafted = ({ store }: Session, templateId: string) =>
  store.read
    .selectFrom('orders')
    .innerJoin('batches', 'batches.order_id', 'orders.id')
    .selectAll('orders')
    .where('batches.template_id', '=', templateId)
    .orderBy('orders.value_date')
    .execute()
const dates = async (session: Session, id: string) =>
  (await drafted(session, id)).map((row) => row.value_date)
const list = async ({ handlers }: Session) =>
  must(await handlers.listTemplates({ cursor: null, limit: 50 }, mara)).items

describe('a template', () => {
  it('saves a batch under a name, without what belongs to that one alone', async () => {
    const session = await openBatches()
    const line = await template(session, null)
    expect(line).toMatchObject({
      name: 'Payroll',
      secCode: 'PPD',
      entries: 2,
      credits: 125_500,
      debits: 0,
      companyEntryDescription: 'PAYROLL',
      recurrence: null,
      nextDate: null,
      preparedOn: null,
      owner: { id: 'mara', name: 'Name of mara' },
      isOwnerGone: false,
    })
    const [one, other] = [
      must(await session.handlers.useTemplate(await seen(session), nils)),
      must(await session.handlers.useTemplate(await seen(session), nils)),
    ]
    const rows = await drafted(session, line.id)
    expect(rows).toMatchObject([
      { maker: 'nils', state: 'draft', value_date: '', amount: 125_500 },
      { maker: 'nils', state: 'draft', value_date: '' },
    ])
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(2)
    const ids = [...(await session.entries(one.id)), ...(await session.entries(other.id))].map(
      ({ id }) => id,
    )
    expect(new Set(ids).size).toBe(4)
  })

  it('replaces the one that had its name, in whatever case', async () => {
    const session = await openBatches()
    const first = await template(session, null)
    const second = await template(session, weekly, 'PAYROLL')
    expect(second.id).toBe(first.id)
    expect(await list(session)).toEqual([second])
  })

  it('is listed by name in pages, and can be removed', async () => {
    const session = await openBatches()
    for (const name of ['b', 'C', 'a']) await template(session, null, name)
    const first = must(await session.handlers.listTemplates({ cursor: null, limit: 2 }, mara))
    const second = must(
      await session.handlers.listTemplates({ cursor: first.next, limit: 2 }, mara),
    )
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['a', 'b', 'C'])
    expect([first.total, second.next]).toEqual([3, null])
    must(await session.handlers.removeTemplate(await seen(session), mara))
    expect((await list(session)).map(({ name }) => name)).toEqual(['b', 'C'])
    expect(session.emitted.at(-1)).toEqual(['batches.templatesChanged', {}])
  })

  it('writes neither its name nor an account into the audit', async () => {
    const session = await openBatches()
    await template(session, weekly, 'Zanzibar 12345678')
    const acts = JSON.stringify(await session.acts())
    expect(acts).toContain('batch-template.saved')
    expect(acts).not.toMatch(/Zanzibar|12345678/)
  })
})

describe('a recurring batch', () => {
  it('is prepared as a draft so many banking days ahead, and never submitted or sent by itself', async () => {
    const session = await openBatches()
    const line = await template(session)
    expect(line).toMatchObject({ nextDate: '2026-11-27', preparedOn: '2026-11-23' })
    await session.templates.start()
    const [row] = await drafted(session, line.id)
    expect(row).toMatchObject({
      state: 'draft',
      maker: 'mara',
      value_date: '2026-11-27',
      amount: 125_500,
      body: null,
      submitted_at: null,
      released_at: null,
    })
    expect(await list(session)).toMatchObject([
      { nextDate: '2026-12-04', preparedOn: '2026-12-01' },
    ])
    for (let day = 0; day < 40; day += 1) {
      session.pass(dayMs)
      await session.templates.start()
    }
    const states = new Set((await drafted(session, line.id)).map(({ state }) => state))
    expect(states).toEqual(new Set(['draft']))
    const kinds = new Set((await session.acts()).map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['batch-template.saved', 'order.drafted', 'order.prepared'])
    const prepared = (await session.acts()).filter(({ kind }) => kind === 'order.prepared')
    expect(prepared[0]).toMatchObject({ actor: 'system', subject: row?.id })
  })

  it('is prepared once for each date, whatever checks it at whatever moment, and across restarts', async () => {
    const session = await openBatches()
    const line = await template(session)
    await Promise.all([session.templates.start(), session.templates.start()])
    for (const run of [...session.timers]) run()
    await session.templates.rest()
    expect(await dates(session, line.id)).toEqual(['2026-11-27'])
    await session.store.close()
    const again = await openBatches({}, session.file)
    await again.templates.start()
    expect(await dates(again, line.id)).toEqual(['2026-11-27'])
    again.pass(8 * dayMs)
    again.timers.at(-1)?.()
    await again.templates.rest()
    expect(await dates(again, line.id)).toEqual(['2026-11-27', '2026-12-04'])
  })

  it('is prepared when the computer wakes on its day', async () => {
    const session = await openBatches()
    const line = await template(session, { ...weekly, daysAhead: 2 })
    await session.templates.start()
    session.pass(dayMs)
    expect(await dates(session, line.id)).toEqual([])
    session.templates.wake()
    await session.templates.rest()
    expect(await dates(session, line.id)).toEqual(['2026-11-27'])
  })

  it('waits for a person where a date was missed, and continues with the next one that is not past', async () => {
    const session = await openBatches()
    const line = await template(session)
    session.pass(30 * dayMs)
    await session.templates.start()
    // 2026-12-23; the next Friday is Christmas Day.
    const missed = { nextDate: '2026-11-27', goesOnWith: '2026-12-24' }
    expect(await list(session)).toMatchObject([missed])
    expect(await dates(session, line.id)).toEqual([])
    const going = await session.handlers.changeRecurrence(
      { ...(await seen(session)), recurrence: weekly },
      mara,
    )
    // It is due, and so prepared at once.
    expect(must(going)).toMatchObject({ nextDate: '2026-12-31', goesOnWith: null })
    expect(await dates(session, line.id)).toEqual(['2026-12-24'])
  })

  it('loses no date to a clock that ran ahead at one start', async () => {
    const session = await openBatches()
    const line = await template(session)
    session.pass(400 * dayMs)
    await session.templates.start()
    session.pass(-400 * dayMs)
    await session.templates.start()
    expect(await dates(session, line.id)).toEqual(['2026-11-27'])
    expect(await list(session)).toMatchObject([{ nextDate: '2026-12-04', goesOnWith: null }])
  })

  it('reports a missed date once, and that it is resolved', async () => {
    const session = await openBatches()
    await template(session)
    const changesOf = () =>
      session.emitted.filter(([name]) => name === 'batches.templatesChanged').length
    const before = changesOf()
    session.pass(10 * dayMs)
    await session.templates.start()
    await session.templates.start()
    expect(changesOf()).toBe(before + 1)
    session.pass(-10 * dayMs)
    await session.templates.start()
    // One notice, that it ended and that a batch was prepared.
    expect(changesOf()).toBe(before + 2)
  })

  it('waits for its next user when its owner may no longer create orders', async () => {
    const session = await openBatches()
    const line = await template(session)
    session.gone.add('mara')
    await session.templates.start()
    expect(await dates(session, line.id)).toEqual([])
    const { id } = must(await session.handlers.useTemplate(await seen(session), nils))
    expect(await session.order(id)).toMatchObject({ maker: 'nils', value_date: '2026-11-27' })
    await session.templates.start()
    expect(await dates(session, line.id)).toEqual(['2026-11-27'])
  })

  it('is not prepared a second time because its rule was changed, removed or saved again', async () => {
    const session = await openBatches()
    const line = await template(session)
    await session.templates.start()
    const change = async (recurrence: Recurrence | null) =>
      session.handlers.changeRecurrence({ ...(await seen(session)), recurrence }, mara)
    expect(must(await change({ ...weekly, daysAhead: 5 })).nextDate).toBe('2026-12-04')
    expect(must(await change(null)).nextDate).toBeNull()
    expect(must(await change(weekly)).nextDate).toBe('2026-12-04')
    expect((await template(session)).nextDate).toBe('2026-12-04')
    await session.templates.start()
    expect(await dates(session, line.id)).toEqual(['2026-11-27'])
  })

  it('of more entries than one call carries by now becomes several drafts, by hand and when it is due', async () => {
    const settings = { mostEntries: 5 }
    const session = await openBatches(settings)
    const entries = Array.from({ length: 5 }, () => entry())
    const { id } = must(await session.handlers.create({ form: payroll, entries }, mara))
    const line = must(
      await session.handlers.saveTemplate(
        { id, name: 'P', recurrence: weekly, replaces: null },
        mara,
      ),
    )
    session.most.entries = 2
    const used = must(
      await session.handlers.useTemplate({ id: line.id, version: line.version }, mara),
    )
    const created = [used.id, ...used.others]
    const counts = await Promise.all(created.map(async (one) => (await session.batch(one)).entries))
    expect(counts).toEqual([2, 2, 1])
    session.pass(8 * dayMs)
    await session.templates.start()
    const due = (await drafted(session, line.id)).filter((row) => !created.includes(row.id))
    expect(due).toHaveLength(3)
    expect(new Set(due.map((row) => row.value_date))).toEqual(new Set(['2026-12-04']))
    const acts = await session.acts()
    for (const { id: one } of due) {
      expect(acts.filter(({ subject }) => subject === one).map(({ kind }) => kind)).toEqual([
        'order.drafted',
        'order.prepared',
      ])
    }
    const copied = must(await session.handlers.copy({ id }, mara))
    expect(copied.others).toHaveLength(2)
  })

  itInFile(
    'is drafted once for a day under one name, though its template was removed and saved again',
    async () => {
      const session = await openBatches()
      const line = await template(session)
      await session.templates.start()
      must(await session.handlers.removeTemplate(await seen(session), mara))
      const stored = await session.store.read
        .selectFrom('batch_templates')
        .selectAll()
        .executeTakeFirstOrThrow()
      expect(stored).toMatchObject({ entries: '[]', recurrence: null, next_date: null })
      expect(await list(session)).toEqual([])
      expect((await template(session, weekly, 'PAYROLL')).nextDate).toBe('2026-12-04')
      await session.templates.start()
      expect(await dates(session, line.id)).toEqual(['2026-11-27'])
      const all = await session.store.read.selectFrom('batches').select('template_id').execute()
      expect(all.filter(({ template_id: of }) => of !== null)).toHaveLength(1)
    },
  )

  it('refuses a first date that does not exist', async () => {
    const session = await openBatches()
    const line = await template(session, null)
    const wrong = { ...weekly, from: '2026-02-30' }
    expect(
      await session.handlers.changeRecurrence(
        { id: line.id, version: line.version, recurrence: wrong },
        mara,
      ),
    ).toMatchObject({ error: { code: 'invalid-input', fields: [{ path: 'recurrence.from' }] } })
  })
})
