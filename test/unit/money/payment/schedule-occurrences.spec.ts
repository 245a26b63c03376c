/**
 * An occurrence of a scheduled payment is drafted once (Promise P1), and is a payment of its own: no
 * copy of the order that the schedule was created from.
 */
import { describe, expect, it } from 'vitest'
import { makersOf } from '../../../../main/money/order/approval/approvals.ts'
import { hasLivingRetry, retriedOrders } from '../../../../main/money/order/copies.ts'
import { factsOf } from '../../../../main/money/order/order-facts.ts'
import { nextState } from '../../../../main/money/order/order-machine.ts'
import { createPaymentSchedules } from '../../../../main/money/payment/schedules.ts'
import type { Store } from '../../../../main/store/store.ts'
import type { ScheduleRule } from '../../../../preload/contract/domain/orders/payment-schedule.ts'
import { deliveryOf, wireAlert } from '../../alerts/alert-samples.ts'
import { intakeOf } from '../../alerts/intakes.ts'
import { mara, nils } from '../order/open-drafts.ts'
import { auditEntries } from '../../store/stores.ts'
import {
  dayMs,
  drafted,
  must,
  openSchedules,
  plannedDates,
  weekly,
  type Session,
} from './open-schedules.ts'

/** Sets the clock forward to a day, at the hour of the start. */
const passTo = (session: Session, day: string): number =>
  session.pass(Date.parse(`${day}T14:00:00Z`) - session.context.clock.now().getTime())

