/**
 * Checks that the store still holds what people approved. The hashes are recomputed from the stored
 * text and compared with the audit chain, before a release and again in the transaction that
 * journals the sending.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { entryHash, type AuditEntry } from '../../../store/hash-chain.ts'
import type { Reader } from '../../../store/store.ts'
import { bankOf, approvalHash, type ApprovalScope } from './approval-hash.ts'
import { reportedByBank } from '../sent-version.ts'
import type { OrderRow } from '../types.ts'
import {
  approvalsOf,
  attemptsOf,
  supportRepliesOf,
  inquiriesOf,
  type ApprovalRow,
  type AttemptRow,
  type SupportReplyRow,
  type InquiryRow,
} from '../order-records.ts'
import type { SentReferences } from '../../sent-references.ts'
import { sha256Of } from '../../../platform/sha256.ts'

export type Broken = Failure<'integrity-broken'>['what']

/** The audit acts that a sending of an order relies on. */
const sendingActs = [
  'order.submitted',
  'order.rehashed',
  'order.recalled',
  'order.sent-back',
  'order.approved',
  'order.send-journalled',
  'order.ended',
  'order.interrupted',
  'order.status-inquired',
  'order.support-reply-recorded',
  'order.support-reply-confirmed',
  'order.restored',
] as const

/**
 * Returns which part of an order was changed outside the program; null if none. `body`: text, form,
 * approval hash or the columns beside them. `bank`: approved for another address or client id than
 * the profile names. `approvals`: an approval that nobody gave, or that was given to something
 * else. `chain`: the acts do not verify, or differ from the journal. `journal`: the file beside the
 * store lists sendings that the store lacks, because the store was replaced by an older copy.
 */
export async function brokenApproval(
  reader: Reader,
  row: OrderRow,
  scope: ApprovalScope & { readonly sent: SentReferences },
): Promise<Broken | null> {
  const acts = await actsOf(reader, row.id)
  const latest = acts && lastSubmission(acts)
  const journal = await attemptsOf(reader, row.id)
  const attempts = journal.filter(({ is_restore_marker }) => is_restore_marker === 0)
  const bank = latest && bankIn(latest)
  // An order that left before approvals covered the bank has its status inquiries and resends at the bank where
  // it went.
  const mayHaveLeft = journal.some(({ outcome }) => outcome !== 'not-sent')
  const wanted = bank === null && mayHaveLeft ? null : bankOf(scope)
  if (!(await matchesApprovalHash(reader, row, scope, wanted)))
    return bank !== undefined && (await matchesApprovalHash(reader, row, scope, bank))
      ? 'bank'
      : 'body'
  const validApprovals = (await approvalsOf(reader, row.id)).filter(
    ({ voided_at }) => voided_at === null,
  )
  if (validApprovals.some(({ approval_hash }) => approval_hash !== row.approval_hash))
    return 'approvals'
  if (!acts) return 'chain'
  if (
    latest?.detail['bodySha256'] !== row.body_sha256 ||
    latest.detail['approvalHash'] !== row.approval_hash
  )
    return 'chain'
  if (!validApprovals.every((one) => wasGiven(one, acts, latest.seq))) return 'approvals'
  if (!areRestoreMarkersAudited(journal, acts)) return 'chain'
  const isAudited =
    isJournalAsAudited(attempts, acts) &&
    areInquiriesAudited(await inquiriesOf(reader, row.id), acts) &&
    areSupportRepliesAudited(await supportRepliesOf(reader, row.id), acts)
  if (!isAudited) return 'chain'
  // Restore markers do not count: they are no sendings of this store, which lacks the sendings after
  // the backup.
  return scope.sent.lastAttempt(row.reference) > (attempts.at(-1)?.seq ?? 0) ? 'journal' : null
}

/**
 * Returns the bank hash that the order was approved for, by the act of its submission. Null:
 * approved before approvals covered the bank, or in practice. Undefined: not submitted.
 */
