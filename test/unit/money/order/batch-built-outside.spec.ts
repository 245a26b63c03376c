/**
 * The body of a batch is built before the transaction that compares it, because everybody waits for
 * a transaction.
 */
import { describe, expect, it } from 'vitest'
import { batchMatchesStored, remember } from '../../../../main/money/batch/drafts/write-body.ts'
import { EvidenceOutdated } from '../../../../main/money/order/approval/evidence.ts'
import type { Store } from '../../../../main/store/store.ts'
import { approvedBatch, batchDraft } from './support/batch-session.ts'
import { as, codeOf, openSession, rowOf, stateOf, until } from './support/sending-session.ts'

/** Lets the program forget the bodies that it has built. */
function forgetBodies(): void {
  const built = { body: '', totals: { entries: 0, credits: 0, debits: 0 }, askew: [] }
  for (let at = 0; at < 32; at += 1)
    remember({ form: '', reference: `other ${String(at)}` }, [], built)
}

/** A session whose transactions of this kind each say whether they were stored, and begin without bodies. */
async function watching(kind: string) {
  const session = await openSession()
  const stored: boolean[] = []
  const { store } = session.context
  const record: Store['record'] = async (act, work) => {
    if (act.kind !== kind) return store.record(act, work)
    if (stored.length === 0) forgetBodies()
    const at = stored.push(false) - 1
    const value = await store.record(act, work)
    stored[at] = true
    return value
  }
  // The services have this context already.
  Object.assign(session.context, { store: { ...store, record } })
  return { session, stored }
}

describe('a batch whose body the program does not have', () => {
  it('is submitted once it is built outside of the transaction', async () => {
    const { session, stored } = await watching('order.submitted')
    await batchDraft(session)
    expect(codeOf(await as(session, 'mara')('submit', { id: 'o1' }))).toBeUndefined()
    expect(stored).toEqual([false, true])
    expect(await stateOf(session)).toBe('awaiting-approval')
  })

  it('is approved so', async () => {
    const { session, stored } = await watching('order.approved')
    await approvedBatch(session)
    expect(stored).toEqual([false, true])
    expect(await stateOf(session)).toBe('approved')
  })

  it('is released and journalled so, and sent once', async () => {
    const { session, stored } = await watching('order.send-journalled')
    const approvalHash = await approvedBatch(session)
    forgetBodies()
    expect(codeOf(await as(session, 'mara')('release', { id: 'o1', approvalHash }))).toBeUndefined()
    await until(session, 'accepted')
    expect(stored).toEqual([false, true])
    expect(session.bank.sent).toHaveLength(1)
  })

  it('is compared in no transaction that would have to build it', async () => {
    const session = await openSession()
    await approvedBatch(session)
    const row = await rowOf(session)
    forgetBodies()
    const look = { actor: 'mara', kind: 'x', subject: 'o1', detail: {} }
    const compare = () => session.store.record(look, (tx) => batchMatchesStored(tx, row))
    const failure: unknown = await compare().catch((problem: unknown) => problem)
    expect(failure).toBeInstanceOf(EvidenceOutdated)
    await (failure as EvidenceOutdated).renew()
    expect(await compare()).toBe(true)
  })
})
