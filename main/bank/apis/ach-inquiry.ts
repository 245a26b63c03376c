/**
 * The bank's ACH inquiry API: detail, list, returned, collected and posted transactions, and the
 * status inquiry (bank document 2; bank notes 20-22 and 41-58).
 */
import {
  achCollectedRequest,
  achDetail,
  achListAnswer,
  achListPage,
  achListRequest,
  achPostedRequest,
  achReturnsRequest,
  achRows,
  achStatusRequest,
  collectedAnswer,
  firstRows,
  postedAnswer,
  requestProblems,
  returnsAnswer,
  statusAnswer,
  type AchCollectedRequest,
  type AchListPage,
  type AchListRequest,
  type AchPostedRequest,
  type AchReturnsRequest,
  type AchRows,
  type AchStatusRequest,
} from '../../../preload/contract/bank/ach-inquiry/index.ts'
import type { PageFacts } from '../answers/page-facts.ts'
import type { Reading, Shape } from '../../../preload/contract/bank/answers/shape.ts'
import type { EndpointId } from '../../../preload/contract/bank/endpoints.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import {
  emptyDetails,
  type RowNumberPlace,
} from '../../../preload/contract/api/profiles/profile-details.ts'
import { queryBank, type QueryResult, type Question, type Wait } from '../query-bank.ts'
import type { BankClient } from '../bank-client.ts'
import type { CallOptions } from '../call-options.ts'
import {
  achAnswerRules,
  answerPlaces,
  pageFacts,
  statusFacts,
  transactionFacts,
  type AnswerPlace,
} from './ach-inquiry-answer.ts'
import {
  collectedToWire,
  listToWire,
  postedToWire,
  returnsToWire,
  statusToWire,
  type WireInquiry,
} from './ach-inquiry/wire.ts'

export interface AchInquiryDeps {
  readonly client: Pick<BankClient, 'read'>
  /**
   * The date of the workstation, YYYY-MM-DD: the document names no zone for "today" (bank note 43).
   */
  readonly today: () => string
  readonly rowNumbers?: RowNumberPlace
  /** The wait before a retry; a test passes its own. */
  readonly wait?: Wait
}

/** The result of one list query with its page facts; null if nothing was read. */
export interface ListResult<R> extends QueryResult<R> {
  readonly paging: PageFacts | null
}

type CallOptionsOrActor = CallOptions | string

/**
 * Resolves for every answer of the bank. Throws RangeError, before any call, for a request that
 * breaks a rule of its schema: the caller must have checked.
 */
export interface AchInquiryApi {
  detail(
    parNumber: string,
    callOptions: CallOptionsOrActor,
  ): Promise<QueryResult<Reading<typeof achDetail>>>
  list(
    request: AchListRequest,
    page: AchListPage,
    callOptions: CallOptionsOrActor,
  ): Promise<ListResult<Reading<typeof achListAnswer>>>
  returns(
    request: AchReturnsRequest,
    rows: AchRows,
    callOptions: CallOptionsOrActor,
  ): Promise<ListResult<Reading<typeof returnsAnswer>>>
  collected(
    request: AchCollectedRequest,
    rows: AchRows,
    callOptions: CallOptionsOrActor,
  ): Promise<ListResult<Reading<typeof collectedAnswer>>>
  posted(
    request: AchPostedRequest,
    rows: AchRows,
    callOptions: CallOptionsOrActor,
  ): Promise<ListResult<Reading<typeof postedAnswer>>>
  /** By PAR or by trace numbers; the first thousand rows unless others are named. */
  status(
    request: AchStatusRequest,
    callOptions: CallOptionsOrActor,
    rows?: AchRows,
  ): Promise<ListResult<Reading<typeof statusAnswer>>>
}

/** The reading of an answer, if it has one. */
const readingIn = <R>({ answer }: QueryResult<R>): R | null =>
  'reading' in answer ? answer.reading : null

function checked<T>(schema: z.ZodType<T>, request: unknown): T {
  const parsed = schema.safeParse(request)
  if (parsed.success) return parsed.data
  const problems = requestProblems({}, parsed.error)
  throw new RangeError(problems.map(({ path, message }) => `${path}: ${message}`).join('; '))
}

/** Creates the API of one client. */
export function createAchInquiry(deps: AchInquiryDeps): AchInquiryApi {
  const place = deps.rowNumbers ?? emptyDetails.rowNumbers
  const query = <S extends Shape>(question: Question<S>, callOptions: CallOptionsOrActor) =>
    queryBank(deps.client, question, callOptions, deps.wait)

  async function queryList<S extends Shape>(
    question: Question<S>,
    callOptions: CallOptionsOrActor,
    facts: (reading: Reading<S>) => PageFacts,
  ): Promise<ListResult<Reading<S>>> {
    const result = await query(question, callOptions)
    const reading = readingIn(result)
    return { ...result, paging: reading === null ? null : facts(reading) }
  }

  return {
    async detail(parNumber, callOptions) {
      const question = { endpoint: 'ach-detail', segments: { parNumber } } as const
      return query({ ...question, shape: achDetail, rules: achAnswerRules() }, callOptions)
    },
    async list(request, page, callOptions) {
      const wire = listToWire(
        checked(achListRequest(deps.today()), request),
        checked(achListPage, page),
      )
      const question = { endpoint: 'ach-list', shape: achListAnswer, ...wire } as const
      return queryList(
        { ...question, rules: achAnswerRules({ list: 'transactions' }) },
        callOptions,
        pageFacts,
      )
    },
    async returns(request, rows, callOptions) {
      const good = checked(achReturnsRequest(deps.today()), request)
      const wire = returnsToWire(good, checked(achRows, rows), place)
      return queryList(
        earlier('ach-returns', returnsAnswer, answerPlaces.returns, wire),
        callOptions,
        transactionFacts,
      )
    },
    async collected(request, rows, callOptions) {
      const good = checked(achCollectedRequest(deps.today()), request)
      const wire = collectedToWire(good, checked(achRows, rows), place)
      return queryList(
        earlier('ach-collected', collectedAnswer, answerPlaces.collected, wire),
        callOptions,
        transactionFacts,
      )
    },
    async posted(request, rows, callOptions) {
      const good = checked(achPostedRequest(deps.today()), request)
      const wire = postedToWire(good, checked(achRows, rows), place)
      return queryList(
        earlier('ach-posted', postedAnswer, answerPlaces.posted, wire),
        callOptions,
        transactionFacts,
      )
    },
    async status(request, callOptions, rows = firstRows) {
      const wire = statusToWire(checked(achStatusRequest, request), checked(achRows, rows), place)
      return queryList(
        earlier('ach-status', statusAnswer, answerPlaces.status, wire),
        callOptions,
        statusFacts,
      )
    },
  }
}

const earlier = <S extends Shape>(
  endpoint: EndpointId,
  of: S,
  place: AnswerPlace,
  wire: WireInquiry,
): Question<S> => ({ endpoint, shape: of, ...wire, rules: achAnswerRules(place) })