export async function approvedBank(
  reader: Reader,
  { id }: Pick<OrderRow, 'id'>,
): Promise<string | null | undefined> {
  const last = lastSubmission((await actsOf(reader, id)) ?? [])
  return last && bankIn(last)
}

const bankIn = ({ detail }: AuditedAct): string | null =>
  typeof detail['bank'] === 'string' ? detail['bank'] : null

/**
 * Returns whether the stored text has the approval hash for this bank, and the form and the columns
 * shown to people agree with it.
 */
export async function matchesApprovalHash(
  reader: Reader,
  row: OrderRow,
  scope: ApprovalScope,
  bank: string | null = bankOf(scope),
): Promise<boolean> {
  if (row.body === null || row.approval_hash === null) return false
  if (sha256Of(row.body) !== row.body_sha256) return false
  if (approvalHash(row, scope, bank) !== row.approval_hash) return false
  return scope.kinds.of(row).matchesForm(reader, row)
}

/** An act as the audit chain has it. */
export interface AuditedAct {
  readonly seq: number
  readonly kind: string
  readonly actor: string
  readonly detail: Readonly<Record<string, unknown>>
}

/**
 * Returns the acts of these kinds about an order; undefined if one of them, or its link to a
 * neighbor, does not verify.
 */
export async function actsOf(
  reader: Reader,
  id: string,
  kinds: readonly string[] = sendingActs,
): Promise<readonly AuditedAct[] | undefined> {
  const acts = await reader
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject', '=', id)
    .where('kind', 'in', kinds)
    .orderBy('seq')
    .execute()
  const beside = [...new Set(acts.flatMap(({ seq }) => [seq - 1, seq, seq + 1]))]
  const entries = await entriesAt(reader, beside)
  const byseq = new Map(entries.map((entry) => [entry.seq, entry]))
  const holds = entries.every((entry) => {
    const before = byseq.get(entry.seq - 1)
    return entry.hash === entryHash(entry) && (!before || before.hash === entry.previous_hash)
  })
  // A missing entry before an act is a hole in the chain.
  const isWhole = acts.every(({ seq }) => seq === 1 || byseq.has(seq - 1))
  if (!holds || !isWhole) return undefined
  return acts.map(({ seq, kind, actor, detail }) => ({
    seq,
    kind,
    actor,
    detail: JSON.parse(detail) as AuditedAct['detail'],
  }))
}

/** SQLite accepts at least this many parameters in one statement. */
const atOnce = 500

async function entriesAt(reader: Reader, seqs: readonly number[]): Promise<AuditEntry[]> {
  const found: AuditEntry[] = []
  for (let from = 0; from < seqs.length; from += atOnce) {
    const some = seqs.slice(from, from + atOnce)
    found.push(
      ...(await reader.selectFrom('audit_entries').selectAll().where('seq', 'in', some).execute()),
    )
  }
  return found
}

/** A submission, or a new approval hash for another bank. */
const isSubmission = ({ kind }: AuditedAct): boolean =>
  kind === 'order.submitted' || kind === 'order.rehashed'
/** The bank reported a sending that had ended as not sent: the order is again what that sent. */
const isReport = ({ kind, detail }: AuditedAct): boolean =>
  kind === 'order.ended' && detail['reason'] === reportedByBank

/** The submission in force, unless the order was recalled or sent back since. */
function lastSubmission(acts: readonly AuditedAct[]): AuditedAct | undefined {
  const last = acts.findLast(
    (act) =>
      isSubmission(act) ||
      isReport(act) ||
      act.kind === 'order.recalled' ||
      act.kind === 'order.sent-back',
  )
  if (!last || !isReport(last)) return last && isSubmission(last) ? last : undefined
  const sent = acts.find(
    ({ kind, detail }) =>
      kind === 'order.send-journalled' && detail['attempt'] === last.detail['attempt'],
  )
  return sent && acts.findLast((act) => isSubmission(act) && act.seq < sent.seq)
}

