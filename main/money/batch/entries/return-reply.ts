/**
 * Written replies of the bank's support about a return that is open, where the bank's inquiry cannot
 * show it. One person records the reply, and a second, who neither made the batch nor recorded it,
 * confirms on the same evidence. *Returned* lets the entry be presented again, so that it is allowed only
 * where no inquiry can decide. *Not returned* ends a report that the inquiry contradicts.
 */
import type { Selectable } from 'kysely'
import type { BatchEntry } from '../../../../preload/contract/domain/batches/batch.ts'
import type {
  ReturnReplyInput,
  ReturnReplyResult,
  WhyNoInquiry,
} from '../../../../preload/contract/domain/batches/return-reply.ts'
import { batches } from '../../../../preload/contract/api/batches/channels.ts'
import { rolesFor } from '../../../../preload/contract/api/may-use.ts'
import { maxRecallDays } from '../../../../preload/contract/bank/ach-inquiry/request-rules.ts'
import { daysBetween } from '../../../../preload/contract/kernel/calendar.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import { listable } from '../../../bank/apis/ach-list-limits.ts'
import type { EntrySupportRepliesTable } from '../../../store/tables/batches.ts'
import type { Reader } from '../../../store/store.ts'
import { approvalFacts, makersOf } from '../../order/approval/approvals.ts'
import { policiesFor, requireOrder } from '../../order/order-facts.ts'
import { actorOf, noteRefusal, refuse, refuseIf, Refused } from '../../order/refusals.ts'
import { bankDay } from '../../network-deadlines.ts'
import { findBatch, findEntry } from '../batch-records.ts'
import { queriedAccountsOf } from '../tracking/debited-account.ts'
import { alertedParsOf } from '../tracking/match-alerts.ts'
import { isReturnOpen } from '../tracking/reversal-rules.ts'
import type { BatchContext, BatchHandlers, EntryRow } from '../types.ts'
import { entryEvidence } from './entry-evidence.ts'

type ReplyRow = Selectable<EntrySupportRepliesTable>
type ReplyHandlers = Pick<
  BatchHandlers,
  'recordReturnReply' | 'confirmReturnReply' | 'withdrawReturnReply'
>
interface WhichReply {
  readonly id: string
  readonly entryId: string
  readonly seq: number
}

/** The clock of the bank's support may be ahead, and a typed time means the whole minute. */
const minuteMs = 60_000

const repliesOf = (reader: Reader, entryId: string): Promise<ReplyRow[]> =>
  reader
    .selectFrom('entry_support_replies')
    .selectAll()
    .where('entry_id', '=', entryId)
    .orderBy('seq')
    .execute()

const isWaiting = ({ confirmed_by: by, withdrawn_at: withdrawn }: ReplyRow): boolean =>
  by === null && withdrawn === null

/** Since when the return is open. */
const openSince = (row: EntryRow): string | null => row.return_reported_at ?? row.unanswered_since

/**
 * Returns why the bank's inquiry cannot show the return of an entry; null if it can. `hasPar`: a PAR
 * number is known, by which a detail can.
 */
async function whyNoInquiry(
  reader: Reader,
  { callBlockFor, profile, environment, waits }: BatchContext,
  row: EntryRow,
  hasPar: boolean,
): Promise<WhyNoInquiry | null> {
  const block = callBlockFor('ach-inquiry')
  if (block?.ok === false && block.error.code === 'product-not-agreed') return 'not-permitted'
  const { first } = await queriedAccountsOf(
    reader,
    await requireOrder(reader, row.order_id),
    profile(),
  )
  if (!hasPar && first !== undefined && listable(first) === null) return 'account-too-long'
  const since = openSince(row)
  const today = bankDay(environment, waits.earliest())
  const isOld =
    since !== null && daysBetween(bankDay(environment, new Date(since)), today) > maxRecallDays
  return isOld ? 'too-old' : null
}

const hasParNumber = async ({ store }: BatchContext, row: EntryRow): Promise<boolean> =>
  row.par_number !== null || (await alertedParsOf(store, [row.id])).has(row.id)

/** The inquiry contradicts the report, or cannot answer it. */
const mayBeRefuted = (row: EntryRow, why: WhyNoInquiry | null): boolean =>
  row.return_reported_at !== null && (row.bank_status === 'unclear' || why !== null)

