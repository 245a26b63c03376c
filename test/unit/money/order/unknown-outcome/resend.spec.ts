/**
 * Resolves an unknown outcome by two people who resend: the same text, the same reference, after a
 * status inquiry that qualifies (Promise P1).
 */
import { describe, expect, it, vi } from 'vitest'
import { readOutcomeEvidence } from '../../../../../main/money/order/approval/approval-hash.ts'
import { attemptsOf, resendOf } from '../../../../../main/money/order/order-records.ts'
import { practicePolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import {
  accepted,
  actsOf,
  approvedOrder,
  as,
  codeOf,
  heard,
  lookUp,
  lost,
  openSession,
  people,
  refused,
  rejected,
  release,
  rowOf,
  stateOf,
  until,
  type Opening,
  type Person,
  type SendingDesk,
} from '../parts/sending-desk.ts'

/** A session whose order was sent once and has an unknown outcome. */
async function inDoubt(opening: Opening = {}): Promise<SendingDesk> {
  const desk = await openSession(opening)
  desk.bank.answer = () => lost
  await release(desk, await approvedOrder(desk), 'outcome-unknown')
  desk.bank.answer = () => accepted('T2')
  return desk
}
const evidenceOf = async (desk: SendingDesk): Promise<string> =>
  readOutcomeEvidence(desk.store.read, await rowOf(desk))
const propose = async (desk: SendingDesk, who: Person = 'mara', evidence?: string) =>
  as(desk, who)('proposeResend', {
    id: 'o1',
    evidence: evidence ?? (await evidenceOf(desk)),
    reason: 'The bank\u2019s desk says that it has nothing',
  })
const confirm = async (desk: SendingDesk, who: Person = 'theo', evidence?: string, more = {}) =>
  as(desk, who)('confirmResend', {
    id: 'o1',
    evidence: evidence ?? (await evidenceOf(desk)),
    ...more,
  })

/** Queried and proposed. */
async function proposed(): Promise<SendingDesk> {
  const desk = await inDoubt()
  await lookUp(desk)
  expect(codeOf(await propose(desk))).toBeUndefined()
  return desk
}

describe('a second sending', () => {
  it('sends the same text once more when two people have seen the same evidence', async () => {
    const desk = await proposed()
    expect(codeOf(await confirm(desk))).toBeUndefined()
    await until(desk, 'accepted')
    expect(desk.bank.sent).toHaveLength(2)
    expect(new Set(desk.bank.sent).size).toBe(1)
    expect(await attemptsOf(desk.store.read, 'o1')).toMatchObject([
      { seq: 1, outcome: 'unknown', confirmed_by: null },
      { seq: 2, outcome: 'accepted', released_by: 'mara', confirmed_by: 'theo' },
    ])
    expect((await actsOf(desk)).slice(-4)).toEqual([
      'order.second-proposed mara',
      'order.second-confirmed theo',
      'order.send-journalled mara',
      'order.ended system',
    ])
  })

  it('bank note 67: needs a look-up that counts, and one right after the sending does not', async () => {
    const desk = await inDoubt()
    desk.policy = { ...practicePolicy, lookUpAfterMinutes: 5 }
    expect(codeOf(await propose(desk))).toBe('look-up-first')
    await lookUp(desk)
    expect(await propose(desk)).toMatchObject({
      error: { code: 'look-up-first', countsFrom: '2026-11-23T14:05:00.000Z' },
    })
    desk.pass(5 * 60_000)
    await lookUp(desk)
    expect(codeOf(await propose(desk))).toBeUndefined()
  })

  it.each(['found', 'undecided'] as const)(
    'is refused when the newest look-up is %s',
    async (verdict) => {
      const desk = await inDoubt()
      await lookUp(desk)
      await lookUp(desk, verdict)
      expect(codeOf(await propose(desk))).toBe('look-up-first')
    },
  )

  it('is refused when the route by which it was not found shows nothing any more', async () => {
    const desk = await inDoubt()
    await lookUp(desk)
    await lookUp(desk, 'no-answer')
    expect(codeOf(await propose(desk))).toBeUndefined()
    await lookUp(desk, 'no-answer', 'o1', null, 'reference', null, 'route-shows-nothing')
    expect(codeOf(await propose(desk))).toBe('look-up-first')
    await lookUp(desk)
    expect(codeOf(await propose(desk))).toBeUndefined()
    // Earlier versions stored a sentence.
    const sentence = 'Not an answer: this route does not show what the bank has taken in'
    await lookUp(desk, 'no-answer', 'o1', sentence)
    expect(codeOf(await propose(desk))).toBe('look-up-first')
  })

  it('is refused when an alert told of the payment, whatever a look-up says after it', async () => {
    const desk = await inDoubt()
    await heard(desk, 'Held Requiring Cover')
    await lookUp(desk)
    expect(codeOf(await propose(desk))).toBe('known-at-bank')
    expect(await stateOf(desk)).toBe('outcome-unknown')
  })

  it('is refused when an alert told of it between the two people, and before the first byte', async () => {
    const desk = await proposed()
    await heard(desk, 'Completed')
    await lookUp(desk)
    expect(codeOf(await propose(desk))).toBe('known-at-bank')
    const other = await proposed()
    other.bank.before = () => heard(other, 'Completed')
    await confirm(other)
    await until(other, 'outcome-unknown')
    expect([desk.bank.sent.length, other.bank.sent.length]).toEqual([1, 1])
  })

  it('is refused when a look-up ever named the payment, decided or not', async () => {
    const desk = await inDoubt()
    await lookUp(desk, 'undecided', 'o1', 'ERROR')
    await lookUp(desk)
    expect(codeOf(await propose(desk))).toBe('known-at-bank')
  })

  it('is refused when the look-up is not fresh any more', async () => {
    const desk = await proposed()
    desk.pass((practicePolicy.lookUpFreshMinutes + 1) * 60_000)
    expect(codeOf(await confirm(desk))).toBe('look-up-first')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('needs another person than the one who asked, and none of the makers', async () => {
    const desk = await inDoubt()
    await lookUp(desk)
    await propose(desk, 'theo')
    expect(codeOf(await confirm(desk, 'theo'))).toBe('same-person')
    await desk.store.note({ actor: 'ada', kind: 'order.draft-saved', subject: 'o1', detail: {} })
    expect(codeOf(await confirm(desk, 'ada'))).toBe('own-work')
    expect(codeOf(await confirm(desk, 'max'))).toBe('not-permitted')
    desk.operators.set('cleo', { ...people.cleo, setBy: 'theo' })
    expect(codeOf(await confirm(desk, 'cleo'))).toBe('not-approver')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('B8: is not undone by a look-up that says the same again, or that nobody answered', async () => {
    const desk = await proposed()
    const seen = await evidenceOf(desk)
    await lookUp(desk)
    await lookUp(desk, 'no-answer')
    await lookUp(desk)
    expect(codeOf(await confirm(desk, 'theo', seen))).toBeUndefined()
    await until(desk, 'accepted')
  })

  it('needs that both saw the same: another answer to a look-up, and the second has to look again', async () => {
    const desk = await proposed()
    const seen = await evidenceOf(desk)
    await lookUp(desk, 'undecided')
    await lookUp(desk)
    expect(codeOf(await confirm(desk, 'theo', seen))).toBe('order-changed')
    expect(codeOf(await confirm(desk))).toBe('order-changed')
    expect(codeOf(await propose(desk))).toBeUndefined()
    expect(codeOf(await confirm(desk))).toBeUndefined()
  })

  it('is confirmed once when two confirm at once', async () => {
    const desk = await proposed()
    const results = await Promise.all([confirm(desk, 'theo'), confirm(desk, 'cleo')])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    await until(desk, 'accepted')
    expect(desk.bank.sent).toHaveLength(2)
  })

  it('is not made when something was learnt between confirmation and first byte', async () => {
    const desk = await proposed()
    desk.bank.before = () => lookUp(desk, 'found')
    await confirm(desk)
    await until(desk, 'outcome-unknown')
    expect(desk.bank.sent).toHaveLength(1)
    expect((await rowOf(desk)).second_sending).toBeNull()
  })

  it('needs a reason of the second person, too, where nothing shows that the look-up works', async () => {
    const desk = await inDoubt()
    await lookUp(desk, 'not-found', 'o1', null, 'reference', 'untried')
    expect(codeOf(await propose(desk))).toBeUndefined()
    expect(await confirm(desk)).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'reason' }] },
    })
    expect(desk.bank.sent).toHaveLength(1)
    const reason = 'The desk of the bank said so by telephone'
    expect(codeOf(await confirm(desk, 'theo', undefined, { reason }))).toBeUndefined()
    expect(resendOf(await rowOf(desk))).toMatchObject({ confirmReason: reason })
    await until(desk, 'accepted')
    expect(desk.bank.sent).toHaveLength(2)
  })

  it('is another evidence where the same look-up came by another route', async () => {
    const desk = await inDoubt()
    await lookUp(desk, 'not-found', 'o1', null, 'reference', 'untried')
    const before = await evidenceOf(desk)
    await desk.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx.updateTable('order_look_ups').set({ route: 'proven' }).execute(),
    )
    expect(await evidenceOf(desk)).not.toBe(before)
  })

  it('can be withdrawn, and then there is nothing to confirm', async () => {
    const desk = await proposed()
    expect(codeOf(await as(desk, 'theo')('withdrawResend', { id: 'o1' }))).toBeUndefined()
    expect(codeOf(await confirm(desk))).toBe('order-state')
  })

  it.each([
    ['was refused', () => refused()],
    ['was rejected, perhaps because the bank has the first', () => rejected()],
    ['was lost', () => lost],
  ] as const)('leaves the order in doubt when it %s', async (_, answer) => {
    const desk = await proposed()
    desk.bank.answer = answer
    await confirm(desk)
    await until(desk, 'outcome-unknown')
    expect(await rowOf(desk)).toMatchObject({ transaction_id: null, second_sending: null })
    const approvedAgain = await as(desk, 'mara')('release', {
      id: 'o1',
      approvalHash: (await rowOf(desk)).binding ?? '',
    })
    expect(codeOf(approvedAgain)).toBe('order-state')
    expect(desk.bank.sent).toHaveLength(2)
    expect(codeOf(await propose(desk))).toBe('look-up-first')
  })

  it('that waits and is taken back, lapses or is killed is in doubt again, and needs both people again', async () => {
    const ends = {
      'taken back': (desk: SendingDesk) => as(desk, 'mara')('takeBack', { id: 'o1' }),
      lapsed: async (desk: SendingDesk) => {
        desk.pass(16 * 60_000)
        await stateOf(desk)
      },
      killed: (desk: SendingDesk) => desk.again().recover(),
      left: (desk: SendingDesk) => desk.sending.rest(),
    }
    for (const end of Object.values(ends)) {
      const desk = await proposed()
      desk.bank.reach = 'unreachable'
      await confirm(desk)
      expect(await stateOf(desk)).toBe('queued')
      await end(desk)
      await until(desk, 'outcome-unknown')
      desk.bank.reach = 'reachable'
      expect(codeOf(await confirm(desk))).toBe('order-state')
      expect(desk.bank.sent).toHaveLength(1)
    }
  })

  it('is in doubt after a kill while it was on its way, and never sent by itself', async () => {
    const desk = await proposed()
    desk.bank.answer = () => new Promise(() => undefined)
    await confirm(desk)
    await until(desk, 'sending')
    // The sending is journalled before its first byte goes out.
    await vi.waitFor(() => expect(desk.bank.sent).toHaveLength(2))
    await desk.again().recover()
    expect(await stateOf(desk)).toBe('outcome-unknown')
    expect(desk.bank.sent).toHaveLength(2)
  })

  it('keeps the bank\u2019s id of each sending, whichever of them was taken in', async () => {
    const desk = await openSession()
    const first = { ...lost, outcome: { ...lost.outcome, transactionId: 'T1' } }
    desk.bank.answer = () => first
    await release(desk, await approvedOrder(desk), 'outcome-unknown')
    desk.bank.answer = () => accepted('T2')
    await lookUp(desk)
    await propose(desk)
    await confirm(desk)
    await until(desk, 'accepted')
    const ids = (await attemptsOf(desk.store.read, 'o1')).map((one) => one.transaction_id)
    expect(ids).toEqual(['T1', 'T2'])
    expect((await rowOf(desk)).transaction_id).toBe('T2')
  })

  it('needs the evidence that the policy asks for now', async () => {
    const desk = await proposed()
    desk.missing = ['payee']
    expect(codeOf(await confirm(desk))).toBe('evidence-needed')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('is not made when whoever confirmed it may not confirm any more', async () => {
    const desk = await proposed()
    desk.bank.before = () =>
      Promise.resolve(desk.operators.set('theo', { ...people.theo, disabled: true }))
    desk.policy = { ...practicePolicy, approvals: [{ from: 0, approvals: 1, approvers: null }] }
    await confirm(desk)
    await until(desk, 'outcome-unknown')
    expect((await rowOf(desk)).not_sent).toContain('no longer permitted to')
    expect(desk.bank.sent).toHaveLength(1)
  })

  it('needs the approvals that the policy asks for now', async () => {
    const desk = await proposed()
    desk.policy = {
      ...practicePolicy,
      approvals: [{ from: 0, approvals: 2, approvers: null }],
    }
    expect(codeOf(await confirm(desk))).toBe('approvals-missing')
    expect(desk.bank.sent).toHaveLength(1)
  })
})
