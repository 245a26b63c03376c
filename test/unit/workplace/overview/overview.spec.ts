/**
 * The figures of the overview, each on a real store. Days are those of the policy's zone, whatever
 * the zone of this computer.
 */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createOverviewService,
  type OverviewContext,
  type OverviewDeps,
} from '../../../../main/workplace/overview/overview.service.ts'
import { midnightIn } from '../../../../preload/contract/kernel/calendar.ts'
import type { OperatorFacts } from '../../../../main/profile/operators.service.ts'
import type { Store } from '../../../../main/store/store.ts'
import type { OverviewFigures } from '../../../../preload/contract/api/overview/overview.ts'
import { moneyKinds } from '../../../../main/money/money.ts'
import {
  practicePolicy,
  type Policy,
} from '../../../../preload/contract/domain/operators/policy.ts'
import { overviewFigures } from '../../../../preload/contract/api/overview/overview.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import type { Operator, Role } from '../../../../preload/contract/domain/operators/roles.ts'
import { putBatch, storedEntry } from '../../money/batch/stored-batch.ts'
import {
  changeStored,
  storedAttempt,
  storedOrder,
  wireForm,
} from '../../money/order/support/stored-orders.ts'
import { newStorePath, open } from '../../store/stores.ts'

const now = new Date('2026-11-23T14:20:00.000Z')
const zone = 'America/New_York'
const midnight = midnightIn(zone, now)
const after = (start: Date, ms: number): string => new Date(start.getTime() + ms).toISOString()
const minuteMs = 60_000
const theo: Operator = { id: 'theo', name: 'Theo', roles: ['checker'] }
const fact = (id: string, role: Role, setBy: string | null = null): OperatorFacts => ({
  id,
  name: id,
  roles: [role],
  disabled: false,
  setBy,
})
const people = [
  fact('theo', 'checker'),
  fact('ines', 'checker', 'mara'),
  fact('mara', 'maker'),
  fact('nils', 'maker', 'theo'),
]
const noCounts = {
  all: 0,
  drafts: 0,
  awaiting: 0,
  awaitingMe: 0,
  readyMe: 0,
  ready: 0,
  underWay: 0,
  unknownOutcome: 0,
  ended: 0,
}
const summary = { openGaps: 0, toCheck: 0, coveredTo: null, sweep: null }

let store: Store
let reported: string[]
beforeEach(async () => {
  store = await open(newStorePath())
  reported = []
})

const policyOf = (policy: Policy): OverviewContext['policy'] => ({
  current: () => ({ policy, version: 0, at: null, by: null }),
})
function figuresOf(
  part: { context?: Partial<OverviewContext>; deps?: Partial<OverviewDeps>; by?: Operator } = {},
): Promise<OverviewFigures> {
  const session = createOverviewService(
    {
      store,
      environment: 'practice',
      clock: { now: () => now, monotonicMs: () => 0 },
      callBlockFor: () => undefined,
      operatorOf: (id) => people.find((one) => one.id === id),
      report: (where) => reported.push(where),
      policy: policyOf(practicePolicy),
      waits: { earliestKnown: () => now },
      kinds: moneyKinds,
      profile: () => ({ details: null, accounts: [] }),
      ...part.context,
    },
    {
      inbox: { counts: () => Promise.resolve({ open: 0, mine: 0, byKind: {} as never }) },
      coverage: { summary: () => Promise.resolve(summary) },
      orders: { handlers: { getCounts: () => Promise.resolve(ok(noCounts)) } },
      secondPerson: { isPairPossible: () => true },
      ...part.deps,
    },
  )
  return session.figures(part.by ?? theo)
}
/** Returns a part that must be known. */
function known<P extends keyof OverviewFigures>(figures: OverviewFigures, part: P) {
  const found = figures[part] as { state: string; value?: unknown }
  if (found.state !== 'known') throw new Error(`${part} is ${found.state}`)
  return found.value as Extract<OverviewFigures[P], { state: 'known' }> extends { value: infer V }
    ? V
    : never
}

