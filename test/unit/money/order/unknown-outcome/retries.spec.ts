/**
 * Copies of an order, over the ways in which an earlier one of the same payment may have left: only
 * a retry of what was closed as not made depends on it, and a rejection is no proof where the bank
 * says otherwise (Promises P1 and P10).
 */
import { describe, expect, it } from 'vitest'
import { readOutcomeEvidence } from '../../../../../main/money/order/approval/approval-hash.ts'
import { copyOriginOf } from '../../../../../main/money/order/copies.ts'
import { whyNotCopied } from '../../../../../main/money/order/copying.ts'
import { practicePolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import {
  accepted,
  approvedOrder,
  as,
  codeOf,
  draft,
  inquire,
  lost,
  openSession,
  rejected,
  release,
  rowOf,
  saveAlertStatus,
  until,
  type SendingSession,
} from '../support/sending-session.ts'

const dayMs = 24 * 3_600_000

const evidenceOf = async (session: SendingSession, id = 'o1') =>
  readOutcomeEvidence(session.store.read, await rowOf(session, id))
const whyNot = async (session: SendingSession, id = 'o1') =>
  whyNotCopied(
    session.store.read,
    await rowOf(session, id),
    session.context,
    session.context.waits.earliest(),
  )

/** The bank's support said that it did not make the payment, and two people confirmed that. */
async function notMade(session: SendingSession, id = 'o1'): Promise<void> {
  session.pass(5 * 60_000)
  const repliedAt = session.context.clock.now().toISOString()
  const reply = { result: 'not-made', contact: 'J. Ortega', ticket: 'WD-4471' } as const
  const evidence = await evidenceOf(session, id)
  expect(
    codeOf(await as(session, 'mara')('recordSupportReply', { id, evidence, repliedAt, ...reply })),
  ).toBeUndefined()
  const confirmed = { id, seq: 1, evidence: await evidenceOf(session, id) }
  expect(codeOf(await as(session, 'theo')('confirmSupportReply', confirmed))).toBeUndefined()
}

async function reportedNotMade(): Promise<SendingSession> {
  const session = await openSession()
  session.policy = { ...practicePolicy, inquiryAfterMinutes: 5 }
  session.bank.answer = () => lost
  await release(session, await approvedOrder(session), 'outcome-unknown')
  session.bank.answer = () => accepted('T2')
  await notMade(session)
  return session
}

/** Closes the order, and waits until it may be copied. */
async function closed(session: SendingSession, id = 'o1'): Promise<void> {
  expect(codeOf(await as(session, 'mara')('closeNotMade', { id }))).toBeUndefined()
  session.pass(3 * dayMs)
  await inquire(session, 'not-found', id)
  expect(await whyNot(session, id)).toBeUndefined()
}

/** Drafts a copy as the services do. */
async function copied(session: SendingSession, from: string, id: string): Promise<void> {
  const detail = { ...(await copyOriginOf(session.store.read, await rowOf(session, from))) }
  await draft(session, id, { valueDate: '2026-12-01' })
  await session.store.note({ actor: 'mara', kind: 'order.copied', subject: id, detail })
}
const submit = async (session: SendingSession, id: string) => as(session, 'mara')('submit', { id })
const approve = async (session: SendingSession, id: string) =>
  as(session, 'theo')('approve', {
    id,
    approvalHash: (await rowOf(session, id)).approval_hash ?? '',
  })
const released = async (session: SendingSession, id: string) =>
  as(session, 'mara')('release', {
    id,
    approvalHash: (await rowOf(session, id)).approval_hash ?? '',
  })
async function approved(session: SendingSession, id: string): Promise<void> {
  expect(codeOf(await submit(session, id))).toBeUndefined()
  expect(codeOf(await approve(session, id))).toBeUndefined()
}
const refusedAs = (message: RegExp) => ({
  error: { fields: [{ path: 'id', message: expect.stringMatching(message) as string }] },
})

describe('a payment that was resent after the reply "not made"', () => {
  it('is copied, and copied again, like any other payment', async () => {
    const session = await reportedNotMade()
    const again = { id: 'o1', evidence: await evidenceOf(session), reason: 'The desk asks for it' }
    await as(session, 'mara')('proposeResend', again)
    await as(session, 'theo')('confirmResend', { id: 'o1', evidence: again.evidence })
    await until(session, 'accepted')
    session.pass(3 * dayMs)
    for (const [from, id] of [
      ['o1', 'o2'],
      ['o2', 'o3'],
    ] as const) {
      expect(await whyNot(session, from)).toBeUndefined()
      await copied(session, from, id)
      await approved(session, id)
      expect(codeOf(await released(session, id))).toBeUndefined()
      await until(session, 'accepted', id)
    }
  })

  it('is resent although it was copied before it was sent at all', async () => {
    const session = await openSession()
    session.policy = { ...practicePolicy, inquiryAfterMinutes: 5 }
    session.bank.answer = () => lost
    const hash = await approvedOrder(session)
    await copied(session, 'o1', 'o2')
    await release(session, hash, 'outcome-unknown')
    await notMade(session)
    const again = { id: 'o1', evidence: await evidenceOf(session), reason: 'Again' }
    expect(codeOf(await as(session, 'mara')('proposeResend', again))).toBeUndefined()
  })
})

describe('a retry of what was closed as not made', () => {
  it('is refused at each step once the bank took the original, and says so', async () => {
    for (const step of ['submit', 'approve', 'release'] as const) {
      const session = await reportedNotMade()
      await closed(session)
      await copied(session, 'o1', 'o2')
      if (step !== 'submit') expect(codeOf(await submit(session, 'o2'))).toBeUndefined()
      if (step === 'release') expect(codeOf(await approve(session, 'o2'))).toBeUndefined()
      await saveAlertStatus(session)
      const refused = { submit, approve, release: released }[step]
      expect(await refused(session, 'o2')).toMatchObject(refusedAs(/may be at the bank by now/))
      const inquired = { state: 'accepted' } as const
      await session.store.record(
        { actor: 'system', kind: 'test.changed', subject: 'o1', detail: {} },
        (tx) => tx.updateTable('orders').set(inquired).where('id', '=', 'o1').execute(),
      )
      expect(await refused(session, 'o2')).toMatchObject(refusedAs(/took the original after all/))
      expect(session.bank.sent).toHaveLength(1)
      // A new copy of what the bank has is another payment.
      await copied(session, 'o1', 'o3')
      expect(codeOf(await submit(session, 'o3'))).toBeUndefined()
    }
  })

  it('goes where the bank took the original and then did not make it', async () => {
    const session = await reportedNotMade()
    await closed(session)
    await copied(session, 'o1', 'o2')
    await saveAlertStatus(session, 'Cancelled')
    await session.store.record(
      { actor: 'system', kind: 'test.changed', subject: 'o1', detail: {} },
      (tx) => tx.updateTable('orders').set({ state: 'accepted' }).where('id', '=', 'o1').execute(),
    )
    await approved(session, 'o2')
    expect(codeOf(await released(session, 'o2'))).toBeUndefined()
  })

  it('hands its original on to its own copy while it was not sent', async () => {
    const session = await reportedNotMade()
    await closed(session)
    await copied(session, 'o1', 'o2')
    await copied(session, 'o2', 'o3')
    await as(session, 'mara')('submit', { id: 'o3' })
    const again = { id: 'o1', evidence: await evidenceOf(session), reason: 'Again' }
    expect(codeOf(await as(session, 'mara')('proposeResend', again))).toBe('copied-already')
    await saveAlertStatus(session)
    expect(await approve(session, 'o3')).toMatchObject(refusedAs(/may be at the bank by now/))
  })

  it('hands it on after the bank has rejected it too', async () => {
    const session = await reportedNotMade()
    await closed(session)
    await copied(session, 'o1', 'o2')
    await approved(session, 'o2')
    session.bank.answer = () => rejected()
    expect(codeOf(await released(session, 'o2'))).toBeUndefined()
    await until(session, 'rejected', 'o2')
    await copied(session, 'o2', 'o3')
    await saveAlertStatus(session)
    expect(await submit(session, 'o3')).toMatchObject(refusedAs(/may be at the bank by now/))
  })

  it('whose outcome is unknown is not resent once the bank reported the original', async () => {
    const session = await reportedNotMade()
    await closed(session)
    await copied(session, 'o1', 'o2')
    await approved(session, 'o2')
    session.bank.answer = () => lost
    expect(codeOf(await released(session, 'o2'))).toBeUndefined()
    await until(session, 'outcome-unknown', 'o2')
    session.pass(5 * 60_000)
    await inquire(session, 'not-found', 'o2')
    const evidence = await evidenceOf(session, 'o2')
    const again = { id: 'o2', evidence, reason: 'Again' }
    expect(codeOf(await as(session, 'mara')('proposeResend', again))).toBeUndefined()
    await saveAlertStatus(session)
    expect(await as(session, 'theo')('confirmResend', { id: 'o2', evidence })).toMatchObject(
      refusedAs(/may be at the bank by now/),
    )
    expect(session.bank.sent).toHaveLength(2)
  })
})

describe('a rejected payment', () => {
  it('is not copied once the bank reports it as paid, and counts in the limit of its day', async () => {
    const session = await openSession()
    const limit = { operatorId: null, service: 'WIRE', currency: 'USD', perPayment: null } as const
    session.policy = { ...practicePolicy, limits: [{ ...limit, perDay: 2_000_000 }] }
    session.bank.answer = () => rejected()
    await release(session, await approvedOrder(session), 'rejected')
    expect(await whyNot(session)).toBeUndefined()
    await draft(session, 'o2')
    expect(codeOf(await submit(session, 'o2'))).toBeUndefined()
    expect(codeOf(await approve(session, 'o2'))).toBeUndefined()

    await saveAlertStatus(session)
    expect(await rowOf(session)).toMatchObject({ state: 'rejected', bank_status: 'contradictory' })
    expect(await whyNot(session)).toEqual({ code: 'not-copied', why: 'reported' })
    expect(codeOf(await released(session, 'o2'))).toBe('over-limit')
    await draft(session, 'o3')
    expect(codeOf(await submit(session, 'o3'))).toBe('over-limit')
  })
})
