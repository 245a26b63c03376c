/**
 * Orders of workstations that share a store: each is sent by its home alone, and what a workstation
 * leaves when it is lost becomes a decision of people. The workstations here are made up; real ones
 * are in test/conformance/money/homes.spec.ts.
 */
import { describe, expect, it, vi } from 'vitest'
import { attemptsOf } from '../../../../../main/money/order/order-records.ts'
import { readOutcomeEvidence } from '../../../../../main/money/order/approval/approval-hash.ts'
import { statusEventsOf } from '../../../../../main/money/bank-status.ts'
import type { Initiated } from '../../../../../main/bank/apis/payments.ts'
import { StoreError } from '../../../../../main/store/store.ts'
import { MadeUpMember } from '../../../store/made-up-member.ts'
import { describeInFile } from '../../../store/stores.ts'
import {
  accepted,
  actsOf,
  approvedOrder,
  as,
  codeOf,
  inquire,
  lost,
  notSent,
  openSession,
  refusalsOf,
  rejected,
  release,
  rowOf,
  stateOf,
  until,
  type SendingSession,
} from '../support/sending-session.ts'

const attempts = ({ store }: SendingSession) => attemptsOf(store.read, 'o1')

/** A session as workstation `one`. */
async function opened(): Promise<{ session: SendingSession; one: MadeUpMember }> {
  const one = new MadeUpMember('one')
  return { session: await openSession({ membership: one }), one }
}

/** The same store as another workstation. */
function beside(session: SendingSession, id = 'two') {
  const member = new MadeUpMember(id)
  return { member, session: { ...session, sending: session.again(member) } }
}

/** Another workstation that is the keeper. */
async function keeperBeside(session: SendingSession) {
  const other = beside(session)
  await other.session.sending.recover()
  other.member.keep()
  return other
}

/** The workstation has looked three times more whether a waiting order may leave. */
async function lookedAgain({ asked }: MadeUpMember): Promise<void> {
  const before = asked.isFresh
  await vi.waitFor(() => expect(asked.isFresh).toBeGreaterThanOrEqual(before + 3))
}

/** An order whose first byte is out, and whose answer the test gives. */
async function sendingAtOne() {
  const { session, one } = await opened()
  const answer = Promise.withResolvers<Initiated>()
  session.bank.answer = () => answer.promise
  await release(session, await approvedOrder(session), 'sending')
  await vi.waitFor(() => expect(session.bank.sent).toHaveLength(1))
  return { session, one, answer }
}

describeInFile('the home of an order', () => {
  it('is the workstation that released it, and the one that sends', async () => {
    const { session, answer } = await sendingAtOne()
    expect(await rowOf(session)).toMatchObject({ home: 'one' })
    expect(await attempts(session)).toMatchObject([{ home: 'one', outcome: 'under-way' }])
    answer.resolve(accepted())
    await until(session, 'accepted')
  })

  it('is the workstation where a resend was confirmed', async () => {
    const { session } = await opened()
    session.bank.answer = () => lost
    await release(session, await approvedOrder(session), 'outcome-unknown')
    await inquire(session)
    const two = beside(session).session
    const evidence = await readOutcomeEvidence(session.store.read, await rowOf(session))
    const proposal = { id: 'o1', evidence, reason: 'The bank has nothing' }
    expect(codeOf(await as(session, 'mara')('proposeResend', proposal))).toBeUndefined()
    session.bank.answer = () => accepted()
    expect(codeOf(await as(two, 'theo')('confirmResend', { id: 'o1', evidence }))).toBeUndefined()
    await until(session, 'accepted')
    expect(await attempts(session)).toMatchObject([{ home: 'one' }, { home: 'two' }])
  })

  it('is not told of an order that returned to its maker', async () => {
    const { session } = await opened()
    session.bank.reach = 'unreachable'
    await release(session, await approvedOrder(session), 'queued')
    expect(codeOf(await as(session, 'mara')('takeBack', { id: 'o1' }))).toBeUndefined()
    expect(await rowOf(session)).toMatchObject({ state: 'approved', home: null })
  })

  it('alone journals it, also when it was released elsewhere a moment before', async () => {
    const { session } = await opened()
    session.bank.before = () =>
      session.store.record(
        { actor: 'system', kind: 'x', subject: 'o1', detail: {} },
        async (tx) => {
          await tx.updateTable('orders').set({ home: 'two' }).execute()
        },
      )
    await release(session, await approvedOrder(session), 'queued')
    await vi.waitFor(async () =>
      expect(await refusalsOf(session)).toMatchObject([{ act: 'send', code: 'order-changed' }]),
    )
    await session.sending.rest()
    expect(session.bank.sent).toEqual([])
    expect(await attempts(session)).toEqual([])
    expect(await rowOf(session)).toMatchObject({ state: 'queued', home: 'two' })
  })
})

