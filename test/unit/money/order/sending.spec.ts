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
} from './support/sending-session.ts'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import { journal } from '../../../../main/money/order/sending/send-journal.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'

describe('a released order', () => {
  it('is not journalled for another text than the one that was approved', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.bank.isThere = false
    await release(session, reviewedHash, 'queued')
    const row = await rowOf(session)
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
    await expect(journal(session.context, departure)).rejects.toMatchObject({
      failure: { code: 'integrity-broken', what: 'body' },
    })
    expect(await stateOf(session)).toBe('queued')
    expect(await attemptsOf(session.store.read, 'o1')).toEqual([])
    await journal(session.context, { ...departure, body: row.body ?? '' })
    expect(await stateOf(session)).toBe('sending')
  })

  it('is sent once, with the very text that was approved, and journalled before its first byte', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    const { body } = await rowOf(session)
    let journalled = ''
    session.bank.answer = async () => {
      const [attempt] = await attemptsOf(session.store.read, 'o1')
      journalled = `${String(attempt?.outcome)} ${await stateOf(session)}`
      return accepted()
    }
    await release(session, reviewedHash, 'accepted')
    expect(journalled).toBe('under-way sending')
    expect(session.bank.sent).toEqual([body])
    expect(await rowOf(session)).toMatchObject({ transaction_id: 'T1', last_call_id: 'call-1' })
    expect(await actsOf(session)).toEqual([
      'order.drafted mara',
      'order.submitted mara',
      'order.approved theo',
      'order.released mara',
      'order.send-journalled mara',
      'order.ended system',
    ])
    expect(session.tracked).toEqual(['o1'])
  })

  it('bank note 71: is accepted by IN_PROCESS, which is stored as the bank\u2019s first status and is not final', async () => {
    const session = await openSession()
    await release(session, await approvedOrder(session), 'accepted')
    const statusEvents = await session.store.read
      .selectFrom('order_status_events')
      .selectAll()
      .execute()
    expect(statusEvents).toMatchObject([{ source: 'initiate', status_text: 'IN_PROCESS', seq: 1 }])
    expect(await rowOf(session)).toMatchObject({ state: 'accepted', is_final: 0 })
  })

  it.each([
    ['FAILED', rejected(), 'rejected'],
    ['nothing', lost, 'outcome-unknown'],
    ['a refusal that took nothing in', refused(), 'approved'],
  ] as const)('ends as the bank answered: %s', async (_, answer, state) => {
    const session = await openSession()
    session.bank.answer = () => answer
    await release(session, await approvedOrder(session), state)
    expect(session.bank.sent).toHaveLength(1)
  })

  it('bank note 71: is outcome-unknown, and not rejected, after a 200 that says ERROR', async () => {
    const session = await openSession()
    session.bank.answer = () => ({
      ...accepted(),
      outcome: { kind: 'outcome-unknown', reason: 'undecided-answer', status: 200 },
    })
    await release(session, await approvedOrder(session), 'outcome-unknown')
    expect(session.tracked).toEqual(['o1'])
  })

  it('goes back to be released by a person when nothing was sent, and says why', async () => {
    const session = await openSession()
    session.bank.answer = () => refused(403)
    const reviewedHash = await approvedOrder(session)
    await release(session, reviewedHash, 'approved')
    expect((await rowOf(session)).not_sent).toContain('403')
    session.bank.answer = () => accepted()
    await release(session, reviewedHash, 'accepted')
    const attempts = await attemptsOf(session.store.read, 'o1')
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['not-sent', 'accepted'])
  })

  it('is outcome-unknown where the call broke after the journal in an unforeseen way', async () => {
    const session = await openSession()
    session.bank.answer = () => Promise.reject(new Error('unforeseen'))
    await release(session, await approvedOrder(session), 'outcome-unknown')
  })
})

