/**
 * The client and the practice bank were written from the documents independently. A request that
 * the client's schemas accept must break no rule of the bank's book and must not be refused by one.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { originationBody } from '../../main/bank/apis/ach-origination-wire.ts'
import { paymentBody } from '../../main/bank/apis/payments-body.ts'
import { addendaStatusRequest } from '../../main/bank/apis/addenda-status.ts'
import { originationBatch } from '../../preload/contract/bank/ach-origination/batch.ts'
import type { BankAnswer } from '../../preload/contract/bank/answers/bank-answer.ts'
import {
  achCollectedRequest,
  achListPage,
  achListRequest,
  achPostedRequest,
  achReturnsRequest,
  achRows,
  achStatusRequest,
} from '../../preload/contract/bank/ach-inquiry/index.ts'
import {
  participantsRequest,
  paymentRequest,
} from '../../preload/contract/bank/payments/payment-request.ts'
import { reportRequest } from '../../preload/contract/bank/reports/report-request.ts'
import * as any from './support/any-request.ts'
import { withPracticeApis, type PracticeApis } from './support/practice-apis.ts'

const numRuns = 80
const who = 'ann'

/** Sends generated requests and fails as soon as the bank records a breach. */
async function takes<T>(
  apis: PracticeApis,
  requests: fc.Arbitrary<T>,
  send: (request: T) => Promise<unknown>,
) {
  await apis.client.checkToken()
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      await send(request)
      expect(await apis.broken()).toEqual([])
    }),
    { numRuns },
  )
}

/** "Nothing matches" is an answer too; a 400 is a refusal. */
const expectTaken = ({ answer }: { readonly answer: BankAnswer<unknown> }) => {
  expect(answer.kind === 'refused' ? JSON.stringify(answer) : answer.kind).toMatch(
    /^(answered|nothing-found)$/,
  )
}

describe('any request that the schemas accept is accepted by the bank', () => {
  it('bank notes 24-29 and 35-37: of account validation, in both versions', () =>
    withPracticeApis((apis) =>
      takes(apis, any.inquiries, async (inquiry) => {
        const { answer } = await apis.validation.verify(inquiry, who)
        expect(answer).toMatchObject({ kind: 'answered', trace: { status: 200 } })
      }),
    ))

  it('bank notes 43 and 46: of ach/list', () =>
    withPracticeApis((apis) =>
      takes(apis, any.lists(apis), async ({ request, page }) => {
        const queried = achListRequest(apis.today()).parse(request)
        expectTaken(await apis.inquiry.list(queried, achListPage.parse(page), who))
      }),
    ))

  it('bank notes 41-45: of the earlier endpoints', () =>
    withPracticeApis((apis) =>
      takes(
        apis,
        fc.tuple(any.searches(apis), any.collectedMore, any.rows),
        async ([search, more, window]) => {
          const rows = achRows.parse(window)
          const { detailsFlag } = more
          const today = apis.today()
          const posted = achPostedRequest(today).parse(search)
          expectTaken(await apis.inquiry.posted(posted, rows, who))
          const returns = achReturnsRequest(today).parse({ ...search, detailsFlag })
          expectTaken(await apis.inquiry.returns(returns, rows, who))
          const collected = achCollectedRequest(today).parse({ ...search, ...more })
          expectTaken(await apis.inquiry.collected(collected, rows, who))
        },
      ),
    ))

  it('bank note 42: of the status inquiry', () =>
    withPracticeApis((apis) =>
      takes(apis, any.statusInquiries, async (request) => {
        expectTaken(await apis.inquiry.status(achStatusRequest.parse(request), who))
      }),
    ))

  it('of one ACH transaction, whatever its number looks like', () =>
    withPracticeApis((apis) =>
      takes(
        apis,
        any.texts(40).filter((text) => text !== '.' && text !== '..'),
        async (parNumber) => {
          const { answer } = await apis.inquiry.detail(parNumber, who)
          expect(answer).toMatchObject({ kind: 'refused', problem: 'not-found' })
        },
      ),
    ))

  it('bank notes 78-83: of ACH origination, which answers each entry', () =>
    withPracticeApis((apis) =>
      takes(apis, any.batchesOf(apis), async (input) => {
        const batch = originationBatch.parse(input)
        const body = originationBody(batch, { amountUnit: 'dollars' })
        const { outcome, answer } = await apis.origination.originate(batch.secCode, body, who)
        expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
        const details = 'reading' in answer ? answer.reading?.details : undefined
        expect(details?.map(({ uuid }) => uuid)).toEqual(batch.details.map(({ uuid }) => uuid))
      }),
    ))

  it('bank notes 46 and 82: of the addenda status', () =>
    withPracticeApis((apis) =>
      takes(apis, any.addendaQuestions, async (request) => {
        const { answer } = await apis.origination.addendaStatus(
          addendaStatusRequest.parse(request),
          who,
        )
        expect(answer).toMatchObject({ kind: 'refused', problem: 'not-found' })
      }),
    ))

  it('bank notes 59-70: of payments, checked and sent', () =>
    withPracticeApis((apis) =>
      takes(apis, any.paymentsOf(apis), async (input) => {
        const body = paymentBody(paymentRequest.parse(input))
        expectTaken(await apis.payments.validate(body, who))
        const { outcome } = await apis.payments.initiate(body, who)
        expect(outcome).toMatchObject({ kind: 'answered', verdict: 'accepted' })
      }),
    ))

  it('bank note 75: of the participants', () =>
    withPracticeApis((apis) =>
      takes(apis, any.participantPages, async (page) => {
        expectTaken(await apis.payments.participants(participantsRequest.parse(page), who))
      }),
    ))

  it('bank notes 44, 45 and 76: of the reports', () =>
    withPracticeApis((apis) =>
      takes(apis, any.reports, async (request) => {
        expectTaken(await apis.reports.request(reportRequest.parse(request), who))
      }),
    ))
})
