/**
 * An order decided together with others is refused where it must be decided about alone. Its review
 * is recorded once it was decided, and never before.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { decideOrder } from '../../../../../main/money/order/approval/decided-together.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import { openOrderTracking, people, type OrderTrackingSession } from '../support/order-tracking.ts'
import { actsAbout, changeStored, storedOrder, wireForm } from '../support/stored-orders.ts'

const together = { id: 'o1', approvalHash: 'h', isTogether: true }
const notShown = () => Promise.resolve(err({ code: 'not-found' as const }))
const decided: string[] = []
const decide = () => Promise.resolve(void decided.push('o1'))

let session: OrderTrackingSession
beforeEach(async () => {
  decided.length = 0
  session = await openOrderTracking()
  await storedOrder(session.store, { state: 'awaiting-approval' })
})
const reviewed = async () =>
  (await actsAbout(session.store)).filter((kind) => kind === 'order.viewed').length
const reviewAs = async (who: 'theo' | 'cleo' = 'theo') => {
  const answer = await session.reading.handlers.getReview({ id: 'o1' }, { operator: people[who] })
  return answer.ok ? answer.value : expect.fail(answer.error.code)
}
/** Shows the order as one that nothing speaks against. */
const shown = async () => {
  const { order } = await reviewAs()
  const ownership = {
    resultClass: 'owner-matches',
    isAnotherName: false,
    tooOld: false,
  }
  const payee = { id: 'p1', version: 1, payments: 3, lastPaidAt: null }
  const evidence = { ownership, validate: null, payee, flags: [] }
  return ok({ ...order, flags: [], warnings: [], problems: [], evidence } as never)
}

describe('an order decided together with others', () => {
  it('is refused where it cannot be shown or nobody decides, and is otherwise left to its own checks', async () => {
    const { context } = session
    await expect(decideOrder(context, notShown, together, 'theo', decide)).rejects.toMatchObject({
      failure: { code: 'not-found' },
    })
    await expect(decideOrder(context, notShown, together, 'x', decide)).rejects.toMatchObject({
      failure: { code: 'not-permitted' },
    })
    expect(decided).toEqual([])
    const alone = { ...together, isTogether: undefined }
    await decideOrder(context, notShown, alone, 'theo', decide)
    expect([decided, await reviewed()]).toEqual([['o1'], 0])
  })

  it('is recorded as reviewed by its decision, and not by a reading for the question', async () => {
    expect(await reviewAs()).toMatchObject({ seenAt: null, changes: [], order: { id: 'o1' } })
    expect([await reviewed(), (await reviewAs()).seenAt]).toEqual([0, null])
    await decideOrder(session.context, shown, together, 'theo', decide)
    expect([decided, await reviewed()]).toEqual([['o1'], 1])
    expect((await reviewAs()).seenAt).not.toBeNull()
    expect((await reviewAs('cleo')).seenAt).toBeNull()
  })

  it('is not recorded as reviewed where the decision is refused', async () => {
    const refused = () => Promise.reject(new Error('refused'))
    await expect(decideOrder(session.context, shown, together, 'theo', refused)).rejects.toThrow(
      'refused',
    )
    expect([await reviewed(), (await reviewAs()).seenAt]).toEqual([0, null])
  })

  it('is decided also where its review cannot be recorded', async () => {
    const problems: string[] = []
    const context = {
      ...session.context,
      store: { ...session.context.store, record: () => Promise.reject(new Error('disk full')) },
      report: (where: string) => void problems.push(where),
    }
    await decideOrder(context, shown, together, 'theo', decide)
    expect([decided, problems]).toEqual([['o1'], ['orders.review']])
  })

  it('is refused after a change since the last review, and stays not reviewed since', async () => {
    await session.reading.handlers.review({ id: 'o1' }, { operator: people.theo })
    const form = JSON.stringify({ ...wireForm, originatorReference: 'PO 12' })
    await changeStored(session.store, 'o1', { form })
    const { changes } = await reviewAs()
    expect(changes.length).toBeGreaterThan(0)
    await expect(
      decideOrder(session.context, shown, together, 'theo', decide),
    ).rejects.toMatchObject({ failure: { code: 'decided-alone', why: 'changed' } })
    expect([decided, await reviewed()]).toEqual([[], 1])
    expect((await reviewAs()).changes).toEqual(changes)
  })
})
