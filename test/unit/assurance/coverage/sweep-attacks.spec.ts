/**
 * Attacks on sweeps: whatever the bank, the clock and the store do, no missed alert counts as
 * queried that was not, and no query blocks the others.
 */
import { describe, expect, it } from 'vitest'
import { saveGap } from '../../../../main/assurance/coverage/gap-records.ts'
import { planNext, waitingParts } from '../../../../main/assurance/coverage/sweeps/sweep-records.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import { achListRequest } from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import { storedOrder } from '../../money/order/parts/stored-orders.ts'
import { OwnTime } from '../../money/order/parts/own-time.ts'
import { newStorePath } from '../../store/stores.ts'
import { refused, row, openSweeps } from './open-sweeps.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('a gap that meets one whose sweep is planned already', () => {
  it('is asked for by a sweep of its own: the returns of the first may have been listed before it', async () => {
    const session = await openSweeps()
    const at = session.time.ms
    await session.gap(new Date(at - hour).toISOString(), new Date(at).toISOString())
    const first = await planNext(session.context)
    session.time.ms += hour
    await saveGap(session.context, { cause: 'not-running', fromMs: at, untilMs: at + hour })
    expect(await session.gaps()).toMatchObject([
      { sweep_id: first?.id, until_at: new Date(at).toISOString() },
      { sweep_id: null, until_at: new Date(at + hour).toISOString(), state: 'waiting' },
    ])
    await session.swept()
    expect(await session.rows()).toHaveLength(2)
  })

  it('does not hide earlier days that an operator asks for while later ones are being asked', async () => {
    const session = await openSweeps()
    const at = session.time.ms
    const requested = { cause: 'asked', untilMs: at, actor: 'mara' } as const
    await saveGap(session.context, { ...requested, fromMs: at - day })
    await planNext(session.context)
    await saveGap(session.context, { ...requested, fromMs: at - 20 * day })
    await session.swept()
    expect(session.bank.requested.join()).toContain('RETURNED 0072004500 2026-11-02')
    expect(await session.rows()).toHaveLength(2)
  })
})

describe('a payment that the bank does not report', () => {
  it.each([
    ['declined', { answered: true, isStatusKnown: false, isTooSlow: false }, 'bank-declined'],
    ['is too slow for', { answered: false, isStatusKnown: false, isTooSlow: true }, 'no-answer'],
  ])('that it %s is tried again, and said to have failed in the end', async (_how, came, why) => {
    const session = await openSweeps()
    await storedOrder(session.store)
    session.orders.look = () => Promise.resolve({ ok: true, value: { state: 'accepted', ...came } })
    await session.gap()
    await session.swept()
    for (let passed = 0; passed < 8; passed += 1) await session.pass(hour)
    await session.settle()
    const part = (await session.parts()).find(({ kind }) => kind === 'payment')
    expect(part).toMatchObject({ state: 'failed', why, tries: 5 })
    expect(session.inquired).toHaveLength(5)
    expect(await session.rows()).toMatchObject([{ state: 'partly' }])
  })

  it('bank note 19: waits while the bank wants a pause, though a 429 is an answer', async () => {
    const session = await openSweeps()
    await storedOrder(session.store)
    session.orders.look = () => {
      session.way.pausedUntil = new Date(session.time.ms + 2 * minute)
      const came = { answered: true, isStatusKnown: false, isTooSlow: false }
      return Promise.resolve({ ok: true, value: { state: 'accepted', ...came } })
    }
    await session.gap()
    await session.swept()
    expect((await session.parts())[1]).toMatchObject({
      kind: 'payment',
      state: 'waiting',
      tries: 0,
    })
    expect(session.sweeps.running()).toMatchObject({ waitsFor: 'pause' })
  })
})

