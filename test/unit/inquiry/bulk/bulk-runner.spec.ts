/** A run against a misbehaving bank and a failing store: real store, made-up answers. */
import { describe, expect, it, vi } from 'vitest'
import type { BulkService } from '../../../../main/inquiry/bulk/bulk.service.ts'
import type { AccountAnswer } from '../../../../preload/contract/bank/account-validation.ts'
import { answered, begin, matches, notUnderstood, open, refused, until } from './open-bulk.ts'

const resume = (session: BulkService, id: string) => session.runs.resume(id, false, 'ann')

describe('a run', () => {
  it('queries nothing when a row cannot be marked, pauses and says why', async () => {
    const { session, bank, failing } = await open()
    failing.add('bulk.row-sent')
    const id = await begin(session, 40)
    const run = await until(
      session,
      id,
      ({ state, counts }) => state === 'paused' && counts['in-flight'] === 0,
    )
    expect(run.trouble).toContain('full')
    expect(bank.requested).toEqual([])
    expect(run.counts).toMatchObject({ waiting: 40, unknown: 0 })
    failing.clear()
    await resume(session, id)
    await until(session, id, ({ state }) => state === 'finished')
    expect(new Set(bank.requested).size).toBe(40)
    expect(bank.requested).toHaveLength(40)
  })

  it('is interrupted where nobody heard that its start was stored, and goes on when resumed', async () => {
    const { session, bank, unheard } = await open()
    unheard.add('bulk.started')
    await expect(begin(session, 20)).rejects.toThrow('ECONNRESET')
    const [{ id } = { id: '' }] = (await session.runs.list({ cursor: null, limit: 1 })).items
    await session.runs.watch.run()
    await session.runs.watch.run()
    expect(await session.runs.get(id)).toMatchObject({ value: { state: 'interrupted' } })
    expect(bank.requested).toEqual([])
    unheard.clear()
    await resume(session, id)
    await session.runs.watch.run()
    await session.runs.watch.run()
    await until(session, id, ({ state }) => state === 'finished')
    expect(new Set(bank.requested).size).toBe(20)
  })

  it('predicts no speed above the limit on calls, however fast the first answers came', async () => {
    const { session } = await open()
    const id = await begin(session, 300)
    const { pace } = await until(session, id, (run) => run.pace !== null)
    expect(pace?.perSecond).toBe(5)
    await session.runs.pause(id, 'ann')
  })

  it('does not query a row again by itself whose answer could not be stored', async () => {
    const { session, bank, failing } = await open()
    failing.add('validation.answered')
    const id = await begin(session, 40)
    const paused = await until(
      session,
      id,
      ({ state, counts }) => state === 'paused' && counts['in-flight'] === 0,
    )
    expect(paused.trouble).toContain('full')
    expect(paused.counts.unknown).toBe(bank.requested.length)
    const lost = [...bank.requested]
    failing.clear()
    await resume(session, id)
    const done = await until(session, id, ({ state }) => state === 'finished')
    expect(done.counts).toMatchObject({ unknown: lost.length, answered: 40 - lost.length })
    expect(new Set(bank.requested).size).toBe(bank.requested.length)
    await session.runs.retryUnknown(id, null, 'ann')
    await resume(session, id)
    const end = await until(session, id, ({ state }) => state === 'finished')
    expect(end.counts).toMatchObject({ unknown: 0, answered: 40 })
    expect(bank.requested.slice(40).toSorted()).toEqual(lost.toSorted())
  })

  it('P10: marks a row without an answer as unknown, and stores that as its validation', async () => {
    const { session, bank, store } = await open()
    bank.answer = ({ accountNumber }) =>
      accountNumber === '9001' ? { kind: 'no-answer', reason: 'timed-out' } : matches
    const id = await begin(session, 3)
    const done = await until(session, id, ({ state }) => state === 'finished')
    expect(done.counts).toMatchObject({ answered: 2, unknown: 1 })
    const stored = await store.read
      .selectFrom('validations')
      .select('result_class')
      .where('account_number', '=', '9001')
      .execute()
    expect(stored).toEqual([{ result_class: 'not-answered' }])
  })

  it('returns a row to the queue that the bank refused for lack of access, and pauses', async () => {
    const { session, bank } = await open()
    bank.answer = () => refused(403)
    const id = await begin(session, 100)
    const run = await until(
      session,
      id,
      ({ state, counts }) => state === 'paused' && counts['in-flight'] === 0,
    )
    expect(run.trouble).toContain('403')
    expect(run.counts).toMatchObject({ waiting: 100, unknown: 0, answered: 0 })
    expect(bank.requested.length).toBeLessThanOrEqual(30)
  })

  it('bank note 19: queries a row again that was refused with 429, since nothing was validated', async () => {
    const { session, bank } = await open()
    const seen = new Set<string>()
    bank.answer = ({ accountNumber }) => {
      const isFirst = !seen.has(accountNumber)
      seen.add(accountNumber)
      return isFirst ? refused(429) : matches
    }
    const id = await begin(session, 5)
    const done = await until(session, id, ({ state }) => state === 'finished')
    expect(done.counts).toMatchObject({ answered: 5 })
    expect(bank.requested).toHaveLength(10)
  })

  it('pauses when ten calls in succession brought no usable answer', async () => {
    const { session, bank } = await open()
    bank.answer = () => ({ kind: 'no-answer', reason: 'timed-out' })
    const id = await begin(session, 200)
    const run = await until(
      session,
      id,
      ({ state, counts }) => state === 'paused' && counts['in-flight'] === 0,
    )
    expect(run.trouble).toContain('10')
    expect(bank.requested.length).toBeLessThanOrEqual(45)
    expect(run.counts.unknown).toBe(bank.requested.length)
  })

  it.each<[string, AccountAnswer]>([
    ['a system failure in a success', answered({ errorCode: '998' })],
    ['a system failure in a 400', refused(400, null, '998')],
    ['a system failure in a 500', refused(500, null, '998')],
    ['the page of a gateway in a success', notUnderstood('html')],
    ['a page of a gateway', refused(502)],
    ['an empty success', notUnderstood('empty')],
    ['an error envelope in a success', refused(200, null)],
    ['an error code that the document does not list', answered({ errorCode: '555' })],
    ['another client id in a success', answered({ errorCode: '103' })],
    ['another client id in a 400', refused(400, null, '103')],
    ['a missing client record id', refused(400, null, '106')],
    ['a form that is wrong for every account', answered({ errorCode: '107' })],
    ['a path that is not there', refused(404, null)],
  ])('bank note 23: costs ten calls where each answer is %s, and no row', async (_, outage) => {
    const { session, bank } = await open()
    bank.answer = () => outage
    const id = await begin(session, 60)
    const paused = await until(
      session,
      id,
      ({ state, counts }) => state === 'paused' && counts['in-flight'] === 0,
    )
    expect(paused.trouble).toBe('The last 10 calls got no usable answer.')
    expect(bank.requested).toHaveLength(10)
    bank.answer = () => matches
    await resume(session, id)
    await until(session, id, ({ state }) => state === 'finished')
    expect(await session.runs.queryFailed(id, 'ann')).toMatchObject({ ok: true })
    await until(session, id, ({ state }) => state === 'finished')
    expect(bank.requested).toHaveLength(70)
    expect((await session.getTally(id, 81)).byClass).toEqual({ 'owner-matches': 60 })
  })

  it('costs no more than the calls in flight where the bank fails in the middle of a run', async () => {
    const { session, bank } = await open()
    bank.answer = () => (bank.requested.length > 100 ? answered({ errorCode: '998' }) : matches)
    const id = await begin(session, 400)
    await until(session, id, ({ state, counts }) => state === 'paused' && counts['in-flight'] === 0)
    expect(bank.requested.length).toBeLessThanOrEqual(130)
  })

  it('P10: uses no row up while the bank is out of order: its rows are unknown, and the run pauses', async () => {
    const outages: AccountAnswer[] = [
      refused(503),
      refused(500, null),
      refused(408, 'empty'),
      refused(404),
    ]
    for (const outage of outages) {
      const { session, bank } = await open()
      bank.answer = () => outage
      const id = await begin(session, 60)
      const run = await until(
        session,
        id,
        ({ state, counts }) => state === 'paused' && counts['in-flight'] === 0,
      )
      expect(run.counts).toMatchObject({ answered: 0, unknown: bank.requested.length })
      bank.answer = () => matches
      await session.runs.retryUnknown(id, null, 'ann')
      await resume(session, id)
      const done = await until(session, id, ({ state }) => state === 'finished')
      expect(done.counts).toMatchObject({ answered: 60, unknown: 0 })
    }
  })

  it('queries only the rows without a result again, and at once, on request of a person', async () => {
    const { session, bank, store } = await open()
    const closed = answered({ accountStatus: { code: '012', message: null } })
    bank.answer = ({ accountNumber }) => {
      if (accountNumber === '9001') return { kind: 'no-answer', reason: 'timed-out' }
      if (accountNumber === '9002') return answered({ errorCode: '998' })
      return accountNumber === '9003' ? notUnderstood('html') : closed
    }
    const id = await begin(session, 6)
    const done = await until(session, id, ({ state }) => state === 'finished')
    expect(done.counts).toMatchObject({ answered: 5, unknown: 1 })
    bank.answer = () => closed
    const again = await session.runs.queryFailed(id, 'ann')
    expect(again.ok && again.value.state).toBe('running')
    const end = await until(session, id, ({ state }) => state === 'finished')
    expect(end.counts).toMatchObject({ answered: 6, unknown: 0 })
    expect(bank.requested.slice(6).toSorted()).toEqual(['9001', '9002', '9003'])
    expect((await session.getTally(id, 81)).byClass).toEqual({ 'account-closed': 6 })
    const acts = await store.read
      .selectFrom('audit_entries')
      .select(['actor', 'detail'])
      .where('kind', '=', 'bulk.requested-again')
      .execute()
    expect(acts.flatMap(({ detail }) => (JSON.parse(detail) as { rows: number[] }).rows)).toEqual(
      expect.arrayContaining([3, 4, 5]),
    )
    expect(new Set(acts.map(({ actor }) => actor))).toEqual(new Set(['ann']))
    expect(await session.runs.queryFailed(id, 'ann')).toMatchObject({
      ok: false,
      error: { code: 'nothing-to-send' },
    })
    expect(bank.requested).toHaveLength(9)
  })

  it('bank note 39: still has the numbers of a row without a result when that is queried again', async () => {
    const { session, bank } = await open()
    const sent: unknown[] = []
    bank.answer = ({ owner }) => {
      sent.push(owner.ssn)
      return sent.length === 1 ? notUnderstood('html') : matches
    }
    const file = 'First name,Last name,Routing,Account,SSN\nSam,Stone,021000021,9001,987654321'
    const draft = await session.drafts.take('p.csv', Buffer.from(file), 'ann')
    if (!draft.ok) throw new Error('not understood')
    const run = await session.start(draft.value.draftId, 'People', 'ann')
    if (!run.ok) throw new Error(run.error.code)
    await until(session, run.value.id, ({ state }) => state === 'finished')
    await session.runs.queryFailed(run.value.id, 'ann')
    await until(session, run.value.id, ({ state }) => state === 'finished')
    expect(sent).toEqual(['987654321', '987654321'])
  })

  it('queries no row again while another run is active, or before the run is finished', async () => {
    const { session, bank } = await open()
    const done = await begin(session, 3)
    await until(session, done, ({ state }) => state === 'finished')
    const { promise, resolve: release } = Promise.withResolvers()
    bank.before = () => promise
    const active = await begin(session, 3, undefined, 5000)
    expect(await session.runs.queryFailed(done, 'ann')).toMatchObject({
      ok: false,
      error: { code: 'run-under-way' },
    })
    expect(await session.runs.get(done)).toMatchObject({ value: { state: 'finished' } })
    const before = await session.runs.get(active)
    expect(await session.runs.queryFailed(active, 'ann')).toMatchObject(before)
    release(undefined)
  })

  it.each([null, 'empty'] as const)(
    'takes a documented refusal of one row for its answer, with the body %s',
    async (unreadable) => {
      const { session, bank } = await open()
      bank.answer = () => refused(400, unreadable)
      const id = await begin(session, 30)
      const done = await until(session, id, ({ state }) => state === 'finished')
      expect(done.counts).toMatchObject({ answered: 30, unknown: 0 })
    },
  )

  it('queries nothing outside the agreed hours, and says when they begin', async () => {
    const hours = { kind: 'business', from: '14:00', to: '15:00' }
    const { session, bank, now } = await open([
      { product: 'account-validation', hours, calls: null, volume: null },
    ])
    const id = await begin(session, 3)
    const waiting = await until(session, id, ({ waitsFor }) => waitsFor !== null)
    expect(waiting.waitsFor).toEqual({
      kind: 'hours',
      until: new Date(2026, 10, 21, 14, 0).toISOString(),
    })
    expect(bank.requested).toEqual([])
    now.value = new Date(2026, 10, 21, 14, 0)
    await until(session, id, ({ state }) => state === 'finished')
    expect(bank.requested).toHaveLength(3)
  })

  it('queries no row after the agreed hours that was picked within them', async () => {
    const hours = { kind: 'business', from: '08:00', to: '18:00' }
    const { session, bank, now } = await open([
      { product: 'account-validation', hours, calls: null, volume: null },
    ])
    now.value = new Date(2026, 10, 21, 17, 59)
    let go = (): void => undefined
    const gate = new Promise<void>((resolve) => (go = resolve))
    bank.before = () => gate
    const id = await begin(session, 60)
    now.value = new Date(2026, 10, 21, 18, 1)
    go()
    const waiting = await until(session, id, ({ waitsFor }) => waitsFor !== null)
    expect(waiting.waitsFor).toMatchObject({ kind: 'hours' })
    expect(bank.requested).toEqual([])
    expect(waiting).toMatchObject({ state: 'running', counts: { waiting: 60, 'in-flight': 0 } })
    now.value = new Date(2026, 10, 22, 8, 0)
    await until(session, id, ({ state }) => state === 'finished')
    expect(bank.requested).toHaveLength(60)
  })

  it('finishes with its last answer, though the agreed hours are over by then', async () => {
    const hours = { kind: 'business', from: '08:00', to: '18:00' }
    const { session, bank, now } = await open([
      { product: 'account-validation', hours, calls: null, volume: null },
    ])
    let answer = (): void => undefined
    const blocked = new Promise<void>((resolve) => (answer = resolve))
    bank.answer = () => blocked.then(() => matches)
    const id = await begin(session, 5)
    await vi.waitFor(() => expect(bank.requested).toHaveLength(5))
    now.value = new Date(2026, 10, 21, 18, 1)
    answer()
    const done = await until(session, id, ({ state }) => state === 'finished')
    expect(done.counts.answered).toBe(5)
  })

  it('allows one active run at a time', async () => {
    const { session, bank } = await open()
    let answer = (): void => undefined
    bank.answer = () => new Promise((resolve) => (answer = () => resolve(matches)))
    const id = await begin(session, 1)
    await vi.waitFor(() => expect(bank.requested).toHaveLength(1))
    await expect(begin(session, 2)).rejects.toThrow('run-under-way')
    answer()
    await until(session, id, ({ state }) => state === 'finished')
  })

  it('bank note 39: requires the file again before rows that lost their SSN are sent with it', async () => {
    const { session, bank, failing } = await open()
    const sent: (string | undefined)[] = []
    bank.answer = ({ owner }) => {
      sent.push(owner.ssn)
      return matches
    }
    failing.add('bulk.row-sent')
    const text = 'First name,Last name,SSN,Routing,Account\nAnn,Lee,123456789,021000021,7001'
    const draft = await session.drafts.take('p.csv', Buffer.from(text), 'ann')
    if (!draft.ok) throw new Error('not understood')
    const run = await session.start(draft.value.draftId, 'People', 'ann')
    if (!run.ok) throw new Error(run.error.code)
    const { id } = run.value
    await until(session, id, ({ state }) => state === 'paused')
    // The profile is closed, and values held in memory only are forgotten.
    await session.rest()
    failing.clear()
    expect(await resume(session, id)).toEqual({
      ok: false,
      error: { code: 'file-needed', rows: 1 },
    })
    expect(sent).toEqual([])
    const other = await session.runs.reopen(id, 'q.csv', Buffer.from(`${text}\n`))
    expect(other).toMatchObject({ ok: false, error: { code: 'file-differs' } })
    expect(await session.runs.reopen(id, 'p.csv', Buffer.from(text))).toMatchObject({
      ok: true,
      value: { withoutPersonalNumbers: 0 },
    })
    await resume(session, id)
    await until(session, id, ({ state }) => state === 'finished')
    expect(sent).toEqual(['123456789'])
  })

  it('bank note 39: finds the SSN of a row again whose account was corrected before the run', async () => {
    const { session, bank, failing } = await open()
    const sent: unknown[] = []
    bank.answer = ({ owner, accountNumber }) => {
      sent.push([accountNumber, owner.ssn])
      return matches
    }
    failing.add('bulk.row-sent')
    const bytes = Buffer.from(
      'First name,Last name,SSN,Routing,Account\nAnn,Lee,123456789,021000021,oops!',
    )
    const draft = await session.drafts.take('p.csv', bytes, 'ann')
    if (!draft.ok) throw new Error('not understood')
    const { draftId, ...rules } = draft.value
    const cell = { row: 2, target: 'accountNumber', value: '7001' } as const
    await session.drafts.edit(draftId, cell, rules, 'ann')
    const run = await session.start(draftId, 'People', 'ann')
    if (!run.ok) throw new Error(run.error.code)
    const { id } = run.value
    await until(session, id, ({ state }) => state === 'paused')
    await session.rest()
    failing.clear()
    await session.runs.reopen(id, 'p.csv', bytes)
    await resume(session, id)
    await until(session, id, ({ state }) => state === 'finished')
    expect(sent).toEqual([['7001', '123456789']])
  })

  it('bank note 39: continues without the numbers on request of the operator, which is recorded', async () => {
    const { session, bank, failing, store } = await open()
    const sent: (string | undefined)[] = []
    bank.answer = ({ owner }) => {
      sent.push(owner.ssn)
      return matches
    }
    failing.add('bulk.row-sent')
    const text = 'First name,Last name,SSN,Routing,Account\nAnn,Lee,123456789,021000021,7001'
    const draft = await session.drafts.take('p.csv', Buffer.from(text), 'ann')
    const run = await session.start(draft.ok ? draft.value.draftId : '', 'People', 'ann')
    const id = run.ok ? run.value.id : ''
    await until(session, id, ({ state }) => state === 'paused')
    await session.rest()
    failing.clear()
    await session.runs.resume(id, true, 'ann')
    await until(session, id, ({ state }) => state === 'finished')
    expect(sent).toEqual([undefined])
    const acts = await store.read
      .selectFrom('audit_entries')
      .select('actor')
      .where('kind', '=', 'bulk.went-without-personal-numbers')
      .execute()
    expect(acts).toEqual([{ actor: 'ann' }])
  })
})
