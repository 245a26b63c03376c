/**
 * Attacks on sweeps: whatever the bank, the clock and the store do, no missed alert counts as
 * queried that was not, and no query blocks the others.
 */
import { describe, expect, it } from 'vitest'
import { keepGap } from '../../../../main/assurance/coverage/gap-records.ts'
import { planNext, waitingParts } from '../../../../main/assurance/coverage/sweeps/sweep-records.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import { achListRequest } from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import { storedOrder } from '../../money/order/parts/stored-orders.ts'
import { OwnTime } from '../../money/order/parts/own-time.ts'
import { newStorePath } from '../../store/stores.ts'
import { refused, row, sweepDesk } from './sweep-desk.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('a gap that meets one whose sweep is planned already', () => {
  it('is asked for by a sweep of its own: the returns of the first may have been listed before it', async () => {
    const desk = await sweepDesk()
    const at = desk.time.ms
    await desk.gap(new Date(at - hour).toISOString(), new Date(at).toISOString())
    const first = await planNext(desk.context)
    desk.time.ms += hour
    await keepGap(desk.context, { cause: 'not-running', fromMs: at, untilMs: at + hour })
    expect(await desk.gaps()).toMatchObject([
      { sweep_id: first?.id, until_at: new Date(at).toISOString() },
      { sweep_id: null, until_at: new Date(at + hour).toISOString(), state: 'waiting' },
    ])
    await desk.swept()
    expect(await desk.rows()).toHaveLength(2)
  })

  it('does not hide earlier days that an operator asks for while later ones are being asked', async () => {
    const desk = await sweepDesk()
    const at = desk.time.ms
    const asked = { cause: 'asked', untilMs: at, actor: 'mara' } as const
    await keepGap(desk.context, { ...asked, fromMs: at - day })
    await planNext(desk.context)
    await keepGap(desk.context, { ...asked, fromMs: at - 20 * day })
    await desk.swept()
    expect(desk.bank.asked.join()).toContain('RETURNED 0072004500 2026-11-02')
    expect(await desk.rows()).toHaveLength(2)
  })
})

describe('a payment that the bank does not tell of', () => {
  it.each([
    ['declined', { answered: true, isStatusKnown: false, isTooSlow: false }, 'bank-declined'],
    ['is too slow for', { answered: false, isStatusKnown: false, isTooSlow: true }, 'no-answer'],
  ])('that it %s is tried again, and said to have failed in the end', async (_how, came, why) => {
    const desk = await sweepDesk()
    await storedOrder(desk.store)
    desk.orders.look = () => Promise.resolve({ ok: true, value: { state: 'accepted', ...came } })
    await desk.gap()
    await desk.swept()
    for (let passed = 0; passed < 8; passed += 1) await desk.pass(hour)
    await desk.settle()
    const part = (await desk.parts()).find(({ kind }) => kind === 'payment')
    expect(part).toMatchObject({ state: 'failed', why, tries: 5 })
    expect(desk.lookedUp).toHaveLength(5)
    expect(await desk.rows()).toMatchObject([{ state: 'partly' }])
  })

  it('bank note 19: waits while the bank wants silence, though a 429 is an answer', async () => {
    const desk = await sweepDesk()
    await storedOrder(desk.store)
    desk.orders.look = () => {
      desk.way.pausedUntil = new Date(desk.time.ms + 2 * minute)
      const came = { answered: true, isStatusKnown: false, isTooSlow: false }
      return Promise.resolve({ ok: true, value: { state: 'accepted', ...came } })
    }
    await desk.gap()
    await desk.swept()
    expect((await desk.parts())[1]).toMatchObject({ kind: 'payment', state: 'waiting', tries: 0 })
    expect(desk.sweeps.running()).toMatchObject({ waitsFor: 'silence' })
  })
})

