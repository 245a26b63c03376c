/**
 * Sends a query to the bank: resolves its account numbers, answers from a call in flight or from
 * storage, else makes a new call.
 */
import type { AchQuestion } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { createAchInquiry, type AchInquiryApi } from '../../bank/apis/ach-inquiry.ts'
import { findInquiry, findSameInquiry, insertInquiry, type InquiryRow } from '../inquiry-records.ts'
import { InFlightByKey } from '../../platform/in-flight.ts'
import { bankingDay, type SessionContext } from '../../profile/session-context.ts'
import type { Invalid, QueryBlocked, WhyNot } from '../ach-inquiry-types.ts'
import { noSummary, questionOf } from './stored-inquiry.ts'
import {
  listKey,
  questionKey,
  resolveQuestion,
  shownAccounts,
  type AchRequest,
} from './question.ts'
import { midnightIn } from '../../../preload/contract/kernel/calendar.ts'
import type { Readings } from './readings.ts'

/** A query that is being sent, with the kind and the title that it is saved under. */
export interface NewInquiry {
  readonly kind: string
  readonly title: string
  readonly question: AchQuestion
  readonly wanted: AchRequest
  readonly again: boolean
}

const accountChanged = err({
  code: 'invalid-input' as const,
  fields: [
    {
      path: 'account',
      message: 'The account number has changed since. Query the bank again',
      source: 'workstation',
    },
  ],
})

/** Sends queries, never the same one twice at once. */
export class Inquirer {
  readonly #context: SessionContext
  readonly #readings: Readings
  readonly #underWay = new InFlightByKey<Result<InquiryRow, QueryBlocked>>()

  constructor(context: SessionContext, readings: Readings) {
    this.#context = context
    this.#readings = readings
  }

  /** Returns the query with its account numbers filled in, or the rules that it breaks. */
  resolve(question: AchQuestion): Result<AchRequest, Invalid> {
    const { accounts, details } = this.#context.profile()
    const settlement = details?.settlement ?? null
    const today = bankingDay(this.#context)
    return resolveQuestion(question, { accounts, settlement, today })
  }

  /** Returns the API, or why the bank may not or cannot be called now. */
  bank(whyNot?: WhyNot): Result<AchInquiryApi, QueryBlocked> {
    const { connection } = this.#context
    const callBlock = whyNot?.()
    if (callBlock) return callBlock
    const on = connection.open()
    if (!on) return err({ code: 'bank-not-running' })
    const until = connection.pausedUntil()
    if (until) return err({ code: 'rate-paused', until: until.toISOString() })
    const rowNumbers = this.#context.profile().details?.rowNumbers
    const today = () => bankingDay(this.#context)
    return ok(createAchInquiry({ client: on.client, today, ...(rowNumbers && { rowNumbers }) }))
  }

  /** Returns the inquiry that answers a query: one in flight, one saved today, or a new one. */
  answered(
    inquiry: NewInquiry,
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<InquiryRow, QueryBlocked>> {
    const key = questionKey(inquiry.wanted)
    const place = inquiry.again ? this.#context.newId() : inquiry.kind + key
    return this.#underWay.once(place, () => this.#storedOrNew(inquiry, key, operator, whyNot))
  }

  async #storedOrNew(inquiry: NewInquiry, key: string, operator: Operator, whyNot?: WhyNot) {
    const { store, clock, bankingZone } = this.#context
    const since = midnightIn(bankingZone(), clock.now()).toISOString()
    const same = { kind: inquiry.kind, by: 'question_key', key, since, thatAnswers: true } as const
    const stored = inquiry.again ? undefined : await findSameInquiry(store, same)
    return stored ? ok(stored) : this.#inquireNew(inquiry, key, operator, whyNot)
  }

  async #inquireNew(
    { kind, title, question, wanted }: NewInquiry,
    key: string,
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<InquiryRow, QueryBlocked>> {
    const bank = this.bank(whyNot)
    if (!bank.ok) return bank
    const { store, clock, newId, profile } = this.#context
    const row: InquiryRow = {
      id: newId(),
      at: clock.now().toISOString(),
      actor: operator.id,
      kind,
      title,
      question: JSON.stringify(question),
      question_key: key,
      list_key: listKey(wanted),
      summary: JSON.stringify(noSummary),
    }
    const accounts = shownAccounts(question, profile().accounts)
    const detail = { kind, mode: question.mode, accounts }
    await store.record(
      { actor: operator.id, kind: 'inquiry.requested', subject: row.id, detail },
      (tx) => insertInquiry(tx, row),
    )
    const callOptions = { actor: operator.id, lane: 'interactive', whenPaused: 'fail' } as const
    await this.#readings.begin({ row, wanted, api: bank.value, callOptions, mostPages: 1 })
    return ok((await findInquiry(store, row.id)) ?? row)
  }

  /**
   * Starts to read the pages after the first and returns at once, in lane bulk, because no operator
   * waits for them. Refused if an account of the query has another number by now.
   */
  readOn(
    row: InquiryRow,
    operator: Operator,
    whyNot?: WhyNot,
  ): Result<null, QueryBlocked | Invalid> {
    const wanted = this.resolve(questionOf(row))
    if (!wanted.ok) return wanted
    if (questionKey(wanted.value) !== row.question_key) return accountChanged
    const bank = this.bank(whyNot)
    if (!bank.ok) return bank
    const callOptions = { actor: operator.id, lane: 'bulk', whenPaused: 'wait' } as const
    const mostPages = Number.POSITIVE_INFINITY
    const run = { row, wanted: wanted.value, api: bank.value, callOptions, mostPages }
    this.#readings.begin(run).catch((problem: unknown) => {
      this.#context.report('ach-inquiry.reading', problem)
    })
    return ok(null)
  }

  /** Resolves when no query is in flight. */
  settled(): Promise<void> {
    return this.#underWay.settled()
  }
}
