import { expect, it } from 'vitest'
import { dayBoundsIn, daysLater } from '../../../../preload/contract/kernel/calendar.ts'
import { planSweep } from '../../../../main/assurance/coverage/sweeps/plan.ts'
import { createCoverageService } from '../../../../main/assurance/coverage/coverage.service.ts'
import { WireEvidence } from '../../../../main/assurance/wire-inquiry/wire-evidence.ts'
import type { AlertEvents } from '../../../../main/alerts/alert-events.ts'
import { createEvents } from '../../../../main/platform/events.ts'
import type { SessionContext } from '../../../../main/profile/session-context.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import { account } from './open-sweeps.ts'
import { begin, hour, listening, minute, openWatch } from './open-watch.ts'

const mara = { operator: { id: 'mara', name: 'Mara', roles: ['maker' as const] } }
const none = { cursor: null, limit: 100 } as const

async function openCoverage(part: Partial<SessionContext> = {}) {
  const session = await openWatch()
  let waits = 0
  const context = {
    ...session.context,
    profile: () => practiceProfile,
    environment: 'practice',
    operatorName: (id: string) => `Name of ${id}`,
    emitEvent: () => undefined,
    callBlockFor: () => undefined,
    ...part,
  } as unknown as SessionContext
  const events = createEvents<AlertEvents>((where, problem) => {
    throw new Error(where, { cause: problem })
  })
  const coverage = createCoverageService(context, {
    events,
    ...({} as { orders: never; batches: never }),
    evidence: new WireEvidence(context),
    startTimer: () => () => undefined,
    makeSweeps: () => ({
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
      running: () => null,
      gapsWait: () => (waits += 1),
      alertsRead: () => undefined,
    }),
  })
  const { store } = session
  /** The rest of a sweep that could not query incoming payments. */
  const swept = async (gapId: string, eventDay?: null) => {
    const at = new Date(session.now()).toISOString()
    const from_at = new Date(begin).toISOString()
    const today = at.slice(0, 10)
    const act = { actor: 'system', kind: 'test', subject: '', detail: {} }
    await store.record(act, async (tx) => {
      await tx
        .insertInto('sweeps')
        .values({
          id: 's1',
          actor: 'system',
          from_at,
          until_at: at,
          planned_at: at,
          ended_at: at,
          state: 'partly',
          calls: 3,
          healed: 1,
        })
        .execute()
      const blank = { sweep_id: 's1', why: null, account_id: null, order_id: null, ended_at: at }
      const part = { ...blank, checked_by: null, checked_at: null, to_day: today }
      const searches = ['RETURNED', 'COLLECTED', 'SETTLED'] as const
      for (const [seq, search] of searches.entries()) {
        const days = { from_day: from_at.slice(0, 10), to_day: daysLater(today, 1) }
        const own = { ...days, kind: 'ach', state: 'done' } as const
        await tx
          .insertInto('sweep_parts')
          .values({ ...part, ...own, seq, search })
          .execute()
      }
      const incoming = { kind: 'incoming', state: 'impossible', from_day: today } as const
      await tx
        .insertInto('sweep_parts')
        .values({ ...part, ...incoming, seq: 3, search: null })
        .execute()
      await tx
        .insertInto('recovered_items')
        .values({
          id: 'r1',
          at,
          sweep_id: 's1',
          kind: 'ach',
          item_key: 'k',
          event: 'RETURNED',
          event_day: eventDay === null ? null : today,
          account_significant: '1000200031',
          trace_number: '0410001',
          par_number: 'P1',
          direction: 'debit',
          amount: '9.99',
          currency: 'USD',
          party: 'Mia Chen',
          return_code: 'R01',
          call_id: null,
          order_id: null,
          entry_id: null,
          alert_seq: null,
        })
        .execute()
      await tx
        .updateTable('alert_gaps')
        .set({ state: 'partly', sweep_id: 's1' })
        .where('id', '=', gapId)
        .execute()
    })
  }
  return { ...session, coverage, events, swept, requested: () => waits }
}

