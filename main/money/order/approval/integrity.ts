/**
 * Whether what the store holds is what people approved: computed again from the stored text, and compared with the
 * acts in the audit chain, before an order is released and again in the transaction that journals its sending.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { entryHash, type AuditEntry } from '../../../store/audit-chain/hash-chain.ts'
import type { Reader } from '../../../store/store.ts'
import { bankOf, approvalHash, type HashPlace } from './approval-hash.ts'
import type { OrderRow } from '../types.ts'
import {
  approvalsOf,
  attemptsOf,
  bankStatementsOf,
  inquiriesOf,
  type ApprovalRow,
  type AttemptRow,
  type BankStatementRow,
  type InquiryRow,
} from '../order-records.ts'
import type { SentReferences } from '../sending/sent-references.ts'
import { sha256Of } from '../../../platform/sha256.ts'

/** What is not as it was approved. */
export type Broken = Failure<'binding-broken'>['what']

/** The acts about an order that its sending rests on. */
const kinds = [
  'order.submitted',
  'order.rebound',
  'order.recalled',
  'order.sent-back',
  'order.approved',
  'order.send-journalled',
  'order.ended',
  'order.interrupted',
  'order.looked-up',
  'order.desk-word-recorded',
  'order.desk-word-confirmed',
  'order.restored',
] as const

/**
 * What of an order was changed behind the program's back; null: nothing. `body`: text, form, binding or the columns
 * beside them. `bank`: it was approved for another address or client id than the profile names. `approvals`: one that
 * nobody gave, or gave to something else. `chain`: the acts do not hold, or the journal is not the one that they tell
 * of. `journal`: the file beside the store knows of sendings that the store does not, which was put back from a copy.
 */
export async function brokenBinding(
  reader: Reader,
  row: OrderRow,
  place: HashPlace & { readonly sent: SentReferences },
): Promise<Broken | null> {
  const acts = await actsOf(reader, row.id)
  const latest = acts && lastSubmission(acts)
  const journal = await attemptsOf(reader, row.id)
  const attempts = journal.filter(({ is_bar }) => is_bar === 0)
  const bank = latest && bankIn(latest)
  // What left before approvals covered the bank is looked up, and repeated, where it went.
  const mayHaveLeft = journal.some(({ outcome }) => outcome !== 'not-sent')
  const wanted = bank === null && mayHaveLeft ? null : bankOf(place)
  if (!(await isBodyAsBound(reader, row, place, wanted)))
    return bank !== undefined && (await isBodyAsBound(reader, row, place, bank)) ? 'bank' : 'body'
  const standing = (await approvalsOf(reader, row.id)).filter(({ voided_at }) => voided_at === null)
  if (standing.some(({ binding }) => binding !== row.binding)) return 'approvals'
  if (!acts) return 'chain'
  if (latest?.detail['bodySha256'] !== row.body_sha256 || latest.detail['binding'] !== row.binding)
    return 'chain'
  if (!standing.every((one) => wasGiven(one, acts, latest.seq))) return 'approvals'
  if (!areBarsTold(journal, acts)) return 'chain'
  const isTold =
    isJournalAsTold(attempts, acts) &&
    areLookUpsTold(await inquiriesOf(reader, row.id), acts) &&
    areDeskWordsTold(await bankStatementsOf(reader, row.id), acts)
  if (!isTold) return 'chain'
  // A bar is no sending that the store knows of: what was sent since the backup stays unknown to it.
  return place.sent.lastAttempt(row.reference) > (attempts.at(-1)?.seq ?? 0) ? 'journal' : null
}

/**
 * The bank that the approval of an order is for, as the act of its submission tells; null: it is of before approvals
 * covered it, or of practice. Undefined: it was not submitted.
 */
export async function approvedBank(
  reader: Reader,
  { id }: Pick<OrderRow, 'id'>,
): Promise<string | null | undefined> {
  const last = lastSubmission((await actsOf(reader, id)) ?? [])
  return last && bankIn(last)
}

const bankIn = ({ detail }: ToldAct): string | null =>
  typeof detail['bank'] === 'string' ? detail['bank'] : null

/** Whether the text is the one that was bound for this bank, and the form and the columns that people are shown say so. */
export async function isBodyAsBound(
  reader: Reader,
  row: OrderRow,
  place: HashPlace,
  bank: string | null = bankOf(place),
): Promise<boolean> {
  if (row.body === null || row.binding === null) return false
  if (sha256Of(row.body) !== row.body_sha256) return false
  if (approvalHash(row, place, bank) !== row.binding) return false
  return place.kinds.of(row).isAsWritten(reader, row)
}