let created = 0
const payment = (part: Parameters<typeof storedOrder>[1], amount = '10.00', currency = 'USD') => {
  created += 1
  const id = `p${String(created)}`
  return storedOrder(
    store,
    { id, reference: `REF${String(created)}`, ...part },
    { ...wireForm, amount, currency },
  )
}
const write = (work: Parameters<Store['record']>[1]) =>
  store.record({ actor: 'mara', kind: 'test.written', subject: 'x', detail: {} }, work)

describe('payments by their state', () => {
  it('never adds up two currencies', async () => {
    await payment({ state: 'awaiting-approval' }, '10.00', 'USD')
    await payment({ state: 'awaiting-approval' }, '2.50', 'USD')
    await payment({ state: 'awaiting-approval' }, '7.00', 'EUR')
    const lines = known(await figuresOf(), 'payments')
    expect(lines).toHaveLength(2)
    const line = { stage: 'awaiting-approval', isOpen: true }
    expect(lines).toContainEqual({ ...line, currency: 'USD', count: 2, minor: 1250 })
    expect(lines).toContainEqual({ ...line, currency: 'EUR', count: 1, minor: 700 })
  })

  it('calls a sum unknown while one of its amounts is', async () => {
    await payment({ state: 'draft' }, '10.00')
    await payment({ state: 'draft', amount: null })
    expect(known(await figuresOf(), 'payments')).toEqual([
      { stage: 'draft', isOpen: true, currency: 'USD', count: 2, minor: null },
    ])
  })

  it('counts orders that ended since midnight, and open ones from any time', async () => {
    const [before, since] = [after(midnight, -1), after(midnight, 0)]
    const done = { state: 'accepted', bank_status: 'completed', is_final: 1 } as const
    await payment({ ...done, updated_at: before })
    await payment({ ...done, updated_at: since })
    await payment({ state: 'accepted', updated_at: after(midnight, -90 * 86_400_000) })
    const lines = known(await figuresOf(), 'payments')
    expect(lines.map(({ stage, isOpen, count }) => [stage, isOpen, count])).toEqual([
      ['accepted', true, 1],
      ['completed', false, 1],
    ])
  })

  it('keeps batches apart from payments', async () => {
    await putBatch(store, 'PPD', [storedEntry()])
    await payment({ state: 'approved' })
    const figures = await figuresOf()
    expect(known(figures, 'payments').map(({ stage }) => stage)).toEqual(['approved'])
    expect(known(figures, 'batches').map(({ stage }) => stage)).toEqual(['draft'])
  })
})

describe('unknown outcomes', () => {
  it('count from their last sending, which a status inquiry does not move', async () => {
    await payment({ id: 'old', state: 'outcome-unknown', updated_at: after(now, -minuteMs) })
    await storedAttempt(store, {
      order_id: 'old',
      seq: 2,
      journalled_at: after(now, -90 * minuteMs),
    })
    await payment({ state: 'outcome-unknown' }, '5.00', 'EUR')
    const unknownOutcome = known(await figuresOf(), 'unknownOutcome')
    expect(unknownOutcome.count).toBe(2)
    expect(unknownOutcome.oldest).toBe('2026-11-23T13:59:58.000Z')
    expect(unknownOutcome.amounts).toEqual([
      { currency: 'EUR', count: 1, minor: 500 },
      { currency: 'USD', count: 1, minor: 1000 },
    ])
  })

  it('do not include an order that was closed as not made, which ended', async () => {
    await payment({ state: 'outcome-unknown', closed_at: after(now, -minuteMs) })
    const figures = await figuresOf()
    expect(known(figures, 'unknownOutcome').count).toBe(0)
    expect(known(figures, 'payments')).toMatchObject([{ stage: 'closed', isOpen: false }])
  })

  it('are none in a store without any', async () => {
    expect(known(await figuresOf(), 'unknownOutcome')).toEqual({
      count: 0,
      oldest: null,
      amounts: [],
    })
  })
})