it('keeps the first of two checks of one part by hand', async () => {
  const session = await openCoverage()
  const { store } = session
  await session.swept('gap-1')
  const check = (id: string) =>
    session.coverage.handlers.markChecked(
      { sweepId: 's1', seq: 3, note: `By ${id}` },
      { operator: { id, name: id, roles: ['maker' as const] } },
    )
  const [first, second] = await Promise.all([check('mara'), check('noor')])
  expect(first).toMatchObject({ ok: true })
  expect(second).toEqual({ ok: false, error: { code: 'not-found' } })
  const parts = await store.read
    .selectFrom('sweep_parts')
    .select(['checked_by', 'check_note'])
    .where('seq', '=', 3)
    .execute()
  expect(parts).toEqual([{ checked_by: 'mara', check_note: 'By mara' }])
})

it('sweeps days that an operator requested, up to now, and records who requested them', async () => {
  const session = await openCoverage()
  const { handlers } = session.coverage
  const today = '2026-11-23'
  const estimate = await handlers.estimateSweep({ from: today, to: today }, mara)
  expect(estimate).toMatchObject({ ok: true, value: { searches: 3, windows: 1 } })
  expect(await handlers.sweepNow({ from: '2026-11-22', to: '2026-12-31' }, mara)).toMatchObject({
    ok: true,
  })
  expect(session.requested()).toBe(1)
  // A requested sweep does not count as an open gap.
  expect(await session.coverage.summary()).toMatchObject({ openGaps: 0 })
  expect(await session.gaps()).toMatchObject([{ cause: 'requested', state: 'waiting', until: 0 }])
  expect(await session.acts()).toMatchObject([{ actor: 'mara', kind: 'coverage.sweep-requested' }])
})

it.each(
  (['practice', 'production'] as const).flatMap((environment) =>
    ['2026-11-23', '2026-10-26', '2026-10-25', '2026-10-24'].map(
      (from) => [environment, from] as const,
    ),
  ),
)(
  'counts the queries of the bank in %s from %s as the sweep plans them',
  async (environment, from) => {
    const session = await openCoverage({ environment })
    // At any hour: the bank's day is another than here for some of them.
    for (let hours = 0; hours < 24; hours += 1) {
      session.skip(hour)
      const now = new Date(session.now())
      const estimate = await session.coverage.handlers.estimateSweep({ from, to: from }, mara)
      const { parts } = planSweep({
        gaps: [
          {
            fromAt: dayBoundsIn(session.context.bankingZone(), from).from,
            untilAt: now.toISOString(),
          },
        ],
        now,
        environment,
        accounts: [account()],
        codes: [],
        isConsolidated: false,
        isAchAgreed: true,
        arePaymentsAgreed: true,
        payments: [],
      })
      const planned = parts.filter(({ search }) => search === 'RETURNED').length
      expect(estimate, now.toISOString()).toMatchObject({ value: { windows: planned } })
    }
  },
)

it('names since when it listened on the first day, of which the hours before are unknown', async () => {
  const session = await openCoverage()
  const { coverage } = session
  session.events.emit('listener.running', { running: listening, isThere: true })
  await coverage.settled()
  const sinceBegin = new Date(begin).toISOString()
  const days = () => coverage.handlers.listDays({ ...none, days: 3 }, mara)
  session.skip(minute)
  expect(await days()).toMatchObject({
    value: {
      items: [
        { state: 'begun', since: sinceBegin, downMinutes: 0 },
        { state: 'unwatched', since: null },
        {},
      ],
    },
  })
  session.skip(24 * hour)
  expect(await days()).toMatchObject({
    value: { items: [{ state: 'whole', since: null }, { state: 'begun', since: sinceBegin }, {}] },
  })
})

const putSpan = (
  { store }: Awaited<ReturnType<typeof openCoverage>>,
  [from, until]: readonly [minutes: number, minutes: number],
  ended: string | null,
) =>
  store.record({ actor: 'system', kind: 'test', subject: '', detail: {} }, (tx) =>
    tx
      .insertInto('listener_watch')
      .values({
        from_at: new Date(begin + from * minute).toISOString(),
        until_at: new Date(begin + until * minute).toISOString(),
        ended,
      })
      .execute(),
  )