/**
 * The schedules of another workstation on the same store: when it has read everything and is about
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
  return createPaymentSchedules({ ...session.context, store: { ...session.store, record } })
}

describe('an occurrence of a scheduled payment, though its rule is changed after it was drafted', () => {
  it.each<[string, ScheduleRule, Partial<ScheduleRule>, string[]]>([
    [
      'from the banking day before to the one after',
      weekly,
      { onClosedDay: 'after' },
      ['2026-11-25', '2026-12-03', '2026-12-10'],
    ],
    [
      'from the banking day after to the one before',
      { ...weekly, from: '2026-11-28', onClosedDay: 'after' },
      { from: '2026-12-05', onClosedDay: 'before' },
      ['2026-11-30', '2026-12-04', '2026-12-11'],
    ],
    [
      'from each week to every two weeks',
      weekly,
      { every: 'two-weeks' },
      ['2026-11-25', '2026-12-10', '2026-12-24'],
    ],
    [
      'to a month, of the same first day',
      weekly,
      { every: 'month', onClosedDay: 'after' },
      ['2026-11-25', '2026-12-28', '2027-01-26'],
    ],
    [
      'from the last banking day of a month to its last day',
      { ...weekly, every: 'month-end', from: '2026-11-25' },
      { every: 'month', from: '2026-11-30', onClosedDay: 'after' },
      ['2026-11-30', '2026-12-30', '2027-02-01'],
    ],
    [
      'to a weekday that would be moved to the same banking day',
      { ...weekly, from: '2026-11-28', onClosedDay: 'after' },
      { from: '2026-11-30' },
      ['2026-11-30', '2026-12-07', '2026-12-14'],
    ],
  ])('is not drafted again: %s', async (_title, rule, changed, days) => {
    const session = await openSchedules()
    const { id } = await session.create(rule)
    passTo(session, days[0] ?? '')
    await session.schedules.start()
    expect(await plannedDates(session)).toEqual(days.slice(0, 1))
    must(await session.change(id, { ...rule, ...changed }))
    expect(await plannedDates(session)).toEqual(days.slice(0, 1))
    for (const _day of Array.from({ length: 90 })) {
      session.pass(dayMs)
      await session.schedules.start()
    }
    const all = await plannedDates(session)
    expect(all.slice(0, days.length)).toEqual(days)
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(['pause', 'miss'] as const)(
    'is not drafted again when it goes on after a %s with another roll',
    async (what) => {
      const session = await openSchedules()
      const { id } = await session.create(weekly)
      passTo(session, '2026-11-25')
      await session.schedules.start()
      if (what === 'pause') must(await session.act(id, 'pause'))
      else {
        session.pass(60 * dayMs)
        await session.schedules.start()
        session.pass(-60 * dayMs)
      }
      expect(await session.shown(id)).toMatchObject({
        state: what === 'pause' ? 'paused' : 'missed',
      })
      must(await session.change(id, { ...weekly, onClosedDay: 'after' }))
      must(await session.act(id, 'resume'))
      passTo(session, '2026-12-02')
      await session.schedules.start()
      expect(await plannedDates(session)).toEqual(['2026-11-25'])
      expect((await session.shown(id)).next[0]).toBe('2026-12-03')
    },
  )

  it('is named in the list, so that the window plans nothing for it', async () => {
    const session = await openSchedules()
    const { id } = await session.create(weekly)
    expect(await session.shown(id)).toMatchObject({ last: null })
    passTo(session, '2026-11-25')
    await session.schedules.start()
    expect(await session.shown(id)).toMatchObject({
      last: { nominal: '2026-11-26', day: '2026-11-25' },
    })
  })
})

describe('an occurrence of a scheduled payment, while its draft is being written', () => {
  it('is not drafted twice, and not by the old rule, if the rule is changed just before', async () => {
    const session = await openSchedules()
    const { id } = await session.create(weekly)
    passTo(session, '2026-11-25')
    const changed = { ...weekly, onClosedDay: 'after' } as const
    await interrupted(session, () => session.change(id, changed)).start()
    await session.schedules.start()
    expect(await plannedDates(session)).toEqual([])
    passTo(session, '2026-11-27')
    await session.schedules.start()
    expect(await plannedDates(session)).toEqual(['2026-11-27'])
  })

  it.each(['change', 'pause', 'resume', 'end'] as const)(
    'is drafted once if a person who saw the schedule before does %s at the same moment',
    async (name) => {
      const session = await openSchedules()
      const { id, version } = await session.create(weekly)
      passTo(session, '2026-11-25')
      const { handlers } = interrupted(session, () => session.schedules.start())
      const answer =
        name === 'change'
          ? await handlers.change({ id, version, rule: weekly }, nils)
          : await handlers.act({ id, version, act: name }, nils)
      await session.schedules.start()
      expect(await plannedDates(session)).toEqual(['2026-11-25'])
      expect(await session.shown(id)).toMatchObject({ state: 'active', owner: { id: 'mara' } })
      expect(answer).toEqual({ ok: false, error: { code: 'changed-meanwhile' } })
    },
  )
})

describe('an act on a schedule', () => {
  it.each(['change', 'pause', 'resume', 'end'] as const)(
    'is refused and changes nothing if the schedule is not as the person saw it: %s',
    async (name) => {
      const session = await openSchedules()
      const { id, version } = await session.create(weekly)
      const changed = must(await session.change(id, { ...weekly, every: 'two-weeks' }, nils))
      const answer =
        name === 'change'
          ? await session.schedules.handlers.change({ id, version, rule: weekly }, mara)
          : await session.schedules.handlers.act({ id, version, act: name }, mara)
      expect(answer).toEqual({ ok: false, error: { code: 'changed-meanwhile' } })
      expect(await session.shown(id)).toEqual(changed)
    },
  )
})

describe('an occurrence of a scheduled payment', () => {
  it('is no copy of the order that the schedule was created from, but has its authors', async () => {
    const session = await openSchedules()
    const source = await session.draft()
    const { id } = must(
      await session.schedules.handlers.create({ orderId: source, rule: weekly }, mara),
    )
    must(await session.change(id, { ...weekly, from: '2026-11-26' }, nils))
    passTo(session, '2026-11-25')
    await session.schedules.start()
    const [draft] = await drafted(session)
    const row = await session.order(draft?.id ?? '')
    expect(await retriedOrders(session.store.read, row.id)).toEqual([])
    expect(await hasLivingRetry(session.store.read, source)).toBe(false)
    expect([...(await makersOf(session.store.read, row))].sort()).toEqual(['mara', 'nils'])
    const acts = (await auditEntries(session.store)).filter(({ subject }) => subject === row.id)
    expect(acts.map(({ kind }) => kind)).toEqual(['order.drafted', 'order.prepared'])
    const detail = JSON.parse(acts[0]?.detail ?? '{}') as Record<string, unknown>
    expect(detail).toMatchObject({
      scheduleId: id,
      plannedOn: '2026-11-25',
      nominalOn: '2026-11-26',
    })
    expect(detail).not.toHaveProperty('copiedFrom')
  })
})

describe('a schedule that would take the place of a draft', () => {
  it.each(['nothing', 'an open alert', 'a report of the bank'] as const)(
    'is created where the draft could be discarded, and nowhere else: %s',
    async (known) => {
      const session = await openSchedules()
      const source = await session.draft()
      if (known !== 'nothing') {
        const intake = intakeOf(session.store)
        await intake.take(deliveryOf(wireAlert()))
        await intake.settled()
        const act = { actor: 'test', kind: 'test', subject: source, detail: {} }
        await session.store.record(act, (tx) =>
          tx
            .insertInto('order_alerts')
            .values({
              order_id: source,
              alert_seq: 1,
              matched_by: 'reference',
              decision: known === 'an open alert' ? 'open' : 'counts',
              decided_by: null,
              at: '2026-11-23T14:00:00.000Z',
            })
            .execute(),
        )
      }
      const facts = await factsOf(
        session.store.read,
        await session.order(source),
        session.context,
        [],
      )
      const isDiscardable = nextState(facts, { kind: 'discarded' }) !== null
      const answer = await session.schedules.handlers.create(
        { orderId: source, rule: weekly },
        mara,
      )
      expect(answer.ok).toBe(isDiscardable)
      expect(await session.order(source)).toMatchObject({
        state: isDiscardable ? 'withdrawn' : 'draft',
      })
      expect(await session.list()).toHaveLength(isDiscardable ? 1 : 0)
    },
  )
})
