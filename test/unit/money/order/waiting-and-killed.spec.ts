/**
 * Orders that did not leave, and the state after the program was killed: a person checks again, and
 * nothing is sent automatically (Promises P1 and P8).
 */
import { describe, expect, it, vi } from 'vitest'
import {
  accepted,
  approvedOrder,
  as,
  codeOf,
  inquire,
  lost,
  openSession,
  people,
  release,
  rowOf,
  stateOf,
  until,
  type SendingSession,
} from './support/sending-session.ts'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'

const tooLow = {
  operatorId: null,
  service: 'WIRE',
  currency: 'USD',
  perPayment: 1,
  perDay: 1,
} as const
const accounts = practiceProfile.accounts
const meanwhile: [name: string, (session: SendingSession) => unknown, text: string][] = [
  ['its evidence does not hold any more', (session) => (session.missing = ['payee']), 'Evidence'],
  [
    'a limit was lowered',
    (session) => (session.policy = { ...practicePolicy, limits: [tooLow] }),
    'over a limit',
  ],
  [
    'the person who released it was disabled',
    (session) => session.operators.set('max', { ...people.max, disabled: true }),
    'released or confirmed',
  ],
  [
    'the person who released it lost the role',
    (session) => session.operators.set('max', { ...people.max, roles: ['administrator'] }),
    'released or confirmed',
  ],
  [
    'the person who released it is not known any more',
    (session) => session.operators.delete('max'),
    'released',
  ],
  [
    'its debit account is for credits alone by now',
    (session) =>
      debits(
        session,
        accounts.map((one) => ({ ...one, use: 'credit' as const })),
      ),
    'debit account',
  ],
  ['its debit account was removed', (session) => debits(session, []), 'debit account'],
]
const debits = (session: SendingSession, own: typeof accounts) =>
  Object.assign(session.context, { profile: () => ({ ...practiceProfile, accounts: own }) })

describe('an order that waits for a connection to the bank', () => {
  it.each(meanwhile)('is not sent when %s, and waits for a person', async (_, happens, text) => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.bank.reach = 'unreachable'
    expect(
      codeOf(await as(session, 'max')('release', { id: 'o1', approvalHash: reviewedHash })),
    ).toBeUndefined()
    happens(session)
    session.bank.reach = 'reachable'
    await until(session, 'approved')
    expect((await rowOf(session)).not_sent).toContain(text)
    expect(session.bank.sent).toEqual([])
  })

  it.each(meanwhile)('is not journalled when %s in the turn before', async (_, happens, text) => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.bank.before = () => Promise.resolve(happens(session))
    await as(session, 'max')('release', { id: 'o1', approvalHash: reviewedHash })
    await until(session, 'approved')
    expect((await rowOf(session)).not_sent).toContain(text)
    expect(session.bank.sent).toEqual([])
  })
})

describe('a program that was killed', () => {
  it('leaves an order in transit of unknown outcome, and sends nothing by itself', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.bank.answer = () => new Promise(() => undefined)
    await release(session, reviewedHash, 'sending')
    // The sending is journalled before its first byte goes out.
    await vi.waitFor(() => expect(session.bank.sent).toHaveLength(1))
    const next = session.again()
    await next.recover()
    expect(await stateOf(session)).toBe('outcome-unknown')
    const [attempt] = await attemptsOf(session.store.read, 'o1')
    expect(attempt).toMatchObject({ outcome: 'interrupted' })
    expect(session.tracked).toEqual(['o1'])
    expect(session.bank.sent).toHaveLength(1)
  })

  it('leaves a queued order to a person: P8', async () => {
    const session = await openSession()
    session.bank.isThere = false
    const reviewedHash = await approvedOrder(session)
    await release(session, reviewedHash, 'queued')
    await session.again().recover()
    expect(await rowOf(session)).toMatchObject({ state: 'approved', released_by: null })
    expect((await rowOf(session)).not_sent).toContain('program ended')
    expect(session.bank.sent).toEqual([])
  })

  it('is recovered once, and later in the parts that could not be written at first', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.bank.answer = () => new Promise(() => undefined)
    await release(session, reviewedHash, 'sending')
    session.failing.add('order.interrupted')
    await session.again().recover()
    expect(await stateOf(session)).toBe('sending')
    session.failing.clear()
    await until(session, 'outcome-unknown')
  })
})

describe('a profile that is left', () => {
  it('waits for journalled orders, and returns the others to a person', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    const gate = Promise.withResolvers<undefined>()
    const signals: (AbortSignal | undefined)[] = []
    session.bank.answer = async (_, { signal }) => {
      signals.push(signal)
      await gate.promise
      return accepted()
    }
    await release(session, reviewedHash, 'sending')
    // The sending is journalled before the bank is called.
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    const approved = await approvedOrder(session, 'o2')
    const turn = Promise.withResolvers<undefined>()
    session.bank.before = () => turn.promise
    await release(session, approved, 'queued', 'o2')
    const left = session.sending.rest()
    turn.resolve(undefined)
    await until(session, 'approved', 'o2')
    expect(signals[0]?.aborted).toBe(false)
    gate.resolve(undefined)
    await left
    expect(await stateOf(session)).toBe('accepted')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('does not wait for a store that cannot write', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.failing.add('order.ended')
    await release(session, reviewedHash, 'sending')
    await session.sending.rest()
    expect(await stateOf(session)).toBe('sending')
  })
})