/** Returns a return that is open, for display; null if none is. */
export async function openReturnOf(
  context: BatchContext,
  row: EntryRow,
  mask: (text: string) => string,
): Promise<BatchEntry['returnReport']> {
  const at = openSince(row)
  if (!isReturnOpen(row) || at === null) return null
  const { store } = context
  const isByAlert = await store.read
    .selectFrom('batch_entry_status_events')
    .select('seq')
    .where('entry_id', '=', row.id)
    .where('source', '=', 'alert')
    .limit(1)
    .executeTakeFirst()
  const batch = await findBatch(store.read, row.order_id)
  const why = await whyNoInquiry(store.read, context, row, await hasParNumber(context, row))
  return {
    at,
    by: isByAlert ? 'alert' : 'addenda-status',
    isContradiction: row.return_reported_at === null,
    code: row.return_code,
    text: row.return_text === null ? null : mask(row.return_text),
    date: row.return_date,
    polledAt: batch?.polled_at ?? null,
    whyNoInquiry: why,
    mayBeRefuted: mayBeRefuted(row, why),
  }
}

/** Returns the newest reply about the return of an entry, unless it was withdrawn. */
export async function returnReplyOf(
  { store, operatorName }: BatchContext,
  entryId: string,
): Promise<BatchEntry['returnReply']> {
  const reply = (await repliesOf(store.read, entryId)).findLast((one) => one.withdrawn_at === null)
  if (!reply) return null
  const person = (id: string) => ({ id, name: operatorName(id) })
  return {
    seq: reply.seq,
    result: reply.result,
    contact: reply.contact,
    repliedAt: reply.replied_at,
    ticket: reply.ticket,
    recordedBy: person(reply.recorded_by),
    recordedAt: reply.recorded_at,
    confirmedBy: reply.confirmed_by === null ? null : person(reply.confirmed_by),
    confirmedAt: reply.confirmed_at,
  }
}

const wrongInput = (path: string, message: string): never =>
  refuse({ code: 'invalid-input', fields: [{ path, message, source: 'workstation' }] })

/** Refuses a reply that the bank's inquiry can or did answer, or that came before the report. */
async function checkReply(
  reader: Reader,
  context: BatchContext,
  row: EntryRow,
  {
    result,
    repliedAt,
    hasPar,
  }: {
    readonly result: ReturnReplyResult
    readonly repliedAt: string
    readonly hasPar: boolean
  },
): Promise<void> {
  const since = openSince(row)
  if (!isReturnOpen(row) || since === null) return refuse({ code: 'changed-meanwhile' })
  const why = await whyNoInquiry(reader, context, row, hasPar)
  if (result === 'returned' && why === null)
    wrongInput('result', 'The bank\u2019s inquiry can show the return. Check the entry at the bank')
  if (result === 'not-returned' && !mayBeRefuted(row, why))
    wrongInput('result', 'Check the entry at the bank first')
  const at = Date.parse(repliedAt)
  if (at > context.clock.now().getTime() + minuteMs)
    wrongInput('repliedAt', 'This time is in the future')
  if (at + minuteMs <= Date.parse(since))
    wrongInput('repliedAt', 'The return was not reported yet at this time')
}

async function requireEntry(reader: Reader, id: string, entryId: string): Promise<EntryRow> {
  return (await findEntry(reader, id, entryId)) ?? refuse({ code: 'not-found' })
}

/** Creates the handlers. A refusal is recorded, as for any act on an order. */
export function returnReplyHandlers(context: BatchContext): ReplyHandlers {
  const handler =
    <Input extends { readonly id: string }>(
      name: keyof ReplyHandlers,
      act: (input: Input, actor: string) => Promise<void>,
    ) =>
    async (
      input: Input,
      { operator }: { readonly operator: Operator },
    ): Promise<Result<undefined, never>> => {
      try {
        await act(input, actorOf(context, operator, rolesFor(batches[name])))
      } catch (problem) {
        if (!(problem instanceof Refused)) throw problem
        const { code } = problem.failure
        await noteRefusal(context, operator.id, input.id, { act: name, code })
        // The contract of each channel lists the failures that its act refuses with.
        return err(problem.failure as never)
      }
      context.emitEvent('batches', 'changed', { id: input.id })
      return ok(undefined)
    }
  return {
    recordReturnReply: handler('recordReturnReply', (input: ReturnReplyInput, actor) =>
      recordReply(context, input, actor),
    ),
    confirmReturnReply: handler(
      'confirmReturnReply',
      (input: WhichReply & { readonly evidence: string }, actor) =>
        confirmReply(context, input, actor),
    ),
    withdrawReturnReply: handler('withdrawReturnReply', (input: WhichReply, actor) =>
      withdrawReply(context, input, actor),
    ),
  }
}

