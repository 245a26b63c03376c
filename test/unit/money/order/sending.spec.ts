/**
 * From release to the bank's answer: sent once per release, journalled before the first byte, and
 * with an unknown outcome if the answer proves nothing.
 */
import { describe, expect, it, vi } from 'vitest'
import {
  accepted,
  actsOf,
  approvedOrder,
  as,
  codeOf,
  lost,
  notSent,
  openSession,
  refused,
  rejected,
  release,
  rowOf,
  stateOf,
  until,
} from './parts/sending-desk.ts'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import { journal } from '../../../../main/money/order/sending/send-journal.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'

describe('a released order', () => {
  it('is not journalled for another text than the one that was approved', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    desk.bank.isThere = false
    await release(desk, binding, 'queued')
    const row = await rowOf(desk)
    const departure = {
      id: 'o1',
      attempt: 1,
      service: row.service,
      body: `${row.body ?? ''} `,
      bank: null,
      releasedAt: row.released_at,
      releasedBy: 'mara',
      confirmedBy: null,
      earlierPolicies: [],
    }
    await expect(journal(desk.context, departure)).rejects.toMatchObject({
      failure: { code: 'binding-broken', what: 'body' },
    })
    expect(await stateOf(desk)).toBe('queued')
    expect(await attemptsOf(desk.store.read, 'o1')).toEqual([])
    await journal(desk.context, { ...departure, body: row.body ?? '' })
    expect(await stateOf(desk)).toBe('sending')
  })

  it('is sent once, with the very text that was approved, and journalled before its first byte', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    const { body } = await rowOf(desk)
    let journalled = ''
    desk.bank.answer = async () => {
      const [attempt] = await attemptsOf(desk.store.read, 'o1')
      journalled = `${String(attempt?.outcome)} ${await stateOf(desk)}`
      return accepted()
    }
    await release(desk, binding, 'accepted')
    expect(journalled).toBe('under-way sending')
    expect(desk.bank.sent).toEqual([body])
    expect(await rowOf(desk)).toMatchObject({ transaction_id: 'T1', last_call_id: 'call-1' })
    expect(await actsOf(desk)).toEqual([
      'order.drafted mara',
      'order.submitted mara',
      'order.approved theo',
      'order.released mara',
      'order.send-journalled mara',
      'order.ended system',
    ])
    expect(desk.followed).toEqual(['o1'])
  })

  it('bank note 71: is accepted by IN_PROCESS, which is kept as the bank\u2019s first word and is not final', async () => {
    const desk = await openSession()
    await release(desk, await approvedOrder(desk), 'accepted')
    const statements = await desk.store.read.selectFrom('order_statements').selectAll().execute()
    expect(statements).toMatchObject([{ source: 'initiate', word: 'IN_PROCESS', seq: 1 }])
    expect(await rowOf(desk)).toMatchObject({ state: 'accepted', is_final: 0 })
  })

  it.each([
    ['FAILED', rejected(), 'rejected'],
    ['nothing', lost, 'outcome-unknown'],
    ['a refusal that took nothing in', refused(), 'approved'],
  ] as const)('ends by what the bank said: %s', async (_, answer, state) => {
    const desk = await openSession()
    desk.bank.answer = () => answer
    await release(desk, await approvedOrder(desk), state)
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('bank note 71: is in doubt, and not rejected, after a 200 that says ERROR', async () => {
    const desk = await openSession()
    desk.bank.answer = () => ({
      ...accepted(),
      outcome: { kind: 'outcome-unknown', reason: 'undecided-answer', status: 200 },
    })
    await release(desk, await approvedOrder(desk), 'outcome-unknown')
    expect(desk.followed).toEqual(['o1'])
  })

  it('goes back to be released by a person when nothing was sent, and says why', async () => {
    const desk = await openSession()
    desk.bank.answer = () => refused(403)
    const binding = await approvedOrder(desk)
    await release(desk, binding, 'approved')
    expect((await rowOf(desk)).not_sent).toContain('403')
    desk.bank.answer = () => accepted()
    await release(desk, binding, 'accepted')
    const attempts = await attemptsOf(desk.store.read, 'o1')
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['not-sent', 'accepted'])
  })

  it('is in doubt where the call broke after the journal in a way that nobody foresaw', async () => {
    const desk = await openSession()
    desk.bank.answer = () => Promise.reject(new Error('unforeseen'))
    await release(desk, await approvedOrder(desk), 'outcome-unknown')
  })
})

