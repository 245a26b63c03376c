/** Compares batch entries of this workstation with the bank's events. Pure. */
import type {
  BankSide,
  Flow,
  HereSide,
  Reason,
  ReconciliationLine,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { bankSideOf, inOrder } from './bank-text.ts'
import { wholeDay } from '../../bank/answers/bank-days.ts'
import { amountIn, turned, type BankEvent } from './bank-event.ts'
import { amountReasons, missingReasons, type Judged } from './match-payments.ts'
import type { LeftEntry } from './own-ledger.ts'

const currency = 'USD'

const flowOf = ({ direction }: LeftEntry): Flow =>
  direction === 'C' ? 'out' : direction === 'D' ? 'in' : 'unknown'

const partyOf = ({ typed }: LeftEntry): string => {
  const read = JSON.parse(typed) as { readonly receiverName?: unknown }
  return typeof read.receiverName === 'string' ? read.receiverName : ''
}

/** Returns the day of the collection by the bank's own date; null if it is not stated. */
export const collectedOn = (bankEvents: readonly BankEvent[]): string | null =>
  bankEvents.find((one) => one.collectedOn !== null)?.collectedOn ?? null

/**
 * Returns the day of the return: the bank's own date, else the day on which it was reported; null
 * if there was no return.
 */
export function returnedOn(
  entry: Pick<LeftEntry, 'returnReportedOn' | 'return_date'> | null,
  bankEvents: readonly BankEvent[],
): { readonly day: string; readonly dayBy: BankSide['dayBy'] } | null {
  const returns = bankEvents.filter(({ isReturn }) => isReturn)
  const [first] = returns
  const reportedDay =
    returns.find((one) => one.returnedOn !== null)?.returnedOn ?? wholeDay(entry?.return_date)
  if (reportedDay !== null) return { day: reportedDay, dayBy: 'bank' }
  if (first) return { day: first.receivedOn, dayBy: 'received' }
  const day = entry?.returnReportedOn ?? null
  return day === null ? null : { day, dayBy: 'received' }
}

/** Whether the bank's inquiry shows the return; an alert alone only reports it. */
export const isReturnShown = (entry: LeftEntry, bankEvents: readonly BankEvent[]): boolean =>
  entry.returned_at !== null ||
  bankEvents.some(({ isReturn, source }) => isReturn && source !== 'alert')

interface Verdict {
  readonly match: ReconciliationLine['match']
  readonly reasons: readonly Reason[]
  readonly counts: boolean
}

/** Compares the bank status of an entry, before amounts are compared. */
function verdictOf(
  entry: LeftEntry,
  bankEvents: readonly BankEvent[],
  day: string,
  today: string,
): Verdict {
  const isMoved = bankEvents.some(({ isReturn }) => !isReturn)
  const hasState = ['collected', 'settled', 'returned'].includes(entry.bank_status)
  if (entry.bank_status === 'unclear')
    return { match: 'differs', reasons: ['unclear'], counts: isMoved }
  if (isMoved || hasState || bankEvents.length > 0)
    return { match: 'agreed', reasons: [], counts: true }
  if (entry.verdict === 'rejected' || entry.state === 'rejected')
    return { match: 'differs', reasons: ['refused'], counts: false }
  const without = (match: 'missing-at-bank' | 'pending', reason: Reason): Verdict => ({
    match,
    counts: false,
    reasons: missingReasons(reason, entry.supportReply),
  })
  if (entry.state !== 'accepted') return without('missing-at-bank', 'unknown-outcome')
  return day >= today ? without('pending', 'not-due') : without('missing-at-bank', 'overdue')
}

const hereOf = (entry: LeftEntry, part: Pick<HereSide, 'day' | 'dayBy' | 'counts'>): HereSide => ({
  amount: entry.amount,
  currency,
  state: entry.bank_status,
  valueDate: entry.valueDate,
  sentAt: entry.sentAt,
  party: partyOf(entry),
  orderId: entry.order_id,
  entryId: entry.id,
  reference: entry.reference,
  ...part,
})

/** Whether the bank states the opposite direction of what was sent. */
const isTurned = (entry: LeftEntry, bankEvents: readonly BankEvent[]): boolean => {
  const flow = flowOf(entry)
  return bankEvents.some((one) => !one.isReturn && one.flow !== 'unknown' && one.flow !== flow)
}

/** Returns the line of an entry on its own day. */
export function entryLine(
  entry: LeftEntry,
  bankEvents: readonly BankEvent[],
  { today, account }: Judged & { readonly account: string },
): ReconciliationLine {
  const collected = collectedOn(bankEvents)
  const day = collected ?? entry.effective
  const verdict = verdictOf(entry, bankEvents, day, today)
  const moved = bankEvents.filter(({ isReturn }) => !isReturn)
  const newest = inOrder(moved).at(-1)
  const { side, remarks, amounts } = bankSideOf(moved, {
    day,
    dayBy: collected === null ? 'received' : 'bank',
    counts: verdict.counts,
    asSent: verdict.counts ? { amount: entry.amount, currency } : null,
    statusText: latestStatus(newest?.statusText ?? null, entry),
    isAnswered: moved.length === 0,
    callId: entry.detail_call_id,
  })
  // An inquiry may have shown a different amount that no alert reported.
  const shown = entry.shown_amount === null ? null : amountIn(entry.shown_amount, currency)
  const seen = shown === null ? amounts : [...new Set([...amounts, shown])]
  const differing = [
    ...amountReasons({ amount: entry.amount, currency }, moved, seen),
    ...(isTurned(entry, moved) ? (['direction'] as const) : []),
  ]
  const isReported =
    bankEvents.length > 0 || entry.bank_status !== 'not-reported' || entry.verdict !== null
  const isBack = isReturnShown(entry, bankEvents)
  const here = hereOf(entry, {
    day,
    dayBy: collected === null ? 'effective' : 'collected',
    counts: verdict.match !== 'pending',
  })
  const bank: BankSide = {
    ...side,
    ...(moved.length === 0 && shown !== null && verdict.counts && { amount: shown }),
    amountText: side.amountText ?? entry.shown_amount,
    trace: side.trace ?? entry.trace_number,
    parNumber: side.parNumber ?? entry.par_number,
  }
  const isShown = moved.length === 0 && shown !== null
  return {
    id: `entry:${entry.id}`,
    kind: 'entry',
    service: entry.service,
    flow: flowOf(entry),
    match: verdict.match === 'agreed' && differing.length > 0 ? 'differs' : verdict.match,
    reasons: [...verdict.reasons, ...differing],
    remarks: [
      ...(isReported ? remarks.filter((one) => !(isShown && one === 'amount-as-sent')) : []),
      ...(isBack ? (['came-back-later'] as const) : []),
      ...(entry.isReversed === 1 ? (['reversed'] as const) : []),
      ...(entry.queriedOn === account ? [] : (['other-account'] as const)),
    ],
    reference: entry.trace_number ?? entry.reference,
    party: partyOf(entry),
    here,
    bank: isReported ? bank : null,
  }
}

const statusOrder = ['COLLECTED', 'SETTLED']
/** A status that arrives late moves nothing back. */
function latestStatus(
  reported: string | null,
  { bank_status_text: storedStatus, verdict, bank_status }: LeftEntry,
) {
  const statuses = [reported, bank_status === 'returned' ? null : storedStatus].filter(
    (status) => status !== null,
  )
  const rank = (status: string): number => statusOrder.indexOf(status.trim().toUpperCase())
  const latest = statuses.toSorted((one, other) => rank(other) - rank(one))[0]
  return latest ?? (bank_status === 'returned' ? storedStatus : verdict)
}

/**
 * Returns the line of an entry's return, which reverses the money on a day of its own; one that only an
 * alert reports reverses nothing.
 */
export function entryReturnLine(
  entry: LeftEntry,
  bankEvents: readonly BankEvent[],
  on: { readonly day: string; readonly dayBy: BankSide['dayBy'] },
): ReconciliationLine {
  const returns = bankEvents.filter(({ isReturn }) => isReturn)
  const statusText = inOrder(returns).at(-1)?.statusText ?? entry.bank_status_text
  const isShown = isReturnShown(entry, bankEvents)
  const { side, remarks } = bankSideOf(returns, {
    ...on,
    statusText,
    counts: isShown,
    asSent: isShown ? { amount: entry.amount, currency } : null,
    isAnswered: isShown && returns.length === 0,
    callId: entry.detail_call_id,
  })
  return {
    id: `return:entry:${entry.id}`,
    kind: 'entry-return',
    service: entry.service,
    flow: turned(flowOf(entry)),
    match: isShown ? 'returned' : 'differs',
    reasons: [isShown ? 'came-back' : 'return-reported'],
    remarks,
    reference: entry.trace_number ?? entry.reference,
    party: partyOf(entry),
    here: hereOf(entry, { day: on.day, dayBy: 'returned', counts: isShown }),
    bank: {
      ...side,
      trace: side.trace ?? entry.trace_number,
      returnCode: side.returnCode ?? entry.return_code,
    },
  }
}
