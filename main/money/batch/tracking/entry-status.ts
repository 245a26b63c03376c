/** What the bank says of an entry, and what of that is kept: the shapes that following reads, changes and writes. */
import type { entrySources } from '../../../../preload/contract/domain/batches/batch.ts'
import type { EntryRow } from '../types.ts'

/** What an answer or an alert shows beside its status. */
export interface Shown {
  /** Of both sides, as the bank wrote them: a return may have them changed about. */
  readonly accounts: readonly (string | null | undefined)[]
  readonly direction?: string | null
  readonly days: readonly (string | null)[]
  /** The own account in whose list it stands. */
  readonly listedOf?: string
}

/** What of an entry does not change, and tells it from another of its number. */
export interface EntryFacts {
  readonly account: string
  /** YYYY-MM-DD: the days that its words may name. */
  readonly from: string
  readonly to: string
}

/** What of an entry's row the bank's words change. */
export type EntryWithStatus = Pick<
  EntryRow,
  | 'id'
  | 'amount'
  | 'trace_number'
  | 'par_number'
  | 'standing'
  | 'standing_word'
  | 'standing_at'
  | 'return_code'
  | 'return_text'
  | 'return_date'
  | 'returned_at'
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

/** One notification of change, as far as it was told. */
export interface BankChange {
  readonly code: string | null
  readonly text: string | null
  readonly data: string | null
}

/** What one answer or one alert says of an entry. */
export interface BankWord {
  readonly source: (typeof entrySources)[number]
  /** The status, word for word; null: none. */
  readonly word: string | null
  readonly parNumber: string | null
  /** As the bank wrote it. */
  readonly amount: string | null
  readonly returned: {
    readonly code: string | null
    readonly text: string | null
    readonly date: string | null
  }
  /** How many notifications of change it counts. */
  readonly changes: number
  /** The notifications themselves, which only a detail and an addenda record hold (trap 54). */
  readonly told: readonly BankChange[]
  readonly callId: string | null
  readonly alertSeq: number | null
  /** What else it shows, by which it is told from another item of this trace number. */
  readonly shown?: Shown
  /** Several entries of this trace number fit it. */
  readonly isAmbiguous?: boolean
}

/** A word to keep. */
export interface NewEvent {
  readonly source: BankWord['source']
  readonly word: string
  readonly detail: string
  readonly callId: string | null
  readonly alertSeq: number | null
}

/** An entry with the words of it that are kept. */
export interface EntryUpdate {
  readonly entry: EntryWithStatus
  /** `eventKey` of each. */
  readonly words: ReadonlySet<string>
  /** What tells it from another item of its trace number. */
  readonly about?: EntryFacts
}

/** Each word is kept once. */
export const eventKey = ({
  source,
  word,
  detail,
}: Pick<NewEvent, 'source' | 'word' | 'detail'>): string => [source, word, detail].join('\t')