const newestDay = async ({ coverage }: Awaited<ReturnType<typeof openCoverage>>) => {
  const days = await coverage.handlers.listDays({ ...none, days: 1 }, mara)
  return days.ok ? days.value.items[0] : undefined
}

it('is open since the last sign of life where a killed listener has no successor', async () => {
  const session = await openCoverage()
  await putSpan(session, [0, 30], null)
  session.skip(2 * hour)
  expect(await newestDay(session)).toMatchObject({
    state: 'unhealed',
    since: new Date(begin).toISOString(),
    upMinutes: 30,
    downMinutes: 90,
  })
})

it('counts no minute of a lost listener after its end, though another has taken over', async () => {
  const session = await openCoverage()
  session.events.emit('listener.running', { running: listening, isThere: true })
  await session.coverage.settled()
  session.skip(minute)
  // The span of the successor is not stored yet.
  await putSpan(session, [0, 1], 'lost')
  session.skip(29 * minute)
  expect(await newestDay(session)).toMatchObject({ state: 'begun', upMinutes: 1, downMinutes: 29 })
})

it('counts days in the zone of the policy, whatever this computer shows', async () => {
  const session = await openCoverage({ bankingZone: () => 'Asia/Tokyo' })
  session.events.emit('listener.running', { running: listening, isThere: true })
  await session.coverage.settled()
  session.skip(2 * hour)
  const days = await session.coverage.handlers.listDays({ ...none, days: 2 }, mara)
  expect(days).toMatchObject({
    value: { items: [{ day: '2026-11-24' }, { day: '2026-11-23', state: 'begun', upMinutes: 60 }] },
  })
  expect(await session.coverage.handlers.getWatch(undefined, mara)).toMatchObject({
    value: { zone: 'Asia/Tokyo' },
  })
})

it('counts and lists a recovered item without a day of the bank on the banking day on which it was found', async () => {
  const session = await openCoverage({ bankingZone: () => 'Asia/Tokyo' })
  const { handlers } = session.coverage
  session.skip(2 * hour)
  await session.swept('gap-1', null)
  expect(await handlers.listDays({ ...none, days: 2 }, mara)).toMatchObject({
    value: {
      items: [
        { day: '2026-11-24', recovered: 1 },
        { day: '2026-11-23', recovered: 0 },
      ],
    },
  })
  for (const [day, total] of [
    ['2026-11-24', 1],
    ['2026-11-23', 0],
  ] as const)
    expect(await handlers.listRecovered({ ...none, search: '', day }, mara)).toMatchObject({
      value: { total },
    })
})

it('counts a gap as healed once a person has checked what could not be queried', async () => {
  const session = await openCoverage()
  const { coverage } = session
  const { handlers } = coverage
  session.events.emit('listener.running', { running: listening, isThere: true })
  await coverage.settled()
  session.skip(hour)
  coverage.wake()
  await coverage.settled()
  expect(await coverage.summary()).toMatchObject({
    openGaps: 1,
    toCheck: 0,
    coveredTo: new Date(begin).toISOString(),
  })
  const days = () => handlers.listDays({ ...none, days: 3 }, mara)
  expect(await days()).toMatchObject({
    value: {
      total: 3,
      next: null,
      items: [{ state: 'unhealed', upMinutes: 0, downMinutes: 60 }, { state: 'unwatched' }, {}],
    },
  })
  await session.swept('gap-1')
  expect(await coverage.summary()).toMatchObject({ openGaps: 0, toCheck: 1 })
  const [today] = ((await days()) as { value: { items: { day: string }[] } }).value.items
  expect(today).toMatchObject({ state: 'unhealed', toCheck: 1, recovered: 1 })
  expect(today).toMatchObject({ sweptTo: new Date(session.now()).toISOString() })
  const which = { ...none, which: 'to-check', sweepId: null } as const
  expect(await handlers.listParts(which, mara)).toMatchObject({
    value: { total: 1, items: [{ sweepId: 's1', seq: 3, kind: 'incoming', checked: null }] },
  })
  const note = 'Portal compared: none came'
  expect(await handlers.markChecked({ sweepId: 's1', seq: 3, note }, mara)).toMatchObject({
    ok: true,
    value: { checked: { by: 'Name of mara', note } },
  })
  expect(await handlers.markChecked({ sweepId: 's1', seq: 3, note }, mara)).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  })
  expect(await session.gaps()).toMatchObject([{ state: 'healed' }])
  expect(await days()).toMatchObject({
    value: { items: [{ state: 'healed', toCheck: 0 }, {}, {}] },
  })
  expect(await coverage.summary()).toMatchObject({ toCheck: 0 })
  // The sweep also queried the day after, which was not over.
  session.skip(24 * hour)
  expect(await days()).toMatchObject({
    value: { items: [{ day: '2026-11-24', returned: null }, { day: '2026-11-23' }, {}] },
  })
  expect((await session.acts()).at(-1)).toMatchObject({
    actor: 'mara',
    kind: 'coverage.part-checked',
  })
})

