/**
 * An occurrence of a recurring batch is drafted once (Promise P1): whatever is changed, whenever, by
 * whom, and in the middle of what.
 */
import { describe, expect, it } from 'vitest'
import { createBatchTemplates } from '../../../../../main/money/batch/templates/batch-templates.ts'
import type { Store } from '../../../../../main/store/store.ts'
import type {
  Recurrence,
  TemplateLine,
} from '../../../../../preload/contract/domain/batches/drafts.ts'
import { entry, mara, must, nils, openBatches, payroll } from '../open-batches.ts'

type Session = Awaited<ReturnType<typeof openBatches>>
const dayMs = 86_400_000

/** Now is Monday 2026-11-23; Thursday is Thanksgiving. */
const thursdays: Recurrence = {
  every: 'week',
  from: '2026-11-26',
  onClosedDay: 'before',
  daysAhead: 3,
}

const batchOf = async (
  { handlers }: Session,
  amount = '1,250.00',
  effectiveDate = '2026-11-24',
): Promise<string> =>
  must(
    await handlers.create(
      { form: { ...payroll, effectiveDate }, entries: [entry({ amount })] },
      mara,
    ),
  ).id

async function template(
  session: Session,
  recurrence: Recurrence | null,
  effectiveDate?: string,
): Promise<TemplateLine> {
  const id = await batchOf(session, undefined, effectiveDate)
  const saving = { id, name: 'Payroll', recurrence, replaces: null }
  return must(await session.handlers.saveTemplate(saving, mara))
}

const shown = async ({ handlers }: Session): Promise<TemplateLine> => {
  const { items } = must(await handlers.listTemplates({ cursor: null, limit: 9 }, mara))
  return items[0] ?? expect.unreachable('no template')
}

const drafted = ({ store }: Session) =>
  store.read
    .selectFrom('orders')
    .innerJoin('batches', 'batches.order_id', 'orders.id')
    .select(['orders.id', 'orders.value_date', 'orders.amount', 'orders.maker'])
    .where('batches.template_id', 'is not', null)
    .orderBy('orders.value_date')
    .execute()
const dates = async (session: Session) =>
  (await drafted(session)).map(({ value_date }) => value_date)

async function change(session: Session, recurrence: Recurrence | null, who = mara) {
  const { id, version } = await shown(session)
  return must(await session.handlers.changeRecurrence({ id, version, recurrence }, who))
}

/** Sets the clock forward to a day, at the hour of the start. */
const passTo = (session: Session, day: string): number =>
  session.pass(Date.parse(`${day}T14:00:00Z`) - session.context.clock.now().getTime())

/**
 * The templates of another workstation on the same store: when it has read everything and is about
 * to write for the first time, `meanwhile` is done to the end.
 */
function interrupted(session: Session, meanwhile: () => Promise<unknown>) {
  let isFirst = true
  const record: Store['record'] = async (act, work) => {
    if (isFirst) {
      isFirst = false
      await meanwhile()
    }
    return session.store.record(act, work)
  }
  return createBatchTemplates({ ...session.context, store: { ...session.store, record } })
}

