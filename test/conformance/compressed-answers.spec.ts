/**
 * A bank behind a gateway that compresses every answer, although each call asks for none: a token, a
 * health check, a validation, a payment and its status are as right as without it.
 */
import { expect, it } from 'vitest'
import { checkHealth } from '../../main/bank/health-check.ts'
import { withPracticeApis } from './support/practice-apis.ts'
import { initiated, readingOf } from './support/sent.ts'
import { validate } from './support/status-rows.ts'

it.each(['gzip', 'deflate', 'br'] as const)('reads all of them in %s', (coding) =>
  withPracticeApis(async (apis) => {
    const scenario = `compressed-${coding}` as const
    await apis.control.setScenario({ scenario, target: 'any', times: 'until-cleared' })
    expect(await checkHealth(apis.client, 'account-validation', 'ann')).toMatchObject({
      status: 200,
    })
    const { answer } = await validate(apis)
    expect(readingOf(answer)).toBeDefined()
    const { transactionId, payment } = await initiated(apis)
    const status = await apis.payments.statusByTransactionId(transactionId, { actor: 'ann' })
    expect(readingOf(status.answer)).toMatchObject({ transactionId })
    expect(await apis.control.ledger()).toMatchObject({
      payments: [{ requestReference: payment.requestReference, count: 1 }],
    })
    expect(apis.records.map(({ purpose }) => purpose)).toContain('token')
    for (const { purpose, requestHeaders, responseHeaders, responseBody } of apis.records) {
      expect(requestHeaders['accept-encoding'], purpose).toBe('identity')
      expect(responseHeaders?.['content-encoding'], purpose).toBe(coding)
      expect(JSON.parse(responseBody ?? ''), purpose).toBeTypeOf('object')
    }
  }),
)
