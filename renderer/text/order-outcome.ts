/** The outcome of an order or an entry in one sentence, never more than its evidence supports. */
import { refusedVerdicts } from '../../preload/contract/bank/ach-origination/answered-entries.ts'
import type { EntryLine } from '../../preload/contract/domain/batches/batch.ts'
import type { Order } from '../../preload/contract/domain/orders/order.ts'
import type { BankStatus } from '../../preload/contract/domain/orders/bank-status.ts'
import {
  returnMayFollow,
  standstillText,
  waitOf,
  waitsForLaterDay,
} from '../../preload/contract/text/bank-status.ts'
import { nounOf, orderStatusBadge } from './order-badges.ts'
import { plural } from './plural.ts'
import { localMinute } from './times.ts'

type Facts = Pick<
  Order,
  | 'state'
  | 'bankStatus'
  | 'isClosed'
  | 'notSent'
  | 'attempts'
  | 'restored'
  | 'workstation'
  | 'supportReplies'
  | 'isSupportReplyContradicted'
> & { readonly batch: Pick<NonNullable<Order['batch']>, 'tally' | 'entries'> | null }

const conflict = 'Not clear: the bank\u2019s statuses contradict each other. Call the bank.'
/** With its minute; empty if the time is not known. */
const on = (at: string | null): string => (at === null ? '' : ` on ${localMinute(at)}`)

/** Whether two people hold the bank's support to have said so, and nothing shows otherwise. */
export const isConfirmedNotMade = ({
  isSupportReplyContradicted,
  supportReplies,
}: Pick<Order, 'isSupportReplyContradicted' | 'supportReplies'>): boolean =>
  !isSupportReplyContradicted &&
  supportReplies.some(
    ({ isInForce, result, confirmedBy }) =>
      isInForce && result === 'not-made' && confirmedBy !== null,
  )

/** Returns the sentence about an order in any state. */
export function outcomeSentence(order: Facts): string {
  const { state, bankStatus, batch, isClosed, notSent, attempts, restored, workstation } = order
  const isReported = bankStatus.kind !== 'not-reported'
  const wasSent = attempts.some(({ outcome }) => outcome !== 'not-sent')
  switch (state) {
    case 'outcome-unknown':
      if (isClosed && !isReported && !order.isSupportReplyContradicted)
        return 'Closed as not made, on the reply of bank support. It cannot be resent. Status checks continue, and an answer or alert about it reopens it.'
      return isConfirmedNotMade(order)
        ? `Bank support says that it did not make this ${nounOf(order)}. Status checks continue.`
        : `The bank may or may not have this ${nounOf(order)}.`
    case 'sending':
      return workstation === null
        ? 'Being sent; no answer from the bank yet.'
        : `Being sent by ${workstation}; no answer from the bank yet.`
    case 'accepted':
      return batch ? batchSentence(order, batch) : paymentSentence(bankStatus)
    case 'rejected': {
      const ended = attempts.findLast(({ outcome }) => outcome === 'rejected')
      return orderStatusBadge(order).tone === 'unknown'
        ? conflict
        : `Rejected by the bank${on(ended?.endedAt ?? bankStatus.at)}.`
    }
    default:
      if (isReported) return 'Not known to be sent from here, but the bank reports it.'
      if (restored?.acknowledged === null)
        return 'Restored from a backup; it may have been sent since.'
      if (state === 'withdrawn') return 'Discarded before anything was sent.'
      if (state === 'queued')
        return workstation === null
          ? 'Released; waiting for a connection to the bank.'
          : `Released on ${workstation}, which waits for a connection to the bank.`
      if (wasSent) return 'Not being sent now; see its earlier sendings.'
      if (state === 'approved')
        return notSent === null ? 'Approved, not sent yet.' : 'Released, but nothing was sent.'
      return state === 'draft' ? 'Not sent: still a draft.' : 'Not sent yet.'
  }
}

/** The bank's own status of an order, and why only the bank can proceed; empty without a status. */
export function bankStatusLine({ bankStatus }: Pick<Order, 'bankStatus'>): string {
  const { kind, statusText } = bankStatus
  if (statusText === null) return ''
  const unlisted = kind === 'not-reported' ? ', not in the bank\u2019s documents' : ''
  const standstill = standstillText(bankStatus)
  return `Bank status: ${statusText}${unlisted}.${standstill === undefined ? '' : ` ${standstill}.`}`
}

