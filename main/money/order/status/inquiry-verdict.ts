/** What a look-up of an order came to, however it was asked: not found is evidence and no proof, and silence is nothing. */
import type { Transaction } from 'kysely'
import type { CallOptions } from '../../../bank/client/call-options.ts'
import type { OrderLookUpsTable } from '../../../store/schema/money-tables.ts'
import type { Tables } from '../../../store/store.ts'

/** How an order is asked for. */
export type InquiredBy = OrderLookUpsTable['looked_by']

/** Who asks, and how. */
export type InquiryOptions = CallOptions & { readonly signal: AbortSignal }

/** What came of one look-up. */
export interface InquiryVerdict {
  readonly verdict: OrderLookUpsTable['verdict']
  /** What the order came to, where that is beyond doubt. */
  readonly found: 'accepted' | 'rejected' | null
  /** The bank's word about this order, several where they contradict each other; null: it said none. */
  readonly word: string | null
  /** Whether the word is a statement about this order, by which it stands. */
  readonly isStatement: boolean
  readonly transactionId: string | null
}

/** A verdict that comes without a word. */
export const nothing = (verdict: InquiryVerdict['verdict']): InquiryVerdict => ({
  verdict,
  found: null,
  word: null,
  isStatement: false,
  transactionId: null,
})

/** What came of asking one way. */
export interface WayAsked {
  readonly lookedBy: InquiredBy
  readonly at: Date
  readonly verdict: InquiryVerdict
  readonly callId: string | null
  /** Nothing of it left the workstation. */
  readonly neverLeft: boolean
  /** The bank said something: it can be reached. */
  readonly isAnswered: boolean
  /** No answer came in time. */
  readonly isTooSlow?: boolean
  /** Keeps what else became known with it, in the transaction of the look-up. `at` is ISO UTC. */
  readonly keep?: (tx: Transaction<Tables>, at: string) => Promise<void>
}

/** The words of a list that found nothing and decides nothing. They are of this program: the bank told of no batch. */
export const listWords = {
  tooEarly: 'not collected before its effective date',
  byAccountAlone: 'only entries of accounts that could not be told from its own',
} as const

/** Whether a word of a look-up is one of this program's own. */
export const isListWord = (word: string | null): boolean =>
  word !== null && Object.values<string>(listWords).includes(word)
