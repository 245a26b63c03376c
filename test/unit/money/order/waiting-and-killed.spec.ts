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
  openSession,
  people,
  release,
  rowOf,
  stateOf,
  until,
  type SendingDesk,
} from './parts/sending-desk.ts'
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
const meanwhile: [name: string, (desk: SendingDesk) => unknown, words: string][] = [
  ['its evidence does not hold any more', (desk) => (desk.missing = ['payee']), 'Evidence'],
  [
    'a limit was lowered',
    (desk) => (desk.policy = { ...practicePolicy, limits: [tooLow] }),
    'over a limit',
  ],
  [
    'whoever released it was disabled',
    (desk) => desk.operators.set('max', { ...people.max, disabled: true }),
    'released or confirmed',
  ],
  [
    'whoever released it lost the role',
    (desk) => desk.operators.set('max', { ...people.max, roles: ['administrator'] }),
    'released or confirmed',
  ],
  ['whoever released it is not known any more', (desk) => desk.operators.delete('max'), 'released'],
  [
    'its debit account is for credits alone by now',
    (desk) =>
      debits(
        desk,
        accounts.map((one) => ({ ...one, use: 'credit' as const })),
      ),
    'debit account',
  ],
  ['its debit account was removed', (desk) => debits(desk, []), 'debit account'],
]
const debits = (desk: SendingDesk, own: typeof accounts) =>
  Object.assign(desk.context, { profile: () => ({ ...practiceProfile, accounts: own }) })

describe('what waits for a way to the bank', () => {
  it.each(meanwhile)(
    'does not leave when %s, and waits for a person',
    async (_, happens, words) => {
      const desk = await openSession()
      const binding = await approvedOrder(desk)
      desk.bank.reach = 'unreachable'
      expect(
        codeOf(await as(desk, 'max')('release', { id: 'o1', approvalHash: binding })),
      ).toBeUndefined()
      happens(desk)
      desk.bank.reach = 'reachable'
      await until(desk, 'approved')
      expect((await rowOf(desk)).not_sent).toContain(words)
      expect(desk.bank.sent).toEqual([])
    },
  )

  it.each(meanwhile)('is not journalled when %s in the turn before', async (_, happens, words) => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    desk.bank.before = () => Promise.resolve(happens(desk))
    await as(desk, 'max')('release', { id: 'o1', approvalHash: binding })
    await until(desk, 'approved')
    expect((await rowOf(desk)).not_sent).toContain(words)
    expect(desk.bank.sent).toEqual([])
  })
})

describe('a program that was killed', () => {
  it('leaves what was on its way in doubt, and sends nothing by itself', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    desk.bank.answer = () => new Promise(() => undefined)
    await release(desk, binding, 'sending')
    // The sending is journalled before its first byte goes out.
    await vi.waitFor(() => expect(desk.bank.sent).toHaveLength(1))
    const next = desk.again()
    await next.recover()
    expect(await stateOf(desk)).toBe('outcome-unknown')
    const [attempt] = await attemptsOf(desk.store.read, 'o1')
    expect(attempt).toMatchObject({ outcome: 'interrupted' })
    expect(desk.followed).toEqual(['o1'])
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('leaves what was only queued to a person: P8', async () => {
    const desk = await openSession()
    desk.bank.isThere = false
    const binding = await approvedOrder(desk)
    await release(desk, binding, 'queued')
    await desk.again().recover()
    expect(await rowOf(desk)).toMatchObject({ state: 'approved', released_by: null })
    expect((await rowOf(desk)).not_sent).toContain('program ended')
    expect(desk.bank.sent).toEqual([])
  })

  it('is recovered once, and later what could not be written at first', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    desk.bank.answer = () => new Promise(() => undefined)
    await release(desk, binding, 'sending')
    desk.failing.add('order.interrupted')
    await desk.again().recover()
    expect(await stateOf(desk)).toBe('sending')
    desk.failing.clear()
    await until(desk, 'outcome-unknown')
  })
})

describe('a profile that is left', () => {
  it('waits for what is journalled, and gives what is not back to a person', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    const gate = Promise.withResolvers<undefined>()
    const signals: (AbortSignal | undefined)[] = []
    desk.bank.answer = async (_, { signal }) => {
      signals.push(signal)
      await gate.promise
      return accepted()
    }
    await release(desk, binding, 'sending')
    // The sending is journalled before the bank is called.
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    const held = await approvedOrder(desk, 'o2')
    const turn = Promise.withResolvers<undefined>()
    desk.bank.before = () => turn.promise
    await release(desk, held, 'queued', 'o2')
    const left = desk.sending.rest()
    turn.resolve(undefined)
    await until(desk, 'approved', 'o2')
    expect(signals[0]?.aborted).toBe(false)
    gate.resolve(undefined)
    await left
    expect(await stateOf(desk)).toBe('accepted')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('does not wait for a store that cannot write', async () => {
    const desk = await openSession()
    const binding = await approvedOrder(desk)
    desk.failing.add('order.ended')
    await release(desk, binding, 'sending')
    await desk.sending.rest()
    expect(await stateOf(desk)).toBe('sending')
  })
})

describe('without a way to the bank', () => {
  it('a release waits, and leaves when there is one', async () => {
    const desk = await openSession()
    desk.bank.reach = 'unreachable'
    const binding = await approvedOrder(desk)
    await release(desk, binding, 'queued')
    desk.pass(60_000)
    expect(desk.bank.sent).toEqual([])
    desk.bank.reach = 'reachable'
    await until(desk, 'accepted')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('a release that is older than its policy allows goes back to a person: P8', async () => {
    const desk = await openSession()
    desk.bank.reach = 'unreachable'
    await release(desk, await approvedOrder(desk), 'queued')
    desk.pass((desk.policy.releaseHoldsMinutes + 1) * 60_000)
    desk.bank.reach = 'reachable'
    await until(desk, 'approved')
    expect((await rowOf(desk)).not_sent).toContain('older than 15 minutes')
    expect(desk.bank.sent).toEqual([])
  })

  it('a release that grew old while its call waited for its turn is not sent', async () => {
    const desk = await openSession()
    desk.bank.before = () => {
      desk.pass(16 * 60_000)
      return Promise.resolve()
    }
    await release(desk, await approvedOrder(desk), 'approved')
    expect(desk.bank.sent).toEqual([])
  })

  it('a release of a profile that is retired meanwhile goes back', async () => {
    const desk = await openSession()
    desk.bank.reach = 'unreachable'
    await release(desk, await approvedOrder(desk), 'queued')
    desk.barred = { code: 'profile-retired' }
    await until(desk, 'approved')
    expect(desk.bank.sent).toEqual([])
  })
})
