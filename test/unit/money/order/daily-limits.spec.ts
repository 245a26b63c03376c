/**
 * The limit of a day: all that is sent on it, or may have been sent, on the banking day of the policy's
 * zone.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { daysLater, clockIn } from '../../../../preload/contract/kernel/calendar.ts'
import {
  practicePolicy,
  type Policy,
} from '../../../../preload/contract/domain/operators/policy.ts'
import { approvedBatch, entry } from './support/batch-session.ts'
import { readingOf } from './support/reading-session.ts'
import {
  approvedOrder,
  as,
  codeOf,
  draft,
  inquire,
  lost,
  notSent,
  openSession,
  refused,
  rejected,
  release,
  rowOf,
  stateOf,
  until,
  type Person,
  type SendingSession,
} from './support/sending-session.ts'

const day = 86_400_000

/** A limit of so many wires of USD 12,500.00 a day. */
const wiresADay = (count: number, part: Partial<Policy> = {}): Policy => ({
  ...practicePolicy,
  limits: [
    {
      operatorId: null,
      service: 'WIRE',
      currency: 'USD',
      perPayment: null,
      perDay: count * 1_250_000,
    },
  ],
  ...part,
})
const at = (session: SendingSession, instant: string): void =>
  session.pass(Date.parse(instant) - session.context.clock.now().getTime())
const released = async (session: SendingSession, id: string, who: Person = 'mara') =>
  as(session, who)('release', { id, approvalHash: (await rowOf(session, id)).approval_hash ?? '' })
const leaves = async (session: SendingSession, id: string): Promise<void> => {
  expect(codeOf(await released(session, id))).toBeUndefined()
  await until(session, 'accepted', id)
}

/** Proposes and confirms a resend of the order `o1` by two people. */
async function resend(session: SendingSession) {
  await inquire(session)
  const evidence = await readOutcomeEvidence(session.store.read, await rowOf(session))
  const reason = 'The bank has nothing'
  await as(session, 'mara')('proposeResend', { id: 'o1', evidence, reason })
  return as(session, 'theo')('confirmResend', { id: 'o1', evidence })
}

/** Orders that were approved on a different day each; the clock is at the day after the last. */
async function approvedOnTheirDays(ids: readonly string[], policy = wiresADay(1)) {
  const session = await openSession()
  session.policy = policy
  for (const id of ids) {
    await approvedOrder(session, id)
    session.pass(day)
  }
  return session
}

describe('an order that counts as sent', () => {
  it.each([
    ['one whose answer never came', () => lost, 'outcome-unknown', 'over-limit'],
    ['none that the bank rejected', () => rejected(), 'rejected', undefined],
    ['none that the bank refused to read', () => refused(), 'approved', undefined],
    ['none that was not sent', () => notSent('cancelled'), 'approved', undefined],
  ] as const)('is %s', async (_, answer, state, code) => {
    const session = await approvedOnTheirDays(['o1', 'o2'])
    session.bank.answer = answer
    await released(session, 'o1')
    await until(session, state, 'o1')
    expect(codeOf(await released(session, 'o2'))).toBe(code)
  })

  it('is one that is found later not to have been made, too: it may have been sent on that day', async () => {
    const session = await approvedOnTheirDays(['o1', 'o2'])
    session.bank.answer = () => lost
    await release(session, (await rowOf(session)).approval_hash ?? '', 'outcome-unknown')
    await session.store.record({ actor: 'x', kind: 'x', subject: 'o1', detail: {} }, (tx) =>
      tx.updateTable('orders').set({ state: 'rejected' }).where('id', '=', 'o1').execute(),
    )
    expect(codeOf(await released(session, 'o2'))).toBe('over-limit')
  })

  it('is each resend on its own day, beside the first one on the same', async () => {
    const session = await approvedOnTheirDays(['o1', 'o2'])
    session.bank.answer = () => lost
    await release(session, (await rowOf(session)).approval_hash ?? '', 'outcome-unknown')
    expect(await resend(session)).toMatchObject({
      error: { code: 'over-limit', wanted: 2_500_000, day: { roomFrom: '2026-11-26' } },
    })
    expect(session.bank.sent).toHaveLength(1)
    at(session, '2026-11-26T05:00:00.000Z')
    expect(codeOf(await resend(session))).toBeUndefined()
    await until(session, 'outcome-unknown')
    expect(session.bank.sent).toHaveLength(2)
    expect(codeOf(await released(session, 'o2'))).toBe('over-limit')
  })

  it('is one on the day of its end as well, where its call waited over midnight', async () => {
    const session = await approvedOnTheirDays(['o1', 'o2'])
    at(session, '2026-11-26T04:55:00.000Z')
    const { answer } = session.bank
    session.bank.answer = (body, callOptions) => {
      session.pass(10 * 60_000)
      return answer(body, callOptions)
    }
    await leaves(session, 'o1')
    expect(await released(session, 'o2')).toMatchObject({
      error: { code: 'over-limit', day: { date: '2026-11-26' } },
    })
  })

  it('is an interrupted one on its own day, and not on the day of the next start', async () => {
    const session = await approvedOnTheirDays(['o1', 'o2'])
    session.bank.answer = () => new Promise(() => undefined)
    await released(session, 'o1')
    await until(session, 'sending', 'o1')
    expect(codeOf(await released(session, 'o2'))).toBe('over-limit')
    session.pass(day)
    await session.again().recover()
    expect(await stateOf(session, 'o1')).toBe('outcome-unknown')
    expect(codeOf(await released(session, 'o2'))).toBeUndefined()
  })

  it('is one that waits for the bank, when another is released', async () => {
    const session = await approvedOnTheirDays(['o1', 'o2'])
    session.bank.reach = 'unreachable'
    expect(codeOf(await released(session, 'o1'))).toBeUndefined()
    expect(await released(session, 'o2')).toMatchObject({
      error: { code: 'over-limit', wanted: 2_500_000, day: { counts: 'sent' } },
    })
  })
})