describe('an occurrence of a recurring batch, though its rule is changed after it was drafted', () => {
  it.each<[string, Recurrence, Partial<Recurrence>, string[]]>([
    [
      'from the banking day before to the one after',
      thursdays,
      { onClosedDay: 'after' },
      ['2026-11-25', '2026-12-03'],
    ],
    [
      'from the banking day after to the one before',
      { ...thursdays, onClosedDay: 'after' },
      { onClosedDay: 'before' },
      ['2026-11-27', '2026-12-03'],
    ],
    [
      'by its days ahead alone',
      thursdays,
      { daysAhead: 20 },
      ['2026-11-25', '2026-12-03', '2026-12-10', '2026-12-17'],
    ],
    [
      'from each week to every two weeks',
      thursdays,
      { every: 'two-weeks' },
      ['2026-11-25', '2026-12-10'],
    ],
    [
      'to a month, of the same first day',
      thursdays,
      { every: 'month', onClosedDay: 'after' },
      ['2026-11-25', '2026-12-28'],
    ],
    [
      'to a weekday that would be moved to the same banking day',
      { ...thursdays, from: '2026-11-28', onClosedDay: 'after' },
      { from: '2026-11-30' },
      ['2026-11-30', '2026-12-07'],
    ],
  ])('is not drafted again: %s', async (_title, rule, changed, days) => {
    const session = await openBatches()
    await template(session, rule)
    passTo(session, '2026-11-24')
    await session.templates.start()
    expect(await dates(session)).toEqual(days.slice(0, 1))
    await change(session, { ...rule, ...changed })
    await session.templates.start()
    const soon = await dates(session)
    expect(soon).toEqual(days.slice(0, soon.length))
    expect((await shown(session)).nextDate).not.toBe(days[0])
    for (const _day of Array.from({ length: 40 })) {
      session.pass(dayMs)
      await session.templates.start()
    }
    const all = await dates(session)
    expect(all.slice(0, days.length)).toEqual(days)
    expect(new Set(all).size).toBe(all.length)
  })

  it('counts as drafted after its draft was discarded', async () => {
    const session = await openBatches()
    await template(session, thursdays)
    await session.templates.start()
    const [draft] = await drafted(session)
    await session.store.record(
      { actor: 'mara', kind: 'test', subject: draft?.id ?? '', detail: {} },
      (tx) => tx.updateTable('orders').set({ state: 'withdrawn' }).execute(),
    )
    expect(await change(session, { ...thursdays, onClosedDay: 'after' })).toMatchObject({
      nextDate: '2026-12-03',
    })
  })

  it.each(['2062-12-04', '2026-12-04', ''])(
    'decides about the next one alone, and no date that a person typed does: %j',
    async (typed) => {
      const session = await openBatches()
      const line = await template(session, thursdays)
      await session.templates.start()
      const [prepared] = await drafted(session)
      const byHand = must(
        await session.handlers.useTemplate(
          { id: line.id, version: (await shown(session)).version },
          nils,
        ),
      )
      const act = { actor: 'mara', kind: 'test', subject: 'dates', detail: {} }
      await session.store.record(act, async (tx) => {
        for (const [id, state] of [
          [byHand.id, 'withdrawn'],
          [prepared?.id ?? '', 'draft'],
        ] as const)
          await tx
            .updateTable('orders')
            .set({ value_date: typed, state })
            .where('id', '=', id)
            .execute()
      })
      expect(await change(session, { ...thursdays, daysAhead: 2 })).toMatchObject({
        nextDate: '2026-12-03',
      })
    },
  )
})

it('an occurrence of a recurring batch is not drafted beside the batch of that date that the template is saved from', async () => {
  const session = await openBatches()
  const { nextDate } = await template(session, thursdays, '2026-11-25')
  expect(nextDate).toBe('2026-12-03')
  expect((await change(session, { ...thursdays, daysAhead: 5 })).nextDate).toBe('2026-12-03')
})

it.each(['withdrawn', 'rejected'] as const)(
  'an occurrence of a recurring batch is drafted where the batch of that date was %s',
  async (state) => {
    const session = await openBatches()
    const id = await batchOf(session, undefined, '2026-11-25')
    await session.store.record({ actor: 'mara', kind: 'test', subject: id, detail: {} }, (tx) =>
      tx.updateTable('orders').set({ state }).where('id', '=', id).execute(),
    )
    const saving = { id, name: 'Payroll', recurrence: thursdays, replaces: null }
    expect(must(await session.handlers.saveTemplate(saving, mara))).toMatchObject({
      nextDate: '2026-11-25',
    })
  },
)

describe('an occurrence of a recurring batch, while its draft is being written', () => {
  it('is not drafted twice, and not by the old rule, if the rule is changed just before', async () => {
    const session = await openBatches()
    await template(session, thursdays)
    const after = { ...thursdays, onClosedDay: 'after' } as const
    await interrupted(session, () => change(session, after)).start()
    await session.templates.start()
    expect(await dates(session)).toEqual(['2026-11-27'])
    expect(await shown(session)).toMatchObject({ nextDate: '2026-12-03' })
  })

  it('is not drafted from old entries if they are replaced just before, under the same rule', async () => {
    const session = await openBatches()
    await template(session, thursdays)
    const id = await batchOf(session, '7.00')
    const replace = async () => {
      const { version } = await shown(session)
      const saving = { id, name: 'Payroll', recurrence: thursdays, replaces: version }
      return must(await session.handlers.saveTemplate(saving, nils))
    }
    await interrupted(session, replace).start()
    expect(await drafted(session)).toEqual([])
    await session.templates.start()
    expect(await drafted(session)).toMatchObject([
      { value_date: '2026-11-25', amount: 700, maker: 'nils' },
    ])
  })

  it.each(['changeRecurrence', 'saveTemplate', 'useTemplate'] as const)(
    'is drafted once if a person who saw the template before does %s at the same moment',
    async (name) => {
      const session = await openBatches()
      const { id, version } = await template(session, thursdays)
      const order = await batchOf(session, '7.00')
      const { handlers } = interrupted(session, () => session.templates.start())
      const saving = { id: order, name: 'Payroll', recurrence: thursdays, replaces: version }
      const acts = {
        changeRecurrence: () =>
          handlers.changeRecurrence({ id, version, recurrence: thursdays }, nils),
        saveTemplate: () => handlers.saveTemplate(saving, nils),
        useTemplate: () => handlers.useTemplate({ id, version }, nils),
      }
      const answer = await acts[name]()
      await session.templates.start()
      expect(await dates(session)).toEqual(['2026-11-25'])
      expect(await shown(session)).toMatchObject({ nextDate: '2026-12-03', owner: { id: 'mara' } })
      expect(answer).toEqual({ ok: false, error: { code: 'changed-meanwhile' } })
    },
  )
})

