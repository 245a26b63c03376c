/**
 * Computes the approval hash and the hash of the evidence that two people see before a resend. Each
 * is one hash over canonical JSON, so that anybody can recompute it from the store (Promise P3).
 */
import type { Selectable } from 'kysely'
import { withoutTrailingSlashes } from '../../../../preload/contract/api/profiles/profile-details.ts'
import type { Environment } from '../../../../preload/contract/domain/environment.ts'
import { canonicalJson, type JsonValue } from '../../../platform/json/canonical-json.ts'
import type {
  OrderAlertsTable,
  OrderAttemptsTable,
  SupportRepliesTable,
  OrderInquiriesTable,
  StatusEventsTable,
} from '../../../store/tables/order-history.ts'
import type { SessionProfile } from '../../../profile/session-context.ts'
import type { OrderKinds, OrderRow } from '../types.ts'
import type { Reader } from '../../../store/store.ts'
import { sha256Of } from '../../../platform/sha256.ts'

/**
 * The profile and bank that an approval is for; on another profile or bank it is another approval.
 */
export interface ApprovalScope {
  readonly profileId: string
  readonly environment: Environment
  readonly profile: () => Pick<SessionProfile, 'details'>
  readonly kinds: OrderKinds
}

/** The fields of an order that its approval hash covers. */
export type HashedOrder = Pick<
  OrderRow,
  | 'id'
  | 'body_sha256'
  | 'ownership_validation_id'
  | 'validate_call_id'
  | 'validate_body_sha256'
  | 'validate_kind'
  | 'payee_id'
  | 'payee_version'
  | 'service'
  | 'form'
  | 'debit_account'
> & {
  /** The restore note that its approvers see; absent on an order that was never restored. */
  readonly restored?: string | null
}

const hashOf = (value: JsonValue): string => sha256Of(canonicalJson(value))

/**
 * Returns the hash of the bank's address and our client id there; null in practice, where the bank
 * is always the same.
 */
export function bankOf({ profile }: Pick<ApprovalScope, 'profile'>): string | null {
  const { details } = profile()
  return details && bankAt(details.baseUrl, details.partnerClientId)
}

/**
 * Returns the hash of one bank: its address, with or without a trailing slash, and our client id
 * there.
 */
export const bankAt = (baseUrl: string | null, partnerClientId: string | null): string =>
  hashOf([
    'countersign-bank-1',
    baseUrl === null ? null : withoutTrailingSlashes(baseUrl),
    partnerClientId,
  ])

/**
 * Returns the approval hash of an order: its body, the evidence beside it, the profile and the
 * bank. `bank` is null in practice, and for approvals from before the hash covered the bank.
 */
export function approvalHash(
  row: HashedOrder,
  scope: ApprovalScope,
  bank: string | null = bankOf(scope),
): string {
  const { profileId, environment, kinds } = scope
  const evidence = {
    ownership: row.ownership_validation_id,
    validate:
      row.validate_body_sha256 === null
        ? null
        : {
            callId: row.validate_call_id,
            bodySha256: row.validate_body_sha256,
            kind: row.validate_kind,
          },
    payee: row.payee_id === null ? null : { id: row.payee_id, version: row.payee_version },
  }
  return hashOf([
    'countersign-approval-1',
    profileId,
    environment,
    row.id,
    row.body_sha256,
    evidence,
    ...kinds.of(row).hashedFacts(row),
    ...(typeof row.restored === 'string' ? [{ restored: sha256Of(row.restored) }] : []),
    ...(bank === null ? [] : [{ bank }]),
  ])
}

/**
 * Returns the approval hash for the bank that the profile names now, and the detail of its audit
 * act.
 */
export function approvalHashDetail(
  row: HashedOrder,
  scope: ApprovalScope,
): { readonly approvalHash: string; readonly bodySha256: string | null; readonly bank?: string } {
  const bank = bankOf(scope)
  const hash = approvalHash(row, scope, bank)
  return { approvalHash: hash, bodySha256: row.body_sha256, ...(bank !== null && { bank }) }
}

type SeenAttempt = Pick<Selectable<OrderAttemptsTable>, 'seq' | 'outcome' | 'reason' | 'status'>
type SeenInquiry = Pick<
  Selectable<OrderInquiriesTable>,
  'route' | 'verdict' | 'status_text' | 'route_reliability' | 'reason'