describe('a question that cannot be put any more', () => {
  /** Lists as the real API checks them: it throws before any call. */
  const strict = (session: Awaited<ReturnType<typeof openSweeps>>): void => {
    const { list } = session.bank
    session.bank.list = (request, ...rest) => {
      const parsed = achListRequest(networkDay(session.time.clock.now())).safeParse(request)
      if (!parsed.success) throw new RangeError(parsed.error.message)
      return list(request, ...rest)
    }
  }

  it('bank note 43: is asked for the days that are recalled yet, says that some are not, and holds nothing up', async () => {
    const session = await openSweeps()
    strict(session)
    session.bank.rows.set('RETURNED', [row()])
    await session.gap('2026-04-01T12:00:00.000Z')
    await planNext(session.context)
    session.time.ms += 3 * day
    await session.swept()
    await session.settle()
    expect(session.problems).toEqual([])
    expect((await session.rows())[0]).toMatchObject({ state: 'done' })
    expect(session.bank.requested[0]).toBe('RETURNED 0072004500 2026-05-30 2026-06-27 p1')
    expect((await session.parts())[0]).toMatchObject({ state: 'impossible', why: 'too-long-ago' })
    expect(await session.items()).toHaveLength(1)
  })

  it('fails where a clock that was set back makes its days those to come', async () => {
    const session = await openSweeps()
    strict(session)
    await session.gap()
    await planNext(session.context)
    session.time.setBackMs = 30 * day
    await session.swept()
    expect(session.problems).toEqual([])
    expect((await session.parts())[0]).toMatchObject({ state: 'waiting', tries: 1 })
  })
})

describe('an account that is not there', () => {
  it('heals no gap: of ACH alerts nothing was asked', async () => {
    const codes = ['AL00906' as const]
    const counts = { expectedDaily: null, expectedMonthly: null, expectedYearly: null }
    const alerts = { codes, sameAccounts: null, ...counts }
    const session = await openSweeps({ accounts: [], details: { alerts } })
    await session.gap()
    await session.swept()
    expect(await session.gaps()).toMatchObject([{ state: 'partly' }])
    expect(await session.parts()).toContainEqual(
      expect.objectContaining({ kind: 'ach', state: 'impossible', why: 'no-account' }),
    )
  })
})

describe('items alike', () => {
  it('bank note 86: an alert of another day reports no item that has its trace number', async () => {
    const session = await openSweeps()
    await session.alert()
    session.time.ms += 14 * day
    session.bank.rows.set('COLLECTED', [row({ parNumber: '9900' })])
    await session.gap('2026-12-07T08:00:00.000Z', '2026-12-07T13:00:00.000Z')
    await session.swept()
    expect(await session.items()).toMatchObject([{ par_number: '9900' }])
  })

  it('are not lost where the alert of the one came late and the other stands first in the next list', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    await session.alert()
    session.bank.rows.set('COLLECTED', [row({ parNumber: '9002' }), row()])
    session.time.ms += hour
    await session.gap('2026-11-23T14:00:00.000Z', '2026-11-23T14:30:00.000Z')
    await session.swept()
    expect((await session.items()).map(({ par_number: par }) => par)).toEqual(['9001', '9002'])
  })

  it('are matched by one late alert one at a time, also after a restart', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002' })])
    await session.gap()
    await session.swept()
    const seq = await session.alert()
    await session.close()
    const again = await openSweeps({}, session.file, session.time, session.bank)
    await again.swept()
    expect((await again.items()).map(({ alert_seq }) => alert_seq)).toEqual([seq, null])
  })

  it('are not matched by an alert that the bank says twice', async () => {
    const session = await openSweeps()
    await session.alert()
    session.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002' })])
    await session.gap()
    await session.swept()
    await session.alert({}, { alertSentDateAndTime: '2026-11-23T14:29:58Z' })
    expect(await session.items()).toMatchObject([{ alert_seq: null }])
  })

  it('are matched by an alert that was taken in just before, and read after they were found', async () => {
    const time = new OwnTime()
    time.ms += minute
    const session = await openSweeps({}, newStorePath(), time)
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    const seq = await session.alert()
    expect(await session.items()).toMatchObject([{ alert_seq: seq }])
  })

  it('are not told after a restart by an alert that came before they were found', async () => {
    const session = await openSweeps()
    session.bank.rows.set('RETURNED', [row({ parNumber: '7', traceNumber: '7' })])
    await session.gap()
    await session.swept()
    await session.alert()
    session.time.ms += hour
    session.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002' })])
    await session.gap('2026-11-23T14:00:00.000Z', '2026-11-23T14:30:00.000Z')
    await session.swept()
    await session.close()
    const again = await openSweeps({}, session.file, session.time, session.bank)
    await again.swept()
    expect((await again.items()).map(({ alert_seq }) => alert_seq)).toEqual([null, null])
  })

  it('bank note 86: an alert of weeks later does not tell late of what was found', async () => {
    const time = new OwnTime()
    time.ms -= 21 * day
    const session = await openSweeps({}, newStorePath(), time)
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap('2026-11-01T14:00:00.000Z', '2026-11-02T13:00:00.000Z')
    await session.swept()
    await session.alert()
    expect(await session.items()).toMatchObject([{ alert_seq: null }])
  })
})

