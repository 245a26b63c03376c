/**
 * The effective date of a batch, checked again whenever it could leave, because approvals may wait
 * for days.
 */
import { describe, expect, it } from 'vitest'
import { approvedBatch } from './support/batch-session.ts'
import { as, codeOf, openSession, release, rowOf, until } from './support/sending-session.ts'

const dayMs = 86_400_000

describe('an effective date', () => {
  it('bank note 89: approved in November, a batch is not released in January, and nothing is sent', async () => {
    const session = await openSession()
    const reviewedHash = await approvedBatch(session)
    session.pass(60 * dayMs)
    const answer = await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'invalid-input', fields: [{ path: 'effectiveDate' }] },
    })
    expect(session.bank.sent).toEqual([])
    expect((await rowOf(session)).state).toBe('approved')
  })

  it('bank note 89: goes back to a person, with the reason, where it grew too old while the order waited', async () => {
    const session = await openSession()
    session.policy = { ...session.policy, releaseHoldsMinutes: 1_000_000 }
    const reviewedHash = await approvedBatch(session)
    session.bank.before = () => {
      session.pass(60 * dayMs)
      return Promise.resolve()
    }
    expect(
      codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash: reviewedHash })),
    ).toBeUndefined()
    await until(session, 'approved')
    expect((await rowOf(session)).not_sent).toContain('effective date')
    expect(session.bank.sent).toEqual([])
  })

  it('bank note 89: on its thirty-first day a batch is still sent', async () => {
    const session = await openSession()
    const reviewedHash = await approvedBatch(session)
    // From 2026-11-25 to 2026-12-26.
    session.pass(33 * dayMs)
    await release(session, reviewedHash, 'accepted')
    expect(session.bank.sent).toHaveLength(1)
  })
})
