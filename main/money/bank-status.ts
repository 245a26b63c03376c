/**
 * Computes the bank status of a payment from all its status events, independent of their order of
 * arrival, because they are late, repeated and out of order (bank notes 71 to 74). A final status is
 * never replaced by one that is not final. Pure, but for the reading of the stored status events.
 */
import {
  businessStatusOf,
  statusSpelling,
  type BusinessStatus,
  type StatusCategory,
} from '../../preload/contract/bank/codes/payment-business-status.ts'
import type { BankStatus, StatusEvent } from '../../preload/contract/domain/orders/bank-status.ts'
import { bankActionOf, waitOf } from '../../preload/contract/text/bank-status.ts'
import type { Reader } from '../store/store.ts'

type Kind = BankStatus['kind']
/** The stored columns; the rest of a bank status follows from them. */
export type StoredBankStatus = Pick<BankStatus, 'kind' | 'statusText' | 'at' | 'isFinal'>
type ReportedStatus = Pick<StatusEvent, 'vocabulary' | 'statusText' | 'at' | 'bankTime'>

interface Read {
  readonly reported: ReportedStatus
  readonly kind: Kind
  readonly isFinal: boolean
}

const kindOfCategory: Readonly<Record<StatusCategory, Kind>> = {
  'In Process': 'in-process',
  'In Review': 'in-review',
  Failed: 'failed',
  Cancelled: 'cancelled',
  Complete: 'completed',
}

/** ERROR and unlisted statuses decide nothing; IN_PROCESS means acceptance only (bank note 71). */
const paymentStatuses: Readonly<Record<string, Pick<Read, 'kind' | 'isFinal'>>> = {
  INPROCESS: { kind: 'in-process', isFinal: false },
  COMPLETED: { kind: 'completed', isFinal: true },
  FAILED: { kind: 'failed', isFinal: true },
}

/**
 * For a batch the bank only says whether it was accepted. Its entries are tracked one by one (bank
 * note 83), so acceptance is the last status of the batch itself.
 */
const batchStatuses: Readonly<Record<string, Pick<Read, 'kind' | 'isFinal'>>> = {
  ACCEPTED: { kind: 'in-process', isFinal: false },
  REJECTED: { kind: 'failed', isFinal: true },
}

const statusesOf = { payment: paymentStatuses, batch: batchStatuses } as const

/**
 * Returns whether a status or reason of the bank means that the payment came back, by the meaning
 * of the status (bank document 1, States). A text that only contains the verb, such as "the network
 * returned an error", does not.
 */
