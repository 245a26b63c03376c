/** One thing that the bank told, whatever way it came: the one form in which the two sides are compared. */
import type { Flow } from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { amountFromAnswer } from '../../../preload/contract/kernel/money.ts'

/** What was heard. Texts are the bank's; days are YYYY-MM-DD. */
export interface BankEvent {
  readonly source: 'alert' | 'inquiry' | 'recovered'
  readonly key: string
  /** When it came here. */
  readonly at: string
  readonly kind: 'ach' | 'wire' | 'rtp' | 'other'
  readonly word: string | null
  readonly isReturn: boolean
  readonly trace: string | null
  readonly parNumber: string | null
  /** requestReferenceNumber of a payment. */
  readonly reference: string | null
  readonly transactionId: string | null
  readonly amountText: string | null
  readonly currency: string
  /** From the account's own view, before a return turns it round. */
  readonly flow: Flow
  readonly collectedOn: string | null
  readonly settledOn: string | null
  readonly returnedOn: string | null
  readonly executedOn: string | null
  readonly receivedOn: string
  readonly party: string | null
  readonly returnCode: string | null
  readonly alertSeq: number | null
  readonly alertId: string | null
  readonly callId: string | null
  readonly orderId: string | null
  /** It came several times, or says what an earlier one said. */
  readonly isRepeated: boolean
}

/** Money that goes out on a credit of ours comes in on a debit of ours; of what others send it is the other way round. */
export function achFlow(code: string | null, isOurs: boolean | null): Flow {
  const digit = /^\d(\d)$/.exec(code?.trim() ?? '')?.[1]
  if (digit === undefined || isOurs === null) return 'unknown'
  // The second digit of a transaction code: up to 4 a credit to the receiver, from 5 on a debit (Nacha).
  const isCredit = digit < '5'
  return isCredit === isOurs ? 'out' : 'in'
}

/** The other way. */
export const turned = (flow: Flow): Flow =>
  flow === 'unknown' ? flow : flow === 'out' ? 'in' : 'out'

/** An amount of the bank in the smallest unit, without its sign; null: it cannot be read. */
export function amountIn(text: string | null, currency: string): number | null {
  if (text === null) return null
  const read = amountFromAnswer(text, currency)
  return 'minor' in read ? Math.abs(read.minor) : null
}

/** Whether a status says that it came back. */
export const saysReturned = (word: string | null): boolean =>
  word?.trim().toUpperCase() === 'RETURNED'