describe('without a connection to the bank', () => {
  it('a release waits, and is sent when there is one', async () => {
    const session = await openSession()
    session.bank.reach = 'unreachable'
    const reviewedHash = await approvedOrder(session)
    await release(session, reviewedHash, 'queued')
    session.pass(60_000)
    expect(session.bank.sent).toEqual([])
    session.bank.reach = 'reachable'
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('a release that is older than its policy allows goes back to a person: P8', async () => {
    const session = await openSession()
    session.bank.reach = 'unreachable'
    await release(session, await approvedOrder(session), 'queued')
    session.pass((session.policy.releaseHoldsMinutes + 1) * 60_000)
    session.bank.reach = 'reachable'
    await until(session, 'approved')
    expect((await rowOf(session)).not_sent).toContain('older than 15 minutes')
    expect(session.bank.sent).toEqual([])
  })

  it('a release that grew old while its call waited for its turn is not sent', async () => {
    const session = await openSession()
    session.bank.before = () => {
      session.pass(16 * 60_000)
      return Promise.resolve()
    }
    await release(session, await approvedOrder(session), 'approved')
    expect(session.bank.sent).toEqual([])
  })

  it('a release of a profile that is retired meanwhile goes back', async () => {
    const session = await openSession()
    session.bank.reach = 'unreachable'
    await release(session, await approvedOrder(session), 'queued')
    session.blocked = { code: 'profile-retired' }
    await until(session, 'approved')
    expect(session.bank.sent).toEqual([])
  })
})

describe('a release that the store wrote without that anybody heard so', () => {
  /** Looks as the watch does every ten seconds. */
  const look = (session: SendingSession): Promise<void> => session.sending.watch()

  it('is taken back and says so, and nothing is sent', async () => {
    const session = await openSession()
    const approvalHash = await approvedOrder(session)
    session.unheard.add('order.released')
    await expect(as(session, 'mara')('release', { id: 'o1', approvalHash })).rejects.toThrow(
      'ECONNRESET',
    )
    expect(await stateOf(session)).toBe('queued')
    await look(session)
    expect(await stateOf(session)).toBe('queued')
    await look(session)
    expect(await stateOf(session)).toBe('approved')
    expect(await rowOf(session)).toMatchObject({
      not_sent: expect.stringMatching(/did not confirm in time/) as string,
      released_by: null,
    })
    expect(session.bank.sent).toEqual([])
    session.unheard.clear()
    await release(session, approvalHash, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('is taken back as a resend too, whose outcome stays unknown', async () => {
    const session = await openSession()
    session.policy = { ...practicePolicy, inquiryAfterMinutes: 5 }
    session.bank.answer = () => lost
    await release(session, await approvedOrder(session), 'outcome-unknown')
    session.pass(5 * 60_000)
    await inquire(session)
    const evidence = await readOutcomeEvidence(session.store.read, await rowOf(session))
    await as(session, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'Again' })
    session.unheard.add('order.resend-confirmed')
    await expect(as(session, 'theo')('confirmResend', { id: 'o1', evidence })).rejects.toThrow(
      'ECONNRESET',
    )
    expect(await stateOf(session)).toBe('queued')
    await look(session)
    await look(session)
    expect(await stateOf(session)).toBe('outcome-unknown')
    expect(await rowOf(session)).toMatchObject({
      not_sent: expect.stringMatching(/did not confirm in time/) as string,
      resend: null,
    })
    expect(session.bank.sent).toHaveLength(1)
  })

  it('is not taken for one that waits for the bank', async () => {
    const session = await openSession()
    session.bank.isThere = false
    const approvalHash = await approvedOrder(session)
    await as(session, 'mara')('release', { id: 'o1', approvalHash })
    for (let turn = 0; turn < 4; turn += 1) await look(session)
    expect(await stateOf(session)).toBe('queued')
    session.bank.isThere = true
    await until(session, 'accepted')
  })

  it('is a row that nobody released: taken back, and never sent', async () => {
    const session = await openSession()
    await approvedOrder(session)
    await session.store.record(
      { actor: 'system', kind: 'test.changed', subject: 'o1', detail: {} },
      (tx) => tx.updateTable('orders').set({ state: 'queued' }).where('id', '=', 'o1').execute(),
    )
    await look(session)
    await look(session)
    expect(await stateOf(session)).toBe('approved')
    expect(session.bank.sent).toEqual([])
  })
})
