/** The use of the agreed volumes, counted on a real store by the days of the policy's zone. */
import { beforeEach, describe, expect, it } from 'vitest'
import { agreedVolumes } from '../../../../main/workplace/overview/agreed-volumes.ts'
import { saveCall, type BankCallRecord } from '../../../../main/bank/call-record.ts'
import type { Store } from '../../../../main/store/store.ts'
import { volumeLevel } from '../../../../preload/contract/api/overview/agreed-volume.ts'
import { practicePolicy } from '../../../../preload/contract/domain/operators/policy.ts'
import {
  emptyDetails,
  type Product,
  type ProductTerms,
} from '../../../../preload/contract/api/profiles/profile-details.ts'
import { recorded } from '../../inquiry/traffic/recorded-calls.ts'
import { putBatch, storedEntry } from '../../money/batch/stored-batch.ts'
import { storedAttempt, storedOrder } from '../../money/order/support/stored-orders.ts'
import { readingPlans } from '../../store/reading-plans.ts'
import { itInFile, newStorePath, open } from '../../store/stores.ts'

// November in New York began at 04:00 UTC, in summer time.
const now = new Date('2026-11-23T14:20:00.000Z')
const [beforeMonth, startOfMonth] = ['2026-11-01T03:59:59.999Z', '2026-11-01T04:00:00.000Z']
const [beforeDay, startOfDay] = ['2026-11-23T04:59:59.999Z', '2026-11-23T05:00:00.000Z']

let store: Store
let calls = 0
beforeEach(async () => {
  store = await open(newStorePath())
})

type Volume = NonNullable<ProductTerms['volume']>
const terms = (product: Product, volume: ProductTerms['volume']): ProductTerms => ({
  product,
  hours: { kind: 'all-day' },
  calls: null,
  volume,
})
const contextOf = (products: readonly ProductTerms[], read = store.read) => ({
  store: { read },
  clock: { now: () => now, monotonicMs: () => 0 },
  policy: { current: () => ({ policy: practicePolicy, version: 0, at: null, by: null }) },
  profile: () => ({ details: { ...emptyDetails, products: [...products] }, accounts: [] }),
})
/** Returns the use of one product. */
async function usedOf(product: Product, per: Volume['per'] = 'month') {
  const [volume] = await agreedVolumes(contextOf([terms(product, { count: 100, per })]))
  return volume
}
const call = (part: Partial<BankCallRecord>): Promise<void> => {
  calls += 1
  return saveCall(
    store,
    recorded({ id: `call-${String(calls)}`, at: startOfDay, outcome: 'answered', ...part }),
  )
}

describe('a call to an API that inquires', () => {
  it.each([
    ['account-validation', 'account-validation'],
    ['ach-inquiry', 'ach-list'],
    ['ach-inquiry', 'ach-detail'],
    ['ach-inquiry', 'ach-returns'],
    ['wire-inquiry', 'wire-inquiry'],
    ['rtp-inquiry', 'rtp-inquiry'],
    ['previous-day', 'previous-day'],
    ['intraday', 'intraday'],
  ] as const)('of %s counts, as %s', async (product, purpose) => {
    await call({ purpose })
    expect(await usedOf(product)).toEqual({
      product,
      agreed: 100,
      per: 'month',
      used: 1,
      swept: 0,
      from: '2026-11-01',
      zone: 'America/New_York',
    })
  })

  it('counts once it may have reached the bank, unless it was one too many', async () => {
    const purpose = 'account-validation'
    await call({ purpose, outcome: 'no-answer' })
    await call({ purpose, status: 400 })
    await call({ purpose, outcome: 'not-sent' })
    await call({ purpose, status: 429 })
    expect(await usedOf('account-validation')).toMatchObject({ used: 2 })
  })

  it.each(['token', 'health-ach-inquiry', 'payment-status', 'payment-validate', 'originate-ppd'])(
    'is no call as %s',
    async (purpose) => {
      await call({ purpose })
      for (const product of ['ach-inquiry', 'wire', 'ach-origination'] as const)
        expect(await usedOf(product)).toMatchObject({ used: 0 })
    },
  )

  it('counts with the sweeps, which are counted apart too', async () => {
    await call({ purpose: 'ach-list', lane: 'sweep' })
    await call({ purpose: 'ach-list', lane: 'interactive' })
    expect(await usedOf('ach-inquiry')).toMatchObject({ used: 2, swept: 1 })
  })

  it('counts in the day, month and year of the policy’s zone', async () => {
    const times = [startOfDay, beforeDay, startOfMonth, beforeMonth, '2026-01-01T04:59:59.999Z']
    for (const at of times) await call({ purpose: 'intraday', at })
    expect(await usedOf('intraday', 'day')).toMatchObject({ used: 1, from: '2026-11-23' })
    expect(await usedOf('intraday', 'month')).toMatchObject({ used: 3, from: '2026-11-01' })
    expect(await usedOf('intraday', 'year')).toMatchObject({ used: 4, from: '2026-01-01' })
  })
})

