/**
 * Attacks on sweeps: whatever the bank, the clock and the store do, no missed alert counts as
 * queried that was not, and no query blocks the others.
 */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { saveGap } from '../../../../main/assurance/coverage/gap-records.ts'
import { planNext, waitingParts } from '../../../../main/assurance/coverage/sweeps/sweep-records.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import { achListRequest } from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import { storedOrder } from '../../money/order/support/stored-orders.ts'
import { OwnTime } from '../../money/order/support/own-time.ts'
import { newStorePath } from '../../store/stores.ts'
import { refused, row, openSweeps } from './open-sweeps.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('a gap that meets one whose sweep is planned already', () => {
  it('gets a sweep of its own: the first may have listed its returns already', async () => {
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

  it('does not hide earlier days that an operator requests while later ones are being swept', async () => {
    const session = await openSweeps()
    const at = session.time.ms
    const requested = { cause: 'requested', untilMs: at, actor: 'mara' } as const
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
  ])('that it %s is retried, and reported as failed in the end', async (_how, came, why) => {
    const session = await openSweeps()
    await storedOrder(session.store)
    session.orders.answerInquiry = () =>
      Promise.resolve({ ok: true, value: { state: 'accepted', ...came } })
    await session.gap()
    await session.swept()
    for (let passed = 0; passed < 8; passed += 1) await session.pass(hour)
    await session.settle()
    const part = (await session.parts()).find(({ kind }) => kind === 'payment')
    expect(part).toMatchObject({ state: 'failed', why, tries: 5 })
    expect(session.inquired).toHaveLength(5)
    expect(await session.rows()).toMatchObject([{ state: 'partly' }])
  })

  it('bank note 19: waits while the bank requires a pause, though a 429 is an answer', async () => {
    const session = await openSweeps()
    await storedOrder(session.store)
    session.orders.answerInquiry = () => {
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

describe('a query that can no longer be sent', () => {
  /** Lists as the real API checks them: it throws before any call. */
  const strict = (session: Awaited<ReturnType<typeof openSweeps>>): void => {
    const { list } = session.bank
    session.bank.list = (request, ...rest) => {
      const parsed = achListRequest(networkDay(session.time.clock.now())).safeParse(request)
      if (!parsed.success) throw new RangeError(parsed.error.message)
      return list(request, ...rest)
    }
  }

  it('bank note 43: covers the days that the bank still has, reports that some are missing, and delays nothing', async () => {
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
    expect(session.bank.requested[0]).toBe('RETURNED 0072004500 2026-05-30 2026-06-26 p1')
    expect((await session.parts())[0]).toMatchObject({ state: 'impossible', why: 'too-long-ago' })
    expect(await session.items()).toHaveLength(1)
  })

  it('fails where a clock that was set back puts its days in the future', async () => {
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
  it('heals no gap, because no ACH query was sent', async () => {
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

describe('an alert that names the PAR number alone', () => {
  const byPar = { traceNumber: null, parNumber: ' 9001 ' }

  it('reports the item, so that a sweep does not count it as missed', async () => {
    const session = await openSweeps()
    await session.alert(byPar)
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    expect(await session.items()).toEqual([])
  })

  it('is linked where it comes late', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    const seq = await session.alert(byPar)
    expect(await session.items()).toMatchObject([{ alert_seq: seq }])
  })

  it('of another movement with the same trace number matches nothing', async () => {
    const session = await openSweeps()
    await session.alert({ parNumber: '9002' })
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    expect(await session.items()).toMatchObject([{ par_number: '9001', alert_seq: null }])
  })
})

describe('identical items', () => {
  it('bank note 86: are not matched by an alert of another day with the same trace number', async () => {
    const session = await openSweeps()
    await session.alert()
    session.time.ms += 14 * day
    session.bank.rows.set('COLLECTED', [row({ parNumber: '9900' })])
    await session.gap('2026-12-07T08:00:00.000Z', '2026-12-07T13:00:00.000Z')
    await session.swept()
    expect(await session.items()).toMatchObject([{ par_number: '9900' }])
  })

  it('with a trace number that is used again on a later day are each found, and each once', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', [row({ parNumber: null })])
    await session.gap()
    await session.swept()
    session.time.ms += 14 * day
    for (const from of ['08', '09', '10']) {
      await session.gap(`2026-12-07T${from}:00:00.000Z`, `2026-12-07T${from}:30:00.000Z`)
      await session.swept()
    }
    expect((await session.items()).map(({ at }) => at.slice(0, 10))).toEqual([
      '2026-11-23',
      '2026-12-07',
    ])
  })

  it('are told apart by numbers of any length, and found once', async () => {
    const session = await openSweeps()
    const long = randomBytes(5_000).toString('hex')
    const pars = [`${long}1`, `${long}2`]
    session.bank.rows.set(
      'COLLECTED',
      pars.map((parNumber) => row({ parNumber })),
    )
    await session.gap()
    await session.swept()
    await session.gap('2026-11-23T14:00:00.000Z', '2026-11-23T14:30:00.000Z')
    await session.swept()
    expect((await session.items()).map(({ par_number: par }) => par)).toEqual(pars)
  })

  it('are not lost where the alert of one came late and the other is first in the next list', async () => {
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

  it('are not matched by an alert that the bank sends twice', async () => {
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

  it('are not matched after a restart by an alert that came before they were found', async () => {
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

  it('bank note 86: are not matched late by an alert of weeks later', async () => {
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
  it('that never answers about one detail is still queried for the other lists', async () => {
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
  ] as const)('whose list comes to %s (%s) each time delays no other list', async (...of) => {
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
  })

  it('that declines is queried again, after a clock was set back as well', async () => {
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
  it('reads no more pending rows than may be queried next', async () => {
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
  it('are each stored once, and unreadable values are ignored', async () => {
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
