/**
 * A rejection without the bank's own error body, and a status inquiry by a proven route that finds
 * nothing: together they change the unknown outcome to not sent. A later status from the bank makes
 * the outcome unknown again (Promises P1 and P10).
 */
import { describe, expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../main/money/order/approval/approval-hash.ts'
import { brokenApproval } from '../../../../main/money/order/approval/integrity.ts'
import { attemptsOf } from '../../../../main/money/order/order-records.ts'
import {
  confirmRefusal,
  markUnknownAgain,
} from '../../../../main/money/order/sending/send-journal.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import {
  accepted,
  actsOf,
  approvedOrder,
  as,
  codeOf,
  saveAlertStatus,
  inquire,
  lost,
  openSession,
  release,
  rowOf,
  stateOf,
  until,
  type SendingSession,
} from './support/sending-session.ts'

const refusedBarely = {
  ...lost,
  outcome: { kind: 'outcome-unknown', reason: 'refused-barely', status: 404 },
} as const

/**
 * The outcome is unknown after a bare rejection, for long enough that a status inquiry qualifies.
 */
async function refused(answer: typeof lost | typeof refusedBarely = refusedBarely) {
  const session = await openSession()
  session.policy = { ...practicePolicy, inquiryAfterMinutes: 5 }
  session.bank.answer = () => answer
  await release(session, await approvedOrder(session), 'outcome-unknown')
  session.bank.answer = () => accepted('T2')
  session.pass(5 * 60_000)
  return session
}
const borneOut = (session: SendingSession) => confirmRefusal(session.context, 'o1')
const releaseAgain = async (session: SendingSession) =>
  as(session, 'mara')('release', {
    id: 'o1',
    approvalHash: (await rowOf(session)).approval_hash ?? '',
  })

describe('a bare refusal', () => {
  it('is not sent where a status inquiry by a proven route confirms it: one person releases it again', async () => {
    const session = await refused()
    await inquire(session)
    expect(await borneOut(session)).toBe('approved')
    expect(await rowOf(session)).toMatchObject({
      next_inquiry_at: null,
      not_sent: expect.stringMatching(/refused/) as string,
    })
    expect(await attemptsOf(session.store.read, 'o1')).toMatchObject([
      { outcome: 'not-sent', reason: 'refusal-borne-out', status: 404 },
    ])
    expect((await actsOf(session)).at(-1)).toBe('order.ended system')
    expect(
      await brokenApproval(session.store.read, await rowOf(session), session.context),
    ).toBeNull()
    expect(codeOf(await releaseAgain(session))).toBeUndefined()
    await until(session, 'accepted')
    expect(session.bank.sent).toHaveLength(2)
  })

  it.each([
    [
      'the route is not proven',
      (session: SendingSession) =>
        inquire(session, 'not-found', 'o1', null, 'reference', 'untried'),
    ],
    ['nobody answered', (session: SendingSession) => inquire(session, 'no-answer')],
    ['the answer decides nothing', (session: SendingSession) => inquire(session, 'undecided')],
    [
      'an alert reported it',
      async (session: SendingSession) => {
        await saveAlertStatus(session)
        await inquire(session)
      },
    ],
    [
      'it is not fresh any more',
      async (session: SendingSession) => {
        await inquire(session)
        session.pass((practicePolicy.inquiryFreshMinutes + 1) * 60_000)
      },
    ],
  ] as const)('stays outcome-unknown where %s', async (_, happen) => {
    const session = await refused()
    await happen(session)
    expect(await borneOut(session)).toBeNull()
    expect(await stateOf(session)).toBe('outcome-unknown')
  })

  it('stays outcome-unknown before inquiryAfterMinutes is over', async () => {
    const session = await refused()
    session.pass(-60_000)
    await inquire(session)
    expect(await borneOut(session)).toBeNull()
  })

  it('is the only case that can be confirmed so: a lost answer cannot, nor can a resend', async () => {
    const silent = await refused(lost)
    await inquire(silent)
    expect(await borneOut(silent)).toBeNull()

    const twice = await refused(lost)
    await inquire(twice)
    twice.bank.answer = () => refusedBarely
    const evidence = await readOutcomeEvidence(twice.store.read, await rowOf(twice))
    await as(twice, 'mara')('proposeResend', { id: 'o1', evidence, reason: 'x' })
    await as(twice, 'theo')('confirmResend', { id: 'o1', evidence })
    await until(twice, 'outcome-unknown')
    expect(twice.bank.sent).toHaveLength(2)
    twice.pass(5 * 60_000)
    await inquire(twice)
    expect(await borneOut(twice)).toBeNull()
  })
})

describe('an order that seemed not to have been sent', () => {
  /** The order is back with a person. */
  async function cameBack(): Promise<SendingSession> {
    const session = await refused()
    await inquire(session)
    await borneOut(session)
    return session
  }

  it('is outcome-unknown again when the bank reports it, and takes two people and a status inquiry then', async () => {
    const session = await cameBack()
    expect(await markUnknownAgain(session.context, 'o1')).toBeNull()
    await saveAlertStatus(session)
    expect(await markUnknownAgain(session.context, 'o1')).toBe('outcome-unknown')
    expect(await rowOf(session)).toMatchObject({ not_sent: null })
    expect(await attemptsOf(session.store.read, 'o1')).toMatchObject([
      { outcome: 'unknown', reason: 'reported-since' },
    ])
    expect(
      await brokenApproval(session.store.read, await rowOf(session), session.context),
    ).toBeNull()
    session.pass(5 * 60_000)
    await inquire(session)
    expect(await borneOut(session)).toBeNull()
    expect(codeOf(await releaseAgain(session))).toBe('order-state')
  })

  it('is neither sent nor becomes a draft in between', async () => {
    const session = await cameBack()
    await saveAlertStatus(session)
    expect(codeOf(await releaseAgain(session))).toBe('known-at-bank')
    expect(codeOf(await as(session, 'mara')('returnToDraft', { id: 'o1' }))).toBe('known-at-bank')
    expect(codeOf(await as(session, 'theo')('sendBack', { id: 'o1', comment: 'x' }))).toBe(
      'known-at-bank',
    )
    expect(session.bank.sent).toHaveLength(1)
  })

  it('is not sent when the bank reports it between release and first byte', async () => {
    const session = await cameBack()
    session.bank.before = () => saveAlertStatus(session)
    await releaseAgain(session)
    await until(session, 'approved')
    expect(session.bank.sent).toHaveLength(1)
    expect(session.tracked).toContain('o1')
  })
})