function paymentSentence(status: BankStatus): string {
  const { kind, at, isFinal, needsBankAction } = status
  if (needsBankAction && !isFinal) return 'Accepted, but held at the bank.'
  if (waitsForLaterDay(status)) return 'Accepted; proceeds on a later day by itself.'
  switch (kind) {
    case 'not-reported':
      return 'Accepted by the bank; no later status yet.'
    case 'in-process': {
      const wait = waitOf(status)
      return wait ? `Accepted. ${wait}.` : 'Accepted; the bank is processing it.'
    }
    case 'in-review':
      return 'Accepted; the bank is reviewing it.'
    case 'completed':
      return `Completed by the bank${on(at)}. ${returnMayFollow}.`
    case 'returned':
      return `Returned by the receiving bank${on(at)}.`
    case 'failed':
      return `Failed at the bank${on(at)}.`
    case 'cancelled':
      return `Canceled at the bank${on(at)}.`
    case 'contradictory':
      return conflict
  }
}

function batchSentence(order: Facts, { tally, entries }: NonNullable<Facts['batch']>): string {
  const { kind, isFinal } = order.bankStatus
  if (kind !== 'in-process' && kind !== 'not-reported') return paymentSentence(order.bankStatus)
  if (tally === null) return 'Accepted by the bank; no result of its entries yet.'
  const refused = tally.rejected + tally.inError
  const unclear = tally.unclear + tally.notMentioned
  const ofAll = `of ${plural(entries, 'entry', 'entries')}`
  if (unclear > 0 && !isFinal)
    return `Accepted, but ${unclear.toLocaleString('en-US')} ${ofAll} have no clear answer.`
  // An entry can be both refused and returned, so that the two counts are added only alone.
  const isCountedOnce = refused === 0 || tally.returned === 0
  const isAllSettled =
    tally.settled > 0 && isCountedOnce && tally.settled + refused + tally.returned === entries
  const end = isFinal
    ? 'The rest settled'
    : isAllSettled
      ? `The rest settled. ${returnMayFollow}`
      : refused > 0 && tally.accepted === 0
        ? 'No entry was accepted'
        : 'The rest are still tracked'
  const parts = [
    ...(refused > 0 ? [`${refused.toLocaleString('en-US')} not accepted`] : []),
    ...(tally.returned > 0 ? [`${tally.returned.toLocaleString('en-US')} returned`] : []),
  ]
  if (parts.length > 0)
    return tally.returned + refused >= entries
      ? `Accepted as a batch; ${parts.join(' and ')} ${ofAll}.`
      : `Accepted; ${parts.join(' and ')} ${ofAll}. ${end}.`
  if (isFinal)
    return 'Every entry settled, and the return period is over. A late return may still come.'
  if (isAllSettled) return `Settled: ${plural(entries, 'entry', 'entries')}. ${returnMayFollow}.`
  return tally.settled > 0
    ? `Accepted; ${tally.settled.toLocaleString('en-US')} ${ofAll} settled. The rest are still tracked.`
    : 'Accepted by the bank; its entries are tracked one by one.'
}

type EntryResult = Pick<
  EntryLine,
  'verdict' | 'state' | 'stateAt' | 'returnCode' | 'returnReportedAt'
>

/** Returns the sentence about an entry of a batch. Unclear answers precede everything else. */
export function entrySentence(entry: EntryResult): string {
  const { verdict, state, stateAt, returnCode, returnReportedAt } = entry
  if (returnReportedAt !== null)
    return state === 'unclear'
      ? 'Not clear: a return was reported, and the bank does not show it.'
      : `Return reported${on(returnReportedAt)}; asking the bank.`
  if (state === 'unclear' || verdict === 'unclear')
    return 'Not clear: compare the bank\u2019s statuses of this entry.'
  switch (state) {
    case 'returned':
      return `Returned${returnCode === null ? '' : ` with ${returnCode}`}${on(stateAt)}.`
    case 'settled':
      return `Settled${on(stateAt)}. ${returnMayFollow}.`
    case 'collected':
      return `Collected by the bank${on(stateAt)}; not settled yet.`
    case 'not-reported':
      break
  }
  if (refusedVerdicts.some((refused) => refused === verdict)) return 'Not accepted by the bank.'
  if (verdict === 'not-mentioned') return 'The bank\u2019s answer does not mention this entry.'
  return verdict === 'accepted'
    ? 'Accepted by the bank; no later status yet.'
    : 'No result of this entry yet.'
}
