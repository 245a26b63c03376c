/** Amounts out of line with their batch or the last payment: warned of, never blocked. */
import { describe, expect, it } from 'vitest'
import {
  outliersAmong,
  type ComparedAmount,
} from '../../../../../main/money/batch/drafts/outlier-checks.ts'
import { newBatchId } from '../../../../../main/platform/identifiers.ts'
import { maxPage } from '../../../../../preload/contract/kernel/paging.ts'
import { entry, must, nils, openBatches, payroll } from '../open-batches.ts'

const amounts = (all: readonly number[], part: Partial<ComparedAmount> = {}): ComparedAmount[] =>
  all.map((amount, at) => ({
    entryId: `e${String(at + 1)}`,
    number: at + 1,
    direction: 'C',
    amount,
    last: null,
    ...part,
  }))

describe('an amount', () => {
  it('is flagged above ten times the median of its direction, and not at it', () => {
    const found = outliersAmong(
      amounts([100, 110, 90, 1_000, 1_001]).concat(amounts([9_000], { direction: 'D' })),
    )
    expect(found).toEqual([])
    expect(outliersAmong(amounts([100, 100, 90, 1_000, 1_001]))).toEqual([
      { entryId: 'e5', number: 5, amount: 1_001, against: 'batch', usual: 100 },
    ])
  })

  it('is compared with no median of fewer than five entries', () => {
    expect(outliersAmong(amounts([100, 100, 100, 50_000]))).toEqual([])
    expect(outliersAmong(amounts([100, 100, 100, 100, 50_000]))).toHaveLength(1)
  })

  it('is flagged above three times the last payment to its account, and not at it', () => {
    expect(outliersAmong(amounts([300], { last: 100 }))).toEqual([])
    expect(outliersAmong(amounts([301], { last: 100 }))).toEqual([
      { entryId: 'e1', number: 1, amount: 301, against: 'last-payment', usual: 100 },
    ])
  })

  it('may be flagged twice, and none is in an empty batch', () => {
    const many = amounts([100, 100, 100, 100, 2_000], { last: 90 })
    expect(outliersAmong(many).map(({ against }) => against)).toEqual(['batch', 'last-payment'])
    expect(outliersAmong([])).toEqual([])
  })

  it('is compared exactly up to the largest that the network carries', () => {
    const most = 9_999_999_999
    expect(outliersAmong(amounts([most, most, most, most, most]))).toEqual([])
  })
})

describe('a draft', () => {
  it('names the flagged amounts, with the newest payment to each account within 90 days', async () => {
    const session = await openBatches()
    const state = (id: string, as: string, at: string) =>
      session.store.record({ actor: 'mara', kind: 'test', subject: id, detail: {} }, (tx) =>
        tx
          .updateTable('orders')
          .set({ state: as as never, submitted_at: at, released_at: at })
          .where('id', '=', id)
          .execute(),
      )
    const now = session.context.clock.now().getTime()
    const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
    const paid = async (amount: string, as: string, days: number) =>
      state(
        await session.drafts.create(
          payroll,
          [entry({ accountNumber: '12345678', amount })],
          'mara',
        ),
        as,
        daysAgo(days),
      )
    await paid('1.00', 'accepted', 91)
    await paid('500.00', 'accepted', 40)
    await paid('100.00', 'accepted', 20)
    await paid('900.00', 'withdrawn', 1)
    const own = entry({ accountNumber: '0012345678', amount: '300.01' })
    const others = ['20.00', '20.00', '20.00', '20.00', '0.00', 'x'].map((amount, at) =>
      entry({ id: newBatchId(), accountNumber: String(90_000_000 + at), amount }),
    )
    const id = await session.drafts.create(payroll, [...others, own], 'mara')
    const whole = { cursor: null, limit: maxPage }
    expect(must(await session.handlers.findOutliers({ id, ...whole }, nils)).items).toEqual([
      { entryId: own.id, number: 7, amount: 30_001, against: 'batch', usual: 2_000 },
      { entryId: own.id, number: 7, amount: 30_001, against: 'last-payment', usual: 10_000 },
    ])
    expect(await session.handlers.findOutliers({ id: 'none', ...whole }, nils)).toMatchObject({
      ok: false,
    })
  })

  it('of 10,000 entries is compared with as many', async () => {
    const session = await openBatches()
    const many = () =>
      Array.from({ length: 10_000 }, (_, at) => entry({ accountNumber: String(10_000_000 + at) }))
    const before = await session.drafts.create(payroll, many(), 'mara')
    await session.store.record({ actor: 'mara', kind: 'test', subject: before, detail: {} }, (tx) =>
      tx.updateTable('orders').set({ state: 'accepted' }).where('id', '=', before).execute(),
    )
    const id = await session.drafts.create(payroll, many(), 'mara')
    const whole = { cursor: null, limit: maxPage }
    expect(must(await session.handlers.findOutliers({ id, ...whole }, nils)).total).toBe(0)
  })
})