interface ToldAct {
  readonly seq: number
  readonly kind: string
  readonly actor: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** The acts about an order; undefined where one of them, or its link to a neighbour, does not hold. */
async function actsOf(reader: Reader, id: string): Promise<readonly ToldAct[] | undefined> {
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
  // An entry before an act that is gone is a hole in the chain.
  const isWhole = acts.every(({ seq }) => seq === 1 || byseq.has(seq - 1))
  if (!holds || !isWhole) return undefined
  return acts.map(({ seq, kind, actor, detail }) => ({
    seq,
    kind,
    actor,
    detail: JSON.parse(detail) as ToldAct['detail'],
  }))
}

/** SQLite takes so many parameters in one statement, and more. */
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

/** The last submission, or its binding to another bank since, unless it was taken or sent back. */
const lastSubmission = (acts: readonly ToldAct[]): ToldAct | undefined => {
  const turns = ['order.submitted', 'order.rebound', 'order.recalled', 'order.sent-back']
  const last = acts.findLast(({ kind }) => turns.includes(kind))
  return last?.kind === 'order.submitted' || last?.kind === 'order.rebound' ? last : undefined
}

const wasGiven = (approval: ApprovalRow, acts: readonly ToldAct[], since: number): boolean =>
  acts.some(
    ({ seq, kind, actor, detail }) =>
      seq > since &&
      kind === 'order.approved' &&
      actor === approval.operator &&
      detail['binding'] === approval.binding,
  )

/** Whether every look-up that speaks for a second sending was made, by the route it says: none is there without its act. */
function areLookUpsTold(lookUps: readonly InquiryRow[], acts: readonly ToldAct[]): boolean {
  const told = acts.filter(({ kind }) => kind === 'order.looked-up').map(({ detail }) => detail)
  return [saysNotFound, isByProvenRoute].every(
    (speaks) => lookUps.filter(speaks).length <= told.filter(speaks).length,
  )
}

type ToldLookUp = { readonly verdict?: unknown; readonly route?: unknown }
const saysNotFound = ({ verdict }: ToldLookUp): boolean => verdict === 'not-found'
const isByProvenRoute = ({ route }: ToldLookUp): boolean => route === 'proven'

/** Whether each word of the bank's desk is of the two people that it names, and none that they stood for is gone. */
function areDeskWordsTold(words: readonly BankStatementRow[], acts: readonly ToldAct[]): boolean {
  const of = (kind: string) => acts.filter((one) => one.kind === `order.desk-word-${kind}`)
  const confirmed = words.filter(({ confirmed_by }) => confirmed_by !== null)
  const isOf = (word: BankStatementRow, { detail }: ToldAct): boolean =>
    detail['seq'] === word.seq &&
    detail['said'] === word.said &&
    detail['attempt'] === word.after_attempt &&
    detail['evidence'] === word.evidence
  return (
    of('confirmed').length === confirmed.length &&
    words.every((word) =>
      of('recorded').some(
        (one) =>
          isOf(word, one) &&
          one.actor === word.recorded_by &&
          one.detail['saidAt'] === word.said_at,
      ),
    ) &&
    confirmed.every((word) =>
      of('confirmed').some((one) => isOf(word, one) && one.actor === word.confirmed_by),
    )
  )
}

/** Whether each bar of a restore still stands: one that is gone would let a payment leave that may have left. */
const areBarsTold = (journal: readonly AttemptRow[], acts: readonly ToldAct[]): boolean =>
  journal.filter(({ is_bar }) => is_bar === 1).length ===
  acts.filter(({ kind, detail }) => kind === 'order.restored' && detail['attempt'] !== null).length

/** Whether the journal has exactly the sendings that the chain tells of, ended as it tells. */
function isJournalAsTold(attempts: readonly AttemptRow[], acts: readonly ToldAct[]): boolean {
  const journalled = acts.filter(({ kind }) => kind === 'order.send-journalled')
  if (journalled.length !== attempts.length) return false
  return attempts.every(({ seq, outcome, reason, body_sha256 }) => {
    const sent = journalled.filter(({ detail }) => detail['attempt'] === seq)
    const ends = acts.filter(
      ({ kind, detail }) =>
        detail['attempt'] === seq && (kind === 'order.ended' || kind === 'order.interrupted'),
    )
    const told = ends.at(-1)
    const end = told === undefined ? 'under-way' : (told.detail['outcome'] ?? 'interrupted')
    // By its reason a refusal may be borne out.
    const isReason = told?.kind !== 'order.ended' || told.detail['reason'] === reason
    const isSent = sent.length === 1 && sent[0]?.detail['bodySha256'] === body_sha256
    return isSent && end === outcome && isReason
  })
}