>
type SeenSupportReply = Pick<
  Selectable<SupportRepliesTable>,
  'seq' | 'result' | 'contact' | 'replied_at' | 'ticket' | 'confirmed_by'
>
type SeenAlert = Pick<Selectable<OrderAlertsTable>, 'alert_seq' | 'decision'>
type SeenStatusEvent = Pick<Selectable<StatusEventsTable>, 'seq' | 'source' | 'status_text'>

/** The evidence that two people see before they decide an unknown outcome. */
interface SeenEvidence {
  readonly attempts: readonly SeenAttempt[]
  readonly inquiries: readonly SeenInquiry[]
  readonly statusEvents: readonly SeenStatusEvent[]
  /** Replies of the bank's support, without those that were withdrawn. */
  readonly supportReplies: readonly SeenSupportReply[]
  readonly alerts: readonly SeenAlert[]
}

/**
 * Returns the status inquiries that add to the evidence. A status inquiry with the same answer as
 * the one before it, or with no answer, adds nothing.
 */
function distinctInquiries(inquiries: readonly SeenInquiry[]): JsonValue[] {
  const last = new Map<string, string>()
  return inquiries.flatMap(({ route, verdict, status_text, route_reliability, reason }) => {
    if (verdict === 'no-answer' && status_text === null && reason === null) return []
    const inquiry = [route, verdict, status_text, route_reliability, reason]
    const isRepeated = last.get(route) === canonicalJson(inquiry)
    last.set(route, canonicalJson(inquiry))
    return isRepeated ? [] : [inquiry]
  })
}

/**
 * Returns the hash of the evidence that two people see before a resend. Another sending, inquiry
 * answer, status event or alert, or another reply of the bank's support changes it, so that the
 * second person must look again.
 */
export function outcomeEvidence(
  { id, body_sha256 }: Pick<OrderRow, 'id' | 'body_sha256'>,
  { attempts, inquiries, statusEvents, supportReplies, alerts }: SeenEvidence,
): string {
  return hashOf([
    'countersign-outcome-evidence-1',
    id,
    body_sha256,
    attempts.map(({ seq, outcome, reason, status }) => [seq, outcome, reason, status]),
    distinctInquiries(inquiries),
    statusEvents.map(({ seq, source, status_text }) => [seq, source, status_text]),
    supportReplies.map(({ seq, result, contact, replied_at, ticket, confirmed_by }) => [
      seq,
      result,
      contact,
      replied_at,
      ticket,
      confirmed_by,
    ]),
    alerts.map(({ alert_seq, decision }) => [alert_seq, decision]),
  ])
}

/** Reads the evidence and returns its hash; also usable inside a transaction. */
export async function readOutcomeEvidence(
  reader: Reader,
  row: Pick<OrderRow, 'id' | 'body_sha256'>,
): Promise<string> {
  const [attempts, inquiries, statusEvents, supportReplies, alerts] = await Promise.all([
    reader
      .selectFrom('order_attempts')
      .select(['seq', 'outcome', 'reason', 'status'])
      .where('order_id', '=', row.id)
      .orderBy('seq')
      .execute(),
    reader
      .selectFrom('order_status_inquiries')
      .select(['route', 'verdict', 'status_text', 'route_reliability', 'reason'])
      .where('order_id', '=', row.id)
      .orderBy('seq')
      .execute(),
    reader
      .selectFrom('order_status_events')
      .select(['seq', 'source', 'status_text'])
      .where('order_id', '=', row.id)
      .orderBy('seq')
      .execute(),
    reader
      .selectFrom('order_support_replies')
      .select(['seq', 'result', 'contact', 'replied_at', 'ticket', 'confirmed_by'])
      .where('order_id', '=', row.id)
      .where('withdrawn_at', 'is', null)
      .orderBy('seq')
      .execute(),
    reader
      .selectFrom('order_alerts')
      .select(['alert_seq', 'decision'])
      .where('order_id', '=', row.id)
      .orderBy('alert_seq')
      .execute(),
  ])
  return outcomeEvidence(row, { attempts, inquiries, statusEvents, supportReplies, alerts })
}
