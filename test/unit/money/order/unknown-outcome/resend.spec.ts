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
  refusalsOf,
  saveAlertStatus,
  inquire,
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
  type SendingSession,
} from '../support/sending-session.ts'

/** A session whose order was sent once and has an unknown outcome. */
async function withUnknownOutcome(opening: Opening = {}): Promise<SendingSession> {
  const session = await openSession(opening)
  session.bank.answer = () => lost
  await release(session, await approvedOrder(session), 'outcome-unknown')
  session.bank.answer = () => accepted('T2')
  return session
}
const evidenceOf = async (session: SendingSession): Promise<string> =>
  readOutcomeEvidence(session.store.read, await rowOf(session))
const propose = async (session: SendingSession, who: Person = 'mara', evidence?: string) =>
  as(session, who)('proposeResend', {
    id: 'o1',
    evidence: evidence ?? (await evidenceOf(session)),
    reason: 'Bank support says that it has nothing',
  })
const confirm = async (
  session: SendingSession,
  who: Person = 'theo',
  evidence?: string,
  more = {},
) =>
  as(session, who)('confirmResend', {
    id: 'o1',
    evidence: evidence ?? (await evidenceOf(session)),
    ...more,
  })

/** Queried and proposed. */
async function proposed(): Promise<SendingSession> {
  const session = await withUnknownOutcome()
  await inquire(session)
  expect(codeOf(await propose(session))).toBeUndefined()
  return session
}