describe('two windows at once', () => {
  it('release an order once', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    const results = await Promise.all(
      (['mara', 'theo', 'ada', 'max'] as const).map((who) =>
        as(desk, who)('release', { id: 'o1', approvalHash: binding }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    await until(desk, 'accepted')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('release and recall it, and only one of both is done', async () => {
    for (const first of ['release', 'returnToDraft'] as const) {
      const desk = await openSession()
      const binding = await approvedOrder(desk)
      const calls = {
        release: () => as(desk, 'mara')('release', { id: 'o1', approvalHash: binding }),
        returnToDraft: () => as(desk, 'mara')('returnToDraft', { id: 'o1' }),
      }
      const second = first === 'release' ? 'returnToDraft' : 'release'
      const results = await Promise.all([calls[first](), calls[second]()])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      await until(desk, results[first === 'release' ? 0 : 1].ok ? 'accepted' : 'draft')
      expect(desk.bank.sent.length).toBe((await stateOf(desk)) === 'accepted' ? 1 : 0)
    }
  })

  it('approve it while it is released, and the approval changes nothing of that', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    const [released, approved] = await Promise.all([
      as(desk, 'mara')('release', { id: 'o1', approvalHash: binding }),
      as(desk, 'cleo')('approve', { id: 'o1', approvalHash: binding }),
    ])
    expect([codeOf(released), codeOf(approved)]).toEqual([undefined, 'order-state'])
    await until(desk, 'accepted')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('take it back while it waits for its turn, and nothing is sent', async () => {
    const desk = await openSession()
    const gate = Promise.withResolvers<undefined>()
    desk.bank.before = () => gate.promise
    await release(desk, await approvedOrder(desk), 'queued')
    expect(codeOf(await as(desk, 'mara')('takeBack', { id: 'o1' }))).toBeUndefined()
    gate.resolve(undefined)
    await desk.sending.rest()
    expect(await stateOf(desk)).toBe('approved')
    expect(desk.bank.sent).toEqual([])
  })

  it('take it back and release it again at once, and the second release leaves, once', async () => {
    const desk = await openSession()
    const gate = Promise.withResolvers<undefined>()
    const binding = await approvedOrder(desk)
    desk.bank.before = () => gate.promise
    await release(desk, binding, 'queued')
    expect(codeOf(await as(desk, 'mara')('takeBack', { id: 'o1' }))).toBeUndefined()
    expect((await rowOf(desk)).not_sent).toContain('release was canceled')
    expect(
      codeOf(await as(desk, 'theo')('release', { id: 'o1', approvalHash: binding })),
    ).toBeUndefined()
    gate.resolve(undefined)
    await until(desk, 'accepted')
    expect(desk.bank.sent).toHaveLength(1)
    expect(await actsOf(desk)).not.toContain('order.lapsed system')
    expect(await attemptsOf(desk.store.read, 'o1')).toMatchObject([{ released_by: 'theo' }])
  })

  it('take it back, release it and take it back again, and nothing leaves or lapses', async () => {
    const desk = await openSession()
    const gate = Promise.withResolvers<undefined>()
    const binding = await approvedOrder(desk)
    desk.bank.before = () => gate.promise
    for (const _ of [1, 2]) {
      await release(desk, binding, 'queued')
      expect(codeOf(await as(desk, 'mara')('takeBack', { id: 'o1' }))).toBeUndefined()
    }
    gate.resolve(undefined)
    await desk.sending.rest()
    expect(await rowOf(desk)).toMatchObject({ state: 'approved' })
    expect((await rowOf(desk)).not_sent).toContain('release was canceled')
    expect(await actsOf(desk)).not.toContain('order.lapsed system')
    expect(desk.bank.sent).toEqual([])
  })

  it('cannot take back what is journalled', async () => {
    const desk = await openSession()
    const gate = Promise.withResolvers<undefined>()
    desk.bank.answer = async () => {
      await gate.promise
      return accepted()
    }
    await release(desk, await approvedOrder(desk), 'sending')
    for (const verb of ['takeBack', 'returnToDraft'] as const)
      expect(codeOf(await as(desk, 'mara')(verb, { id: 'o1' }))).toBe('order-state')
    gate.resolve(undefined)
    await until(desk, 'accepted')
  })
})

describe('the journal', () => {
  it('holds one attempt of a call whose turn came again after a silence', async () => {
    const desk = await openSession()
    desk.bank.turns = 3
    await release(desk, await approvedOrder(desk), 'accepted')
    expect(await attemptsOf(desk.store.read, 'o1')).toHaveLength(1)
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('keeps the money here when it cannot be written', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    desk.failing.add('order.send-journalled')
    expect((await as(desk, 'mara')('release', { id: 'o1', approvalHash: binding })).ok).toBe(true)
    await until(desk, 'approved')
    expect(desk.bank.sent).toEqual([])
    expect((await rowOf(desk)).not_sent).toContain('could not be recorded')
  })

  it('ends an attempt that did not leave after all, and the order waits for a person', async () => {
    const desk = await openSession()
    desk.bank.answer = () => notSent('connection-refused')
    await release(desk, await approvedOrder(desk), 'approved')
    const [attempt] = await attemptsOf(desk.store.read, 'o1')
    expect(attempt).toMatchObject({ outcome: 'not-sent', reason: 'connection-refused' })
  })

  it('keeps trying to store an answer, shows it as sending meanwhile, and sends nothing again', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    desk.failing.add('order.ended')
    await release(desk, binding, 'sending')
    await vi.waitFor(() => expect(desk.reported.length).toBeGreaterThan(2))
    expect(await stateOf(desk)).toBe('sending')
    desk.failing.clear()
    await until(desk, 'accepted')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('is never removed, and only what is queued gets into it', async () => {
    const desk = await openSession()
    await release(desk, await approvedOrder(desk), 'accepted')
    const act = { actor: 'x', kind: 'x', subject: 'o1', detail: {} }
    const remove = desk.store.record(act, (tx) => tx.deleteFrom('order_attempts').execute())
    await expect(remove).rejects.toThrow('never removed')
    const send = desk.store.record(act, (tx) =>
      tx.updateTable('orders').set({ state: 'sending' }).execute(),
    )
    await expect(send).rejects.toThrow('only what was released is sent')
  })
})

it('sends nothing where the keychain does not keep the end of the chain, and says so', async () => {
  const desk = await openSession()
  desk.keychain = err({ code: 'keychain-problem', problem: { kind: 'locked', detail: null } })
  const binding = await approvedOrder(desk)
  await release(desk, binding, 'approved')
  expect(desk.bank.sent).toEqual([])
  expect(await attemptsOf(desk.store.read, 'o1')).toEqual([])
  expect(await rowOf(desk)).toMatchObject({
    not_sent: 'The keychain could not store the end of the audit chain. Nothing was sent',
  })
  desk.keychain = ok(undefined)
  await release(desk, binding, 'accepted')
  expect(desk.bank.sent).toHaveLength(1)
})
