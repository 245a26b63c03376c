/** Payment status inquiries, and all earlier ones, read again from their call records. */
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  StatusInquiriesRequest,
  PaymentStatusInquiry,
  PaymentStatusInquiryLine,
  PaymentInquiryRequest,
} from '../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { PaymentsApi } from '../../bank/apis/payments.ts'
import { InFlight } from '../../platform/in-flight.ts'
import { listInquiries } from '../history/inquiry-list.ts'
import {
  callsOfInquiry,
  findInquiry,
  insertInquiry,
  insertInquiryCall,
  type InquiryRow,
} from '../inquiry-records.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { paymentInquirySort, searchedText } from './status-inquiry-sort.ts'
import { answerOf, inquirySummary, summaryOf } from '../stored-status-inquiry.ts'
import {
  storedInquiryRequest,
  shownInquiryRequest,
  titleOf,
  withNumber,
  type StoredInquiryRequest,
} from './stored-inquiry-request.ts'

/** The kind under which a status inquiry is saved. */
export const paymentInquiryKind = 'payment'

type NoInquiryReason = Failure<'not-found'> | Failure<'rate-paused'> | Failure<'bank-not-running'>
type StatusInquiryResult = Promise<Result<PaymentStatusInquiry, NoInquiryReason>>

/** The status inquiries of one store. */
export interface PaymentInquiries {
  /**
   * Queries the bank with the priority of unknown outcomes (lane `unknown-outcome`). Returns `rate-paused` at
   * once while the bank requires a pause (bank note 19), and `not-found` if there is no such own
   * account. Every outcome, also a missing answer, is returned as a value and saved.
   */
  inquire(question: PaymentInquiryRequest, actor: string): StatusInquiryResult
  /** Repeats exactly the earlier query, leading zeros included (bank note 66). */
  inquireAgain(id: string, actor: string): StatusInquiryResult
  list(
    request: StatusInquiriesRequest,
  ): Promise<{ items: PaymentStatusInquiryLine[]; next: string | null; total: number }>
  get(id: string): Promise<Result<PaymentStatusInquiry, Failure<'not-found'>>>
  /** Returns the same unmasked; the operator who looked is recorded. */
  reveal(id: string, actor: string): Promise<Result<PaymentStatusInquiry, Failure<'not-found'>>>
  /** Cancels waiting calls. Resolves when the answers of sent calls are stored. */
  rest(): Promise<void>
}

/** `api` is the bank's API, or undefined while there is none. */
export function createPaymentInquiries(
  context: Pick<SessionContext, 'store' | 'clock' | 'newId' | 'operatorName' | 'profile'> & {
    readonly pausedUntil: () => Date | null
  },
  api: () => Pick<PaymentsApi, 'statusByTransactionId' | 'statusByReference'> | undefined,
): PaymentInquiries {
  const { store, clock, newId, operatorName } = context
  const underWay = new InFlight()

  async function inquire(stored: StoredInquiryRequest, actor: string): StatusInquiryResult {
    const bank = api()
    if (!bank) return err({ code: 'bank-not-running' })
    const until = context.pausedUntil()
    if (until) return err({ code: 'rate-paused', until: until.toISOString() })
    const id = newId()
    await store.note({
      actor,
      kind: 'payment.status-requested',
      subject: id,
      detail: detailOf(stored),
    })
    const at = clock.now().toISOString()
    const callOptions = { actor, whenPaused: 'fail', signal: underWay.signal } as const
    const { question, number } = stored
    const { answer, callId } =
      question.by === 'transaction-id'
        ? await bank.statusByTransactionId(question.transactionId, callOptions)
        : await bank.statusByReference(number ?? '', question.reference, callOptions)
    const summary = summaryOf(answer)
    const row: InquiryRow = {
      id,
      at,
      actor,
      kind: paymentInquiryKind,
      title: titleOf(stored),
      question: JSON.stringify(stored),
      question_key: JSON.stringify([question, number]),
      list_key: null,
      summary: JSON.stringify(summary),
    }
    await store.record(
      { actor, kind: 'payment.status-inquired', subject: id, detail: { outcome: summary.outcome } },
      async (tx) => {
        await insertInquiry(tx, row)
        const call = await tx
          .selectFrom('bank_calls')
          .select('id')
          .where('id', '=', callId ?? '')
          .executeTakeFirst()
        const position = { attempts: 1 }
        await insertInquiryCall(tx, {
          inquiryId: id,
          seq: 0,
          at,
          position,
          callId: call?.id ?? null,
        })
      },
    )
    return ok(await shown(row, false))
  }

  async function shown(row: InquiryRow, inFull: boolean): Promise<PaymentStatusInquiry> {
    const [call] = await callsOfInquiry(store, row.id)
    const stored = storedInquiryRequest.parse(JSON.parse(row.question))
    return {
      id: row.id,
      at: row.at,
      operator: operatorName(row.actor),
      isMasked: !inFull,
      question: shownInquiryRequest(stored, inFull),
      title: titleOf(stored, inFull),
      ...answerOf(call, inquirySummary.parse(JSON.parse(row.summary)), inFull),
    }
  }

  const find = async (id: string): Promise<InquiryRow | undefined> => {
    const row = await findInquiry(store, id)
    return row?.kind === paymentInquiryKind ? row : undefined
  }

  return {
    inquire(question, actor) {
      const stored = withNumber(question, context.profile().accounts)
      return stored
        ? underWay.add(inquire(stored, actor))
        : Promise.resolve(err({ code: 'not-found' }))
    },
    async inquireAgain(id, actor) {
      const row = await find(id)
      if (!row) return err({ code: 'not-found' })
      return underWay.add(inquire(storedInquiryRequest.parse(JSON.parse(row.question)), actor))
    },
    async list(request) {
      const list = {
        kind: paymentInquiryKind,
        operatorName,
        columns: paymentInquirySort,
        searched: searchedText,
      }
      const { rows, next, total } = await listInquiries(store, list, request)
      return { items: rows.map((row) => lineOf(row, operatorName(row.actor))), next, total }
    },
    async get(id) {
      const row = await find(id)
      return row ? ok(await shown(row, false)) : err({ code: 'not-found' })
    },
    async reveal(id, actor) {
      const row = await find(id)
      if (!row) return err({ code: 'not-found' })
      await store.note({ actor, kind: 'payment.revealed', subject: id, detail: {} })
      return ok(await shown(row, true))
    },
    rest: () => underWay.cancel(),
  }
}

function lineOf(row: InquiryRow, operator: string): PaymentStatusInquiryLine {
  const { withoutAnswer: _, ...summary } = inquirySummary.parse(JSON.parse(row.summary))
  return { id: row.id, at: row.at, operator, title: row.title, ...summary }
}

/** Detail for the audit chain, which can never be changed: no typed text, no full account. */
const detailOf = ({ question, number }: StoredInquiryRequest) => ({
  by: question.by,
  account: number === null ? null : maskedAccount(number),
})
