/** What the desk of ACH inquiry offers. */
import type {
  AchInquiry,
  AchQuestion,
  AchRow,
  achRowsRequest,
  AchRowRecord,
  InquiryAccounts,
  receiverDraft,
} from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import type { CallBlocked } from '../../profile/session-context.ts'

/** Why nothing was asked. */
export type NotAsked = CallBlocked | Failure<'bank-not-running'> | Failure<'rate-paused'>
/** Why the bank may not be asked at all; undefined when it may. What is kept is shown all the same. */
export type WhyNot = () => Result<never, CallBlocked> | undefined
/** There is no such inquiry or row. */
export type NotFound = Failure<'not-found'>
/** The question breaks a rule. */
export type Invalid = Failure<'invalid-input'>
/** What rows are asked for by. */
export type RowsRequest = z.output<typeof achRowsRequest>
/** A page of rows. */
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

/** The desk of one open store. */
export interface AchInquiryService {
  accounts(): InquiryAccounts
  /** Asks the first page, in the lane of a person who waits; a question of this day is answered from what is kept. */
  ask(
    wanted: { readonly question: AchQuestion; readonly again: boolean },
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<AchInquiry, NotAsked | Invalid>>
  askAgain(
    id: string,
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<AchInquiry, NotAsked | Invalid | NotFound>>
  /** Begins to read the rest in lane bulk, and answers at once. */
  readOn(
    id: string,
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<AchInquiry, NotAsked | Invalid | NotFound>>
  stopReading(id: string): Promise<Result<AchInquiry, NotFound>>
  list(page: {
    readonly cursor: string | null
    readonly limit: number
  }): Promise<{ items: AchInquiry[]; next: string | null; total: number }>
  get(id: string): Promise<Result<AchInquiry, NotFound>>
  listRows(request: RowsRequest): Promise<Result<RowPage, NotFound>>
  getRow(of: OfRow): Promise<Result<AchRowRecord, NotFound>>
  askDetail(
    of: OfRow & { readonly again: boolean },
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<AchRowRecord, NotAsked | NotFound>>
  reveal(of: OfRow, operator: Operator): Promise<Result<AchRowRecord, NotFound>>
  takeReceiver(
    of: OfRow,
    operator: Operator,
  ): Promise<Result<z.infer<typeof receiverDraft>, NotFound>>
  /** Ends the reading that is under way; resolves when what was on its way has been kept. */
  rest(): Promise<void>
}
