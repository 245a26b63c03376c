/**
 * Every HTTP status of the document from every API: its member of the union, the stored part of the
 * answer, and the number of requests to the bank (bank document 1, Errors; bank notes 7, 15-23).
 */
import { describe, expect, it } from 'vitest'
import { bankAnswer } from '../../preload/contract/bank/answers/bank-answer.ts'
import type { ScenarioTarget } from '../../preload/contract/api/practice/practice-scenarios.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { withPracticeApis, type PracticeApis } from './support/practice-apis.ts'
import {
  arrivedFor,
  moneyFamilies,
  readFamilies,
  statusRows,
  validate,
  type StatusRow,
} from './support/status-rows.ts'

const anyAnswer = bankAnswer(z.unknown())
const envelopeTrace = {
  transactionId: expect.stringMatching(/^[\w-]{36}$/) as string,
  correlationId: expect.stringMatching(/^[\w-]{36}$/) as string,
  transactionTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
}

/** Checks the answer of a status. */
function expectAnswer(
  answer: z.infer<typeof anyAnswer>,
  { status, problem, says, enveloped }: StatusRow,
) {
  expect(anyAnswer.parse(answer)).toBeDefined()
  expect(answer).toMatchObject(
    problem === null ? { kind: 'answered' } : { kind: 'refused', problem },
  )
  if (!('trace' in answer)) throw new Error(answer.kind)
  expect(answer.trace).toMatchObject({ status, ...(enveloped && envelopeTrace) })
  const messages =
    'warnings' in answer ? answer.warnings : 'messages' in answer ? answer.messages : []
  if (says) expect(messages).toContainEqual(says)
  else expect(messages).toEqual([])
  if (status === 503) expect(answer).toMatchObject({ connectError: says?.text })
}

/** Checks that the record has the raw answer as received, and that the same ids trace the call. */
function expectRaw(apis: PracticeApis, purpose: string, { status, enveloped, says }: StatusRow) {
  const { responseBody, status: recorded, correlationId } = apis.latest(purpose)
  expect(recorded).toBe(status)
  if (status === 400) expect(responseBody).toBe('')
  if (status === 502) expect(responseBody).toMatch(/^<!DOCTYPE html>\n[^]*<\/html>\n$/)
  if (says) expect(responseBody).toContain(says.text.split(': ')[0])
  if (enveloped)
    expect(JSON.parse(responseBody ?? '')).toMatchObject({ 'X-CorrelationId': correlationId })
}

/** Checks that no call arrives during the pause that the bank requires. */
async function expectPause(apis: PracticeApis) {
  const { arrived, pausedUntil } = await apis.control.counters()
  expect(pausedUntil).not.toBeNull()
  const queried = { actor: 'ann', whenPaused: 'fail' } as const
  const statusInquiry = apis.payments.statusByTransactionId('T1', queried)
  for (const { answer } of [await validate(apis), await statusInquiry])
    expect(answer).toEqual({ kind: 'not-sent', reason: 'rate-paused' })
  expect((await apis.control.counters()).arrived).toBe(arrived)
}

const order = (apis: PracticeApis, { scenario }: StatusRow, target: ScenarioTarget) =>
  apis.control.setScenario({ scenario, target, times: 'until-cleared' })

/** A 401 is retried once with a fresh token, 502 and 504 twice, every other status never. */
const timesQueried = ({ status }: StatusRow): number => {
  if (status === 401) return 2
  return status === 502 || status === 504 ? 3 : 1
}