async function recordReply(
  context: BatchContext,
  { id, entryId, evidence, result, contact, repliedAt, ticket }: ReturnReplyInput,
  actor: string,
): Promise<void> {
  const { store, clock } = context
  const hasPar = await hasParNumber(context, await requireEntry(store.read, id, entryId))
  const instant = new Date(repliedAt).toISOString()
  // The typed texts stay out of the audit chain, because the chain can never be changed.
  const detail = { entry: entryId, result, repliedAt: instant, seq: 0, evidence }
  const act = { actor, kind: 'batch.return-reply-recorded', subject: id, detail }
  await store.record(act, async (tx) => {
    const row = await requireEntry(tx, id, entryId)
    const replies = await repliesOf(tx, entryId)
    if ((await entryEvidence(tx, row)) !== evidence || replies.some(isWaiting))
      refuse({ code: 'changed-meanwhile' })
    await checkReply(tx, context, row, { result, repliedAt, hasPar })
    detail.seq = (replies.at(-1)?.seq ?? 0) + 1
    await tx
      .insertInto('entry_support_replies')
      .values({
        entry_id: entryId,
        seq: detail.seq,
        result,
        contact,
        ticket,
        evidence,
        replied_at: instant,
        recorded_by: actor,
        recorded_at: clock.now().toISOString(),
        confirmed_by: null,
        confirmed_at: null,
        withdrawn_at: null,
      })
      .execute()
    // The hash covers the reply itself, so that the confirming person signs it too.
    detail.evidence = await entryEvidence(tx, row)
    await tx
      .updateTable('entry_support_replies')
      .set({ evidence: detail.evidence })
      .where('entry_id', '=', entryId)
      .where('seq', '=', detail.seq)
      .execute()
  })
}

/** Returns the reply that waits for a second person; refuses if it is another one or none. */
async function waitingReply(reader: Reader, { entryId, seq }: WhichReply): Promise<ReplyRow> {
  const reply = (await repliesOf(reader, entryId)).find(isWaiting)
  return reply?.seq === seq ? reply : refuse({ code: 'changed-meanwhile' })
}

async function confirmReply(
  context: BatchContext,
  input: WhichReply & { readonly evidence: string },
  actor: string,
): Promise<void> {
  const { store, clock } = context
  const { id, entryId, seq, evidence } = input
  const hasPar = await hasParNumber(context, await requireEntry(store.read, id, entryId))
  const earlier = await policiesFor(context, await requireOrder(store.read, id))
  const detail = { entry: entryId, seq, evidence, result: '' }
  const act = { actor, kind: 'batch.return-reply-confirmed', subject: id, detail }
  await store.record(act, async (tx) => {
    const row = await requireEntry(tx, id, entryId)
    const order = await requireOrder(tx, id)
    const reply = await waitingReply(tx, input)
    detail.result = reply.result
    if (reply.evidence !== evidence || (await entryEvidence(tx, row)) !== evidence)
      refuse({ code: 'changed-meanwhile' })
    if (reply.recorded_by === actor) refuse({ code: 'same-person' })
    const makers = [...(await makersOf(tx, order)), reply.recorded_by]
    refuseIf(approvalFacts(order, { makers, earlier }, context).whyNot(actor))
    await checkReply(tx, context, row, {
      result: reply.result,
      repliedAt: reply.replied_at,
      hasPar,
    })
    const at = clock.now().toISOString()
    await tx
      .updateTable('entry_support_replies')
      .set({ confirmed_by: actor, confirmed_at: at })
      .where('entry_id', '=', entryId)
      .where('seq', '=', seq)
      .execute()
    await tx
      .updateTable('batch_entries')
      .set({
        return_reported_at: null,
        unanswered_since: null,
        ...(reply.result === 'returned' ? returnedBy(at) : notReturned(row, at)),
      })
      .where('id', '=', entryId)
      .execute()
  })
}

const returnedBy = (at: string): Partial<EntryRow> => ({
  shown_bank_status: 'returned',
  bank_status: 'returned',
  bank_status_text: 'RETURNED',
  bank_status_at: at,
  returned_at: at,
})

const notReturned = (row: EntryRow, at: string): Partial<EntryRow> => ({
  return_code: null,
  return_text: null,
  return_date: null,
  ...(row.bank_status === 'unclear' && { bank_status: row.shown_bank_status, bank_status_at: at }),
})

async function withdrawReply(
  { store, clock }: BatchContext,
  input: WhichReply,
  actor: string,
): Promise<void> {
  const { id, entryId, seq } = input
  const detail = { entry: entryId, seq }
  const act = { actor, kind: 'batch.return-reply-withdrawn', subject: id, detail }
  await store.record(act, async (tx) => {
    await requireEntry(tx, id, entryId)
    await waitingReply(tx, input)
    await tx
      .updateTable('entry_support_replies')
      .set({ withdrawn_at: clock.now().toISOString() })
      .where('entry_id', '=', entryId)
      .where('seq', '=', seq)
      .execute()
  })
}
