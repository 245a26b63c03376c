/** Events that no alert reported are queried, found once, and marked as found by inquiry. */
import { describe, expect, it } from 'vitest'
import { storedOrder } from '../../money/order/support/stored-orders.ts'
import { auditEntries } from '../../store/stores.ts'
import { account, refused, row, openSweeps, answeredInquiry } from './open-sweeps.ts'

const minute = 60_000
const hour = 60 * minute

describe('a sweep', () => {
  it('finds what was collected, settled and returned, and says by which call', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', [row()])
    session.bank.rows.set('SETTLED', [
      row({ transactionStatus: 'SETTLED', settlementDate: '2026-11-23' }),
    ])
    session.bank.rows.set('RETURNED', [
      row({
        parNumber: '9002',
        traceNumber: '041000120000002',
        transactionStatus: 'RETURNED',
        returnDate: '2026-11-23',
        returnReasonCode: 'R01',
        transactionCode: '27',
      }),
    ])
    await session.gap()
    await session.swept()
    expect(await session.items()).toMatchObject([
      {
        event: 'RETURNED',
        par_number: '9002',
        return_code: 'R01',
        call_id: 'call-1',
        event_day: '2026-11-23',
        account_significant: '72004500',
        direction: 'debit',
        amount: '120.50',
        currency: 'USD',
        party: 'Ridgeway Supply',
        alert_seq: null,
      },
      { event: 'COLLECTED', trace_number: '041000120000001', call_id: 'call-2', event_day: null },
      { event: 'SETTLED', event_day: '2026-11-23', call_id: 'call-3', direction: 'credit' },
    ])
    expect(session.bank.lanes).toEqual(['sweep', 'sweep', 'sweep'])
    expect(session.problems).toEqual([])
  })

  it('records one act each for its plan, its findings and its end, with its calls', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002', traceNumber: '2' })])
    await session.gap()
    await session.swept()
    expect(await session.acts()).toEqual([
      'coverage.sweep-planned',
      'coverage.recovered',
      'coverage.sweep-ended',
    ])
    const end = (await auditEntries(session.store)).at(-1)
    expect(JSON.parse(end?.detail ?? '')).toEqual({
      calls: 3,
      healed: 2,
      rows: 2,
      failed: 0,
      impossible: 1,
    })
    expect(await session.rows()).toMatchObject([{ state: 'done', calls: 3, healed: 2 }])
    expect(session.sweeps.running()).toBeNull()
  })

  it('bank note 76: leaves a gap partly healed until somebody checks incoming wires and RTP', async () => {
    const session = await openSweeps()
    await session.gap()
    await session.swept()
    const [sweep] = await session.rows()
    expect(await session.gaps()).toMatchObject([{ state: 'partly', sweep_id: sweep?.id }])
    const parts = await session.parts()
    expect(parts.at(-1)).toMatchObject({ kind: 'incoming', why: 'no-inquiry-specified' })
  })

  it('heals a gap in full where only ACH alerts are received here', async () => {
    const alerts = { codes: ['AL00906' as const], sameAccounts: null }
    const session = await openSweeps({
      details: {
        alerts: { ...alerts, expectedDaily: null, expectedMonthly: null, expectedYearly: null },
      },
    })
    await session.gap()
    await session.swept()
    expect(await session.gaps()).toMatchObject([{ state: 'healed' }])
  })

  it('stores no item that an alert has matched, unless status or amount differ', async () => {
    const session = await openSweeps()
    await session.alert({ transactionAmount: '120.5' })
    session.bank.rows.set('COLLECTED', [row()])
    session.bank.rows.set('SETTLED', [row({ settlementDate: '2026-11-23' })])
    await session.gap()
    await session.swept()
    expect(await session.items()).toMatchObject([{ event: 'SETTLED' }])
  })

  it('bank note 86: does not match an alert of the same trace number and another receiver', async () => {
    const session = await openSweeps()
    await session.alert({ receivingAccountNumber: '777' })
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    expect(await session.items()).toHaveLength(1)
  })

  it('finds the second of two identical entries, one of which an alert matched', async () => {
    const session = await openSweeps()
    await session.alert()
    session.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002' })])
    await session.gap()
    await session.swept()
    expect(await session.items()).toHaveLength(1)
  })

  it('bank note 50: matches an alert with POSTED to a collected entry', async () => {
    const session = await openSweeps()
    await session.alert({ transactionStatus: 'POSTED' })
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    expect(await session.items()).toEqual([])
  })

  it('links a later alert to the found item, and does not find it again', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    const seq = await session.alert({ transactionAmount: 120.5 })
    expect(await session.items()).toMatchObject([{ event: 'COLLECTED', alert_seq: seq }])
    session.time.ms += hour
    await session.gap('2026-11-23T14:00:00.000Z', '2026-11-23T14:30:00.000Z')
    await session.swept()
    expect(await session.rows()).toHaveLength(2)
    expect(await session.items()).toHaveLength(1)
  })

  it('fetches page after page', async () => {
    const session = await openSweeps()
    session.bank.pageSize = 2
    const rows = Array.from({ length: 5 }, (_, at) =>
      row({ parNumber: String(at), traceNumber: `04100012000000${String(at)}` }),
    )
    session.bank.rows.set('COLLECTED', rows)
    await session.gap()
    await session.swept()
    expect(await session.items()).toHaveLength(5)
    expect(session.bank.requested.filter((one) => one.startsWith('COLLECTED'))).toHaveLength(3)
    expect((await session.parts())[1]).toMatchObject({
      calls: 3,
      rows: 5,
      healed: 5,
      state: 'done',
    })
  })

  it('plans a sweep of its own for a later gap, from that gap on', async () => {
    const session = await openSweeps()
    await session.gap('2026-11-10T14:00:00.000Z', '2026-11-11T14:00:00.000Z')
    session.bank.during = async () => {
      session.bank.during = () => Promise.resolve()
      await session.gap('2026-11-23T13:30:00.000Z', '2026-11-23T13:50:00.000Z')
      session.sweeps.gapsWait()
    }
    await session.swept()
    expect(session.bank.requested.filter((one) => one.startsWith('RETURNED'))).toEqual([
      'RETURNED 0072004500 2026-11-09 2026-11-24 p1',
      'RETURNED 0072004500 2026-11-22 2026-11-24 p1',
    ])
    expect(await session.gaps()).toMatchObject([{ state: 'partly' }, { state: 'partly' }])
  })
})

