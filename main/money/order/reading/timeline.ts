/**
 * Builds the timeline of an order: acts from the audit chain, approvals, sendings, calls, bank
 * statuses, status inquiries and alerts. Several records of one event become one line.
 */
import { codeText } from '../../../platform/code-text.ts'
import { attemptText } from '../../../../preload/contract/text/attempts.ts'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import type {
  InquiryRoute,
  OrderAlert,
  TimelineEntry,
} from '../../../../preload/contract/domain/orders/order-course.ts'
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import { inquiryText } from '../../../../preload/contract/text/inquiries.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import type { Store } from '../../../store/store.ts'
import { system } from '../order-records.ts'
import type { OrderRecords } from '../order-records.ts'
import type { AuditedComment } from '../comments.ts'
import type { OrderMask } from './order-masking.ts'

export interface TimelineRecords extends OrderRecords {
  readonly comments: readonly AuditedComment[]
  readonly statusEvents: readonly StatusEvent[]
  readonly alerts: readonly OrderAlert[]
  readonly operatorName: (id: string, at?: string) => string
  /** Masks what people typed. */
  readonly mask: Promise<OrderMask['text']>
}

/** Titles of acts. Acts missing here appear by the record that they belong to. */
const titles: Readonly<Record<string, string>> = {
  'order.drafted': 'Draft created',
  'order.prepared': 'Draft prepared by its schedule',
  'order.scheduled': 'Draft became a schedule',
  'order.draft-saved': 'Draft saved',
  'order.draft-opened': 'Draft opened in full',
  'order.copied': 'Draft created as a copy',
  'order.discarded': 'Discarded',
  'order.validated': 'Bank pre-check run',
  'order.ownership-attached': 'Ownership check attached',
  'order.submitted': 'Submitted for approval',
  'order.recalled': 'Returned to draft by its maker',
  'order.rehashed': 'Approval needed again: the bank address or client id of the profile changed',
  'order.viewed': 'Reviewed',
  'order.sent-back': 'Sent back',
  'order.released': 'Released',
  'order.taken-back': 'Release canceled',
  'order.release-expired': 'Release expired',
  'order.interrupted': 'Sending interrupted before the answer was stored',
  'order.ended-late': 'The workstation that sent it reported the end',
  'order.resend-proposed': 'Resend proposed',
  'order.resend-withdrawn': 'Resend withdrawn',
  'order.resend-confirmed': 'Resend confirmed',
  'order.alert-decided': 'Decided if an alert belongs to it',
  'order.files-attached': 'Files attached',
  'order.file-saved': 'Attached file saved',
  'order.receipt-written': 'Receipt saved',
  'order.revealed': 'Shown in full',
  'order.refused': 'Refused',
  'order.closed': 'Closed as not made',
  'order.restored': 'Restored from a backup',
  'order.restore-acknowledged': 'Confirmed not sent since the backup',
}

/**
 * Shown by approvals, sendings, status inquiries, support replies, alerts and comments themselves.
 */
const shownByOtherRecords = new Set([
  'order.approved',
  'order.send-journalled',
  'order.ended',
  'order.status-inquired',
  'order.support-reply-recorded',
  'order.support-reply-confirmed',
  'order.support-reply-withdrawn',
  'order.alert-matched',
  'order.commented',
])

const sentence = (kind: string): string => codeText(kind.replace(/^order\./, ''))

/** Returns the parts of an act's detail that a reader needs; hashes are shown elsewhere. */
function detailOf(kind: string, detail: string): string {
  const read = JSON.parse(detail) as Readonly<Record<string, unknown>>
  const texts = ['comment', 'reason', 'because', 'why']
  const codes = ['act', 'code', 'decision', 'kind', 'resultClass']
  const textOf = (name: string): string[] => {
    const value = read[name]
    return typeof value === 'string' && value !== kind ? [maskedDigits(value)] : []
  }
  const coded = codeText(codes.flatMap(textOf).join(': '))
  return [...texts.flatMap(textOf), ...(coded === '' ? [] : [coded])].join(': ')
}

type Line = TimelineEntry
const line = (part: Partial<Line> & Pick<Line, 'at' | 'kind' | 'title'>): Line => ({
  by: null,
  detail: '',
  callId: null,
  alertId: null,
  ...part,
})

/** At the same instant, a cause comes before its effect. */
const rank: readonly Line['kind'][] = [
  ...(['act', 'approval', 'sending', 'call', 'status', 'inquiry', 'alert'] as const),
]

