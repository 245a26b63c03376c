import { describe, expect, it } from 'vitest'
import type { Store } from '../../../../main/store/store.ts'
import type { PaymentForm } from '../../../../preload/contract/domain/orders/payment-form.ts'
import type { ScheduleRule } from '../../../../preload/contract/domain/orders/payment-schedule.ts'
import { mara, nils, wire } from '../order/open-drafts.ts'
import { auditEntries, copyAsCrashed, itInFile } from '../../store/stores.ts'
import {
  dayMs,
  drafted,
  must,
  openSchedules,
  plannedDates,
  weekly,
  type Session,
} from './open-schedules.ts'

const kindsIn = async (store: Store, start: string) =>
  (await auditEntries(store)).map(({ kind }) => kind).filter((kind) => kind.startsWith(start))

describe('a scheduled payment', () => {
  it('takes the place of the draft that it is created from, and shows its next days', async () => {
    const session = await openSchedules()
    const from = await session.draft()
    const line = must(
      await session.schedules.handlers.create({ orderId: from, rule: weekly }, mara),
    )
    expect(line).toMatchObject({
      service: 'WIRE',
      beneficiary: 'Ridgeway Supply',
      beneficiaryAccount: '\u2022\u2022\u2022\u20225678',
      amount: 1_250_000,
      currency: 'USD',
      state: 'active',
      next: ['2026-11-25', '2026-12-03', '2026-12-10', '2026-12-17', '2026-12-24'],
      overdue: null,
      owner: { id: 'mara', name: 'Name of mara' },
      isOwnerGone: false,
      drafts: [],
    })
    expect(await session.order(from)).toMatchObject({ state: 'withdrawn' })
    expect(await drafted(session)).toEqual([])
    expect(session.emitted).toContainEqual(['schedules.changed', {}])
    const [created] = (await auditEntries(session.store)).filter(
      ({ kind }) => kind === 'payment-schedule.created',
    )
    expect(created).toMatchObject({ actor: 'mara', subject: line.id })
    expect(created?.detail).not.toMatch(/0012345678|Ridgeway/)
  })

  it('is drafted on its day, once, as an ordinary draft that nothing submits, approves or sends', async () => {
    const session = await openSchedules()
    const line = await session.create()
    session.pass(2 * dayMs)
    await session.schedules.start()
    const [row] = await drafted(session)
    expect(row).toMatchObject({
      state: 'draft',
      maker: 'mara',
      value_date: '2026-11-25',
      planned_on: '2026-11-25',
      amount: 1_250_000,
      body: null,
      submitted_at: null,
      released_at: null,
    })
    for (let day = 0; day < 30; day += 1) {
      session.pass(dayMs)
      await session.schedules.start()
    }
    const all = await drafted(session)
    expect(all.map(({ value_date }) => value_date)).toEqual([
      '2026-11-25',
      '2026-12-03',
      '2026-12-10',
      '2026-12-17',
      '2026-12-24',
    ])
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['draft']))
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(5)
    expect(new Set(await kindsIn(session.store, 'order'))).toEqual(
      new Set(['order.drafted', 'order.scheduled', 'order.prepared']),
    )
    const [shown] = await session.list()
    expect(shown).toMatchObject({ id: line.id })
    expect(shown?.next[0]).toBe('2026-12-31')
    expect(shown?.drafts[0]).toMatchObject({ plannedOn: '2026-12-24', state: 'draft' })
  })

  it('keeps the whole content but references and date', async () => {
    const session = await openSchedules()
    const typed = {
      receiversReference: 'Rent',
      sendersReference: 'OWN-1',
      originatorReference: 'ORIG-1',
      bankToBankInstructions: 'Call first',
    }
    await session.create({ ...weekly, from: '2026-11-23' }, typed)
    const [row] = await drafted(session)
    expect(JSON.parse(row?.form ?? '')).toMatchObject({
      ...wire,
      valueDate: '2026-11-23',
      receiversReference: 'Rent',
      originatorReference: '',
      bankToBankInstructions: 'Call first',
      requestReference: row?.reference,
      sendersReference: row?.reference,
    })
  })

  itInFile(
    'is drafted once a day, whatever checks again, across restarts and after a crash',
    async () => {
      const session = await openSchedules()
      await session.create({ ...weekly, from: '2026-11-23' })
      await Promise.all([session.schedules.start(), session.schedules.start()])
      for (const run of [...session.timers]) run()
      session.schedules.wake()
      await session.schedules.rest()
      expect(await plannedDates(session)).toEqual(['2026-11-23'])
      const crashed = await openSchedules(copyAsCrashed(session.file), 1)
      await crashed.schedules.start()
      expect(await plannedDates(crashed)).toEqual(['2026-11-23'])
    },
  )

  it('drafts nothing if the program ends before the draft is stored, and drafts it at the next start', async () => {
    const session = await openSchedules()
    await session.create({ ...weekly, from: '2026-11-24' })
    session.pass(dayMs)
    session.dies.whileStoring = true
    await expect(session.schedules.start()).rejects.toThrow('killed')
    expect(await drafted(session)).toEqual([])
    expect(await kindsIn(session.store, 'order.prepared')).toEqual([])
    session.dies.whileStoring = false
    await session.schedules.start()
    expect(await plannedDates(session)).toEqual(['2026-11-24'])
  })

  it('creates no second draft after the clock was set back or ran ahead, even if the schedule is moved back', async () => {
    const session = await openSchedules()
    const line = await session.create({ ...weekly, from: '2026-11-24' })
    session.pass(9 * dayMs)
    await session.schedules.start()
    expect(await plannedDates(session)).toEqual(['2026-11-24', '2026-12-01'])
    session.pass(-9 * dayMs)
    await session.schedules.start()
    session.pass(9 * dayMs)
    await session.schedules.start()
    expect(await plannedDates(session)).toEqual(['2026-11-24', '2026-12-01'])
    // The key of the table refuses what the program would never do.
    await session.store.record({ actor: 'test', kind: 'test', subject: 'x', detail: {} }, (tx) =>
      tx
        .updateTable('payment_schedules')
        .set({ next_on: '2026-11-24' })
        .where('id', '=', line.id)
        .execute(),
    )
    await expect(session.schedules.start()).rejects.toThrow('schedules.draft')
    expect(await plannedDates(session)).toEqual(['2026-11-24', '2026-12-01'])
    const kinds = await kindsIn(session.store, 'order.prepared')
    expect(kinds).toHaveLength(2)
  })

  it('drafts each missed day late, without a date, so that a person chooses one', async () => {
    const session = await openSchedules()
    await session.create({ ...weekly, from: '2026-11-24' })
    session.pass(16 * dayMs)
    await session.schedules.start()
    const rows = await drafted(session)
    expect(rows.map((row) => [row.planned_on, row.value_date])).toEqual([
      ['2026-11-24', ''],
      ['2026-12-01', ''],
      ['2026-12-08', ''],
    ])
  })

  it('waits for a person after too many missed days, and goes on from today when one resumes it', async () => {
    const session = await openSchedules()
    const line = await session.create({ ...weekly, from: '2026-11-24' })
    session.pass(60 * dayMs)
    await session.schedules.start()
    expect(await drafted(session)).toEqual([])
    expect(await session.list()).toMatchObject([
      { state: 'missed', overdue: '2026-11-24', next: [] },
    ])
    expect(await kindsIn(session.store, 'payment-schedule.missed')).toHaveLength(1)
    // 2027-01-22 is a Friday.
    const resumed = must(await session.act(line.id, 'resume', nils))
    expect(resumed).toMatchObject({ state: 'active', overdue: null, owner: { id: 'nils' } })
    expect(resumed.next[0]).toBe('2027-01-26')
  })

  it('is paused, goes on without the days that passed, and ends for good', async () => {
    const session = await openSchedules()
    const { id } = await session.create({ ...weekly, from: '2026-11-24' })
    const act = (which: 'pause' | 'resume' | 'end') => session.act(id, which)
    expect(must(await act('pause'))).toMatchObject({ state: 'paused', next: [], overdue: null })
    session.pass(10 * dayMs)
    await session.schedules.start()
    expect(await drafted(session)).toEqual([])
    expect(must(await act('resume')).next[0]).toBe('2026-12-08')
    expect(must(await act('end'))).toMatchObject({ state: 'ended', next: [] })
    expect(await act('resume')).toEqual({ ok: false, error: { code: 'not-found' } })
    session.pass(30 * dayMs)
    await session.schedules.start()
    expect(await drafted(session)).toEqual([])
    expect(await kindsIn(session.store, 'payment-schedule')).toEqual([
      'payment-schedule.created',
      'payment-schedule.paused',
      'payment-schedule.resumed',
      'payment-schedule.ended',
    ])
  })

  it('prepares no day twice because its rule was changed', async () => {
    const session = await openSchedules()
    const { id } = await session.create({ ...weekly, from: '2026-11-23' })
    const rule: ScheduleRule = { ...weekly, every: 'month', from: '2026-11-23' }
    const changed = must(await session.change(id, rule, nils))
    expect(changed).toMatchObject({ rule, owner: { id: 'nils' } })
    expect(changed.next[0]).toBe('2026-12-23')
    expect(await plannedDates(session)).toEqual(['2026-11-23'])
  })

  it('ends after its number of payments, or with its last day', async () => {
    const session = await openSchedules()
    await session.create({ ...weekly, from: '2026-11-24', count: 2 })
    await session.create({ ...weekly, from: '2026-11-24', until: '2026-11-30' })
    for (let day = 0; day < 20; day += 1) {
      session.pass(dayMs)
      await session.schedules.start()
    }
    expect((await session.list()).map(({ state }) => state)).toEqual(['ended', 'ended'])
    expect(await plannedDates(session)).toEqual(['2026-11-24', '2026-11-24', '2026-12-01'])
  })

  it('makes an RTP payment on one day, a holiday too', async () => {
    const session = await openSchedules()
    const rtp = { service: 'RTP', type: 'PAYMENT' } as const
    const once = { ...weekly, every: 'once', from: '2026-11-26' } as const
    const line = await session.create(once, rtp)
    expect(line.next).toEqual(['2026-11-26'])
    session.pass(3 * dayMs)
    await session.schedules.start()
    expect(await plannedDates(session)).toEqual(['2026-11-26'])
    expect((await session.list())[0]?.state).toBe('ended')
  })

  it('waits for another person when its owner may create no drafts any more', async () => {
    const session = await openSchedules()
    const { id } = await session.create({ ...weekly, from: '2026-11-24' })
    session.gone.add('mara')
    session.pass(dayMs)
    await session.schedules.start()
    expect(await drafted(session)).toEqual([])
    expect((await session.list())[0]).toMatchObject({ isOwnerGone: true })
    must(await session.act(id, 'resume', nils))
    expect(await drafted(session)).toMatchObject([{ maker: 'nils', value_date: '2026-11-24' }])
  })

  it('drafts the days that passed without an owner, when another person resumes it', async () => {
    const session = await openSchedules()
    const once = { ...weekly, every: 'once', from: '2026-11-24' } as const
    const rtp = { service: 'RTP', type: 'PAYMENT' } as const
    const { id } = await session.create(once, rtp)
    session.gone.add('mara')
    session.pass(3 * dayMs)
    await session.schedules.start()
    expect(await drafted(session)).toEqual([])
    must(await session.act(id, 'resume', nils))
    expect(await drafted(session)).toMatchObject([
      { maker: 'nils', planned_on: '2026-11-24', value_date: '' },
    ])
    expect((await session.list())[0]?.state).toBe('ended')
  })

  it('counts everybody who wrote it as an author of its drafts, who may not approve them', async () => {
    const session = await openSchedules()
    const { id } = await session.create({ ...weekly, from: '2026-11-24' })
    must(await session.change(id, { ...weekly, from: '2026-11-24' }, nils))
    session.pass(dayMs)
    await session.schedules.start()
    const acts = await auditEntries(session.store)
    const [draft] = await drafted(session)
    const created = acts.find(({ subject }) => subject === draft?.id)
    expect(created?.kind).toBe('order.drafted')
    expect(JSON.parse(created?.detail ?? '{}')).toMatchObject({
      authors: ['nils', 'mara'],
      scheduleId: id,
      plannedOn: '2026-11-24',
    })
  })

  it('marks a draft after a restore, because the replaced store may have sent the same', async () => {
    const session = await openSchedules()
    await session.create({ ...weekly, from: '2026-11-24' })
    session.pass(dayMs)
    await session.store.note({
      actor: 'system',
      kind: 'store.restored',
      subject: 'store',
      detail: { backupAt: '2026-11-22T00:00:00.000Z' },
    })
    await session.schedules.start()
    session.pass(7 * dayMs)
    await session.schedules.start()
    const marks = (await drafted(session)).map(({ restored }) => restored !== null)
    expect(marks).toEqual([true, false])
  })
})