describe('a bank that does not answer as it should', () => {
  it('bank note 19: is not called until its pause is over, and the interrupted query is repeated', async () => {
    const session = await openSweeps()
    session.bank.rows.set('RETURNED', [row()])
    session.bank.next.push(refused('threshold-reached'))
    session.bank.during = () => {
      if (session.bank.requested.length === 1)
        session.way.pausedUntil = new Date(session.time.ms + 2 * minute)
      return Promise.resolve()
    }
    await session.gap()
    await session.swept()
    expect(session.bank.requested).toHaveLength(1)
    const until = new Date(session.time.ms + 2 * minute).toISOString()
    expect(session.sweeps.running()).toMatchObject({ waitsFor: 'pause', until, partsDone: 1 })
    session.time.ms += 2 * minute
    session.way.pausedUntil = null
    await session.pass(0)
    await session.settle()
    expect(await session.items()).toHaveLength(1)
    expect((await session.parts())[0]).toMatchObject({ tries: 1, state: 'done' })
  })

  it('is called after 15 seconds and then less often while it does not answer, and no query is dropped', async () => {
    const session = await openSweeps()
    const lost = { kind: 'no-answer', reason: 'connection-lost' } as const
    session.bank.next.push(lost, lost)
    await session.gap()
    await session.swept()
    expect(session.sweeps.running()).toMatchObject({ waitsFor: 'bank' })
    await session.pass(14_000)
    expect(session.bank.requested).toHaveLength(1)
    await session.pass(1_000)
    expect(session.bank.requested).toHaveLength(2)
    await session.pass(29_000)
    expect(session.bank.requested).toHaveLength(2)
    await session.pass(1_000)
    await session.settle()
    expect(session.bank.requested).toHaveLength(5)
    expect(await session.rows()).toMatchObject([{ state: 'done' }])
  })

  it('is queried for the rest first where it declines one list, which is retried later and then reported as failed', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', refused('backend-failed'))
    await session.gap()
    await session.swept()
    expect(session.bank.requested.map((one) => one.split(' ')[0])).toEqual([
      'RETURNED',
      'COLLECTED',
      'SETTLED',
    ])
    await session.pass(6 * hour)
    await session.settle()
    expect(session.bank.requested.filter((one) => one.startsWith('COLLECTED'))).toHaveLength(5)
    expect(await session.rows()).toMatchObject([{ state: 'partly' }])
    expect((await session.parts())[1]).toMatchObject({ state: 'failed', why: 'bank-declined' })
    expect(await session.gaps()).toMatchObject([{ state: 'partly' }])
  })

  it.each(['stays on', 'is started again'])(
    'is queried once more on a later day for what failed, where the program %s',
    async (how) => {
      const session = await openSweeps()
      session.bank.rows.set('COLLECTED', refused('backend-failed'))
      await session.gap()
      await session.swept()
      await session.pass(6 * hour)
      await session.settle()
      session.bank.rows.set('COLLECTED', [row()])
      if (how === 'stays on') await session.pass(24 * hour)
      else {
        await session.sweeps.stop()
        session.time.ms += 24 * hour
        await session.swept()
      }
      await session.settle()
      expect(await session.items()).toHaveLength(1)
      expect(await session.rows()).toMatchObject([{ state: 'done', healed: 1 }])
    },
  )

  it('bank note 43: does not query tomorrow again at a bank that refused it', async () => {
    const session = await openSweeps()
    const list = session.bank.list
    session.bank.list = (request, ...rest) => {
      if ((request.toDate ?? '') > '2026-11-23') session.bank.next.push(refused('request-invalid'))
      return list(request, ...rest)
    }
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    expect(session.bank.requested).toEqual([
      'RETURNED 0072004500 2026-11-21 2026-11-24 p1',
      'RETURNED 0072004500 2026-11-21 2026-11-23 p1',
      'COLLECTED 0072004500 2026-11-21 2026-11-23 p1',
      'SETTLED 0072004500 2026-11-21 2026-11-23 p1',
    ])
    expect(await session.rows()).toMatchObject([{ state: 'done', healed: 1 }])
  })

  it('bank note 43: queries the days that any count of 180 allows after a refusal, and reports the others', async () => {
    const session = await openSweeps()
    const list = session.bank.list
    session.bank.list = (request, ...rest) => {
      if ((request.fromDate ?? '') < '2026-05-29')
        session.bank.next.push(refused('request-invalid'))
      return list(request, ...rest)
    }
    await session.gap('2026-05-28T14:00:00.000Z', '2026-05-29T13:00:00.000Z')
    await session.swept()
    expect(session.bank.requested.slice(0, 2)).toEqual([
      'RETURNED 0072004500 2026-05-27 2026-06-26 p1',
      'RETURNED 0072004500 2026-05-29 2026-06-26 p1',
    ])
    expect((await session.parts())[0]).toMatchObject({ state: 'impossible', why: 'too-long-ago' })
  })

  it('is not trusted with a list of which it returned only a part', async () => {
    const session = await openSweeps()
    session.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002' })])
    const list = session.bank.list
    session.bank.list = async (...requested) => {
      const listed = await list(...requested)
      if (requested[0].dateSearchType !== 'COLLECTED' || listed.answer.kind !== 'answered')
        return listed
      const { transactions } = listed.answer.reading
      return {
        ...listed,
        answer: {
          ...listed.answer,
          reading: { ...listed.answer.reading, transactions: transactions.slice(0, 1) },
        },
      }
    }
    await session.gap()
    await session.swept()
    expect((await session.parts())[1]).toMatchObject({ state: 'waiting', why: 'list-not-whole' })
  })
})