describeInFile('a release that waits', () => {
  /** An order that `one` is to send as soon as the bank can be reached. */
  async function waiting() {
    const { session } = await opened()
    session.bank.reach = 'unreachable'
    const hash = await approvedOrder(session)
    await release(session, hash, 'queued')
    return { session, two: beside(session), hash }
  }

  it('can be taken back on another workstation, and its home then does not send it', async () => {
    const { session, two } = await waiting()
    expect(codeOf(await as(two.session, 'mara')('takeBack', { id: 'o1' }))).toBeUndefined()
    session.bank.reach = 'reachable'
    await session.sending.rest()
    expect(session.bank.sent).toEqual([])
    expect(await rowOf(session)).toMatchObject({
      state: 'approved',
      home: null,
      released_by: null,
      not_sent: 'The release was canceled before it was sent',
    })
  })

  it('can be taken back elsewhere while its call waits for its turn', async () => {
    const { session } = await opened()
    const turn = Promise.withResolvers<undefined>()
    session.bank.before = () => turn.promise
    await release(session, await approvedOrder(session), 'queued')
    const two = beside(session).session
    expect(codeOf(await as(two, 'mara')('takeBack', { id: 'o1' }))).toBeUndefined()
    turn.resolve(undefined)
    await session.sending.rest()
    expect(session.bank.sent).toEqual([])
    expect(await attempts(session)).toEqual([])
    expect(await stateOf(session)).toBe('approved')
  })

  it('is either taken back elsewhere or sent, whichever is recorded first', async () => {
    const { session } = await opened()
    const hash = await approvedOrder(session)
    const takeBack = () =>
      as(beside(session).session, 'theo')('takeBack', { id: 'o1' }).then(codeOf)
    const { store } = session.context
    const record = store.record.bind(store)
    let code: string | undefined = 'never tried'
    const journalling = vi.spyOn(store, 'record').mockImplementation(async (act, work) => {
      if (act.kind === 'order.send-journalled') code = await takeBack()
      return record(act, work)
    })
    await release(session, hash, 'approved')
    await session.sending.rest()
    expect([code, session.bank.sent]).toEqual([undefined, []])
    expect(await attempts(session)).toEqual([])
    journalling.mockImplementation(async (act, work) => {
      const value = await record(act, work)
      if (act.kind === 'order.send-journalled') code = await takeBack()
      return value
    })
    await release(session, hash, 'accepted')
    expect([code, session.bank.sent.length]).toEqual(['order-state', 1])
  })

  it('on another workstation is left alone by the one that had it before', async () => {
    const { session, two, hash } = await waiting()
    await as(two.session, 'mara')('takeBack', { id: 'o1' })
    two.member.isHeard = false
    await release(two.session, hash, 'queued')
    session.bank.reach = 'reachable'
    await lookedAgain(two.member)
    await session.sending.rest()
    expect(await rowOf(session)).toMatchObject({ state: 'queued', home: 'two' })
    expect(await refusalsOf(session)).toEqual([])
    two.member.isHeard = true
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
    expect(await attempts(session)).toMatchObject([{ home: 'two' }])
  })

  it('waits while the store does not hear of its home, and leaves when it does again', async () => {
    const { session, one } = await opened()
    one.isHeard = false
    await release(session, await approvedOrder(session), 'queued')
    await lookedAgain(one)
    expect(await attempts(session)).toEqual([])
    one.isHeard = true
    await until(session, 'accepted')
  })

  it('ends nothing of the sending of another workstation under the same number', async () => {
    const { session } = await opened()
    const turn = Promise.withResolvers<undefined>()
    session.bank.before = () => turn.promise
    const hash = await approvedOrder(session)
    await release(session, hash, 'queued')
    const two = beside(session).session
    await as(two, 'mara')('takeBack', { id: 'o1' })
    session.bank.before = () => Promise.resolve()
    const answer = Promise.withResolvers<Initiated>()
    session.bank.answer = () => answer.promise
    await release(two, hash, 'sending')
    turn.resolve(undefined)
    await session.sending.rest()
    expect(await stateOf(session)).toBe('sending')
    expect(await attempts(session)).toMatchObject([{ seq: 1, home: 'two', outcome: 'under-way' }])
    answer.resolve(accepted())
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  })
})