describe('a question that cannot be put any more', () => {
  /** Lists as the real API checks them: it throws before any call. */
  const strict = (desk: Awaited<ReturnType<typeof sweepDesk>>): void => {
    const { list } = desk.bank
    desk.bank.list = (request, ...rest) => {
      const parsed = achListRequest(networkDay(desk.time.clock.now())).safeParse(request)
      if (!parsed.success) throw new RangeError(parsed.error.message)
      return list(request, ...rest)
    }
  }

  it('bank note 43: is asked for the days that are recalled yet, says that some are not, and holds nothing up', async () => {
    const desk = await sweepDesk()
    strict(desk)
    desk.bank.rows.set('RETURNED', [row()])
    await desk.gap('2026-04-01T12:00:00.000Z')
    await planNext(desk.context)
    desk.time.ms += 3 * day
    await desk.swept()
    await desk.settle()
    expect(desk.problems).toEqual([])
    expect((await desk.rows())[0]).toMatchObject({ state: 'done' })
    expect(desk.bank.asked[0]).toBe('RETURNED 0072004500 2026-05-30 2026-06-27 p1')
    expect((await desk.parts())[0]).toMatchObject({ state: 'impossible', why: 'too-long-ago' })
    expect(await desk.items()).toHaveLength(1)
  })

  it('fails where a clock that was set back makes its days those to come', async () => {
    const desk = await sweepDesk()
    strict(desk)
    await desk.gap()
    await planNext(desk.context)
    desk.time.setBackMs = 30 * day
    await desk.swept()
    expect(desk.problems).toEqual([])
    expect((await desk.parts())[0]).toMatchObject({ state: 'waiting', tries: 1 })
  })
})

describe('an account that is not there', () => {
  it('heals no gap: of ACH alerts nothing was asked', async () => {
    const codes = ['AL00906' as const]
    const counts = { expectedDaily: null, expectedMonthly: null, expectedYearly: null }
    const alerts = { codes, sameAccounts: null, ...counts }
    const desk = await sweepDesk({ accounts: [], details: { alerts } })
    await desk.gap()
    await desk.swept()
    expect(await desk.gaps()).toMatchObject([{ state: 'partly' }])
    expect(await desk.parts()).toContainEqual(
      expect.objectContaining({ kind: 'ach', state: 'impossible', why: 'no-account' }),
    )
  })
})

describe('items alike', () => {
  it('bank note 86: an alert of another day tells of no item that has its trace number', async () => {
    const desk = await sweepDesk()
    await desk.alert()
    desk.time.ms += 14 * day
    desk.bank.rows.set('COLLECTED', [row({ parNumber: '9900' })])
    await desk.gap('2026-12-07T08:00:00.000Z', '2026-12-07T13:00:00.000Z')
    await desk.swept()
    expect(await desk.items()).toMatchObject([{ par_number: '9900' }])
  })

  it('are not lost where the alert of the one came late and the other stands first in the next list', async () => {
    const desk = await sweepDesk()
    desk.bank.rows.set('COLLECTED', [row()])
    await desk.gap()
    await desk.swept()
    await desk.alert()
    desk.bank.rows.set('COLLECTED', [row({ parNumber: '9002' }), row()])
    desk.time.ms += hour
    await desk.gap('2026-11-23T14:00:00.000Z', '2026-11-23T14:30:00.000Z')
    await desk.swept()
    expect((await desk.items()).map(({ par_number: par }) => par)).toEqual(['9001', '9002'])
  })

  it('are told by one late alert one at a time, also after a restart', async () => {
    const desk = await sweepDesk()
    desk.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002' })])
    await desk.gap()
    await desk.swept()
    const seq = await desk.alert()
    await desk.close()
    const again = await sweepDesk({}, desk.file, desk.time, desk.bank)
    await again.swept()
    expect((await again.items()).map(({ alert_seq }) => alert_seq)).toEqual([seq, null])
  })

  it('are not told by an alert that the bank says twice', async () => {
    const desk = await sweepDesk()
    await desk.alert()
    desk.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002' })])
    await desk.gap()
    await desk.swept()
    await desk.alert({}, { alertSentDateAndTime: '2026-11-23T14:29:58Z' })
    expect(await desk.items()).toMatchObject([{ alert_seq: null }])
  })

  it('are told by an alert that was taken in just before, and read after they were found', async () => {
    const time = new OwnTime()
    time.ms += minute
    const desk = await sweepDesk({}, newStorePath(), time)
    desk.bank.rows.set('COLLECTED', [row()])
    await desk.gap()
    await desk.swept()
    const seq = await desk.alert()
    expect(await desk.items()).toMatchObject([{ alert_seq: seq }])
  })

  it('are not told after a restart by an alert that came before they were found', async () => {
    const desk = await sweepDesk()
    desk.bank.rows.set('RETURNED', [row({ parNumber: '7', traceNumber: '7' })])
    await desk.gap()
    await desk.swept()
    await desk.alert()
    desk.time.ms += hour
    desk.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002' })])
    await desk.gap('2026-11-23T14:00:00.000Z', '2026-11-23T14:30:00.000Z')
    await desk.swept()
    await desk.close()
    const again = await sweepDesk({}, desk.file, desk.time, desk.bank)
    await again.swept()
    expect((await again.items()).map(({ alert_seq }) => alert_seq)).toEqual([null, null])
  })

  it('bank note 86: an alert of weeks later does not tell late of what was found', async () => {
    const time = new OwnTime()
    time.ms -= 21 * day
    const desk = await sweepDesk({}, newStorePath(), time)
    desk.bank.rows.set('COLLECTED', [row()])
    await desk.gap('2026-11-01T14:00:00.000Z', '2026-11-02T13:00:00.000Z')
    await desk.swept()
    await desk.alert()
    expect(await desk.items()).toMatchObject([{ alert_seq: null }])
  })
})