describe('two windows at once', () => {
  it('release an order once', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    const results = await Promise.all(
      (['mara', 'theo', 'ada', 'max'] as const).map((who) =>
        as(session, who)('release', { id: 'o1', approvalHash: reviewedHash }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('release and recall it, and only one of both is done', async () => {
    for (const first of ['release', 'returnToDraft'] as const) {
      const session = await openSession()
      const reviewedHash = await approvedOrder(session)
      const calls = {
        release: () => as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash }),
        returnToDraft: () => as(session, 'mara')('returnToDraft', { id: 'o1' }),
      }
      const second = first === 'release' ? 'returnToDraft' : 'release'
      const results = await Promise.all([calls[first](), calls[second]()])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      await until(session, results[first === 'release' ? 0 : 1].ok ? 'accepted' : 'draft')
      expect(session.bank.sent.length).toBe((await stateOf(session)) === 'accepted' ? 1 : 0)
    }
  })

  it('approve it while it is released, and the approval changes nothing of that', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    const [released, approved] = await Promise.all([
      as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash }),
      as(session, 'cleo')('approve', { id: 'o1', approvalHash: reviewedHash }),
    ])
    expect([codeOf(released), codeOf(approved)]).toEqual([undefined, 'order-state'])
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('take it back while it waits for its turn, and nothing is sent', async () => {
    const session = await openSession()
    const gate = Promise.withResolvers<undefined>()
    session.bank.before = () => gate.promise
    await release(session, await approvedOrder(session), 'queued')
    expect(codeOf(await as(session, 'mara')('takeBack', { id: 'o1' }))).toBeUndefined()
    gate.resolve(undefined)
    await session.sending.rest()
    expect(await stateOf(session)).toBe('approved')
    expect(session.bank.sent).toEqual([])
  })

  it('take it back and release it again at once, and the second release is sent, once', async () => {
    const session = await openSession()
    const gate = Promise.withResolvers<undefined>()
    const reviewedHash = await approvedOrder(session)
    session.bank.before = () => gate.promise
    await release(session, reviewedHash, 'queued')
    expect(codeOf(await as(session, 'mara')('takeBack', { id: 'o1' }))).toBeUndefined()
    expect((await rowOf(session)).not_sent).toContain('release was canceled')
    expect(
      codeOf(await as(session, 'theo')('release', { id: 'o1', approvalHash: reviewedHash })),
    ).toBeUndefined()
    gate.resolve(undefined)
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
    expect(await actsOf(session)).not.toContain('order.release-expired system')
    expect(await attemptsOf(session.store.read, 'o1')).toMatchObject([{ released_by: 'theo' }])
  })

  it('take it back, release it and take it back again, and nothing is sent or expires', async () => {
    const session = await openSession()
    const gate = Promise.withResolvers<undefined>()
    const reviewedHash = await approvedOrder(session)
    session.bank.before = () => gate.promise
    for (const _ of [1, 2]) {
      await release(session, reviewedHash, 'queued')
      expect(codeOf(await as(session, 'mara')('takeBack', { id: 'o1' }))).toBeUndefined()
    }
    gate.resolve(undefined)
    await session.sending.rest()
    expect(await rowOf(session)).toMatchObject({ state: 'approved' })
    expect((await rowOf(session)).not_sent).toContain('release was canceled')
    expect(await actsOf(session)).not.toContain('order.release-expired system')
    expect(session.bank.sent).toEqual([])
  })

  it('cannot take back what is journalled', async () => {
    const session = await openSession()
    const gate = Promise.withResolvers<undefined>()
    session.bank.answer = async () => {
      await gate.promise
      return accepted()
    }
    await release(session, await approvedOrder(session), 'sending')
    for (const method of ['takeBack', 'returnToDraft'] as const)
      expect(codeOf(await as(session, 'mara')(method, { id: 'o1' }))).toBe('order-state')
    gate.resolve(undefined)
    await until(session, 'accepted')
  })
})

describe('the journal', () => {
  it('holds one attempt of a call whose turn came again after a pause', async () => {
    const session = await openSession()
    session.bank.turns = 3
    await release(session, await approvedOrder(session), 'accepted')
    expect(await attemptsOf(session.store.read, 'o1')).toHaveLength(1)
    expect(session.bank.sent).toHaveLength(1)
  })

  it('prevents the sending when it cannot be written', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.failing.add('order.send-journalled')
    expect(
      (await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })).ok,
    ).toBe(true)
    await until(session, 'approved')
    expect(session.bank.sent).toEqual([])
    expect((await rowOf(session)).not_sent).toContain('could not be recorded')
  })

  it('ends an attempt that was not sent after all, and the order waits for a person', async () => {
    const session = await openSession()
    session.bank.answer = () => notSent('connection-refused')
    await release(session, await approvedOrder(session), 'approved')
    const [attempt] = await attemptsOf(session.store.read, 'o1')
    expect(attempt).toMatchObject({ outcome: 'not-sent', reason: 'connection-refused' })
  })

  it('keeps trying to store an answer, shows it as sending meanwhile, and sends nothing again', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.failing.add('order.ended')
    await release(session, reviewedHash, 'sending')
    await vi.waitFor(() => expect(session.reported.length).toBeGreaterThan(2))
    expect(await stateOf(session)).toBe('sending')
    session.failing.clear()
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('is never removed, and only a queued order gets into it', async () => {
    const session = await openSession()
    await release(session, await approvedOrder(session), 'accepted')
    const act = { actor: 'x', kind: 'x', subject: 'o1', detail: {} }
    const remove = session.store.record(act, (tx) => tx.deleteFrom('order_attempts').execute())
    await expect(remove).rejects.toThrow('never removed')
    const send = session.store.record(act, (tx) =>
      tx.updateTable('orders').set({ state: 'sending' }).execute(),
    )
    await expect(send).rejects.toThrow('only what was released is sent')
  })
})

it('prevents the sending where the keychain does not hold the end of the chain, and says so', async () => {
  const session = await openSession()
  session.keychain = err({ code: 'keychain-problem', problem: { kind: 'locked', detail: null } })
  const reviewedHash = await approvedOrder(session)
  await release(session, reviewedHash, 'approved')
  expect(session.bank.sent).toEqual([])
  expect(await attemptsOf(session.store.read, 'o1')).toEqual([])
  expect(await rowOf(session)).toMatchObject({
    not_sent: 'The keychain could not store the end of the audit chain. Nothing was sent',
  })
  session.keychain = ok(undefined)
  await release(session, reviewedHash, 'accepted')
  expect(session.bank.sent).toHaveLength(1)
})