describeInFile('a workstation that starts', () => {
  it('recovers what its own former self left', async () => {
    const { session, one } = await sendingAtOne()
    await session.again(one).recover()
    expect(await stateOf(session)).toBe('outcome-unknown')
  })

  it('leaves what another is sending or is to send', async () => {
    const { session, answer } = await sendingAtOne()
    session.bank.reach = 'unreachable'
    await release(session, await approvedOrder(session, 'o2'), 'queued', 'o2')
    await beside(session).session.sending.recover()
    expect(await stateOf(session)).toBe('sending')
    expect(await stateOf(session, 'o2')).toBe('queued')
    answer.resolve(accepted())
    await until(session, 'accepted')
    expect(await attempts(session)).toMatchObject([{ outcome: 'accepted' }])
  })
})

describeInFile('the keeper', () => {
  it('takes back what a workstation that is gone was to send, and doubts what it sent', async () => {
    const { session } = await sendingAtOne()
    session.bank.reach = 'unreachable'
    await release(session, await approvedOrder(session, 'o2'), 'queued', 'o2')
    const { member } = await keeperBeside(session)
    member.hears('one')
    await until(session, 'outcome-unknown')
    await until(session, 'approved', 'o2')
    expect(await attempts(session)).toMatchObject([{ outcome: 'interrupted', reason: 'home-gone' }])
    expect(await rowOf(session, 'o2')).toMatchObject({
      not_sent: 'The workstation that was to send it is gone',
      home: null,
    })
    expect(session.tracked).toContain('o1')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('changes nothing of a workstation that came back meanwhile', async () => {
    const { session, answer } = await sendingAtOne()
    session.bank.reach = 'unreachable'
    await release(session, await approvedOrder(session, 'o2'), 'queued', 'o2')
    const { member } = await keeperBeside(session)
    member.isStillGone = false
    member.hears('one')
    await session.context.background.settled()
    expect(await stateOf(session)).toBe('sending')
    expect(await stateOf(session, 'o2')).toBe('queued')
    answer.resolve(accepted())
    await until(session, 'accepted')
  })

  it('is the only one that does', async () => {
    const { session } = await sendingAtOne()
    const other = beside(session)
    await other.session.sending.recover()
    other.member.hears('one')
    await session.context.background.settled()
    expect(await stateOf(session)).toBe('sending')
    other.member.keep()
    await until(session, 'outcome-unknown')
    other.member.giveUp()
  })

  /** An order that is sending and one that waits, of a store that one program had. */
  async function leftByNobody() {
    const { session, answer } = await sendingAtOne()
    session.bank.reach = 'unreachable'
    await release(session, await approvedOrder(session, 'o2'), 'queued', 'o2')
    const copied = { actor: 'system', kind: 'x', subject: 'x', detail: {} }
    await session.store.record(copied, async (tx) => {
      await tx.updateTable('orders').set({ home: null }).execute()
      await tx.updateTable('order_attempts').set({ home: null }).execute()
    })
    return { session, answer }
  }

  it('recovers what a store has from before it was shared', async () => {
    const { session, answer } = await leftByNobody()
    await keeperBeside(session)
    await until(session, 'outcome-unknown')
    await until(session, 'approved', 'o2')
    expect(await attempts(session)).toMatchObject([{ outcome: 'interrupted', reason: 'home-gone' }])
    answer.resolve(lost)
    await session.sending.rest()
    expect(await stateOf(session)).toBe('outcome-unknown')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('leaves such an order that somebody released again meanwhile', async () => {
    const { session, answer } = await leftByNobody()
    const { store } = session.context
    const record = store.record.bind(store)
    vi.spyOn(store, 'record').mockImplementation(async (act, work) => {
      if (act.kind === 'order.release-expired' || act.kind === 'order.interrupted')
        await record({ ...act, kind: 'x' }, (tx) =>
          tx.updateTable('orders').set({ home: 'three' }).execute(),
        )
      return record(act, work)
    })
    await keeperBeside(session)
    await session.context.background.settled()
    expect(await rowOf(session)).toMatchObject({ state: 'sending', home: 'three' })
    expect(await rowOf(session, 'o2')).toMatchObject({ state: 'queued', home: 'three' })
    answer.resolve(lost)
  })

  it('goes on with the others after one that could not be written, and tries that one again', async () => {
    const { session } = await sendingAtOne()
    session.bank.reach = 'unreachable'
    await release(session, await approvedOrder(session, 'o2'), 'queued', 'o2')
    const { member } = await keeperBeside(session)
    session.failing.add('order.interrupted')
    member.hears('one')
    await until(session, 'approved', 'o2')
    expect(await stateOf(session)).toBe('sending')
    expect(session.reported).toHaveLength(1)
    session.failing.clear()
    member.hears('one')
    await until(session, 'outcome-unknown')
  })
})

describeInFile('before the first byte', () => {
  it('a workstation that the store has not heard in time does not send', async () => {
    const { session, one } = await opened()
    session.bank.connecting = () => Promise.resolve((one.isHeard = false))
    await release(session, await approvedOrder(session), 'approved')
    expect(session.bank.sent).toEqual([])
    expect(await attempts(session)).toMatchObject([{ outcome: 'not-sent', reason: 'cancelled' }])
    expect(await rowOf(session)).toMatchObject({
      not_sent: 'This workstation did not hear from the store in time. Nothing was sent',
    })
  })

  it('the time counts from before the store was asked about the sending', async () => {
    const { session, one } = await opened()
    const isFresh = vi.spyOn(one, 'isFresh')
    let journalled = 0
    session.bank.before = () => Promise.resolve((journalled = performance.now()))
    await release(session, await approvedOrder(session), 'accepted')
    const [moment] = isFresh.mock.calls.at(-1) as unknown as [{ monotonicMs: number }]
    const startedMs = Number(process.hrtime.bigint() / 1_000n) / 1_000 - performance.now()
    expect(moment.monotonicMs - startedMs).toBeGreaterThan(journalled)
  })

  /** The keeper gives up what `one` is sending. */
  async function givingUp(session: SendingSession) {
    const { member } = await keeperBeside(session)
    return async (): Promise<void> => {
      member.hears('one')
      await until(session, 'outcome-unknown')
      member.giveUp()
    }
  }
  async function isNotSent(session: SendingSession): Promise<void> {
    const hash = await approvedOrder(session)
    await as(session, 'mara')('release', { id: 'o1', approvalHash: hash })
    await vi.waitFor(async () =>
      expect(await attempts(session)).toMatchObject([
        { outcome: 'interrupted', reason: 'home-back: not-sent' },
      ]),
    )
    expect(session.bank.sent).toEqual([])
    expect(await stateOf(session)).toBe('outcome-unknown')
  }

  it('a sending that others gave up right after it was journalled does not leave', async () => {
    const { session } = await opened()
    const giveUp = await givingUp(session)
    const { store } = session.context
    const record = store.record.bind(store)
    vi.spyOn(store, 'record').mockImplementation(async (act, work) => {
      const value = await record(act, work)
      if (act.kind === 'order.send-journalled') await giveUp()
      return value
    })
    await isNotSent(session)
  })

  it('a sending that others gave up in a pause of the bank does not leave', async () => {
    const { session } = await opened()
    session.bank.turns = 2
    session.bank.pause = await givingUp(session)
    await isNotSent(session)
  })

  it('a sending that was confirmed in a pause leaves', async () => {
    const { session } = await opened()
    session.bank.turns = 2
    await release(session, await approvedOrder(session), 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  })
})

describeInFile('an answer after its sending was given up', () => {
  async function givenUp() {
    const sent = await sendingAtOne()
    const { member } = await keeperBeside(sent.session)
    member.hears('one')
    await until(sent.session, 'outcome-unknown')
    member.giveUp()
    return sent
  }
  const events = ({ store }: SendingSession) => statusEventsOf(store.read, 'o1')

  it('that accepts it ends the unknown outcome', async () => {
    const { session, answer } = await givenUp()
    answer.resolve(accepted('T7'))
    await until(session, 'accepted')
    expect(await attempts(session)).toMatchObject([
      { outcome: 'interrupted', reason: 'home-back: accepted', call_id: 'call-1', status: 200 },
    ])
    expect(await events(session)).toMatchObject([
      { source: 'initiate-late', statusText: 'IN_PROCESS', callId: 'call-1' },
    ])
    expect(await rowOf(session)).toMatchObject({ transaction_id: 'T7', bank_status: 'in-process' })
    expect((await actsOf(session)).at(-1)).toBe('order.ended-late system')
  })

  it('that rejects it ends the unknown outcome, where nothing else may be at the bank', async () => {
    const { session, answer } = await givenUp()
    answer.resolve(rejected())
    await until(session, 'rejected')
    expect(session.bank.sent).toHaveLength(1)
  })

  it.each([
    ['is none', lost, 'unknown'],
    ['is that nothing was sent', notSent('connection-refused'), 'not-sent'],
  ])('that %s leaves the outcome unknown, and is on record', async (_, end, outcome) => {
    const { session, answer } = await givenUp()
    answer.resolve(end)
    await session.sending.rest()
    expect(await stateOf(session)).toBe('outcome-unknown')
    expect(await attempts(session)).toMatchObject([
      { outcome: 'interrupted', reason: `home-back: ${outcome}` },
    ])
    expect(await events(session)).toEqual([])
  })

  /** Two people resend it on `two`, where it waits for the bank. */
  async function resendWaits() {
    const sent = await givenUp()
    const { session } = sent
    const two = beside(session).session
    await inquire(session)
    session.bank.reach = 'unreachable'
    const evidence = await readOutcomeEvidence(session.store.read, await rowOf(session))
    const proposal = { id: 'o1', evidence, reason: 'The bank has nothing' }
    expect(codeOf(await as(two, 'mara')('proposeResend', proposal))).toBeUndefined()
    expect(codeOf(await as(two, 'theo')('confirmResend', { id: 'o1', evidence }))).toBeUndefined()
    expect(await stateOf(session)).toBe('queued')
    return sent
  }

  it('that accepts it holds back the resend that waits', async () => {
    const { session, answer } = await resendWaits()
    answer.resolve(accepted())
    await vi.waitFor(async () => expect(await events(session)).toHaveLength(1))
    session.bank.answer = () => accepted('T2')
    session.bank.reach = 'reachable'
    await until(session, 'outcome-unknown')
    expect(session.bank.sent).toHaveLength(1)
    await inquire(session)
    const evidence = await readOutcomeEvidence(session.store.read, await rowOf(session))
    const proposal = { id: 'o1', evidence, reason: 'The bank has nothing' }
    expect(codeOf(await as(session, 'mara')('proposeResend', proposal))).toBe('known-at-bank')
  })

  it('that rejects it does not count for the resend that waits', async () => {
    const { session, answer } = await resendWaits()
    answer.resolve(rejected())
    await vi.waitFor(async () =>
      expect(await attempts(session)).toMatchObject([{ reason: 'home-back: rejected' }]),
    )
    expect(await stateOf(session)).toBe('queued')
    expect(await events(session)).toEqual([])
  })
})

describeInFile('a resend of what a workstation was sending when it was lost', () => {
  /** The store heard of the workstation when it gave up the sending. */
  async function lostJustNow() {
    const one = new MadeUpMember('one')
    const session = await openSession({ membership: one })
    const at = session.context.clock.now().toISOString()
    const seen = { id: 'one', number: 1, name: 'One', program: '0.0.0', joined_at: at }
    await session.store.record({ actor: 'system', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx
        .insertInto('workstations')
        .values({ ...seen, heard_at: at, operator: null, operator_since: null })
        .execute(),
    )
    const answer = Promise.withResolvers<Initiated>()
    session.bank.answer = () => answer.promise
    await release(session, await approvedOrder(session), 'sending')
    await vi.waitFor(() => expect(session.bank.sent).toHaveLength(1))
    const { member, session: two } = await keeperBeside(session)
    member.hears('one')
    await until(session, 'outcome-unknown')
    const propose = async () => {
      await inquire(session)
      const evidence = await readOutcomeEvidence(session.store.read, await rowOf(session))
      const proposal = { id: 'o1', evidence, reason: 'The bank has nothing' }
      return codeOf(await as(two, 'mara')('proposeResend', proposal))
    }
    return { session, one, answer, propose }
  }

  it('is refused until it was silent for a quarter of an hour', async () => {
    const { session, propose, answer } = await lostJustNow()
    expect(await propose()).toBe('sending-not-ended')
    session.pass(15 * 60_000 - 1)
    expect(await propose()).toBe('sending-not-ended')
    session.pass(1)
    expect(await propose()).toBeUndefined()
    answer.resolve(lost)
  })

  it('is possible once the workstation said that the sending ended', async () => {
    const { session, propose, answer } = await lostJustNow()
    answer.resolve(lost)
    await session.sending.rest()
    expect(await propose()).toBeUndefined()
  })

  it('is possible once the workstation started again', async () => {
    const { session, one, propose, answer } = await lostJustNow()
    await session.again(one).recover()
    expect(await attempts(session)).toMatchObject([{ reason: 'home-back: unknown' }])
    expect(await propose()).toBeUndefined()
    answer.resolve(lost)
  })
})

it('waits while the store cannot be read, and leaves once it can', async () => {
  let isFailed = false
  const session: SendingSession = await openSession({
    evidence: () => ({
      // The sender asks, once the order is queued.
      missing: async (): Promise<[]> => {
        if (isFailed || (await stateOf(session)) !== 'queued') return []
        isFailed = true
        throw new StoreError('unreachable', 'no connection')
      },
      duplicates: () => Promise.resolve(session.duplicates),
      owners: () => Promise.resolve({ evidence: { ownership: null }, batch: null }),
    }),
  })
  await release(session, await approvedOrder(session), 'accepted')
  expect(session.bank.sent).toHaveLength(1)
  expect(isFailed).toBe(true)
})

describe('a store that one program has open', () => {
  it('asks nothing more than it did, and has no homes', async () => {
    const session = await openSession()
    await release(session, await approvedOrder(session), 'accepted')
    expect(await rowOf(session)).toMatchObject({ home: null })
    expect(await attempts(session)).toMatchObject([{ home: null, outcome: 'accepted' }])
  })

  it('leaves an end that was stored before as it is', async () => {
    const session = await openSession()
    const answer = Promise.withResolvers<Initiated>()
    session.bank.answer = () => answer.promise
    await release(session, await approvedOrder(session), 'sending')
    await vi.waitFor(() => expect(session.bank.sent).toHaveLength(1))
    await session.again().recover()
    answer.resolve(accepted())
    await session.sending.rest()
    expect(await stateOf(session)).toBe('outcome-unknown')
    expect((await actsOf(session)).at(-1)).toBe('order.interrupted system')
  })
})