it('lists recovered items with their account masked, and finds them by trace and amount', async () => {
  const session = await openCoverage()
  const { handlers } = session.coverage
  await session.swept('none')
  const requested = { ...none, search: '0410001', day: null }
  const listed = await handlers.listRecovered(requested, mara)
  expect(listed).toMatchObject({
    value: { total: 1, items: [{ event: 'RETURNED', account: '\u2022\u2022\u2022\u20220031' }] },
  })
  expect(JSON.stringify(listed)).not.toContain('1000200031')
  expect(await handlers.listRecovered({ ...requested, search: '10002' }, mara)).toMatchObject({
    value: { total: 0 },
  })
  expect(await handlers.getSweep({ id: 's1' }, mara)).toMatchObject({
    value: { parts: 4, partsDone: 3, partsImpossible: 1, by: null },
  })
})

it('P2: counts no gap as healed, and no time as covered, while one of its queries has no answer', async () => {
  const session = await openCoverage()
  const { coverage, store } = session
  const { handlers } = coverage
  session.events.emit('listener.running', { running: listening, isThere: true })
  await coverage.settled()
  session.skip(hour)
  coverage.wake()
  await coverage.settled()
  await session.swept('gap-1')
  const become = (state: 'failed' | 'waiting') =>
    store.record({ actor: 'system', kind: 'test', subject: '', detail: {} }, async (tx) => {
      await tx.updateTable('sweep_parts').set({ state }).where('seq', '=', 1).execute()
      const sweep = state === 'waiting' ? 'running' : 'partly'
      await tx.updateTable('sweeps').set({ state: sweep }).execute()
    })
  const dayState = async () => {
    const listed = await handlers.listDays({ ...none, days: 1 }, mara)
    const { coveredTo } = await coverage.summary()
    return [listed.ok && listed.value.items[0]?.state, coveredTo]
  }
  const from = new Date(begin).toISOString()
  await become('failed')
  expect(await dayState()).toEqual(['unhealed', from])
  // Queried once more on a later day, still without an answer.
  await become('waiting')
  expect(await dayState()).toEqual(['unhealed', from])
  // Meanwhile the impossible part is checked manually.
  await handlers.markChecked({ sweepId: 's1', seq: 3, note: 'Portal compared' }, mara)
  expect(await dayState()).toEqual(['unhealed', from])
  const unhealed = await handlers.listGaps({ ...none, isUnhealed: true, day: null }, mara)
  expect(unhealed).toMatchObject({ value: { total: 1, items: [{ state: 'partly' }] } })
  // An operator checks the failed part.
  await become('failed')
  await handlers.markChecked({ sweepId: 's1', seq: 1, note: 'Portal compared' }, mara)
  expect(await dayState()).toEqual(['healed', new Date(session.now()).toISOString()])
  expect(await session.gaps()).toMatchObject([{ state: 'healed' }])
})
