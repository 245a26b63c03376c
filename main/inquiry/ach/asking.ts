/** Asking the bank: a question put into numbers, answered from what is on its way or kept, else asked anew. */
import type { AchQuestion } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { createAchInquiry, type AchInquiryApi } from '../../bank/apis/ach-inquiry/ach-inquiry.ts'
import {
  findInquiry,
  findSameInquiry,
  insertInquiry,
  type InquiryRow,
} from '../history/inquiry-records.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { Invalid, NotAsked, WhyNot } from './ach-inquiry-service.ts'
import { noSummary } from './stored-inquiry.ts'
import {
  localDay,
  questionKey,
  resolveQuestion,
  shownAccounts,
  startOfDay,
  type AchRequest,
} from './question.ts'
import type { Readings } from './readings.ts'

/** A question on its way to the bank, under the kind and the title that it is kept by. */
export interface NewInquiry {
  readonly kind: string
  readonly title: string
  readonly question: AchQuestion
  readonly wanted: AchRequest
  readonly again: boolean
}

/** Asks the bank, never twice at once for the same. */
export class Asking {
  readonly #context: SessionContext
  readonly #readings: Readings
  readonly #underWay = new Map<string, Promise<Result<InquiryRow, NotAsked>>>()

  constructor(context: SessionContext, readings: Readings) {
    this.#context = context
    this.#readings = readings
  }

  /** The question with the numbers of the accounts in it, or what breaks a rule. */
  resolve(question: AchQuestion): Result<AchRequest, Invalid> {
    const { accounts, details } = this.#context.profile()
    const settlement = details?.settlement ?? null
    const today = localDay(this.#context.clock.now())
    return resolveQuestion(question, { accounts, settlement, today })
  }

  /** The API, unless the bank may not or cannot be asked now. */
  bank(whyNot?: WhyNot): Result<AchInquiryApi, NotAsked> {
    const { connection, clock } = this.#context
    const barred = whyNot?.()
    if (barred) return barred
    const on = connection.open()
    if (!on) return err({ code: 'bank-not-running' })
    const until = connection.pausedUntil()
    if (until) return err({ code: 'rate-paused', until: until.toISOString() })
    return ok(createAchInquiry({ client: on.client, today: () => localDay(clock.now()) }))
  }

  /** The inquiry that answers a question: one that is on its way, one of this day that is kept, or a new one. */
  answered(
    asked: NewInquiry,
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<InquiryRow, NotAsked>> {
    const key = questionKey(asked.wanted)
    const place = asked.again ? this.#context.newId() : asked.kind + key
    const underWay = this.#underWay.get(place)
    if (underWay) return underWay
    const asking = this.#keptOrNew(asked, key, operator, whyNot).finally(() =>
      this.#underWay.delete(place),
    )
    this.#underWay.set(place, asking)
    return asking
  }

  async #keptOrNew(asked: NewInquiry, key: string, operator: Operator, whyNot?: WhyNot) {
    const { store, clock } = this.#context
    const since = startOfDay(clock.now())
    const same = { kind: asked.kind, questionKey: key, since, thatAnswers: true }
    const kept = asked.again ? undefined : await findSameInquiry(store, same)
    return kept ? ok(kept) : this.#askAnew(asked, key, operator, whyNot)
  }

  async #askAnew(
    { kind, title, question, wanted }: NewInquiry,
    key: string,
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<InquiryRow, NotAsked>> {
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
      summary: JSON.stringify(noSummary),
    }
    const accounts = shownAccounts(question, profile().accounts)
    const detail = { kind, mode: question.mode, accounts }
    await store.record(
      { actor: operator.id, kind: 'inquiry.asked', subject: row.id, detail },
      (tx) => insertInquiry(tx, row),
    )
    const manner = { actor: operator.id, lane: 'interactive', whenPaused: 'fail' } as const
    await this.#readings.begin({ row, wanted, api: bank.value, manner, mostPages: 1 })
    return ok((await findInquiry(store, row.id)) ?? row)
  }

  /** Resolves when nothing is asked any more. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#underWay.values()])
  }
}