describe('a bank', () => {
  it('that never answers about one detail is asked for the other lists all the same', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', [row()])
    session.applying.apply = async ({ api, callOptions, rows }) => {
      await api.detail('9001', callOptions)
      return { entries: rows.map(() => null), changes: [], isDone: false, batches: [] }
    }
    await session.gap()
    await session.swept()
    for (let passed = 0; passed < 8; passed += 1) await session.pass(hour)
    await session.settle()
    expect(session.bank.requested.join()).toContain('SETTLED')
    const part = (await session.parts()).find(({ search }) => search === 'COLLECTED')
    expect(part).toMatchObject({ state: 'failed', why: 'no-answer' })
    expect(await session.rows()).toMatchObject([{ state: 'partly' }])
  })

  it.each([
    ['no-answer', 'answer-too-large', 'bank-declined'],
    ['no-answer', 'unexpected', 'no-answer'],
    ['not-sent', 'unexpected', 'no-answer'],
  ] as const)(
    'whose list comes to %s (%s) each time keeps no other list waiting',
    async (...of) => {
      const [kind, reason, why] = of
      const session = await openSweeps()
      session.bank.rows.set('RETURNED', { kind, reason })
      session.bank.rows.set('COLLECTED', [row()])
      await session.gap()
      await session.swept()
      for (let passed = 0; passed < 8; passed += 1) await session.pass(hour)
      await session.settle()
      expect(await session.items()).toHaveLength(1)
      expect((await session.parts())[0]).toMatchObject({ state: 'failed', why })
    },
  )

  it('that declines is asked again, after a clock was set back as well', async () => {
    const session = await openSweeps()
    session.bank.next.push(refused('backend-failed'))
    await session.gap()
    await session.swept()
    session.time.setBackMs = 6 * hour
    await session.pass(2 * minute)
    await session.settle()
    expect(await session.rows()).toMatchObject([{ state: 'done' }])
  })
})

describe('a sweep of very many payments', () => {
  it('reads no more of what waits than what may be asked next', async () => {
    const session = await openSweeps()
    await storedOrder(session.store)
    await session.gap()
    const sweep = await planNext(session.context)
    const id = sweep?.id ?? ''
    const act = { actor: 'system', kind: 'test.parts', subject: id, detail: {} }
    await session.store.record(act, async (tx) => {
      const part = { sweep_id: id, kind: 'payment', state: 'waiting', order_id: 'o1' } as const
      const rows = Array.from({ length: 1_400 }, (_, at) => ({ ...part, seq: 100 + at }))
      await tx.insertInto('sweep_parts').values(rows).execute()
      const tried = { tries: 1, ended_at: session.time.now }
      await tx.updateTable('sweep_parts').set(tried).where('seq', 'in', [1, 105]).execute()
    })
    const waiting = await waitingParts(session.store, id)
    expect(waiting.map(({ seq }) => seq)).toEqual([1, 2, 105])
  })
})

describe('rows that say little, or nonsense', () => {
  it('are each kept once, with nothing made of what cannot be read', async () => {
    const session = await openSweeps()
    const numbers = { bankNumber: null, routingNumber: null }
    session.bank.rows.set('RETURNED', [
      row({
        parNumber: null,
        traceNumber: ' ',
        transactionAmount: '1,2,3',
        returnDate: '20269999',
        receivingAccount: { other: [], accountNumber: '12345678901234567', ...numbers },
      }),
      row({ parNumber: ' ', traceNumber: null, transactionAmount: null, returnDate: 'soon' }),
      row({
        parNumber: '3',
        receivingAccount: null,
        originatingAccount: null,
        transactionCode: '',
      }),
    ] as never)
    await session.gap()
    await session.swept()
    session.time.ms += hour
    await session.gap('2026-11-23T14:00:00.000Z', '2026-11-23T14:30:00.000Z')
    await session.swept()
    expect(session.problems).toEqual([])
    expect(await session.items()).toMatchObject([
      { trace_number: null, amount: '1,2,3', event_day: null },
      { trace_number: null, amount: null, event_day: null },
      { par_number: '3', direction: null },
    ])
    expect((await session.rows()).map(({ state }) => state)).toEqual(['done', 'done'])
  })
})