describe('a queued order', () => {
  it('counts on the day on which it is sent', async () => {
    const session = await approvedOnTheirDays(['o1', 'o2', 'o3'])
    at(session, '2026-11-27T04:55:00.000Z')
    session.bank.reach = 'unreachable'
    expect(codeOf(await released(session, 'o1'))).toBeUndefined()
    at(session, '2026-11-27T05:05:00.000Z')
    session.bank.reach = 'reachable'
    await until(session, 'accepted', 'o1')
    expect(await released(session, 'o2')).toMatchObject({
      error: { day: { date: '2026-11-27', roomFrom: '2026-11-28' } },
    })
    expect(session.bank.sent).toHaveLength(1)
  })

  it('goes back to approved where the day has no room left when it would be sent, and names the next day with room', async () => {
    const session = await approvedOnTheirDays(['o1', 'o2'], wiresADay(2))
    session.bank.reach = 'unreachable'
    for (const id of ['o1', 'o2']) expect(codeOf(await released(session, id))).toBeUndefined()
    session.policy = wiresADay(1)
    session.bank.reach = 'reachable'
    const states = async () => [await stateOf(session, 'o1'), await stateOf(session, 'o2')].sort()
    await expect.poll(states, { interval: 5 }).toEqual(['accepted', 'approved'])
    expect(session.bank.sent).toHaveLength(1)
    const rest = (await stateOf(session, 'o1')) === 'approved' ? 'o1' : 'o2'
    expect((await rowOf(session, rest)).not_sent).toBe(
      'It is over a limit now. The daily limit for wires is USD 12,500.00. Together with orders sent, resent or queued on 2026-11-25 (New York), this makes USD 25,000.00. There is room from 2026-11-26.',
    )
    at(session, '2026-11-26T05:00:00.000Z')
    await leaves(session, rest)
  })
})

describe('orders of a daily limit', () => {
  it('have no day with room where the amount alone is above the limit', async () => {
    const session = await openSession()
    const reviewedHash = await approvedOrder(session)
    session.policy = wiresADay(0.5)
    expect(
      await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash }),
    ).toMatchObject({
      error: { limit: 'per-day', allowed: 625_000, wanted: 1_250_000, day: null },
    })
  })

  it('count the maker’s and the submitter’s apart, by the limit of each', async () => {
    const session = await openSession()
    const [all] = wiresADay(1).limits
    if (!all) throw new Error('no limit')
    const ofMara = { ...all, operatorId: 'mara' }
    session.policy = wiresADay(1, { limits: [{ ...all, perDay: null }, ofMara] })
    const approved = async (id: string, maker: Person, submitter: Person) => {
      await draft(session, id, {}, maker)
      expect(codeOf(await as(session, submitter)('submit', { id }))).toBeUndefined()
      const reviewedHash = (await rowOf(session, id)).approval_hash ?? ''
      expect(
        codeOf(await as(session, 'theo')('approve', { id, approvalHash: reviewedHash })),
      ).toBeUndefined()
      session.pass(day)
    }
    await approved('o1', 'mara', 'mara')
    await approved('o2', 'max', 'mara')
    await approved('o3', 'mara', 'max')
    await approved('o4', 'max', 'max')
    await leaves(session, 'o4')
    await leaves(session, 'o2')
    expect(codeOf(await released(session, 'o1', 'max'))).toBe('over-limit')
    expect(codeOf(await released(session, 'o3', 'max'))).toBe('over-limit')
    expect(session.bank.sent).toHaveLength(2)
  })

  it('count batches of every SEC code with credits and debits together, and no wires', async () => {
    const session = await openSession()
    const ach = { operatorId: null, service: 'ACH', currency: 'USD', perPayment: null } as const
    const reviewedHash = await approvedBatch(session)
    const amount = (await rowOf(session)).amount ?? 0
    session.policy = wiresADay(9, {
      limits: [...wiresADay(9).limits, { ...ach, perDay: amount + 100 }],
    })
    await approvedOrder(session, 'w1')
    session.pass(day)
    const more = { id: 'o2', uuid: 'd'.repeat(32), form: { secCode: 'CCD' as const } }
    const other = await approvedBatch(session, {
      ...more,
      entries: [entry(10, { amount: '1.01' })],
    })
    await release(session, reviewedHash, 'accepted')
    await leaves(session, 'w1')
    expect(await as(session, 'mara')('release', { id: 'o2', approvalHash: other })).toMatchObject({
      error: { code: 'over-limit', service: 'ACH', wanted: amount + 101, day: { counts: 'sent' } },
    })
  })
})