describe('an act on a template', () => {
  it.each(['changeRecurrence', 'saveTemplate', 'useTemplate', 'removeTemplate'] as const)(
    'is refused and changes nothing if the template is not as the person saw it: %s',
    async (name) => {
      const session = await openBatches()
      const seen = await template(session, null)
      const changed = await change(session, thursdays, nils)
      const { id, version } = seen
      const order = await batchOf(session)
      const acts = {
        changeRecurrence: () =>
          session.handlers.changeRecurrence({ id, version, recurrence: null }, mara),
        saveTemplate: () =>
          session.handlers.saveTemplate(
            { id: order, name: 'payroll', recurrence: null, replaces: version },
            mara,
          ),
        useTemplate: () => session.handlers.useTemplate({ id, version }, mara),
        removeTemplate: () => session.handlers.removeTemplate({ id, version }, mara),
      }
      expect(await acts[name]()).toEqual({ ok: false, error: { code: 'changed-meanwhile' } })
      expect(await shown(session)).toEqual(changed)
    },
  )

  it('does not replace a template whose name the person took for a new one', async () => {
    const session = await openBatches()
    const kept = await template(session, thursdays)
    const id = await batchOf(session)
    const saving = { id, name: 'PAYROLL', recurrence: null, replaces: null }
    expect(await session.handlers.saveTemplate(saving, nils)).toEqual({
      ok: false,
      error: { code: 'changed-meanwhile' },
    })
    expect(await shown(session)).toEqual(kept)
  })
})

describe('a recurring batch whose draft cannot be prepared', () => {
  it('is announced once, and again when it was prepared, so that the inbox checks it', async () => {
    const session = await openBatches()
    const line = await template(session, thursdays)
    const changes = () =>
      session.emitted.filter(([name]) => name === 'batches.templatesChanged').length
    const entriesOf = (entries: string) =>
      session.store.record({ actor: 'test', kind: 'test', subject: line.id, detail: {} }, (tx) =>
        tx.updateTable('batch_templates').set({ entries }).execute(),
      )
    const { entries } = await session.store.read
      .selectFrom('batch_templates')
      .select('entries')
      .executeTakeFirstOrThrow()
    await entriesOf('[{}]')
    const problems: string[] = []
    const report = (where: string): void => void problems.push(where)
    const templates = createBatchTemplates({ ...session.context, report })
    const before = changes()
    await templates.start()
    await templates.start()
    expect(problems).toEqual(['batches.prepare', 'batches.prepare'])
    expect(changes()).toBe(before + 1)
    expect(await dates(session)).toEqual([])
    await entriesOf(entries)
    await templates.start()
    expect(changes()).toBe(before + 2)
    expect(await dates(session)).toEqual(['2026-11-25'])
  })
})

describe('a recurring batch whose owner can create no drafts any more', () => {
  it('says so, and is prepared for whoever continues it, at once if it is due', async () => {
    const session = await openBatches()
    await template(session, thursdays)
    session.gone.add('mara')
    await session.templates.start()
    expect(await dates(session)).toEqual([])
    expect(await shown(session)).toMatchObject({
      owner: { id: 'mara', name: 'Name of mara' },
      isOwnerGone: true,
    })
    expect(await change(session, thursdays, nils)).toMatchObject({
      owner: { id: 'nils' },
      isOwnerGone: false,
    })
    expect(await drafted(session)).toMatchObject([{ maker: 'nils', value_date: '2026-11-25' }])
    session.pass(8 * dayMs)
    await session.templates.start()
    expect(await drafted(session)).toMatchObject([{}, { maker: 'nils', value_date: '2026-12-03' }])
  })

  it('is prepared for whoever continues it after a missed date', async () => {
    const session = await openBatches()
    await template(session, { ...thursdays, from: '2026-11-27' })
    session.gone.add('mara')
    passTo(session, '2026-11-30')
    await session.templates.start()
    expect(await shown(session)).toMatchObject({ goesOnWith: '2026-12-04' })
    await change(session, { ...thursdays, from: '2026-11-27' }, nils)
    for (const _day of Array.from({ length: 20 })) {
      session.pass(dayMs)
      await session.templates.start()
    }
    expect((await drafted(session)).map((row) => [row.value_date, row.maker])).toEqual([
      ['2026-12-04', 'nils'],
      ['2026-12-11', 'nils'],
      ['2026-12-18', 'nils'],
    ])
  })
})