describe('what was agreed', () => {
  const terms = { product: 'ach-inquiry' as const, calls: null, volume: null }
  it('is respected: nothing is queried outside the hours', async () => {
    const opens = new Date(Date.parse('2026-11-23T14:00:00.000Z') + 2 * hour)
    const two = (count: number): string => String(count).padStart(2, '0')
    const from = `${two(opens.getHours())}:${two(opens.getMinutes())}`
    const hours = { kind: 'business' as const, from, to: '23:59' }
    const session = await openSweeps({ details: { products: [{ ...terms, hours }] } })
    await session.gap()
    await session.swept()
    expect(session.bank.requested).toEqual([])
    expect(session.sweeps.running()).toMatchObject({
      waitsFor: 'hours',
      until: opens.toISOString(),
    })
    await session.pass(2 * hour)
    await session.settle()
    expect(session.bank.requested).toHaveLength(3)
  })

  it('is respected: no more calls start in a minute than agreed', async () => {
    const calls = { count: 1, per: 'minute' as const }
    const hours = { kind: 'all-day' as const }
    const session = await openSweeps({ details: { products: [{ ...terms, hours, calls }] } })
    await session.gap()
    await session.swept()
    expect(session.bank.requested).toHaveLength(1)
    await session.pass(59_000)
    expect(session.bank.requested).toHaveLength(1)
    await session.pass(61_000)
    await session.settle()
    expect(session.bank.requested).toHaveLength(3)
  })
})

