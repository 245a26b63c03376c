/**
 * The effective date of a batch, checked again whenever it could leave, because approvals may wait
 * for days.
 */
import { describe, expect, it } from 'vitest'
import { approvedBatch } from './parts/batch-desk.ts'
import { as, codeOf, openSession, release, rowOf, until } from './parts/sending-desk.ts'

const dayMs = 86_400_000

describe('an effective date', () => {
  it('bank note 89: approved in November, a batch is not released in January, and nothing is sent', async () => {
    const desk = await openSession()
    const binding = await approvedBatch(desk)
    desk.pass(60 * dayMs)
    const answer = await as(desk, 'mara')('release', { id: 'o1', approvalHash: binding })
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'invalid-input', fields: [{ path: 'effectiveDate' }] },
    })
    expect(desk.bank.sent).toEqual([])
    expect((await rowOf(desk)).state).toBe('approved')
  })

  it('bank note 89: goes back to a person, with the reason, where it grew too old while the order waited', async () => {
    const desk = await openSession()
    desk.policy = { ...desk.policy, releaseHoldsMinutes: 1_000_000 }
    const binding = await approvedBatch(desk)
    desk.bank.before = () => {
      desk.pass(60 * dayMs)
      return Promise.resolve()
    }
    expect(
      codeOf(await as(desk, 'mara')('release', { id: 'o1', approvalHash: binding })),
    ).toBeUndefined()
    await until(desk, 'approved')
    expect((await rowOf(desk)).not_sent).toContain('effective date')
    expect(desk.bank.sent).toEqual([])
  })

  it('bank note 89: on its thirty-first day a batch still leaves', async () => {
    const desk = await openSession()
    const binding = await approvedBatch(desk)
    // From 2026-11-25 to 2026-12-26.
    desk.pass(33 * dayMs)
    await release(desk, binding, 'accepted')
    expect(desk.bank.sent).toHaveLength(1)
  })
})