/** Returns the timeline of one order, oldest first. */
export async function timelineOf(
  store: Store,
  id: string,
  records: TimelineRecords,
): Promise<Order['timeline']> {
  const [acts, sendings, mask] = await Promise.all([
    actsOf(store, id, records.operatorName),
    sendingLines(store, records),
    records.mask,
  ])
  const lines = [
    ...acts,
    ...approvalLines(records),
    ...sendings,
    ...statusLines(records),
    ...inquiryLines(records),
    ...supportReplyLines(records),
    ...alertLines(records),
    ...commentLines(records, mask),
  ]
  return lines
    .map((one, at) => ({ one, at }))
    .sort(
      (left, right) =>
        Date.parse(left.one.at) - Date.parse(right.one.at) ||
        rank.indexOf(left.one.kind) - rank.indexOf(right.one.kind) ||
        left.at - right.at,
    )
    .map(({ one }) => one)
}

async function actsOf(
  store: Store,
  id: string,
  nameOf: TimelineRecords['operatorName'],
): Promise<Line[]> {
  const acts = await store.read
    .selectFrom('audit_entries')
    .select(['at', 'actor', 'kind', 'detail'])
    .where('subject', '=', id)
    .orderBy('seq')
    .execute()
  return acts
    .filter(({ kind }) => kind.startsWith('order.') && !shownByOtherRecords.has(kind))
    .map(({ at, actor, kind, detail }) =>
      line({
        at,
        kind: 'act',
        title: titles[kind] ?? sentence(kind),
        by: actor === system ? null : nameOf(actor, at),
        detail: detailOf(kind, detail),
      }),
    )
}

const supportReplyTexts = { made: 'was made', 'not-made': 'was not made' } as const

const supportReplyLines = ({ supportReplies, operatorName }: TimelineRecords): Line[] =>
  supportReplies.flatMap((supportReply) => {
    const reply = `Bank support said it ${supportReplyTexts[supportReply.result]}`
    const detail = maskedDigits(
      `${supportReply.contact}, ${supportReply.replied_at}, ${supportReply.ticket}`,
    )
    const more = (at: string | null, title: string, by: string | null): Line[] =>
      at === null ? [] : [line({ at, kind: 'act', title, by })]
    const by = operatorName(supportReply.recorded_by, supportReply.recorded_at)
    return [
      line({ at: supportReply.recorded_at, kind: 'act', title: reply, by, detail }),
      ...more(
        supportReply.confirmed_at,
        'Reply of bank support confirmed',
        supportReply.confirmed_by === null
          ? null
          : operatorName(supportReply.confirmed_by, supportReply.confirmed_at ?? undefined),
      ),
      ...more(supportReply.withdrawn_at, 'Reply of bank support withdrawn', null),
    ]
  })

const approvalLines = ({ approvals, operatorName }: TimelineRecords): Line[] =>
  approvals.flatMap(({ at, operator, voided_at: voidedAt, voided_because: because }) => {
    const by = operatorName(operator, at)
    const given = line({ at, kind: 'approval', by, title: 'Approved' })
    if (voidedAt === null) return [given]
    const title = `Approval of ${by} no longer counts`
    return [given, line({ at: voidedAt, kind: 'approval', title, detail: because ?? '' })]
  })

const outcomeTexts: Readonly<Record<Order['attempts'][number]['outcome'], string>> = {
  'under-way': 'is in progress',
  'not-sent': 'was not sent',
  accepted: 'was accepted',
  rejected: 'was rejected',
  unknown: 'has an unknown outcome',
  interrupted: 'was interrupted: its outcome is unknown',
}

async function sendingLines(store: Store, records: TimelineRecords): Promise<Line[]> {
  const { attempts, operatorName } = records
  const calls = await callLines(store, attempts)
  return attempts.flatMap((sent) => {
    const { seq, call_id: callId, confirmed_by: confirmedBy } = sent
    const by = operatorName(sent.released_by, sent.journalled_at)
    if (sent.is_restore_marker === 1) return [restoreMarkerLine(sent)]
    const also =
      confirmedBy === null ? '' : `Confirmed by ${operatorName(confirmedBy, sent.journalled_at)}`
    const title = `Sending ${String(seq)} recorded`
    const lines = [line({ at: sent.journalled_at, kind: 'sending', by, title, detail: also })]
    const call = callId === null ? undefined : calls.get(callId)
    if (call) lines.push(line({ ...call, kind: 'call', callId }))
    if (sent.ended_at !== null) {
      const ended = `Sending ${String(seq)} ${outcomeTexts[sent.outcome]}`
      lines.push(
        line({
          at: sent.ended_at,
          kind: 'sending',
          title: ended,
          detail: attemptText(sent.reason ?? ''),
        }),
      )
    }
    return lines
  })
}

