/**
 * Requests that break one documented rule. The schema refuses each, so none leaves the workstation.
 * Sent without the schema, the practice bank records the same rule: the two interpret it alike.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathOf } from '../../preload/contract/bank/endpoints.ts'
import { brokenRules } from './support/broken-rules.ts'
import { atDesk, openPracticeDesk } from './support/practice-desk.ts'
import { operating } from './support/samples.ts'

describe('a request that breaks one documented rule', () => {
  it.each(brokenRules)('never leaves: $rule', (broken) =>
    atDesk(async (desk) => {
      desk.expectBreach(broken.breach)
      expect(broken.passes(desk)).toBe(false)
      const { endpoint, query = '' } = broken
      const given = broken.body?.(desk)
      const isPayment = endpoint.startsWith('payment') || /^(rtp|wire)-/.test(endpoint)
      await desk.client.read({
        method: given === undefined ? 'GET' : 'POST',
        path: pathOf(endpoint) + query,
        body:
          given === undefined
            ? undefined
            : typeof given === 'string'
              ? given
              : JSON.stringify(given),
        headers: isPayment ? { PartnerClientId: desk.enrolment.partnerClientId } : {},
        lane: 'interactive',
        purpose: endpoint,
        actor: 'ann',
      })
    }),
  )

  it('is refused by ACH inquiry before anything arrives at the bank, whichever rule it is', async () => {
    await using desk = await openPracticeDesk()
    const far = fc.oneof(
      fc.integer({ min: 2, max: 400 }).map((days) => ({ fromDate: desk.daysLater(days) })),
      fc.integer({ min: 182, max: 900 }).map((days) => ({ fromDate: desk.daysLater(-days) })),
      fc.string({ minLength: 17 }).map((text) => ({ accountNumber: text.replaceAll(/\s/g, 'x') })),
      fc.integer({ min: 32, max: 150 }).map((days) => ({
        fromDate: desk.daysLater(-180),
        toDate: desk.daysLater(days - 180),
      })),
      fc
        .integer({ min: 100_000_000_001, max: Number.MAX_SAFE_INTEGER })
        .map((maximumAmount) => ({ maximumAmount })),
    )
    const asked = (change: object) =>
      desk.inquiry.list(
        { accountNumber: operating, ...change },
        { pageNumber: 1, pageSize: 10 },
        'ann',
      )
    await fc.assert(
      fc.asyncProperty(far, async (change) => {
        await expect(asked(change)).rejects.toThrow(RangeError)
      }),
      { numRuns: 200 },
    )
    expect((await desk.control.counters()).arrived).toBe(0)
    await desk.settle()
  })
})