describe('a store that cannot be written', () => {
  const full = () => Promise.reject(new Error('disk is full'))

  it('ends the pass: the sweep continues a minute later, not earlier for another gap, and without a second plan', async () => {
    const session = await openSweeps()
    const { apply } = session.applying
    session.applying.apply = full
    await session.gap()
    await session.swept()
    expect(session.problems).toEqual([['coverage.sweep', 'Error: disk is full']])
    expect(session.bank.requested).toHaveLength(1)
    session.applying.apply = apply
    session.sweeps.gapsWait()
    await session.sweeps.start()
    await session.pass(minute - 1)
    expect(session.bank.requested).toHaveLength(1)
    await session.pass(1)
    await session.settle()
    expect(session.bank.requested).toHaveLength(4)
    expect(await session.rows()).toMatchObject([{ state: 'done' }])
    expect(session.problems).toHaveLength(1)
  })

  it('does not delay the end of the sweeps, which query nothing afterwards', async () => {
    const session = await openSweeps()
    session.applying.apply = full
    await session.gap()
    await session.swept()
    await session.sweeps.stop()
    session.sweeps.gapsWait()
    await session.pass(2 * minute)
    expect(session.bank.requested).toHaveLength(1)
  })
})

describe('a program that is killed or closed', () => {
  it('continues where it was: finished queries are not repeated, an interrupted one is repeated in full', async () => {
    const session = await openSweeps()
    session.bank.pageSize = 1
    session.bank.rows.set('RETURNED', [row({ parNumber: '8', traceNumber: '8' })])
    session.bank.rows.set('COLLECTED', [row(), row({ parNumber: '9002', traceNumber: '2' })])
    const gone = Promise.withResolvers<undefined>()
    const reached = Promise.withResolvers<undefined>()
    session.bank.during = async () => {
      if (!session.bank.requested.at(-1)?.endsWith('p2')) return
      reached.resolve(undefined)
      await gone.promise
    }
    await session.gap()
    await session.sweeps.start()
    session.sweeps.gapsWait()
    await reached.promise
    await session.close()
    session.bank.during = () => Promise.resolve()
    const before = session.bank.requested.length
    const again = await openSweeps({}, session.file, session.time, session.bank)
    await again.swept()
    expect(session.bank.requested.slice(before).map((one) => one.replace(/ .* /, ' '))).toEqual([
      'COLLECTED p1',
      'COLLECTED p2',
      'SETTLED p1',
    ])
    expect((await again.items()).map(({ par_number: par }) => par)).toEqual(['8', '9001', '9002'])
    expect(await again.rows()).toMatchObject([{ state: 'done', healed: 3 }])
    expect((await again.parts())[1]).toMatchObject({ rows: 2 })
    gone.resolve(undefined)
  })
})