/** The line of a restore marker, which records no known sending. */
const restoreMarkerLine = ({
  journalled_at: at,
  reason,
}: TimelineRecords['attempts'][number]): Line =>
  line({
    at,
    kind: 'sending',
    title: 'May have been sent since the backup',
    detail: reason ?? '',
  })

/**
 * Returns the answers to the sendings by their calls. Different correlation ids of one payment can
 * indicate duplicate requests (bank document 1, Shared identifiers and headers; bank note 14).
 */
async function callLines(store: Store, attempts: TimelineRecords['attempts']) {
  const ids = attempts.flatMap(({ call_id: callId }) => callId ?? [])
  const calls =
    ids.length === 0
      ? []
      : await store.read
          .selectFrom('bank_calls')
          .select(['id', 'answered_at', 'finished_at', 'status', 'correlation_id'])
          .where('id', 'in', ids)
          .execute()
  const given = new Set(calls.flatMap(({ correlation_id: correlationId }) => correlationId ?? []))
  return new Map(
    calls.map((call) => [
      call.id,
      {
        at: call.answered_at ?? call.finished_at,
        title: call.status === null ? 'No answer' : `The bank answered HTTP ${String(call.status)}`,
        detail:
          given.size > 1 && call.correlation_id !== null
            ? `Correlation id ${call.correlation_id}. The sendings have different ones: the bank may have the request twice`
            : '',
      },
    ]),
  )
}

/** Statuses from status inquiries and alerts are shown in the lines of those. */
const statusLines = ({ statusEvents, inquiries, alerts }: TimelineRecords): Line[] =>
  statusEvents
    .filter(
      ({ callId, alertSeq, source }) =>
        source === 'initiate' ||
        source === 'initiate-late' ||
        (!inquiries.some((one) => callId !== null && one.call_id === callId) &&
          !alerts.some((one) => one.alertSeq === alertSeq)),
    )
    .map(({ at, statusText, source }) =>
      line({
        at,
        kind: 'status',
        title: `Bank status: ${statusText}`,
        detail: sourceTexts[source],
      }),
    )
const sourceTexts = {
  initiate: 'In the answer to the sending',
  'initiate-late': 'In a late answer to the sending',
  'status-inquiry': 'In the answer to a status check',
  alert: 'In an alert',
} as const

const verdictTexts: Readonly<Record<Order['inquiries'][number]['verdict'], string>> = {
  found: 'Status check found it',
  'not-found': 'Status check did not find it, which proves nothing',
  undecided: 'Status check undecided',
  'no-answer': 'Status check without an answer',
}

const routeTexts: Readonly<Record<InquiryRoute, string>> = {
  'transaction-id': 'By transaction id',
  reference: 'By account and reference',
  addenda: 'By addenda status, under its id and entry ids',
  list: 'By the entry list of the account and its details',
}

const inquiryLines = ({ inquiries, operatorName }: TimelineRecords): Line[] =>
  inquiries.map(
    ({ at, actor, verdict, route, call_id: callId, status_text: statusText, reason }) => {
      const text = inquiryText({ statusText, reason })
      return line({
        at,
        kind: 'inquiry',
        by: actor === system ? null : operatorName(actor, at),
        callId,
        title: text === null ? verdictTexts[verdict] : `${verdictTexts[verdict]}: ${text}`,
        detail: routeTexts[route],
      })
    },
  )

const decisionTexts: Readonly<Record<OrderAlert['decision'], string>> = {
  counts: '',
  open: 'Possibly about this payment. Not decided yet',
  dismissed: 'Not about this payment',
}

const alertLines = ({ alerts }: TimelineRecords): Line[] =>
  alerts.map(({ at, alertId, status, decision }) =>
    line({
      at,
      kind: 'alert',
      alertId,
      detail: decisionTexts[decision],
      title: `Alert: ${status ?? 'no business status'}`,
    }),
  )

const commentTitles = {
  comment: 'Comment',
  duplicate: 'Reason to submit a possible duplicate',
} as const

const commentLines = (
  { comments, operatorName }: TimelineRecords,
  mask: OrderMask['text'],
): Line[] =>
  comments.map(({ at, author, purpose, text, isAudited }) =>
    line({
      at,
      kind: 'act',
      title: commentTitles[purpose],
      by: operatorName(author, at),
      detail: isAudited ? mask('comment', text) : 'Changed outside the program',
    }),
  )