describe.each(readFamilies)('$name, queried through $endpoint', ({ endpoint, target, prepare }) => {
  it.each(statusRows)(
    'reads $status as it is, stores the raw answer, and retries as often as allowed',
    (row) =>
      withPracticeApis(async (apis) => {
        const call = await prepare(apis)
        const before = await arrivedFor(apis, target)
        await order(apis, row, target)
        const { answer, raw } = await call()
        expectAnswer(answer as z.infer<typeof anyAnswer>, row)
        expectRaw(apis, endpoint, row)
        expect(raw).toBe(apis.latest(endpoint).responseBody)
        expect((await arrivedFor(apis, target)) - before).toBe(timesQueried(row))
        expect(apis.waits).toHaveLength(timesQueried(row) === 3 ? 2 : 0)
        if (row.status === 429) await expectPause(apis)
      }),
  )

  it.each(['html-502', 'gateway-timeout-504'] as const)('is answered after one %s', (scenario) =>
    withPracticeApis(async (apis) => {
      const call = await prepare(apis)
      await apis.control.setScenario({ scenario, target, times: 1 })
      expect((await call()).answer.kind).toBe('answered')
      expect(apis.waits).toHaveLength(1)
    }),
  )

  it('is answered with a fresh token after the bank forgot the old one', () =>
    withPracticeApis(async (apis) => {
      const call = await prepare(apis)
      await apis.client.checkToken()
      await apis.control.setScenario({ scenario: 'token-revoked', target, times: 1 })
      expect((await call()).answer.kind).toBe('answered')
      expect((await apis.control.counters()).tokensIssued).toBe(2)
    }))
})

describe('account validation', () => {
  it.each(statusRows)('reads $status as it is, stores the raw answer, and queries once', (row) =>
    withPracticeApis(async (apis) => {
      await order(apis, row, 'validation')
      const { answer } = await validate(apis)
      const { status, problem } = row
      expectAnswer(answer as z.infer<typeof anyAnswer>, row)
      const unreadable = { 400: 'empty', 502: 'html' }[status] ?? null
      expect(answer).toMatchObject(
        problem === null
          ? { reading: { errorCode: '000', accountStatus: { code: '099' } } }
          : { reading: null, unreadable },
      )
      expectRaw(apis, 'account-validation', row)
      expect(await arrivedFor(apis, 'validation')).toBe(status === 401 ? 2 : 1)
      if (status === 429) await expectPause(apis)
    }),
  )
})

const tokenFailure = (status: number) => (status === 401 ? 'credentials-refused' : 'token-refused')

describe('the token', () => {
  it.each(statusRows)('is refused or accepted as $status says, and the answer is stored', (row) =>
    withPracticeApis(async (apis) => {
      await order(apis, row, 'token')
      const fetched = await apis.client.checkToken()
      const { status } = row
      if (status === 299) expect(fetched).toMatchObject({ kind: 'token', lifetimeMs: 86_399_000 })
      else if (status === 429)
        expect(fetched).toMatchObject({ kind: 'failed', reason: 'rate-paused' })
      else expect(fetched).toEqual({ kind: 'failed', reason: tokenFailure(status), status })
      expectRaw(apis, 'token', row)
      expect(await arrivedFor(apis, 'token')).toBe(1)
      if (status !== 299 && status !== 429) {
        const refused = { kind: 'not-sent', reason: tokenFailure(status) }
        expect((await validate(apis)).answer).toEqual(refused)
        expect((await apis.control.counters()).byOperation).toEqual({ token: 1 })
      }
      if (status === 429) await expectPause(apis)
    }),
  )
})

const refusals = new Set([401, 403, 404, 405, 415, 429])
const moneyOutcome = (status: number) => {
  if (status === 299) return { kind: 'answered', verdict: 'accepted', status }
  // The 400 comes without a body.
  if (status === 400) return { kind: 'outcome-unknown', reason: 'refused-barely', status }
  return refusals.has(status)
    ? { kind: 'not-sent', reason: 'refused', status }
    : { kind: 'outcome-unknown', reason: 'unclear-status', status }
}

