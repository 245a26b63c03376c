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
import { atDesk, type PracticeDesk } from './support/practice-desk.ts'

const numRuns = 80
const who = 'ann'

/** Sends generated requests and fails as soon as the bank records a breach. */
async function takes<T>(
  desk: PracticeDesk,
  requests: fc.Arbitrary<T>,
  send: (request: T) => Promise<unknown>,
) {
  await desk.client.prove()
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      await send(request)
      expect(await desk.broken()).toEqual([])
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
    atDesk((desk) =>
      takes(desk, any.inquiries, async (inquiry) => {
        const { answer } = await desk.validation.verify(inquiry, who)
        expect(answer).toMatchObject({ kind: 'answered', trace: { status: 200 } })
      }),
    ))

  it('bank notes 43 and 46: of ach/list', () =>
    atDesk((desk) =>
      takes(desk, any.lists(desk), async ({ request, page }) => {
        const asked = achListRequest(desk.today()).parse(request)
        expectTaken(await desk.inquiry.list(asked, achListPage.parse(page), who))
      }),
    ))

  it('bank notes 41-45: of the earlier endpoints', () =>
    atDesk((desk) =>
      takes(
        desk,
        fc.tuple(any.searches(desk), any.collectedMore, any.rows),
        async ([search, more, window]) => {
          const rows = achRows.parse(window)
          const { detailsFlag } = more
          const today = desk.today()
          const posted = achPostedRequest(today).parse(search)
          expectTaken(await desk.inquiry.posted(posted, rows, who))
          const returns = achReturnsRequest(today).parse({ ...search, detailsFlag })
          expectTaken(await desk.inquiry.returns(returns, rows, who))
          const collected = achCollectedRequest(today).parse({ ...search, ...more })
          expectTaken(await desk.inquiry.collected(collected, rows, who))
        },
      ),
    ))

  it('bank note 42: of the status inquiry', () =>
    atDesk((desk) =>
      takes(desk, any.statusInquiries, async (request) => {
        expectTaken(await desk.inquiry.status(achStatusRequest.parse(request), who))
      }),
    ))

  it('of one ACH transaction, whatever its number looks like', () =>
    atDesk((desk) =>
      takes(
        desk,
        any.words(40).filter((text) => text !== '.' && text !== '..'),
        async (parNumber) => {
          const { answer } = await desk.inquiry.detail(parNumber, who)
          expect(answer).toMatchObject({ kind: 'refused', problem: 'not-found' })
        },
      ),
    ))

  it('bank notes 78-83: of ACH origination, which answers each entry', () =>
    atDesk((desk) =>
      takes(desk, any.batchesOf(desk), async (input) => {
        const batch = originationBatch.parse(input)
        const body = originationBody(batch, { amountUnit: 'dollars' })
        const { outcome, answer } = await desk.origination.originate(batch.secCode, body, who)
        expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
        const details = 'reading' in answer ? answer.reading?.details : undefined
        expect(details?.map(({ uuid }) => uuid)).toEqual(batch.details.map(({ uuid }) => uuid))
      }),
    ))

  it('bank notes 46 and 82: of the addenda status', () =>
    atDesk((desk) =>
      takes(desk, any.addendaQuestions, async (request) => {
        const { answer } = await desk.origination.addendaStatus(
          addendaStatusRequest.parse(request),
          who,
        )
        expect(answer).toMatchObject({ kind: 'refused', problem: 'not-found' })
      }),
    ))

  it('bank notes 59-70: of payments, checked and sent', () =>
    atDesk((desk) =>
      takes(desk, any.paymentsOf(desk), async (input) => {
        const body = paymentBody(paymentRequest.parse(input))
        expectTaken(await desk.payments.validate(body, who))
        const { outcome } = await desk.payments.initiate(body, who)
        expect(outcome).toMatchObject({ kind: 'answered', verdict: 'accepted' })
      }),
    ))

  it('bank note 75: of the participants', () =>
    atDesk((desk) =>
      takes(desk, any.participantPages, async (page) => {
        expectTaken(await desk.payments.participants(participantsRequest.parse(page), who))
      }),
    ))

  it('bank notes 44, 45 and 76: of the reports', () =>
    atDesk((desk) =>
      takes(desk, any.reports, async (request) => {
        expectTaken(await desk.reports.ask(reportRequest.parse(request), who))
      }),
    ))
})