describe('what failed or came back', () => {
  it('counts today from the midnight of the zone, and seven days with today among them', async () => {
    await payment({ state: 'rejected', updated_at: after(midnight, 0) })
    await payment({ state: 'rejected', updated_at: after(midnight, -1) })
    await payment({ state: 'rejected', updated_at: after(midnightIn(zone, now, -6), 0) })
    await payment({ state: 'rejected', updated_at: after(midnightIn(zone, now, -6), -1) })
    const { rejected } = known(await figuresOf(), 'failed')
    expect(rejected.today).toEqual([{ currency: 'USD', count: 1, minor: 1000 }])
    expect(rejected.week).toEqual([{ currency: 'USD', count: 3, minor: 3000 }])
  })

  it('goes by the time of the bank’s report, not of a later change of the payment', async () => {
    await payment({
      state: 'accepted',
      bank_status: 'returned',
      is_final: 1,
      bank_status_at: after(midnight, -1),
      updated_at: after(midnight, 1),
    })
    const { paymentsReturned } = known(await figuresOf(), 'failed')
    expect(paymentsReturned.today).toEqual([])
    expect(paymentsReturned.week).toEqual([{ currency: 'USD', count: 1, minor: 1000 }])
  })

  it('counts a batch of which the bank rejected entries, and no unclear entry as rejected', async () => {
    await payment({ state: 'rejected', updated_at: after(midnight, 0) })
    const refused = [storedEntry(), storedEntry({ amount: '2.00' })]
    const unclear = storedEntry({ amount: '3.00' })
    const id = await putBatch(store, 'PPD', [...refused, unclear, storedEntry()])
    const answered = (released: string) =>
      write(async (tx) => {
        const times = { released_at: released, updated_at: after(midnight, minuteMs) }
        const set = { ...times, state: 'accepted' as const }
        await tx.updateTable('orders').set(set).where('id', '=', id).execute()
        const ids = refused.map((one) => one.id)
        await tx
          .updateTable('batch_entries')
          .set({ verdict: 'rejected' })
          .where('id', 'in', ids)
          .execute()
        await tx
          .updateTable('batch_entries')
          .set({ verdict: 'unclear' })
          .where('id', '=', unclear.id)
          .execute()
      })
    await answered(after(midnight, minuteMs))
    const { rejected } = known(await figuresOf(), 'failed')
    expect(rejected.today).toEqual([{ currency: 'USD', count: 2, minor: 1000 + 125200 }])
    await answered(after(midnight, -minuteMs))
    const earlier = known(await figuresOf(), 'failed').rejected
    expect(earlier.today).toEqual([{ currency: 'USD', count: 1, minor: 1000 }])
    expect(earlier.week).toEqual([{ currency: 'USD', count: 2, minor: 1000 + 125200 }])
    // A sum that a double cannot hold exactly is unknown, never a wrong amount.
    await payment({
      state: 'rejected',
      amount: Number.MAX_SAFE_INTEGER - 2000,
      updated_at: after(midnight, -minuteMs),
    })
    const { week } = known(await figuresOf(), 'failed').rejected
    expect(week).toEqual([{ currency: 'USD', count: 3, minor: null }])
  })

  it('counts entries that came back and notifications of change', async () => {
    const [back, changed] = [storedEntry(), storedEntry({ amount: '2.00' })]
    await putBatch(store, 'PPD', [back, changed, storedEntry()])
    await write(async (tx) => {
      await tx
        .updateTable('batch_entries')
        .set({
          returned_at: after(midnight, minuteMs),
          return_code: 'R01',
          bank_status: 'returned',
        })
        .where('id', '=', back.id)
        .execute()
      await tx
        .updateTable('batch_entries')
        .set({ changed_at: after(midnight, -minuteMs), change_code: 'C01' })
        .where('id', '=', changed.id)
        .execute()
    })
    const figures = await figuresOf()
    const { entriesReturned, changes } = known(figures, 'failed')
    expect(entriesReturned.today).toEqual([{ currency: 'USD', count: 1, minor: 125000 }])
    expect(changes.today).toEqual([])
    expect(changes.week).toEqual([{ currency: 'USD', count: 1, minor: 200 }])
    expect(known(figures, 'deadlines')).toMatchObject([
      { entryId: changed.id, code: 'C01', receiver: 'Ann Alder' },
    ])
  })
})

