/** Types of status updates of an entry: the report, the entry, and the events that are stored. */
import type { entrySources } from '../../../../preload/contract/domain/batches/batch.ts'
import type { EntryRow } from '../types.ts'

/** Further values that an answer or an alert shows beside its status. */
export interface Shown {
  /** Of both sides, as the bank wrote them; a return may swap them. */
  readonly accounts: readonly (string | null | undefined)[]
  readonly direction?: string | null
  readonly days: readonly (string | null)[]
  /** The own account in whose list it appears. */
  readonly listedOf?: string
}

/** Fixed values of an entry, which distinguish it from others of its trace number. */
export interface EntryFacts {
  readonly account: string
  /** YYYY-MM-DD: the days that reports about it may name. */
  readonly from: string
  readonly to: string
}

/** The columns of an entry that bank reports change. */
export type EntryWithStatus = Pick<
  EntryRow,
  | 'id'
  | 'amount'
  | 'trace_number'
  | 'par_number'
  | 'bank_status'
  | 'shown_bank_status'
  | 'bank_status_text'
  | 'bank_status_at'
  | 'return_code'
  | 'return_text'
  | 'return_date'
  | 'returned_at'
  | 'return_reported_at'
  | 'unanswered_since'
  | 'change_code'
  | 'change_text'
  | 'change_data'
  | 'changed_at'
  | 'detail_call_id'
  | 'correction'
  | 'shown_amount'
  | 'verdict'
  | 'debited_significant'
>

/** One notification of change, as far as it was reported. */
export interface BankChange {
  readonly code: string | null
  readonly text: string | null
  readonly data: string | null
}

/** The report of one answer or alert about an entry. */
export interface EntryReport {
  readonly source: (typeof entrySources)[number]
  /** The exact status; null if none. */
  readonly statusText: string | null
  readonly parNumber: string | null
  /** As the bank wrote it. */
  readonly amount: string | null
  readonly returned: {
    readonly code: string | null
    readonly text: string | null
    readonly date: string | null
  }
  /** The reported number of notifications of change. */
  readonly changes: number
  /**
   * The notifications themselves, which only a detail and an addenda record contain (bank note 54).
   */
  readonly notifications: readonly BankChange[]
  readonly callId: string | null
  readonly alertSeq: number | null
  /** Values that distinguish it from another item of this trace number. */
  readonly shown?: Shown
  /** Several entries of this trace number fit it. */
  readonly isAmbiguous?: boolean
  /** When the bank was asked for this answer; for a report, and if absent, when it was applied. */
  readonly askedAt?: string
}

/**
 * Whether a report is an answer of the bank's inquiry, which decides what an entry is. An alert, and
 * a record of the addenda status, only lead to one.
 */
export const isBanksAnswer = ({ source }: Pick<EntryReport, 'source'>): boolean =>
  source === 'inquiry' || source === 'detail'

/** An event to store. */
export interface NewEvent {
  readonly source: EntryReport['source']
  readonly text: string
  readonly detail: string
  readonly callId: string | null
  readonly alertSeq: number | null
}

/** An entry with the keys of its stored events. */
export interface EntryUpdate {
  readonly entry: EntryWithStatus
  /** `eventKey` of each. */
  readonly eventKeys: ReadonlySet<string>
  /** Values that distinguish it from another item of its trace number. */
  readonly about?: EntryFacts
}

/**
 * Each event is stored once. The detail is compared with what the store has: under a new texting of a
 * contradiction the same row of the bank would count as new, and make its entry unclear again.
 */
export const eventKey = ({
  source,
  text,
  detail,
}: Pick<NewEvent, 'source' | 'text' | 'detail'>): string => [source, text, detail].join('\t')