export const meansReturned = (text: string): boolean =>
  /^(the )?(payment |transfer |wire )?((was|is|has been) )?returned( by (the )?(receiving|receiver\u2019s|receiver's|beneficiary|creditor) (bank|institution))?[.!]?$/i.test(
    text.trim(),
  )

const failedFor = 'FAILED: '

/** Joins FAILED and its reason into one status. */
export const failedBecause = (reason: string): string => `${failedFor}${reason.trim()}`

/** Payments have no status for a return: FAILED with its reason means one (bank note 74). */
const isReturnReported = (statusText: string): boolean =>
  statusText.startsWith(failedFor) && meansReturned(statusText.slice(failedFor.length))

/** An unknown status is stored, has no meaning here, and is never final (bank note 73). */
function read(reported: ReportedStatus): Read {
  if (reported.vocabulary === 'payment' && isReturnReported(reported.statusText)) {
    return { reported, kind: 'returned', isFinal: true }
  }
  if (reported.vocabulary !== 'business') {
    const known =
      statusesOf[reported.vocabulary][reported.statusText.replace(/[\s_-]+/g, '').toUpperCase()]
    return { reported, ...(known ?? { kind: 'not-reported', isFinal: false }) }
  }
  const status = businessStatusOf(reported.statusText)
  if (!status) return { reported, kind: 'not-reported', isFinal: false }
  return { reported, kind: kindOf(status), isFinal: status.isFinal }
}

function kindOf({ code, category, isFinal }: BusinessStatus): Kind {
  if (code === 'Returned') return 'returned'
  return waitOf({ statusText: code, isFinal }) ? 'in-process' : kindOfCategory[category]
}

/** Reduces a time in any format to digits, only to sort status events that decide nothing. */
function moment({ bankTime, at }: ReportedStatus): string {
  const text = bankTime !== null && /^\d{4}-?\d{2}-?\d{2}/.test(bankTime.trim()) ? bankTime : at
  return text.replace(/\D/g, '').padEnd(17, '0').slice(0, 17)
}

const ordered = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Sorts status events in a fixed order, whatever their order of arrival: oldest first, and no two
 * equal.
 */
const byMoment = ({ reported: one }: Read, { reported: other }: Read): number =>
  ordered(moment(one), moment(other)) ||
  ordered(one.at, other.at) ||
  ordered(one.statusText, other.statusText) ||
  ordered(one.vocabulary, other.vocabulary)

const isBusiness = ({ reported }: Read): boolean => reported.vocabulary === 'business'
const isAcceptedBatch = ({ reported, kind }: Read): boolean =>
  reported.vocabulary === 'batch' && kind === 'in-process'
const isPaid = ({ kind }: Read): boolean => kind === 'completed' || kind === 'returned'

/** Of several with the same meaning, prefers the more precise vocabulary, then the earliest. */
const firstOf = (reads: readonly Read[]): Read | undefined => reads.find(isBusiness) ?? reads[0]

const storedStatus = ({ reported, kind, isFinal }: Read): StoredBankStatus => ({
  kind,
  statusText: reported.statusText,
  at: reported.at,
  isFinal,
})

/** Two final statuses that cannot both be true: neither is chosen. */
function contradiction(finals: readonly Read[]): StoredBankStatus {
  const statuses = new Map(
    finals.map(({ reported }) => [statusSpelling(reported.statusText), reported.statusText]),
  )
  const at =
    finals
      .map(({ reported }) => reported.at)
      .sort()
      .at(-1) ?? null
  const statusText = [...statuses.values()].sort().join(' / ')
  return { kind: 'contradictory', statusText, at, isFinal: true }
}

/**
 * A return explains why the payment is called both completed and failed. Without one, paid
 * contradicts not paid.
 */
function ofFinals(finals: readonly Read[]): StoredBankStatus {
  const returned = firstOf(finals.filter(({ kind }) => kind === 'returned'))
  const notPaid = finals.filter((one) => !isPaid(one) && (!returned || isBusiness(one)))
  const paid = finals.filter(isPaid)
  if (paid.length > 0 && notPaid.length > 0) return contradiction(finals)
  const failed = notPaid.filter((one) => one.kind === 'failed' && isBusiness(one))
  const cancelled = notPaid.filter(({ kind }) => kind === 'cancelled')
  const decides = returned ?? firstOf(paid) ?? failed[0] ?? cancelled[0] ?? notPaid[0]
  return decides ? storedStatus(decides) : noBankStatus
}

/** Returns what one status means by itself. */
export const kindOfStatus = (status: Pick<ReportedStatus, 'vocabulary' | 'statusText'>): Kind =>
  read({ ...status, at: '', bankTime: null }).kind

/** Returns whether a status event says paid, returned later or not. */
export const hasPaidStatus = (reports: readonly ReportedStatus[]): boolean =>
  reports.map(read).some(isPaid)

/** The status before the bank has reported one. */
export const noBankStatus: StoredBankStatus = {
  kind: 'not-reported',
  statusText: null,
  at: null,
  isFinal: false,
}

/** Returns the bank status by these status events, in any order. */
export function bankStatusOf(reports: readonly ReportedStatus[]): StoredBankStatus {
  const reads = reports.map(read).sort(byMoment)
  const finals = reads.filter(({ isFinal }) => isFinal)
  const taken = reads.filter(isAcceptedBatch)
  // A batch both accepted and rejected: one of the two is wrong, or is about another sending.
  if (taken.length > 0 && finals.length > 0) return contradiction([...taken, ...finals])
  if (finals.length > 0) return ofFinals(finals)
  const understood = reads.filter(({ kind }) => kind !== 'not-reported')
  const newest = understood.filter(isBusiness).at(-1) ?? understood.at(-1) ?? reads.at(-1)
  return newest ? storedStatus(newest) : noBankStatus
}

/** Returns the full bank status, as the window shows it. */
export const shownBankStatus = ({
  kind,
  statusText,
  at,
  isFinal,
}: StoredBankStatus): BankStatus => ({
  kind,
  statusText,
  at,
  isFinal,
  needsBankAction: bankActionOf({ statusText, isFinal }) !== undefined,
})

/**
 * Returns the key of a status event: the same status by another call or a repeated alert counts once
 * (bank notes 73 and 99).
 */
export const sameness = (
  one: Pick<StatusEvent, 'source' | 'vocabulary' | 'statusText' | 'bankTime'>,
): string =>
  JSON.stringify([one.source, one.vocabulary, statusSpelling(one.statusText), one.bankTime])

/** Returns every status event of an order once, in order of arrival. */
export async function statusEventsOf(
  from: Pick<Reader, 'selectFrom'>,
  orderId: string,
): Promise<StatusEvent[]> {
  const events = await storedStatusEvents(from, orderId)
  return [...Map.groupBy(events, sameness).values()].flatMap(([first]) => first ?? [])
}

/**
 * Returns every status event as stored, in order of arrival: equal ones of several alerts, each of which
 * may turn out to be about another order.
 */
export const storedStatusEvents = async (
  from: Pick<Reader, 'selectFrom'>,
  orderId: string,
): Promise<StatusEvent[]> => {
  const rows = await from
    .selectFrom('order_status_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .execute()
  return rows.map(
    ({
      source,
      at,
      bank_time: bankTime,
      vocabulary,
      status_text: statusText,
      call_id,
      alert_seq,
    }) => ({
      source,
      at,
      vocabulary,
      statusText,
      bankTime,
      callId: call_id,
      alertSeq: alert_seq,
    }),
  )
}