describe('any releases at any times', () => {
  it('send no more in a day than its limit, and the day that is named has room', async () => {
    const step = fc.record({
      hours: fc.integer({ min: 0, max: 30 }),
      amount: fc.integer({ min: 1, max: 100 }),
      which: fc.nat({ max: 20 }),
    })
    const steps = fc.array(step, { minLength: 12, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const session = await openSession()
        const left = new Map<string, number>()
        const waiting: { readonly id: string; readonly amount: number }[] = []
        for (const [index, { hours, amount, which }] of taken.entries()) {
          session.pass(hours * 3_600_000)
          const id = `o${String(index)}`
          // Submitted under no limit: here the limit applies to releases.
          session.policy = practicePolicy
          await approvedOrder(session, id, { amount: `${String(amount)}.00` })
          waiting.push({ id, amount })
          session.policy = wiresADay(0.008)
          const at = which % waiting.length
          const chosen = waiting[at]
          if (!chosen) continue
          const answer = (await released(session, chosen.id)) as {
            ok: boolean
            error?: { day: { counts: string; roomFrom: string | null } }
          }
          const today = clockIn('America/New_York', session.context.clock.now())?.date ?? ''
          if (answer.ok) {
            await until(session, 'accepted', chosen.id)
            waiting.splice(at, 1)
            left.set(today, (left.get(today) ?? 0) + chosen.amount)
          } else if (answer.error?.day.counts === 'sent') {
            expect((left.get(today) ?? 0) + chosen.amount).toBeGreaterThan(100)
            expect(answer.error.day.roomFrom).toBe(daysLater(today, 1))
          }
        }
        for (const sum of left.values()) expect(sum).toBeLessThanOrEqual(100)
      }),
      { numRuns: 5 },
    )
  })
})

