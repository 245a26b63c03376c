/**
 * What a look-up says of a payment that was sent. Only an answer that names this payment and carries a status of
 * the document decides; not found is evidence and no proof, and silence is nothing (traps 61, 66, 67 and 71).
 */
import { sameAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type { BankAnswer } from '../../../../preload/contract/bank/answers/bank-answer.ts'
import {
  saysNotFound,
  type PaymentReading,
} from '../../../../preload/contract/bank/payments/payment-answer.ts'
import { paymentVocabulary } from '../../../bank/answers/classification.ts'
import { member, objectIn, scalarText } from '../../../bank/answers/read-shape.ts'
import type { OrderLookUpsTable } from '../../../store/schema/money-tables.ts'
import type { OrderRow } from '../types.ts'
import { failedBecause, saysReturned } from './standing.ts'

/** How a payment is asked for. */
export type LookedBy = OrderLookUpsTable['looked_by']

/** What came of one look-up. */
export interface LookUpVerdict {
  readonly verdict: OrderLookUpsTable['verdict']
  /** What the payment came to, where that is beyond doubt. */
  readonly found: 'accepted' | 'rejected' | null
  /** The bank's word about this payment, several where they contradict each other; null: it said none. */
  readonly word: string | null
  /** Whether the word is a statement about this payment, by which it stands. */
  readonly isStatement: boolean
  readonly transactionId: string | null
}

/** A verdict that comes without a word. */
export const nothing = (verdict: LookUpVerdict['verdict']): LookUpVerdict => ({
  ...{ verdict, found: null, word: null, isStatement: false, transactionId: null },
})

type Known = Pick<OrderRow, 'reference' | 'debit_account' | 'transaction_id' | 'state'>

/** Whether an answer is about another payment than was asked for. What it does not say contradicts nothing. */
function isAnother(reading: PaymentReading, row: Known, lookedBy: LookedBy): boolean {
  const { requestReference, debitAccountNumber, transactionId } = reading
  if (requestReference !== null && requestReference !== row.reference) return true
  // A masked account, or one in another form, tells nothing.
  const isNumber = debitAccountNumber !== null && /^\d+$/.test(debitAccountNumber)
  if (isNumber && !sameAccount(debitAccountNumber, row.debit_account)) return true
  return (
    lookedBy === 'transaction-id' && transactionId !== null && transactionId !== row.transaction_id
  )
}

/** Whether an answer names a payment at all: a status about nothing says nothing of this one. */
const namesPayment = ({ requestReference, transactionId }: PaymentReading): boolean =>
  requestReference !== null || transactionId !== null

/** Reads a look-up's answer. The amount is never compared: its form is not the one that was sent (trap 61). */
export function verdictOf(
  { answer, raw }: { readonly answer: BankAnswer<PaymentReading>; readonly raw: string | null },
  row: Known,
  lookedBy: LookedBy,
): LookUpVerdict {
  switch (answer.kind) {
    case 'answered':
      return ofReading(answer.reading, objectIn(raw ?? ''), row, lookedBy)
    case 'refused':
      if (answer.trace.status >= 200 && answer.trace.status < 300) return nothing('undecided')
      if (!saysNotFound(answer)) return nothing('no-answer')
      // A refusal that names the payment's own id may be about one that exists (trap 18).
      return nothing(answer.trace.namesPayment ? 'undecided' : 'not-found')
    case 'nothing-found':
    case 'not-understood':
      return nothing('undecided')
    case 'no-answer':
    case 'not-sent':
      return nothing('no-answer')
  }
}

function ofReading(
  reading: PaymentReading,
  body: unknown,
  row: Known,
  lookedBy: LookedBy,
): LookUpVerdict {
  if (isAnother(reading, row, lookedBy) || !namesPayment(reading)) return nothing('undecided')
  const { said, returned } = wordsIn(reading, body)
  const { transactionId } = reading
  const isTaken = returned !== null || paymentVocabulary.holdsTaken(body)
  const found = foundBy(said, row.state === 'accepted' || !isTaken)
  const isRejected = said.length > 0 && said.every((word) => rejected.includes(word))
  const word = isRejected && returned !== null ? failedBecause(returned) : said.join(contradicting)
  if (found !== null && !isKnownToBeIt(reading, row)) return { ...nothing('undecided'), word }
  // Taken in by one sign and rejected by the other: it stands by neither.
  const isDoubtful = found === null && said.some((one) => rejected.includes(one))
  return {
    ...{ verdict: found === null ? 'undecided' : 'found', found, transactionId },
    word: said.length === 0 ? null : word,
    isStatement: said.length > 0 && !isDoubtful,
  }
}

const contradicting = ' / '
const { accepted, rejected } = paymentVocabulary

/** The statuses of an answer, and by which of its words the payment came back; null: by none. */
function wordsIn({ error }: PaymentReading, body: unknown) {
  const statuses = [...new Set(paymentVocabulary.statusesIn(body))]
  const reasons = [error?.title, error?.description, error?.code]
  const business = scalarText(member(body, 'tranBusnStatusCode'))
  const returned = [...statuses, business, ...reasons].find(
    (text) => typeof text === 'string' && saysReturned(text),
  )
  // Beside FAILED it says why; alone it is a word that no document lists here.
  const isBeside = statuses.some((word) => rejected.includes(word))
  const said = isBeside ? statuses.filter((word) => !saysReturned(word)) : statuses
  return { said, returned: returned ?? null }
}

/**
 * By the same signs of doubt as the answer to a sending. `mayFail`: nothing says that it was taken in, or that is known
 * already, and what was taken in may fail or come back later (trap 74).
 */
function foundBy(said: readonly string[], mayFail: boolean): LookUpVerdict['found'] {
  if (said.length === 0) return null
  if (said.every((word) => accepted.includes(word))) return 'accepted'
  return mayFail && said.every((word) => rejected.includes(word)) ? 'rejected' : null
}

/** What was taken in or rejected is this payment by our own reference, or by an id that was its own before. */
const isKnownToBeIt = ({ requestReference, transactionId }: PaymentReading, row: Known): boolean =>
  requestReference === row.reference ||
  (transactionId !== null && transactionId === row.transaction_id)
