import type {
  AchInquiry,
  AchQuestion,
  AchRow,
  achRowsRequest,
  AchRowRecord,
  InquiryAccounts,
  receiverDraft,
} from '../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { Operator } from '../../preload/contract/domain/operators/roles.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'
import type { CallBlocked } from '../profile/session-context.ts'

/** Reasons why no call was made. */
export type QueryBlocked = CallBlocked | Failure<'bank-not-running'> | Failure<'rate-paused'>
/**
 * Returns why calls to the bank are blocked, or undefined if they are allowed. Saved answers are
 * shown either way.
 */
export type WhyNot = () => Result<never, CallBlocked> | undefined
/** No such inquiry or row. */
export type NotFound = Failure<'not-found'>
/** The query breaks a rule. */
export type Invalid = Failure<'invalid-input'>
export type RowsRequest = z.output<typeof achRowsRequest>
export interface RowPage {
  readonly items: AchRow[]
  readonly next: string | null
  readonly total: number
}
/** A row by its index in its inquiry. */
export interface OfRow {
  readonly id: string
  readonly row: number
}

/** ACH inquiry of one open store. */
export interface AchInquiryService {
  accounts(): InquiryAccounts
  /**
   * Requests the first page, in the lane of a waiting operator. The same query of this day is
   * answered from storage unless `again` is set.
   */
  inquire(
    wanted: { readonly question: AchQuestion; readonly again: boolean },
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<AchInquiry, QueryBlocked | Invalid>>
  inquireAgain(
    id: string,
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<AchInquiry, QueryBlocked | Invalid | NotFound>>
  /** Starts to read the remaining pages in lane bulk and returns at once. */
  readOn(
    id: string,
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<AchInquiry, QueryBlocked | Invalid | NotFound>>
  stopReading(id: string): Promise<Result<AchInquiry, NotFound>>
  list(page: {
    readonly cursor: string | null
    readonly limit: number
  }): Promise<{ items: AchInquiry[]; next: string | null; total: number }>
  get(id: string): Promise<Result<AchInquiry, NotFound>>
  listRows(request: RowsRequest): Promise<Result<RowPage, NotFound>>
  getRow(of: OfRow): Promise<Result<AchRowRecord, NotFound>>
  queryDetail(
    of: OfRow & { readonly again: boolean },
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<AchRowRecord, QueryBlocked | NotFound>>
  reveal(of: OfRow, operator: Operator): Promise<Result<AchRowRecord, NotFound>>
  takeReceiver(
    of: OfRow,
    operator: Operator,
  ): Promise<Result<z.infer<typeof receiverDraft>, NotFound>>
  /** Stops the running reads. Resolves when calls in flight are saved. */
  rest(): Promise<void>
}