describe('sums sent by rail', () => {
  const sent = async (id: string, at: string, part: Parameters<typeof payment>[0] = {}) => {
    await payment({ id, state: 'draft', ...part })
    await storedAttempt(store, { order_id: id, seq: 1, journalled_at: at, ended_at: at })
  }
  // 14:20 UTC is 09:20 in New York, where the banking day began at 05:00 UTC.
  const dayBegan = '2026-11-23T05:00:00.000Z'
  const limited: Policy = {
    ...practicePolicy,
    limits: [
      { operatorId: null, service: 'WIRE', currency: 'USD', perPayment: null, perDay: 5_000 },
    ],
  }

  it('count the banking day of everybody, beside the limit of the operator', async () => {
    const today = { submitted_at: now.toISOString() }
    await sent('before', '2026-11-23T04:59:59.000Z')
    await sent('first', dayBegan, { maker: 'nils', submitted_by: 'nils', ...today })
    await sent('mine', now.toISOString(), {
      maker: 'theo',
      submitted_by: 'theo',
      state: 'approved',
      ...today,
    })
    const rails = known(await figuresOf({ context: { policy: policyOf(limited) } }), 'rails')
    expect(rails).toMatchObject({ date: '2026-11-23', closed: null })
    expect(rails.lines).toEqual([
      {
        service: 'WIRE',
        currency: 'USD',
        count: 2,
        minor: 2_000,
        perDay: 5_000,
        left: 4_000,
        resent: 0,
      },
      { service: 'RTP', currency: 'USD', count: 0, minor: 0, perDay: null, left: null, resent: 0 },
      { service: 'ACH', currency: 'USD', count: 0, minor: 0, perDay: null, left: null, resent: 0 },
    ])
  })

  it('count a resent payment once, while its limit counts each sending and says so', async () => {
    const mine = { maker: 'theo', submitted_by: 'theo', submitted_at: now.toISOString() }
    await sent('twice', dayBegan, { ...mine, state: 'approved' })
    await storedAttempt(store, { order_id: 'twice', seq: 2, outcome: 'accepted' })
    const figures = await figuresOf({ context: { policy: policyOf(limited) } })
    expect(known(figures, 'rails').lines[0]).toEqual({
      service: 'WIRE',
      currency: 'USD',
      count: 1,
      minor: 1_000,
      perDay: 5_000,
      left: 3_000,
      resent: 1_000,
    })
    const { days, totals } = known(figures, 'volume')
    expect(days.at(-1)?.sent.wire).toBe(1_000)
    expect(totals.payments).toEqual([{ currency: 'USD', count: 1, minor: 1_000 }])
  })

  it('do not count what was closed as not made, while its limit still does', async () => {
    const mine = { maker: 'theo', submitted_by: 'theo', submitted_at: now.toISOString() }
    await sent('made', dayBegan, mine)
    await sent('not-made', dayBegan, mine)
    await sent('unknown', dayBegan, mine)
    await changeStored(store, 'unknown', { state: 'outcome-unknown' })
    const closed_at = now.toISOString()
    await changeStored(store, 'not-made', { state: 'outcome-unknown', closed_at })
    const figures = await figuresOf({ context: { policy: policyOf(limited) } })
    expect(known(figures, 'rails').lines[0]).toMatchObject({ count: 2, minor: 2_000, left: 2_000 })
    const { days, totals } = known(figures, 'volume')
    expect(days.at(-1)?.sent.wire).toBe(2_000)
    expect(totals.payments).toEqual([{ currency: 'USD', count: 2, minor: 2_000 }])
  })

  it('count a payment that is being resent once', async () => {
    await sent('again', dayBegan, { state: 'sending' })
    const { lines } = known(await figuresOf(), 'rails')
    expect(lines[0]).toMatchObject({ count: 1, minor: 1_000 })
  })

  it('count a payment on the day of its last sending that may have left', async () => {
    const dayBefore = '2026-11-22T15:00:00.000Z'
    for (const [id, outcome] of [
      ['left', 'accepted'],
      ['refused', 'rejected'],
    ] as const) {
      await sent(id, dayBefore)
      const today = { journalled_at: now.toISOString(), ended_at: now.toISOString() }
      await storedAttempt(store, { order_id: id, seq: 2, outcome, ...today })
    }
    const figures = await figuresOf()
    expect(known(figures, 'rails').lines[0]).toMatchObject({ count: 1, minor: 1_000 })
    const { days, totals } = known(figures, 'volume')
    expect(days.slice(-2).map((day) => day.sent.wire)).toEqual([1_000, 1_000])
    expect(totals.payments).toEqual([{ currency: 'USD', count: 2, minor: 2_000 }])
  })

  it('are not invented where an amount is unknown, and never add two currencies', async () => {
    await sent('unknown', now.toISOString(), { amount: null })
    await sent('euro', now.toISOString(), { currency: 'EUR' })
    const { lines } = known(await figuresOf(), 'rails')
    expect(lines.slice(0, 2)).toMatchObject([
      { service: 'WIRE', currency: 'USD', count: 1, minor: null },
      { service: 'WIRE', currency: 'EUR', count: 1, minor: 1_000 },
    ])
  })

  it('are beside the wire cutoff of the policy', async () => {
    const { cutoff, nextDay } = known(await figuresOf(), 'rails')
    expect(cutoff).toEqual({ time: '18:45', zone: 'America/New_York', minutesLeft: 565 })
    expect(nextDay).toBe('2026-11-24')
    const none = { ...practicePolicy, wireCutoff: null }
    const without = await figuresOf({ context: { policy: policyOf(none) } })
    expect(known(without, 'rails').cutoff).toBeNull()
  })

  it('fill 30 banking days with sent and returned amounts', async () => {
    await sent('today', now.toISOString())
    await sent('euro', now.toISOString(), { currency: 'EUR' })
    await sent('first-day', '2026-10-25T04:30:00.000Z')
    await sent('too-old', '2026-10-25T03:30:00.000Z')
    await payment({
      state: 'accepted',
      bank_status: 'returned',
      is_final: 1,
      bank_status_at: '2026-11-20T15:00:00.000Z',
    })
    const back = storedEntry()
    await putBatch(store, 'PPD', [back])
    await write((tx) =>
      tx
        .updateTable('batch_entries')
        .set({ returned_at: dayBegan, return_code: 'R01', bank_status: 'returned' })
        .where('id', '=', back.id)
        .execute(),
    )
    const { days, totals } = known(await figuresOf(), 'volume')
    expect(days).toHaveLength(30)
    expect(days[0]).toMatchObject({ day: '2026-10-25', sent: { wire: 1_000, rtp: 0, ach: 0 } })
    // The returned payment was sent today too.
    expect(days.at(-1)).toMatchObject({
      day: '2026-11-23',
      sent: { wire: 2_000 },
      returned: { payments: 0, entries: 1 },
    })
    expect(days.at(-4)).toMatchObject({ day: '2026-11-20', returned: { payments: 1 } })
    expect(totals.entriesReturned).toEqual([{ currency: 'USD', count: 1, minor: 125_000 }])
    expect(totals.payments.find(({ currency }) => currency === 'EUR')).toEqual({
      currency: 'EUR',
      count: 1,
      minor: 1_000,
    })
  })
})