describe.each(moneyFamilies)('money by $endpoint', ({ endpoint, target, prepare, accepted }) => {
  it.each(statusRows)('is sent once, and $status decides the outcome of the money', (row) =>
    withPracticeApis(async (apis) => {
      const call = prepare(apis)
      await order(apis, row, target)
      const { outcome, answer, raw } = await call()
      expect(outcome).toMatchObject(moneyOutcome(row.status))
      expectAnswer(answer as z.infer<typeof anyAnswer>, row)
      expectRaw(apis, endpoint, row)
      expect(raw).toBe(apis.latest(endpoint).responseBody)
      // No retry after a 401 either: a gateway may send it although the bank has accepted the
      // money.
      expect(await arrivedFor(apis, target)).toBe(1)
      expect(await accepted(apis)).toBe(row.status === 299 ? 1 : 0)
      expect(apis.waits).toEqual([])
      if (row.status === 429) await expectPause(apis)
    }),
  )

  it('is sent once where the bank took it in and the gateway timed out, and its outcome is unknown', () =>
    withPracticeApis(async (apis) => {
      const call = prepare(apis)
      await apis.control.setScenario({ scenario: 'accepted-then-504', target, times: 1 })
      expect((await call()).outcome).toMatchObject({ kind: 'outcome-unknown', status: 504 })
      expect(await arrivedFor(apis, target)).toBe(1)
      expect(await accepted(apis)).toBe(1)
    }))

  it.each([
    ['accepted-then-401', 'refused-barely'],
    ['answered-twice', 'answer-followed'],
    ['status-twice', 'names-repeated'],
  ] as const)('is sent once where the bank took it in but answered with %s', (scenario, reason) =>
    withPracticeApis(async (apis) => {
      const call = prepare(apis)
      await apis.control.setScenario({ scenario, target: 'money', times: 1 })
      expect((await call()).outcome).toMatchObject({ kind: 'outcome-unknown', reason })
      expect(await arrivedFor(apis, target)).toBe(1)
      expect(await accepted(apis)).toBe(1)
    }),
  )

  it('is sent once where the bank forgot the token, and the next one uses a fresh token', () =>
    withPracticeApis(async (apis) => {
      const call = prepare(apis)
      await apis.client.checkToken()
      await apis.control.setScenario({ scenario: 'token-revoked', target, times: 1 })
      expect((await call()).outcome).toMatchObject({ kind: 'not-sent', reason: 'refused' })
      expect(await arrivedFor(apis, target)).toBe(1)
      expect(await accepted(apis)).toBe(0)
      expect((await call()).outcome).toMatchObject({ kind: 'answered', verdict: 'accepted' })
      expect((await apis.control.counters()).tokensIssued).toBe(2)
    }))
})

describe('money refused with a transaction id', () => {
  it('bank note 18: stays of unknown outcome after a 400 that names a transaction, and is found by its id', () =>
    withPracticeApis(async (apis) => {
      const initiate = moneyFamilies[1]?.prepare(apis)
      await apis.control.setScenario({ scenario: 'refused-with-id', target: 'payments', times: 1 })
      const outcome = (await initiate?.())?.outcome
      expect(outcome).toMatchObject({ kind: 'outcome-unknown', reason: 'refused-with-transaction' })
      const transactionId =
        outcome && 'transactionId' in outcome ? (outcome.transactionId ?? '') : ''
      const { answer } = await apis.payments.statusByTransactionId(transactionId, 'ann')
      expect(answer).toMatchObject({
        kind: 'answered',
        reading: { status: 'FAILED', transactionId },
      })
    }))
})

describe('a record that does not exist', () => {
  it('bank note 21: is an empty result for a list, and a 404 for a status inquiry', () =>
    withPracticeApis(async (apis) => {
      const list = { accountNumber: '7200450029', fromDate: apis.today(), toDate: apis.today() }
      const page = { pageNumber: 1, pageSize: 10 }
      const { answer } = await apis.inquiry.list(list, page, 'ann')
      expect(answer).toMatchObject({ kind: 'nothing-found', messages: [{ code: '001' }] })
      const inquiries = [
        apis.inquiry.detail('NO-SUCH-PAR', 'ann'),
        apis.payments.statusByTransactionId('T-NONE', 'ann'),
        apis.payments.statusByReference('7200450011', 'NONE', 'ann'),
        apis.origination.addendaStatus({ uuid: 'NONE' }, 'ann'),
      ]
      for (const queried of inquiries) {
        expect((await queried).answer).toMatchObject({ kind: 'refused', problem: 'not-found' })
      }
    }))
})
