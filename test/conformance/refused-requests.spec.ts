/**
 * Requests that break one documented rule. The schema refuses each, so none leaves the workstation.
 * Sent without the schema, the practice bank records the same rule: both interpret it the same way.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathOf } from '../../preload/contract/bank/endpoints.ts'
import { brokenRules } from './support/broken-rules.ts'
import { withPracticeApis, openPracticeApis } from './support/practice-apis.ts'
import { operating } from './support/samples.ts'

describe('a request that breaks one documented rule', () => {
  it.each(brokenRules)('is never sent: $rule', (broken) =>
    withPracticeApis(async (apis) => {
      apis.expectBreach(broken.breach)
      expect(broken.passes(apis)).toBe(false)
      const { endpoint, query = '' } = broken
      const given = broken.body?.(apis)
      const isPayment = endpoint.startsWith('payment') || /^(rtp|wire)-/.test(endpoint)
      await apis.client.read({
        method: given === undefined ? 'GET' : 'POST',
        path: pathOf(endpoint) + query,
        body:
          given === undefined
            ? undefined
            : typeof given === 'string'
              ? given
              : JSON.stringify(given),
        headers: isPayment ? { PartnerClientId: apis.enrolment.partnerClientId } : {},
        lane: 'interactive',
        purpose: endpoint,
        actor: 'ann',
      })
    }),
  )

  it('is refused by ACH inquiry before anything reaches the bank, for every rule', async () => {
    await using apis = await openPracticeApis()
    const far = fc.oneof(
      fc.integer({ min: 2, max: 400 }).map((days) => ({ fromDate: apis.daysLater(days) })),
      fc.integer({ min: 182, max: 900 }).map((days) => ({ fromDate: apis.daysLater(-days) })),
      fc.string({ minLength: 17 }).map((text) => ({ accountNumber: text.replaceAll(/\s/g, 'x') })),
      fc.integer({ min: 32, max: 150 }).map((days) => ({
        fromDate: apis.daysLater(-180),
        toDate: apis.daysLater(days - 180),
      })),
      fc
        .integer({ min: 100_000_000_001, max: Number.MAX_SAFE_INTEGER })
        .map((maximumAmount) => ({ maximumAmount })),
    )
    const queried = (change: object) =>
      apis.inquiry.list(
        { accountNumber: operating, ...change },
        { pageNumber: 1, pageSize: 10 },
        'ann',
      )
    await fc.assert(
      fc.asyncProperty(far, async (change) => {
        await expect(queried(change)).rejects.toThrow(RangeError)
      }),
      { numRuns: 200 },
    )
    expect((await apis.control.counters()).arrived).toBe(0)
    await apis.settle()
  })
})