describe('alerts', () => {
  const received = (hour: Date, kind: string, seq: number) =>
    write(async (tx) => {
      const at = hour.toISOString()
      await tx
        .insertInto('alert_deliveries')
        .values({
          seq,
          id: `d${String(seq)}`,
          at,
          remote: null,
          content_type: null,
          size: 2,
          sha256: '',
          answered: 200,
          alerts: 1,
          quarantine_reason: null,
          problem: null,
          reader: 1,
          body: new Uint8Array([123, 125]),
        })
        .execute()
      await tx
        .insertInto('alerts')
        .values({
          seq,
          id: `a${String(seq)}`,
          guid: null,
          content_hash: '',
          body_hash: '',
          delivery_seq: seq,
          place: 1,
          at,
          kind,
          incoming: 0,
          old_code: 0,
          incomplete: 0,
          unlisted: 0,
          reader: 1,
        } as never)
        .execute()
      await tx
        .insertInto('alert_hours')
        .values({ hour: at.slice(0, 13), kind: kind as 'ach', received: 1 })
        .onConflict((one) =>
          one
            .columns(['hour', 'kind'])
            .doUpdateSet({ received: sql`alert_hours.received + excluded.received` }),
        )
        .execute()
    })

  it('are counted in their hour and in their banking day', async () => {
    await received(new Date('2026-11-23T14:05:00.000Z'), 'ach', 1)
    await received(new Date('2026-11-23T14:06:00.000Z'), 'ach', 2)
    await received(new Date('2026-11-23T13:59:00.000Z'), 'rtp', 3)
    await received(new Date(midnightIn(zone, now, -1).getTime() + minuteMs), 'wire', 4)
    await received(new Date(midnightIn(zone, now, -14).getTime() + minuteMs), 'wire', 5)
    const { hours, days } = known(await figuresOf(), 'alerts')
    expect(hours).toHaveLength(24)
    expect(hours.at(-1)).toEqual({
      from: '2026-11-23T14:00:00.000Z',
      received: { ach: 2, wire: 0, rtp: 0, other: 0 },
    })
    expect(hours.at(-2)?.received.rtp).toBe(1)
    expect(days).toHaveLength(14)
    expect(days.at(-1)?.day).toBe('2026-11-23')
    expect(days.at(-2)).toMatchObject({
      day: '2026-11-22',
      received: { wire: 1 },
    })
    expect(days.reduce((sum, one) => sum + one.received.wire, 0)).toBe(1)
  })
})

