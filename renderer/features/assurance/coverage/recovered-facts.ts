/** The facts about a recovered event, and links to its related records. */
import type { RecoveredItem } from '../../../../preload/contract/api/coverage/coverage.ts'
import { meaningOf } from '../../../../preload/contract/bank/codes/index.ts'
import { wireEvidenceText } from '../../../../preload/contract/text/reconciliation.ts'
import { zonedTime } from '../../../text/times.ts'
import { amountOf } from './columns.ts'

/** One fact, for a list of names and values. */
export interface RecoveredFact {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly mono: boolean
}

/** Returns the facts, line by line; missing ones are left out. */
export function recoveredFacts(item: RecoveredItem): RecoveredFact[] {
  const meaning = meaningOf('return-reason', item.returnCode ?? '')?.meaning ?? ''
  const facts: readonly (readonly [string, string, string | null, boolean?])[] = [
    ['day', 'Event day', item.eventDay],
    ['account', 'Own account', item.account],
    ['direction', 'Direction', item.direction],
    ['amount', 'Amount', amountOf(item)],
    ['party', 'Party', item.party],
    ['code', 'Return code', item.returnCode && `${item.returnCode} ${meaning}`.trim()],
    ['trace', 'Trace number', item.traceNumber, true],
    ['par', 'PAR number', item.parNumber, true],
    ['wire', 'Transaction id or reference', item.transactionId, true],
    [
      'evidence',
      'Evidence',
      item.wireInquiry && wireEvidenceText(item.wireInquiry.by, zonedTime(item.wireInquiry.at)),
    ],
  ]
  return facts.flatMap(([id, label, value, mono = false]) =>
    value === null || value === '' ? [] : [{ id, label, value, mono }],
  )
}

/** Returns the links. */
export function recoveredLinks(
  item: RecoveredItem,
): { readonly to: string; readonly label: string }[] {
  const { callId, orderId, entryId, alert, kind, wireInquiry } = item
  const links = [{ to: callId && `/traffic/${callId}`, label: 'Source call' }]
  if (orderId !== null && entryId !== null)
    links.push({ to: `/batches/${orderId}/${entryId}`, label: 'Batch entry' })
  else if (orderId !== null && kind === 'payment')
    links.push({ to: `/orders/${orderId}`, label: 'Payment' })
  links.push({ to: wireInquiry && `/reports/${wireInquiry.id}`, label: 'Wire inquiry' })
  links.push({ to: alert && `/alerts/list/${alert.id}`, label: 'Later alert' })
  return links.flatMap(({ to, label }) => (to === null ? [] : [{ to, label }]))
}