describe('a resend', () => {
  it('sends the same text once more when two people have seen the same evidence', async () => {
    const session = await proposed()
    expect(codeOf(await confirm(session))).toBeUndefined()
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(2)
    expect(new Set(session.bank.sent).size).toBe(1)
    expect(await attemptsOf(session.store.read, 'o1')).toMatchObject([
      { seq: 1, outcome: 'unknown', confirmed_by: null },
      { seq: 2, outcome: 'accepted', released_by: 'mara', confirmed_by: 'theo' },
    ])
    expect((await actsOf(session)).slice(-4)).toEqual([
      'order.resend-proposed mara',
      'order.resend-confirmed theo',
      'order.send-journalled mara',
      'order.ended system',
    ])
  })

  it('bank note 67: needs a qualifying status inquiry, and one right after the sending is none', async () => {
    const session = await withUnknownOutcome()
    session.policy = { ...practicePolicy, inquiryAfterMinutes: 5 }
    expect(codeOf(await propose(session))).toBe('inquiry-first')
    await inquire(session)
    expect(await propose(session)).toMatchObject({
      error: { code: 'inquiry-first', countsFrom: '2026-11-23T14:05:00.000Z' },
    })
    const audited = { actor: 'mara', act: 'proposeResend', code: 'inquiry-first' }
    expect(await refusalsOf(session)).toEqual([audited, audited])
    session.pass(5 * 60_000)
    await inquire(session)
    expect(codeOf(await propose(session))).toBeUndefined()
  })

  it.each(['found', 'undecided'] as const)(
    'is refused when the newest status inquiry is %s',
    async (verdict) => {
      const session = await withUnknownOutcome()
      await inquire(session)
      await inquire(session, verdict)
      expect(codeOf(await propose(session))).toBe('inquiry-first')
    },
  )

  it('is refused when the route by which it was not found no longer shows anything', async () => {
    const session = await withUnknownOutcome()
    await inquire(session)
    await inquire(session, 'no-answer')
    expect(codeOf(await propose(session))).toBeUndefined()
    await inquire(session, 'no-answer', 'o1', null, 'reference', null, 'route-shows-nothing')
    expect(codeOf(await propose(session))).toBe('inquiry-first')
    await inquire(session)
    expect(codeOf(await propose(session))).toBeUndefined()
  })

  it('is refused when an alert reported the payment, whatever a status inquiry reports after it', async () => {
    const session = await withUnknownOutcome()
    await saveAlertStatus(session, 'Held Requiring Cover')
    await inquire(session)
    expect(codeOf(await propose(session))).toBe('known-at-bank')
    expect(await stateOf(session)).toBe('outcome-unknown')
  })

  it('is refused when an alert reported it between the two people, and before the first byte', async () => {
    const session = await proposed()
    await saveAlertStatus(session, 'Completed')
    await inquire(session)
    expect(codeOf(await propose(session))).toBe('known-at-bank')
    const other = await proposed()
    other.bank.before = () => saveAlertStatus(other, 'Completed')
    await confirm(other)
    await until(other, 'outcome-unknown')
    expect([session.bank.sent.length, other.bank.sent.length]).toEqual([1, 1])
  })

  it('is refused when a status inquiry ever named the payment, decided or not', async () => {
    const session = await withUnknownOutcome()
    await inquire(session, 'undecided', 'o1', 'ERROR')
    await inquire(session)
    expect(codeOf(await propose(session))).toBe('known-at-bank')
  })

  it('is refused when the status inquiry is not fresh any more', async () => {
    const session = await proposed()
    session.pass((practicePolicy.inquiryFreshMinutes + 1) * 60_000)
    expect(codeOf(await confirm(session))).toBe('inquiry-first')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('needs another person than the one who proposed it, and none of the makers', async () => {
    const session = await withUnknownOutcome()
    await inquire(session)
    await propose(session, 'theo')
    expect(codeOf(await confirm(session, 'theo'))).toBe('same-person')
    await session.store.note({ actor: 'ada', kind: 'order.draft-saved', subject: 'o1', detail: {} })
    expect(codeOf(await confirm(session, 'ada'))).toBe('own-work')
    expect(codeOf(await confirm(session, 'max'))).toBe('not-permitted')
    session.operators.set('cleo', { ...people.cleo, setBy: 'theo' })
    expect(codeOf(await confirm(session, 'cleo'))).toBe('not-approver')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('is not undone by a status inquiry with the same result, or by one that nobody answered', async () => {
    const session = await proposed()
    const seen = await evidenceOf(session)
    await inquire(session)
    await inquire(session, 'no-answer')
    await inquire(session)
    expect(codeOf(await confirm(session, 'theo', seen))).toBeUndefined()
    await until(session, 'accepted')
  })

  it('needs the same evidence for both: after another answer the second person reviews again', async () => {
    const session = await proposed()
    const seen = await evidenceOf(session)
    await inquire(session, 'undecided')
    await inquire(session)
    expect(codeOf(await confirm(session, 'theo', seen))).toBe('order-changed')
    expect(codeOf(await confirm(session))).toBe('order-changed')
    expect(codeOf(await propose(session))).toBeUndefined()
    expect(codeOf(await confirm(session))).toBeUndefined()
  })

  it('is confirmed once when two confirm at once', async () => {
    const session = await proposed()
    const results = await Promise.all([confirm(session, 'theo'), confirm(session, 'cleo')])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(2)
  })

  it('is not sent when something was reported between confirmation and first byte', async () => {
    const session = await proposed()
    session.bank.before = () => inquire(session, 'found')
    await confirm(session)
    await until(session, 'outcome-unknown')
    expect(session.bank.sent).toHaveLength(1)
    expect((await rowOf(session)).resend).toBeNull()
  })

  it('needs a reason of the second person, too, where nothing shows that the status inquiry works', async () => {
    const session = await withUnknownOutcome()
    await inquire(session, 'not-found', 'o1', null, 'reference', 'untried')
    expect(codeOf(await propose(session))).toBeUndefined()
    expect(await confirm(session)).toMatchObject({
      error: { code: 'invalid-input', fields: [{ path: 'reason' }] },
    })
    expect(session.bank.sent).toHaveLength(1)
    const reason = 'The desk of the bank said so by telephone'
    expect(codeOf(await confirm(session, 'theo', undefined, { reason }))).toBeUndefined()
    expect(resendOf(await rowOf(session))).toMatchObject({ confirmReason: reason })
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(2)
  })

  it('has other evidence where the same status inquiry came by another route', async () => {
    const session = await withUnknownOutcome()
    await inquire(session, 'not-found', 'o1', null, 'reference', 'untried')
    const before = await evidenceOf(session)
    await session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx.updateTable('order_status_inquiries').set({ route_reliability: 'proven' }).execute(),
    )
    expect(await evidenceOf(session)).not.toBe(before)
  })

  it('can be withdrawn, and then there is nothing to confirm', async () => {
    const session = await proposed()
    expect(codeOf(await as(session, 'theo')('withdrawResend', { id: 'o1' }))).toBeUndefined()
    expect(codeOf(await confirm(session))).toBe('order-state')
  })

  it.each([
    ['was refused', () => refused()],
    ['was rejected, perhaps because the bank has the first', () => rejected()],
    ['was lost', () => lost],
  ] as const)('leaves the order with an unknown outcome when it %s', async (_, answer) => {
    const session = await proposed()
    session.bank.answer = answer
    await confirm(session)
    await until(session, 'outcome-unknown')
    expect(await rowOf(session)).toMatchObject({ transaction_id: null, resend: null })
    const approvedAgain = await as(session, 'mara')('release', {
      id: 'o1',
      approvalHash: (await rowOf(session)).approval_hash ?? '',
    })
    expect(codeOf(approvedAgain)).toBe('order-state')
    expect(session.bank.sent).toHaveLength(2)
    expect(codeOf(await propose(session))).toBe('inquiry-first')
  })

  it('that waits and is taken back, expires or is killed is outcome-unknown again, and needs both people again', async () => {
    const ends = {
      'taken back': (session: SendingSession) => as(session, 'mara')('takeBack', { id: 'o1' }),
      expired: async (session: SendingSession) => {
        session.pass(16 * 60_000)
        await stateOf(session)
      },
      killed: (session: SendingSession) => session.again().recover(),
      left: (session: SendingSession) => session.sending.rest(),
    }
    for (const end of Object.values(ends)) {
      const session = await proposed()
      session.bank.reach = 'unreachable'
      await confirm(session)
      expect(await stateOf(session)).toBe('queued')
      await end(session)
      await until(session, 'outcome-unknown')
      session.bank.reach = 'reachable'
      expect(codeOf(await confirm(session))).toBe('order-state')
      expect(session.bank.sent).toHaveLength(1)
    }
  })

  it('is outcome-unknown after a kill while it was on its way, and never sent by itself', async () => {
    const session = await proposed()
    session.bank.answer = () => new Promise(() => undefined)
    await confirm(session)
    await until(session, 'sending')
    // The sending is journalled before its first byte goes out.
    await vi.waitFor(() => expect(session.bank.sent).toHaveLength(2))
    await session.again().recover()
    expect(await stateOf(session)).toBe('outcome-unknown')
    expect(session.bank.sent).toHaveLength(2)
  })

  it('keeps the bank\u2019s id of each sending, whichever of them was taken in', async () => {
    const session = await openSession()
    const first = { ...lost, outcome: { ...lost.outcome, transactionId: 'T1' } }
    session.bank.answer = () => first
    await release(session, await approvedOrder(session), 'outcome-unknown')
    session.bank.answer = () => accepted('T2')
    await inquire(session)
    await propose(session)
    await confirm(session)
    await until(session, 'accepted')
    const ids = (await attemptsOf(session.store.read, 'o1')).map((one) => one.transaction_id)
    expect(ids).toEqual(['T1', 'T2'])
    expect((await rowOf(session)).transaction_id).toBe('T2')
  })

  it('needs the evidence that the policy requires now', async () => {
    const session = await proposed()
    session.missing = ['payee']
    expect(codeOf(await confirm(session))).toBe('evidence-needed')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('is not sent when the person who confirmed it may not confirm any more', async () => {
    const session = await proposed()
    session.bank.before = () =>
      Promise.resolve(session.operators.set('theo', { ...people.theo, disabled: true }))
    session.policy = { ...practicePolicy, approvals: [{ from: 0, approvals: 1, approvers: null }] }
    await confirm(session)
    await until(session, 'outcome-unknown')
    expect((await rowOf(session)).not_sent).toContain('no longer permitted to')
    expect(session.bank.sent).toHaveLength(1)
  })

  it('needs the approvals that the policy requires now', async () => {
    const session = await proposed()
    session.policy = {
      ...practicePolicy,
      approvals: [{ from: 0, approvals: 2, approvers: null }],
    }
    expect(codeOf(await confirm(session))).toBe('approvals-missing')
    expect(session.bank.sent).toHaveLength(1)
  })
})