describe('a bank', () => {
  it('that never answers about one detail is asked for the other lists all the same', async () => {
    const desk = await sweepDesk()
    desk.bank.rows.set('COLLECTED', [row()])
    desk.hearing.hear = async ({ api, callOptions, rows }) => {
      await api.detail('9001', callOptions)
      return { entries: rows.map(() => null), changes: [], isDone: false, batches: [] }
    }
    await desk.gap()
    await desk.swept()
    for (let passed = 0; passed < 8; passed += 1) await desk.pass(hour)
    await desk.settle()
    expect(desk.bank.asked.join()).toContain('SETTLED')
    const part = (await desk.parts()).find(({ search }) => search === 'COLLECTED')
    expect(part).toMatchObject({ state: 'failed', why: 'no-answer' })
    expect(await desk.rows()).toMatchObject([{ state: 'partly' }])
  })

  it.each([
    ['no-answer', 'answer-too-large', 'bank-declined'],
    ['no-answer', 'unexpected', 'no-answer'],
    ['not-sent', 'unexpected', 'no-answer'],
  ] as const)(
    'whose list comes to %s (%s) each time keeps no other list waiting',
    async (...of) => {
      const [kind, reason, why] = of
      const desk = await sweepDesk()
      desk.bank.rows.set('RETURNED', { kind, reason })
      desk.bank.rows.set('COLLECTED', [row()])
      await desk.gap()
      await desk.swept()
      for (let passed = 0; passed < 8; passed += 1) await desk.pass(hour)
      await desk.settle()
      expect(await desk.items()).toHaveLength(1)
      expect((await desk.parts())[0]).toMatchObject({ state: 'failed', why })
    },
  )

  it('that declines is asked again, after a clock was set back as well', async () => {
    const desk = await sweepDesk()
    desk.bank.next.push(refused('backend-failed'))
    await desk.gap()
    await desk.swept()
    desk.time.setBackMs = 6 * hour
    await desk.pass(2 * minute)
    await desk.settle()
    expect(await desk.rows()).toMatchObject([{ state: 'done' }])
  })
})

describe('a sweep of very many payments', () => {
  it('reads no more of what waits than what may be asked next', async () => {
    const desk = await sweepDesk()
    await storedOrder(desk.store)
    await desk.gap()
    const sweep = await planNext(desk.context)
    const id = sweep?.id ?? ''
    const act = { actor: 'system', kind: 'test.parts', subject: id, detail: {} }
    await desk.store.record(act, async (tx) => {
      const part = { sweep_id: id, kind: 'payment', state: 'waiting', order_id: 'o1' } as const
      const rows = Array.from({ length: 1_400 }, (_, at) => ({ ...part, seq: 100 + at }))
      await tx.insertInto('sweep_parts').values(rows).execute()
      const tried = { tries: 1, ended_at: desk.time.now }
      await tx.updateTable('sweep_parts').set(tried).where('seq', 'in', [1, 105]).execute()
    })
    const waiting = await waitingParts(desk.store, id)
    expect(waiting.map(({ seq }) => seq)).toEqual([1, 2, 105])
  })
})

describe('rows that say little, or nonsense', () => {
  it('are each kept once, with nothing made of what cannot be read', async () => {
    const desk = await sweepDesk()
    const numbers = { bankNumber: null, routingNumber: null }
    desk.bank.rows.set('RETURNED', [
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
    await desk.gap()
    await desk.swept()
    desk.time.ms += hour
    await desk.gap('2026-11-23T14:00:00.000Z', '2026-11-23T14:30:00.000Z')
    await desk.swept()
    expect(desk.problems).toEqual([])
    expect(await desk.items()).toMatchObject([
      { trace_number: null, amount: '1,2,3', event_day: null },
      { trace_number: null, amount: null, event_day: null },
      { par_number: '3', direction: null },
    ])
    expect((await desk.rows()).map(({ state }) => state)).toEqual(['done', 'done'])
  })
})
