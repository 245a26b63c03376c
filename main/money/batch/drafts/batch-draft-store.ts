/**
 * Stores drafts of batches: every write together with its audit act, and only while it is a draft
 * of the writing operator. A batch is an order, so it has a row in `orders` and one in `batches`.
 */
import type { Transaction } from 'kysely'
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { totalsOfTyped } from '../../../../preload/contract/domain/batches/read-batch.ts'
import { newBatchId } from '../../../platform/identifiers.ts'
import { refusalOf, refuse } from '../../order/refusals.ts'
import { markOfNew, restoreMarkText } from '../../order/restore-hold.ts'
import { noEvidence, nothingYet } from '../../order/order-columns.ts'
import type { Act, AlsoRecord, Tables } from '../../../store/store.ts'
import type {
  BatchContext,
  BatchDraftStore,
  BatchOrigin,
  DraftPlan,
  CreatedDrafts,
} from '../types.ts'
import { whyNoFollowUp } from '../tracking/reversal-rules.ts'
import { draftColumns, draftDetail, putEntries, writeHeader, storedTotals } from './batch-rows.ts'

interface NewDraft {
  readonly id: string
  readonly uuid: string
  readonly at: string
  readonly maker: string
  readonly form: BatchForm
  readonly origin: BatchOrigin
}

/** A draft ready to be written with its act, in any transaction. */
export interface ReadyDraft {
  readonly id: string
  readonly act: Act
  readonly insert: (tx: Transaction<Tables>) => Promise<void>
}

/** Prepares a draft with a new uuid. */
export function readyDraft(
  context: BatchContext,
  form: BatchForm,
  entries: readonly TypedEntry[],
  maker: string,
  origin: BatchOrigin = {},
): ReadyDraft {
  const id = context.newId()
  const uuid = newBatchId()
  const kind = origin.copiedFrom === undefined ? 'order.drafted' : 'order.copied'
  const typed = draftDetail(form, totalsOfTyped(entries))
  const detail = { ...typed, uuid, ...originDetail(origin) }
  const at = context.clock.now().toISOString()
  return {
    id,
    act: { actor: maker, kind, subject: id, detail },
    insert: (tx) => insertDraft(tx, context, { id, uuid, at, maker, form, origin }, entries),
  }
}

/** Drafts ready to be written together. */
export interface ReadyDrafts {
  readonly created: CreatedDrafts
  /** The act of the first draft, naming the others. */
  readonly act: Act
  /** Writes all, with the acts of the others. */
  readonly insert: (tx: Transaction<Tables>, also: AlsoRecord) => Promise<void>
  /** Notifies the window of all, once they are written. */
  readonly notify: () => void
}

/** Prepares drafts, none with more entries than one call carries. */
export function readyDrafts(
  context: BatchContext,
  plans: readonly DraftPlan[],
  maker: string,
): ReadyDrafts {
  const { mostEntries } = context.ach.current().settings
  const parts = plans.flatMap((plan) => partsOf(plan, mostEntries))
  const drafts = parts.map(({ form, entries, origin }, at) => {
    const split = { part: at + 1, of: parts.length }
    return readyDraft(context, form, entries, maker, {
      ...origin,
      ...(parts.length > 1 && { split }),
    })
  })
  const [first, ...rest] = drafts
  if (!first) throw new RangeError('nothing to make a draft of')
  const others = rest.map(({ id }) => id)
  const detail = { ...first.act.detail, ...(others.length > 0 && { others }) }
  return {
    created: { id: first.id, others },
    act: { ...first.act, detail },
    async insert(tx, also) {
      for (const draft of drafts) await draft.insert(tx)
      for (const { act } of rest) also(act)
    },
    notify() {
      for (const { id } of drafts) announceBatch(context, id)
    },
  }
}

/** Splits a plan into parts; a plan without entries is one part. */
function partsOf({ form, entries, origin }: DraftPlan, mostEntries: number): DraftPlan[] {
  const count = Math.max(1, Math.ceil(entries.length / mostEntries))
  return Array.from({ length: count }, (_, at) => ({
    form,
    origin,
    entries: entries.slice(at * mostEntries, (at + 1) * mostEntries),
  }))
}

export function createBatchDraftStore(context: BatchContext): BatchDraftStore {
  return {
    async create(form, entries, maker, origin) {
      const { id, act, insert } = readyDraft(context, form, entries, maker, origin)
      await context.store.record(act, insert)
      announceBatch(context, id)
      return id
    },
    async createAll(plans, maker) {
      const { created, act, insert, notify } = readyDrafts(context, plans, maker)
      await context.store.record(act, insert)
      notify()
      return created
    },
  }
}

