/**
 * One event reported by the bank, from any source: the common form in which the two sides are
 * compared.
 */
import type { FieldsConfirmed } from '../../../preload/contract/api/coverage/wires.ts'
import type { Flow } from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { amountFromAnswer } from '../../../preload/contract/kernel/money.ts'
import { kindOfStatus } from '../../money/bank-status.ts'
import { entryStateOf } from '../../money/batch-facts.ts'

/** An event. Texts are the bank's; days are YYYY-MM-DD. */
export interface BankEvent {
  readonly source: 'alert' | 'inquiry' | 'recovered' | 'wire-inquiry'
  readonly key: string
  /** When it arrived. */
  readonly at: string
  readonly kind: 'ach' | 'wire' | 'rtp' | 'other'
  readonly statusText: string | null
  readonly isReturn: boolean
  readonly trace: string | null
  readonly parNumber: string | null
  /** requestReferenceNumber of a payment. */
  readonly reference: string | null
  readonly transactionId: string | null
  readonly amountText: string | null
  readonly currency: string
  /** From the account's own view, before a return reverses it. */
  readonly flow: Flow
  readonly collectedOn: string | null
  readonly settledOn: string | null
  readonly returnedOn: string | null
  readonly executedOn: string | null
  readonly receivedOn: string
  /** The days that a sweep searched for what its list shows without a day. */
  readonly searchedDays: readonly [string, string] | null
  readonly party: string | null
  /** The receiving account if it is shown in full, without leading zeros. */
  readonly receiver: string | null
  readonly returnCode: string | null
  readonly alertSeq: number | null
  readonly alertId: string | null
  readonly callId: string | null
  readonly orderId: string | null
  /** An entry of this workstation that a sweep has found it to be about. */
  readonly entryId: string | null
  /** Received several times, or equal in meaning to an earlier event. */
  readonly isRepeated: boolean
  /** Of a row of a wire inquiry: who confirmed what its fields mean. */
  readonly fieldsConfirmed?: FieldsConfirmed
}

/**
 * A credit sent from here moves money out and a debit moves it in; for entries of others it is the
 * reverse.
 */
export function achFlow(code: string | null, isOurs: boolean | null): Flow {
  const digit = /^\d(\d)$/.exec(code?.trim() ?? '')?.[1]
  if (digit === undefined || isOurs === null) return 'unknown'
  // The second digit of a transaction code: 0 to 4 a credit to the receiver, 5 to 9 a debit
  // (Nacha).
  const isCredit = digit < '5'
  return isCredit === isOurs ? 'out' : 'in'
}

/** Returns the opposite direction. */
export const turned = (flow: Flow): Flow =>
  flow === 'unknown' ? flow : flow === 'out' ? 'in' : 'out'

/** Returns the bank's amount in the smallest unit, without its sign; null if it cannot be read. */
export function amountIn(text: string | null, currency: string): number | null {
  if (text === null) return null
  const read = amountFromAnswer(text, currency)
  return 'minor' in read ? Math.abs(read.minor) : null
}

/** Returns whether a status means that the money came back, as the entry or the payment reads it. */
export function meansReturned(
  vocabulary: 'entry' | 'payment' | 'business',
  statusText: string | null,
): boolean {
  if (vocabulary === 'entry') return entryStateOf(statusText) === 'returned'
  return statusText !== null && kindOfStatus({ vocabulary, statusText }) === 'returned'
}
