/** Builds the bank's side of a line from all events about it. */
import type {
  BankSide,
  Remark,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import { amountIn, type BankEvent } from './bank-event.ts'

/** The input for the bank's side. */
export interface SideWanted {
  readonly day: string
  readonly dayBy: BankSide['dayBy']
  /** Used if no event states an amount: the sent amount, which the bank has confirmed. */
  readonly asSent: { readonly amount: number | null; readonly currency: string } | null
  readonly statusText: string | null
  readonly counts: boolean
  /** The bank also reported it in an answer to this workstation. */
  readonly isAnswered?: boolean
  readonly callId?: string | null
}

/** Sorts by instant, and alerts of one delivery by their order in it. */
export const inOrder = (bankEvents: readonly BankEvent[]): BankEvent[] =>
  bankEvents.toSorted(
    (one, other) =>
      (one.at < other.at ? -1 : one.at > other.at ? 1 : 0) ||
      (one.alertSeq ?? 0) - (other.alertSeq ?? 0),
  )

/** Returns the distinct non-blank texts. */
const texts = (all: readonly (string | null)[]): string[] => [
  ...new Set(all.flatMap((text) => (text === null || text.trim() === '' ? [] : [text]))),
]

/** Returns the bank's side and its remarks. */
export function bankSideOf(
  bankEvents: readonly BankEvent[],
  wanted: SideWanted,
): { readonly side: BankSide; readonly remarks: Remark[]; readonly amounts: readonly number[] } {
  const ordered = inOrder(bankEvents)
  const stated = ordered.filter(({ amountText }) => amountText !== null)
  const shown = stated.at(-1)
  const currency = shown?.currency ?? wanted.asSent?.currency ?? ordered.at(-1)?.currency ?? 'USD'
  const amount = shown
    ? amountIn(shown.amountText, shown.currency)
    : (wanted.asSent?.amount ?? null)
  const alert = ordered.findLast(({ alertId }) => alertId !== null)
  const last = (name: 'trace' | 'parNumber' | 'transactionId' | 'returnCode' | 'party') =>
    texts(ordered.map((one) => one[name])).at(-1) ?? null
  const byWireInquiry = ordered.findLast(({ fieldsConfirmed }) => fieldsConfirmed !== undefined)
  const side: BankSide = {
    amount,
    amountText: shown?.amountText ?? null,
    currency,
    statusText: wanted.statusText,
    day: wanted.day,
    dayBy: wanted.dayBy,
    trace: last('trace'),
    parNumber: last('parNumber'),
    transactionId: last('transactionId'),
    returnCode: last('returnCode'),
    party: last('party'),
    reportedBy: [
      ...new Set<BankSide['reportedBy'][number]>([
        ...ordered.map(({ source }) => source),
        ...(wanted.isAnswered === true ? (['answer'] as const) : []),
      ]),
    ],
    alertId: alert?.alertId ?? null,
    callId: ordered.findLast(({ callId }) => callId !== null)?.callId ?? wanted.callId ?? null,
    counts: wanted.counts,
    fieldsConfirmed: byWireInquiry?.fieldsConfirmed ?? null,
  }
  const isUnreadable = shown !== undefined && amount === null
  return {
    side,
    remarks: [
      ...(alert === undefined && ordered.length > 0
        ? ([byWireInquiry ? 'by-wire-inquiry' : 'by-inquiry'] as const)
        : []),
      ...(ordered.some(({ isRepeated }) => isRepeated) ? (['repeated'] as const) : []),
      ...(shown === undefined && wanted.asSent !== null ? (['amount-as-sent'] as const) : []),
      ...(isUnreadable ? (['amount-unreadable'] as const) : []),
    ],
    amounts: [...new Set(stated.flatMap((one) => amountIn(one.amountText, one.currency) ?? []))],
  }
}