describe('money that was sent', () => {
  const attempt = (order_id: string, part: Parameters<typeof storedAttempt>[1] = {}) =>
    storedAttempt(store, { order_id, outcome: 'accepted', ...part })

  it('counts each payment by its service, each time that it may have left', async () => {
    for (const id of ['wire', 'rtp'])
      await storedOrder(store, {
        id,
        reference: id,
        service: id === 'wire' ? 'WIRE' : 'RTP',
        state: 'approved',
      })
    await attempt('wire', { outcome: 'unknown' })
    await attempt('wire', { seq: 2 })
    await attempt('wire', { seq: 3, outcome: 'not-sent' })
    await attempt('wire', { seq: 4, is_restore_marker: 1 })
    await attempt('rtp', { outcome: 'rejected' })
    expect(await usedOf('wire')).toMatchObject({ used: 2, swept: 0 })
    expect(await usedOf('rtp')).toMatchObject({ used: 1 })
    expect(await usedOf('ach-origination')).toMatchObject({ used: 0 })
  })

  it('counts each entry of a batch', async () => {
    const id = await putBatch(store, 'PPD', [storedEntry(), storedEntry(), storedEntry()])
    await attempt(id)
    expect(await usedOf('ach-origination')).toMatchObject({ used: 3 })
  })

  it('counts on the day on which it left', async () => {
    await storedOrder(store, { id: 'late', reference: 'late', state: 'approved' })
    await attempt('late', { journalled_at: beforeDay, ended_at: startOfDay })
    expect(await usedOf('wire', 'day')).toMatchObject({ used: 1 })
    await storedOrder(store, { id: 'before', reference: 'before', state: 'approved' })
    await attempt('before', { journalled_at: beforeDay, ended_at: beforeDay })
    expect(await usedOf('wire', 'day')).toMatchObject({ used: 1 })
  })
})

describe('the agreed volumes', () => {
  it('are those of the profile, in its order', async () => {
    const products = [
      terms('wire', { count: 5, per: 'day' }),
      terms('rtp', null),
      terms('account-validation', { count: 900, per: 'year' }),
    ]
    const volumes = await agreedVolumes(contextOf(products))
    expect(volumes.map(({ product, agreed, per }) => [product, agreed, per])).toEqual([
      ['wire', 5, 'day'],
      ['account-validation', 900, 'year'],
    ])
  })

  it('are none in practice, and then nothing is counted', async () => {
    const context = { ...contextOf([]), profile: () => ({ details: null, accounts: [] }) }
    expect(await agreedVolumes(context)).toEqual([])
  })

  itInFile('are counted without reading a body', async () => {
    const products = [terms('ach-inquiry', { count: 1, per: 'month' })]
    const plans = await readingPlans(store, (read) => agreedVolumes(contextOf(products, read)))
    expect(plans.flat().join('\n')).toContain('COVERING INDEX bank_calls_for_list')
  })
})

it.each([
  [79, 0, 'within'],
  [80, 0, 'near'],
  [100, 0, 'near'],
  [101, 0, 'exceeded'],
  [0, 79, 'within'],
  [40, 40, 'near'],
  [40, 61, 'exceeded'],
] as const)('with %i of 100 used and %i planned, a volume is %s', (used, planned, level) => {
  expect(volumeLevel({ agreed: 100, used }, planned)).toBe(level)
})