describe('payments that were sent from here', () => {
  const statusEvent = (statusText: string, at: string, callId: string) => ({
    order_id: 'o1',
    source: 'status-inquiry' as const,
    vocabulary: 'payment' as const,
    status_text: statusText,
    at,
    bank_time: null,
    call_id: callId,
    alert_seq: null,
  })

  it('are queried after the returns, and a status that only this inquiry reports is found', async () => {
    const session = await openSweeps()
    await storedOrder(session.store)
    session.orders.answerInquiry = async () => {
      const act = { actor: 'system', kind: 'test.inquired', subject: 'o1', detail: {} }
      await session.store.record(act, async (tx) => {
        await tx
          .insertInto('order_status_events')
          .values({ seq: 1, ...statusEvent('COMPLETED', session.time.now, 'call-77') })
          .execute()
      })
      return { ok: true, value: { state: 'accepted', ...answeredInquiry } }
    }
    await session.gap()
    await session.swept()
    expect(session.inquired).toEqual(['o1'])
    expect(await session.items()).toMatchObject([
      {
        kind: 'payment',
        event: 'COMPLETED',
        order_id: 'o1',
        call_id: 'call-77',
        party: 'Ridgeway Supply',
        currency: 'USD',
      },
    ])
    expect((await session.parts()).map(({ kind }) => kind).slice(0, 3)).toEqual([
      'ach',
      'payment',
      'ach',
    ])
  })

  it('are linked to a later alert, however the bank writes the reference', async () => {
    const session = await openSweeps()
    await storedOrder(session.store)
    session.orders.answerInquiry = () =>
      Promise.resolve({ ok: true, value: { state: 'accepted', ...answeredInquiry } })
    const { reference } = await session.store.read
      .selectFrom('orders')
      .select('reference')
      .executeTakeFirstOrThrow()
    await session.store.record(
      { actor: 'system', kind: 'test.inquired', subject: 'o1', detail: {} },
      async (tx) => {
        await tx
          .insertInto('order_status_events')
          .values({ seq: 1, ...statusEvent('COMPLETED', session.time.now, 'call-7') })
          .execute()
      },
    )
    await session.gap()
    await session.swept()
    expect(await session.items()).toMatchObject([{ alert_seq: null }])
    const written = ` ${reference.toLowerCase().replace(/(.)$/, '-$1')} `
    const seq = await session.wireAlert(written)
    expect(await session.items()).toMatchObject([{ alert_seq: seq }])
  })

  it('with an unknown outcome are left to their own schedule, as the sweep reports', async () => {
    const session = await openSweeps()
    await storedOrder(session.store, { state: 'outcome-unknown' })
    await session.gap()
    await session.swept()
    expect(session.inquired).toEqual(['soon o1'])
  })

  it('that their own schedule has just queried are not queried again', async () => {
    const session = await openSweeps()
    await storedOrder(session.store)
    const at = session.time.now
    const act = { actor: 'system', kind: 'test.inquired', subject: 'o1', detail: {} }
    await session.store.record(act, async (tx) => {
      await tx
        .insertInto('order_status_events')
        .values({ seq: 1, ...statusEvent('COMPLETED', at, 'call-7') })
        .execute()
      await tx
        .insertInto('order_status_inquiries')
        .values({
          order_id: 'o1',
          seq: 1,
          at,
          actor: 'system',
          route: 'reference',
          verdict: 'found',
          status_text: 'COMPLETED',
          after_attempt: 1,
          call_id: 'call-7',
        })
        .execute()
    })
    await session.gap()
    await session.swept()
    expect(session.inquired).toEqual([])
    expect(await session.items()).toMatchObject([{ event: 'COMPLETED', call_id: 'call-7' }])
  })
})

describe('own accounts', () => {
  it('bank note 36: are each queried except one of 17 digits, which is reported as impossible', async () => {
    const accounts = [account(), account('a2', '72004500370000017')]
    const session = await openSweeps({ accounts })
    await session.gap()
    await session.swept()
    expect(session.bank.requested.join()).not.toContain('72004500370000017')
    expect(await session.parts()).toContainEqual(
      expect.objectContaining({ account_id: 'a2', state: 'impossible', why: 'account-too-long' }),
    )
  })

  it('yield one item for a transfer that the lists of both show', async () => {
    const accounts = [account(), account('a2', '55501420')]
    const session = await openSweeps({ accounts })
    session.bank.rows.set('COLLECTED', [row()])
    await session.gap()
    await session.swept()
    expect(await session.items()).toHaveLength(1)
  })
})
