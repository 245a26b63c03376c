/** Sentences about the status of orders and entries at the bank. */
import { statusSpelling } from '../bank/codes/payment-business-status.ts'
import type { BankStatus } from '../domain/orders/bank-status.ts'

export const noResponseYet = 'No response from the bank yet'
/** The names of a payment that the bank holds, and of one that waits there for a later day. */
export const heldAtBank = 'Held at the bank'
export const waitsAtBank = 'Waits at the bank'
export const returnMayFollow = 'A return may still follow'

/** Statuses in which only the bank's staff can proceed (bank document 1, States). */
const bankActions: ReadonlyMap<string, string> = new Map([
  ['duplicatecontent', 'The payment matches another one.'],
  ['repair', 'The bank must correct it.'],
  ['heldrequiringcover', 'A bank operator must clear it.'],
  ['paymentnotification', 'Stopped until the bank releases it by hand.'],
])

/** Looks a status that is not final up, in any of its spellings. */
const lookUpIn =
  (texts: ReadonlyMap<string, string>) =>
  ({ statusText, isFinal }: Pick<BankStatus, 'statusText' | 'isFinal'>): string | undefined =>
    isFinal || statusText === null ? undefined : texts.get(statusSpelling(statusText))

/** Returns why only the bank's staff can proceed; undefined if others can. */
export const bankActionOf = lookUpIn(bankActions)

/**
 * Returns whether the payment waits at the bank for a later day, and proceeds by itself then: after
 * the cutoff of its network, or before the day that it was given (bank document 1, States).
 */
export const waitsForLaterDay = ({
  statusText,
  isFinal,
}: Pick<BankStatus, 'statusText' | 'isFinal'>): boolean =>
  !isFinal && statusText !== null && statusSpelling(statusText) === 'futurewarehouse'

/**
 * Statuses that the bank's table counts as a review, and in which nobody reviews the payment: it
 * waits (bank document 1, States).
 */
const waits: ReadonlyMap<string, string> = new Map([
  ['clearing', 'Waiting for the payment network'],
  ['prequalifying', 'Being checked by the payment network'],
  ['fundsrelease', 'Waiting for its posting to the account'],
])

/** Returns what a payment under way waits for; undefined if for nothing in particular. */
export const waitOf = lookUpIn(waits)

/** Returns the name of a payment that does not proceed now; undefined if it does. */
export function standstillName(status: Pick<BankStatus, 'statusText' | 'isFinal'>) {
  if (waitsForLaterDay(status)) return waitsAtBank
  return bankActionOf(status) && heldAtBank
}

/** Returns why a payment does not proceed now; undefined if it does. */
export function standstillText(status: Pick<BankStatus, 'statusText' | 'isFinal'>) {
  if (waitsForLaterDay(status)) return `${waitsAtBank} for a later day`
  const action = bankActionOf(status)
  return action && `${action} Only the bank can proceed`
}

const sentences: Readonly<Record<BankStatus['kind'], string>> = {
  'not-reported': noResponseYet,
  'in-process': 'In process at the bank',
  'in-review': 'In review at the bank',
  completed: `Completed by the bank. ${returnMayFollow}`,
  failed: 'Failed at the bank',
  cancelled: 'Canceled at the bank',
  returned: 'Returned by the receiving bank',
  contradictory: 'Final statuses contradict each other. Call the bank',
}
/** Sentences for a batch, where they differ. */
const ofBatches: Partial<typeof sentences> = {
  'in-process': 'Accepted by the bank. Entries are tracked one by one',
  failed: 'Rejected by the bank',
}
/** For a batch whose entries have all ended. */
const allEntriesEnded =
  'Accepted by the bank. Every entry settled or was returned, and the return period of the network is over. A late return may still come'

type Shown = Pick<BankStatus, 'kind' | 'statusText' | 'isFinal'>

/** Returns the sentence about a status, without a full stop. */
export function bankStatusText(status: Shown, of: 'payment' | 'batch'): string {
  const { statusText } = status
  const ending =
    statusText === null ? '' : of === 'batch' ? `. Batch status: ${statusText}` : `: ${statusText}`
  const standstill = standstillText(status)
  return `${startOf(status, of)}${ending}${standstill === undefined ? '' : `. ${standstill}`}`
}

function startOf(status: Shown, of: 'payment' | 'batch'): string {
  const { kind, statusText, isFinal } = status
  if (kind === 'not-reported' && statusText !== null)
    return 'Status not in the bank\u2019s documents'
  if (of === 'payment') return waitOf(status) ?? sentences[kind]
  if (kind === 'in-process' && isFinal) return allEntriesEnded
  return ofBatches[kind] ?? sentences[kind]
}

/** Returns whether the sentence already mentions that a return may come. */
export const mayBeReturned = ({ kind }: Shown, of: 'payment' | 'batch'): boolean =>
  kind === 'completed' || (of === 'batch' && kind === 'in-process')

/** The state of an entry of a batch. */
export const entryStateTexts = {
  'not-reported': 'No status yet',
  collected: 'Collected',
  settled: 'Settled',
  returned: 'Returned',
  unclear: 'Unclear',
} as const

/** Returns the state of an entry, or that a return is reported and the bank is asked about it. */
export const entryStateText = (state: keyof typeof entryStateTexts, isReported: boolean): string =>
  isReported && state !== 'unclear' ? returnReported : entryStateTexts[state]

/** An entry whose return is reported, and the bank's inquiry does not show it yet. */
export const returnReported = 'Return reported'