describe('a part', () => {
  it('that cannot be counted is shown so, is reported, and hides no other', async () => {
    const figures = await figuresOf({
      deps: {
        inbox: { counts: () => Promise.reject(new Error('out of order')) },
        coverage: {
          summary: () => {
            throw new Error('out of order')
          },
        },
      },
    })
    expect(figures.inbox).toEqual({ state: 'failed' })
    expect(figures.coverage).toEqual({ state: 'failed' })
    expect(figures.unknownOutcome.state).toBe('known')
    expect(figures.waiting.state).toBe('known')
    expect(reported.sort()).toEqual(['overview.coverage', 'overview.inbox'])
    expect(overviewFigures.safeParse(figures).success).toBe(true)
  })

  it('that was not agreed is left out, unless it has data', async () => {
    const context: Partial<OverviewContext> = {
      callBlockFor: (product) => err({ code: 'product-not-agreed', product }),
    }
    expect((await figuresOf({ context })).payments).toEqual({ state: 'not-agreed' })
    await payment({ state: 'draft' })
    expect((await figuresOf({ context })).payments.state).toBe('known')
  })

  it('of an incomplete profile counts as agreed', async () => {
    const context: Partial<OverviewContext> = {
      callBlockFor: () => err({ code: 'profile-incomplete', missing: ['certificate'] }),
    }
    expect((await figuresOf({ context })).payments).toEqual({ state: 'known', value: [] })
  })
})

describe('what waits for an operator', () => {
  const propose = (id: string, by: string) =>
    write(async (tx) => {
      const at = now.toISOString()
      const search_text = id
      await tx
        .insertInto('payees')
        .values({
          id,
          at,
          approved_at: null,
          proposed_version: 1,
          removed_at: null,
          changed_at: at,
          search_text,
        })
        .execute()
      await tx
        .insertInto('payee_versions')
        .values({
          payee_id: id,
          version: 1,
          details: '{}',
          proposed_by: by,
          proposed_at: at,
          state: 'proposed',
          decided_by: null,
          decided_at: null,
        })
        .execute()
    })

  it('is no proposal of their own, and none at all without the right to decide', async () => {
    await propose('a', 'theo')
    await propose('b', 'mara')
    expect(known(await figuresOf(), 'waiting').payees).toBe(1)
    const maker: Operator = { id: 'nils', name: 'Nils', roles: ['maker'] }
    expect(known(await figuresOf({ by: maker }), 'waiting').payees).toBe(0)
  })

  it('is no proposal of somebody whose sign-in they set, nor of the one who set theirs', async () => {
    await propose('a', 'nils')
    await propose('b', 'mara')
    expect(known(await figuresOf(), 'waiting').payees).toBe(1)
    const ines: Operator = { id: 'ines', name: 'Ines', roles: ['checker'] }
    expect(known(await figuresOf({ by: ines }), 'waiting').payees).toBe(1)
  })
})