describe('a schedule is refused', () => {
  const refusal = async (
    session: Session,
    rule: Partial<ScheduleRule>,
    form: Partial<PaymentForm> = {},
  ) => {
    const orderId = await session.draft(form)
    const result = await session.schedules.handlers.create(
      { orderId, rule: { ...weekly, ...rule } },
      mara,
    )
    expect((await session.order(orderId)).state).toBe('draft')
    if (result.ok) throw new Error('it was created')
    return result.error.code === 'invalid-input'
      ? result.error.fields.map(({ path }) => path)
      : result.error.code
  }

  it.each([
    [{ every: 'once' }, {}, ['rule.every']],
    [{ from: '2026-02-30' }, {}, ['rule.from']],
    [{ from: '2026-11-22' }, {}, ['rule.from']],
    [{ from: '2031-01-01' }, {}, ['rule.from']],
    [{ until: 'never' }, {}, ['rule.until']],
    [{ until: '2026-11-24' }, {}, ['rule.until']],
    [{ until: '2027-11-24', count: 3 }, {}, ['rule.count']],
    [{}, { amount: 'much' }, ['amount']],
    [{}, { debitAccountId: 'practice-99' }, ['debitAccountId']],
  ] as const)('%o %o by its field', async (rule, form, fields) => {
    expect(await refusal(await openSchedules(), rule, form)).toEqual(fields)
  })

  it('from another maker’s draft, an order that may be paid still, and one that does not exist', async () => {
    const session = await openSchedules()
    const create = (orderId: string) =>
      session.schedules.handlers.create({ orderId, rule: weekly }, mara)
    expect(await create(await session.draft({}, 'nils'))).toMatchObject({
      error: { code: 'not-maker' },
    })
    expect(await create('none')).toMatchObject({ error: { code: 'not-found' } })
    const sent = await session.draft()
    await session.store.record({ actor: 'test', kind: 'test', subject: sent, detail: {} }, (tx) =>
      tx.updateTable('orders').set({ state: 'queued' }).where('id', '=', sent).execute(),
    )
    expect(await create(sent)).toMatchObject({ error: { code: 'order-state', state: 'queued' } })
    expect(await session.list()).toEqual([])
  })
})