/** Notifies the window of a new or changed draft. */
export function announceBatch({ emitEvent }: Pick<BatchContext, 'emitEvent'>, id: string): void {
  emitEvent('orders', 'changed', { id, state: 'draft' })
  emitEvent('orders', 'countsChanged', {})
  emitEvent('batches', 'changed', { id })
}

/** Returns its origin for the audit chain: orders by id, files by the hash of their bytes. */
function originDetail(origin: BatchOrigin) {
  const { copiedFrom, retryOf, reversalOf, reentryOf, templateId, file, prepared, split } = origin
  const { authors, occurrence } = origin
  return {
    ...(copiedFrom !== undefined && { copiedFrom }),
    ...(retryOf !== undefined && { retryOf }),
    ...(reversalOf !== undefined && { reversalOf }),
    ...(reentryOf !== undefined && { reentryOf }),
    ...(templateId !== undefined && { templateId }),
    ...(occurrence && { plannedOn: occurrence.day, nominalOn: occurrence.nominal }),
    ...(prepared && { reason: prepared.reason }),
    ...(authors && { authors: [...authors] }),
    ...(split && { part: split.part, parts: split.of }),
    ...(file && { importSha256: file.sha256, part: file.part, parts: file.of }),
  }
}

async function insertDraft(
  tx: Transaction<Tables>,
  { profile, waits }: BatchContext,
  draft: NewDraft,
  entries: readonly TypedEntry[],
): Promise<void> {
  const { id, uuid, at, maker, form, origin } = draft
  const { accounts } = profile()
  const { prepared } = origin
  await refuseIfFollowedUp(tx, entries, origin)
  const order = origin.reentryOf ?? origin.reversalOf ?? origin.copiedFrom
  const newMark = await markOfNew(
    tx,
    { order, isFile: origin.file !== undefined },
    waits.earliest(),
  )
  const mark = newMark ?? origin.restored ?? null
  const none = { entries: 0, credits: 0, debits: 0 }
  await tx
    .insertInto('orders')
    .values({
      id,
      maker,
      reference: uuid,
      created_at: at,
      updated_at: at,
      state: 'draft',
      ...draftColumns({ form, prepared }, none, accounts),
      ...nothingYet,
      ...noEvidence,
      payee_id: null,
      payee_version: null,
      restored: mark && restoreMarkText(mark),
    })
    .execute()
  await tx
    .insertInto('batches')
    .values({
      order_id: id,
      sec_code: form.secCode,
      ...sourceColumns(origin),
      ...emptyBatchColumns,
    })
    .execute()
  const placed = entries.map((entry, at) => ({ position: at + 1, entry }))
  const isRepeated = new Set(entries.map((entry) => entry.id)).size < entries.length
  // Reusing an id, in this or another batch, would silently lose an entry.
  if (isRepeated || (await putEntries(tx, id, placed, origin.follows)) < entries.length) {
    throw new TypeError('an id of the new draft is in use already')
  }
  const totals = await storedTotals(tx, id)
  await writeHeader(tx, { id, form, prepared, totals, at, accounts })
}

/**
 * Throws `Refused` if a draft already reverses or presents again one of these entries. Runs in the
 * transaction that writes the drafts, one after the other.
 */
async function refuseIfFollowedUp(
  tx: Transaction<Tables>,
  entries: readonly TypedEntry[],
  { follows, reversalOf }: BatchOrigin,
): Promise<void> {
  if (!follows) return
  const followed = entries.flatMap(({ id }) => follows.get(id) ?? [])
  const by = reversalOf === undefined ? 'reentry' : 'reversal'
  const why = await whyNoFollowUp(tx, followed, by)
  if (why !== undefined) refuse(refusalOf(why))
}

const sourceColumns = ({
  file,
  split,
  reversalOf,
  reentryOf,
  templateId,
  authors,
}: BatchOrigin) => ({
  source_file: file?.name ?? null,
  source_sha256: file?.sha256 ?? null,
  part: (file ?? split)?.part ?? null,
  parts: (file ?? split)?.of ?? null,
  reversal_of: reversalOf ?? null,
  reentry_of: reentryOf ?? null,
  template_id: templateId ?? null,
  authors: authors ? JSON.stringify(authors) : null,
})

/** Columns that only an answer and later events fill. */
export const emptyBatchColumns = {
  bank_status: null,
  bank_effective_date: null,
  bank_accepted_at: null,
  bank_messages: null,
  answer_call_id: null,
  polled_at: null,
  next_poll_at: null,
} as const