const wasGiven = (approval: ApprovalRow, acts: readonly AuditedAct[], since: number): boolean =>
  acts.some(
    ({ seq, kind, actor, detail }) =>
      seq > since &&
      kind === 'order.approved' &&
      actor === approval.operator &&
      detail['approvalHash'] === approval.approval_hash,
  )

/**
 * Returns whether every status inquiry that supports a resend has its audit act, by the same route.
 */
function areInquiriesAudited(
  inquiries: readonly InquiryRow[],
  acts: readonly AuditedAct[],
): boolean {
  const recorded = acts
    .filter(({ kind }) => kind === 'order.status-inquired')
    .map(({ detail }) => detail)
  return (
    inquiries.filter(isNotFound).length <= recorded.filter(isNotFound).length &&
    inquiries.filter((row) => row.route_reliability === 'proven').length <=
      recorded.filter(({ reliability }) => reliability === 'proven').length
  )
}

const isNotFound = ({ verdict }: { readonly verdict?: unknown }): boolean => verdict === 'not-found'

/**
 * Returns whether each reply of the bank's support comes from the two people that it
 * names, and no confirmed reply is missing.
 */
function areSupportRepliesAudited(
  supportReplies: readonly SupportReplyRow[],
  acts: readonly AuditedAct[],
): boolean {
  const of = (kind: string) => acts.filter((one) => one.kind === `order.support-reply-${kind}`)
  const confirmed = supportReplies.filter(({ confirmed_by }) => confirmed_by !== null)
  const isOf = (supportReply: SupportReplyRow, { detail }: AuditedAct): boolean =>
    detail['seq'] === supportReply.seq &&
    detail['result'] === supportReply.result &&
    detail['attempt'] === supportReply.after_attempt &&
    detail['evidence'] === supportReply.evidence
  return (
    of('confirmed').length === confirmed.length &&
    supportReplies.every((supportReply) =>
      of('recorded').some(
        (one) =>
          isOf(supportReply, one) &&
          one.actor === supportReply.recorded_by &&
          one.detail['repliedAt'] === supportReply.replied_at,
      ),
    ) &&
    confirmed.every((supportReply) =>
      of('confirmed').some(
        (one) => isOf(supportReply, one) && one.actor === supportReply.confirmed_by,
      ),
    )
  )
}

/**
 * Returns whether every restore marker is still stored. A restore marker is a journal row that a
 * restore adds for an order that may have left since the backup; without it, that order could leave
 * again.
 */
const areRestoreMarkersAudited = (
  journal: readonly AttemptRow[],
  acts: readonly AuditedAct[],
): boolean =>
  journal.filter(({ is_restore_marker }) => is_restore_marker === 1).length ===
  acts.filter(({ kind, detail }) => kind === 'order.restored' && detail['attempt'] !== null).length

/** Returns whether the journal has exactly the sendings of the audit chain, with the same ends. */
function isJournalAsAudited(attempts: readonly AttemptRow[], acts: readonly AuditedAct[]): boolean {
  const journalled = acts.filter(({ kind }) => kind === 'order.send-journalled')
  if (journalled.length !== attempts.length) return false
  return attempts.every(({ seq, outcome, reason, body_sha256 }) => {
    const sent = journalled.filter(({ detail }) => detail['attempt'] === seq)
    const ends = acts.filter(
      ({ kind, detail }) =>
        detail['attempt'] === seq && (kind === 'order.ended' || kind === 'order.interrupted'),
    )
    const recorded = ends.at(-1)
    const end = recorded === undefined ? 'under-way' : (recorded.detail['outcome'] ?? 'interrupted')
    // The reason is compared too, because it decides whether a status inquiry can confirm a bare
    // refusal as not sent.
    const isReason = recorded?.kind !== 'order.ended' || recorded.detail['reason'] === reason
    const isSent = sent.length === 1 && sent[0]?.detail['bodySha256'] === body_sha256
    return isSent && end === outcome && isReason
  })
}