describe('calls of today', () => {
  const call = (id: string, at: string, status: number | null, outcome: string) =>
    write(async (tx) => {
      await tx
        .insertInto('bank_calls')
        .values({
          id,
          at,
          actor: 'mara',
          purpose: 'token',
          method: 'POST',
          path: '/x',
          lane: 'interactive',
          waited_ms: 0,
          attempt: 1,
          request_headers: '[]',
          request_body: null,
          status,
          response_headers: '[]',
          response_body: '{}',
          response_body_base64: 0,
          outcome,
          detail: '{}',
          correlation_id: null,
          started_at: at,
          written_at: at,
          answered_at: at,
          finished_at: at,
        })
        .execute()
    })

  it('are separated by their result, from midnight on', async () => {
    await call('1', after(midnight, -1), 200, 'answered')
    await call('2', after(midnight, 0), 200, 'answered')
    await call('3', after(midnight, 1), 429, 'answered')
    await call('4', after(midnight, 2), null, 'no-answer')
    await call('5', after(midnight, 3), null, 'outcome-unknown')
    const calls = known(await figuresOf(), 'calls')
    expect(new Map(calls.map(({ group, count }) => [group, count]))).toEqual(
      new Map([
        ['answered', 1],
        ['refused', 1],
        ['no-answer', 1],
        ['outcome-unknown', 1],
      ]),
    )
  })
})

describe('a profile', () => {
  const done = async (part: Parameters<typeof figuresOf>[0] = {}): Promise<string[]> =>
    known(await figuresOf(part), 'firstSteps').flatMap(({ id, isDone }) => (isDone ? [id] : []))

  it('ticks the first steps of practice by the data of the store', async () => {
    expect(known(await figuresOf(), 'firstSteps').map(({ id }) => id)).toEqual([
      'validation',
      'payment',
      'approval',
      'release',
      'batch',
      'alert',
    ])
    expect(await done()).toEqual([])
    await payment({ state: 'draft' })
    expect(await done()).toEqual([])
    await payment({ id: 'sent', state: 'accepted' })
    expect(await done()).toEqual(['payment', 'release'])
  })

  it('ticks the first steps of a real profile by its setup', async () => {
    const context = { environment: 'production' } as const
    const deps = { secondPerson: { isPairPossible: () => false } }
    expect(await done({ context, deps })).toEqual([])
    await write(async (tx) => {
      const row = { version: 1, policy: '{}', at: now.toISOString(), actor: 'mara' }
      await tx.insertInto('policies').values(row).execute()
    })
    expect(await done({ context, deps })).toEqual(['policy'])
    expect(await done({ context })).toEqual(['second-person', 'policy'])
  })

  it('says which templates come next, removed ones left out', async () => {
    await write(async (tx) => {
      for (const [id, next, removed] of [
        ['late', '2026-12-24', null],
        ['soon', '2026-11-30', null],
        ['gone', '2026-11-24', '2026-11-20T00:00:00.000Z'],
        ['never', null, null],
      ] as const)
        await tx
          .insertInto('batch_templates')
          .values({
            id,
            name: id,
            form: '{}',
            entries: '[]',
            entry_count: 3,
            credits: 500,
            debits: 20,
            recurrence: next === null ? null : '{}',
            next_date: next,
            owner: 'mara',
            at: now.toISOString(),
            removed_at: removed,
          })
          .execute()
    })
    expect(known(await figuresOf(), 'templates').map(({ id }) => id)).toEqual(['soon', 'late'])
  })
})