describe('the amount left today', () => {
  const wire = { id: null, service: 'WIRE', currency: 'USD' } as const

  it('is null without a limit, and without a rule for the currency', async () => {
    const session = await openSession()
    expect(await readingOf(session).limit(wire)).toBeNull()
    session.policy = wiresADay(3)
    expect(await readingOf(session).limit({ ...wire, currency: 'EUR' })).toBeNull()
    expect(await readingOf(session).limit({ ...wire, service: 'PPD' })).toBeNull()
  })

  it('is exactly the room of the next submission, and grows again when one is withdrawn', async () => {
    const session = await openSession()
    session.policy = wiresADay(3)
    const dayOf = async (id: string | null = null) =>
      (await readingOf(session).limit({ ...wire, id }))?.day
    await approvedOrder(session, 'o1')
    await draft(session, 'o2')
    expect(await dayOf()).toEqual({
      perDay: 3_750_000,
      left: 2_500_000,
      leftToRelease: 3_750_000,
      resent: 0,
      date: '2026-11-23',
      zone: 'America/New_York',
    })
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o2' }))).toBeUndefined()
    expect(await dayOf()).toMatchObject({ left: 1_250_000 })
    // An order does not count beside itself.
    expect(await dayOf('o2')).toMatchObject({ left: 2_500_000 })
    await draft(session, 'o3', { amount: '12,500.01' })
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o3' }))).toBe('over-limit')
    await draft(session, 'o4')
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o4' }))).toBeUndefined()
    expect(await dayOf()).toMatchObject({ left: 0 })
    await as(session, 'theo')('sendBack', { id: 'o4', comment: 'Wrong amount' })
    expect(await dayOf()).toMatchObject({ left: 1_250_000 })
  })

  it('names the room of a release where orders of other days leave today, and begins with the banking day', async () => {
    const session = await approvedOnTheirDays(['o1', 'o2'], wiresADay(3))
    await leaves(session, 'o1')
    const limit = () => readingOf(session).limit(wire)
    expect(await limit()).toMatchObject({ day: { left: 3_750_000, leftToRelease: 2_500_000 } })
    at(session, '2026-11-26T04:59:59.000Z')
    expect(await limit()).toMatchObject({ day: { date: '2026-11-25', leftToRelease: 2_500_000 } })
    session.pass(1000)
    expect(await limit()).toMatchObject({ day: { date: '2026-11-26', leftToRelease: 3_750_000 } })
  })

  it('counts each sending of a resent order, and names the part that counts again', async () => {
    const session = await approvedOnTheirDays(['o1'], wiresADay(3))
    session.bank.answer = () => lost
    await release(session, (await rowOf(session)).approval_hash ?? '', 'outcome-unknown')
    const limit = () => readingOf(session).limit(wire)
    expect(await limit()).toMatchObject({ day: { leftToRelease: 2_500_000, resent: 0 } })
    await resend(session)
    await until(session, 'outcome-unknown')
    expect(session.bank.sent).toHaveLength(2)
    expect(await limit()).toMatchObject({
      day: { left: 3_750_000, leftToRelease: 1_250_000, resent: 1_250_000 },
    })
    // Tomorrow neither of them counts.
    session.pass(day)
    expect(await limit()).toMatchObject({ day: { leftToRelease: 3_750_000, resent: 0 } })
  })

  it('is the tighter one of the maker’s and the submitter’s limits', async () => {
    const session = await openSession()
    const [all] = wiresADay(3).limits
    if (!all) throw new Error('no limit')
    const ofMax = { ...all, operatorId: 'max', perPayment: 500_000, perDay: 1_000_000 }
    session.policy = wiresADay(3, { limits: [all, ofMax] })
    await draft(session, 'o1', {}, 'max')
    const ofDraft = { ...wire, id: 'o1' }
    expect(await readingOf(session).limit(ofDraft)).toMatchObject({
      perPayment: 500_000,
      day: { left: 1_000_000 },
    })
    expect(await readingOf(session).limit(wire)).toMatchObject({
      perPayment: null,
      day: { left: 3_750_000 },
    })
  })

  it('sums batches of every SEC code', async () => {
    const session = await openSession()
    await approvedBatch(session)
    const amount = (await rowOf(session)).amount ?? 0
    const ach = { operatorId: null, service: 'ACH', currency: 'USD', perPayment: 700 } as const
    session.policy = wiresADay(9, { limits: [{ ...ach, perDay: amount + 100 }] })
    const ccd = { id: null, service: 'CCD', currency: 'USD' } as const
    expect(await readingOf(session).limit(ccd)).toMatchObject({
      perPayment: 700,
      day: { left: 100 },
    })
  })
})

describe('the day', () => {
  it.each([
    // 25 hours: the clocks go back.
    ['2027-11-07T04:00:00.000Z', '2027-11-08T04:59:59.000Z', '2027-11-08'],
    // 23 hours: they go forward.
    ['2027-03-14T05:00:00.000Z', '2027-03-15T03:59:59.000Z', '2027-03-15'],
  ])('from %s lasts to %s', async (first, last, next) => {
    const session = await approvedOnTheirDays(['o1', 'o2', 'o3', 'o4'])
    at(session, new Date(Date.parse(first) - 1000).toISOString())
    await leaves(session, 'o1')
    at(session, first)
    await leaves(session, 'o2')
    at(session, last)
    expect(await released(session, 'o3')).toMatchObject({ error: { day: { roomFrom: next } } })
    session.pass(1000)
    await leaves(session, 'o3')
  })

  it('is one of the policy’s zone', async () => {
    const session = await approvedOnTheirDays(
      ['o1', 'o2'],
      wiresADay(1, { bankingZone: 'Asia/Kathmandu' }),
    )
    at(session, '2026-11-25T18:14:00.000Z')
    await leaves(session, 'o1')
    expect(await released(session, 'o2')).toMatchObject({
      error: { day: { date: '2026-11-25', zone: 'Asia/Kathmandu', roomFrom: '2026-11-26' } },
    })
    at(session, '2026-11-25T18:15:00.000Z')
    await leaves(session, 'o2')
  })

  it('of a submission without room under a lowered limit requires its maker to submit it again', async () => {
    const session = await openSession()
    for (const id of ['o1', 'o2']) await approvedOrder(session, id)
    session.pass(day)
    session.policy = wiresADay(1)
    expect(await released(session, 'o1')).toMatchObject({
      error: {
        code: 'over-limit',
        day: { counts: 'submitted', date: '2026-11-23', roomFrom: null },
      },
    })
    await as(session, 'mara')('returnToDraft', { id: 'o1' })
    await leaves(session, 'o2')
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
  })
})
