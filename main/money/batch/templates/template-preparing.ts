/**
 * Prepares drafts of recurring batches: each occurrence once, even if the program ends in between.
 * A missed occurrence waits for a person: its past date may be the clock's fault, and skipping it
 * automatically would drop a payroll. Only drafts are created; people submit, approve and release.
 */
import type { Transaction } from 'kysely'
import { readyDrafts } from '../drafts/batch-draft-store.ts'
import type { BatchContext, BatchOrigin, CreatedDrafts } from '../types.ts'
import {
  nextOccurrence,
  occurrenceOn,
  type Occurrence,
} from '../../../../preload/contract/kernel/recurrence.ts'
import { restoredOccurrence } from './restored-occurrence.ts'
import {
  authorsOf,
  changeTemplate,
  draftedEntries,
  findTemplate,
  formIn,
  keepPrepared,
  todayOf,
  type TemplateHead,
} from './template-records.ts'
import type { Act, Tables } from '../../../store/store.ts'
import { system } from '../../order/order-records.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import { isDue, isMissed, recurrenceIn, templateHeads } from '../../batch-facts.ts'
import { isOwnerGone } from '../../due-drafts.ts'

/**
 * Prepares everything that is due. A failure is reported and does not stop the others. Returns the
 * ids of the templates whose draft is due and could not be prepared.
 */
export async function prepareDue(
  context: BatchContext,
): Promise<{ readonly isAnyPrepared: boolean; readonly waiting: readonly string[] }> {
  const { store, report } = context
  const recurring = await templateHeads(store.read)
    .where('recurrence', 'is not', null)
    .orderBy('next_date')
    .execute()
  const today = todayOf(context)
  const waiting: string[] = []
  let isAnyPrepared = false
  for (const row of recurring) {
    if (!isDue(row, today)) continue
    const isHeld = isMissed(row, today) || isOwnerGone(context, row.owner)
    try {
      if (isHeld) waiting.push(row.id)
      else if (await prepareNext(context, row, row.owner)) isAnyPrepared = true
    } catch (problem) {
      waiting.push(row.id)
      report('batches.prepare', problem)
    }
  }
  return { isAnyPrepared, waiting }
}

/** Drafts the next occurrence for a maker; undefined if the template changed meanwhile. */
export async function prepareNext(
  context: BatchContext,
  row: TemplateHead,
  maker: string,
): Promise<CreatedDrafts | undefined> {
  const recurs = recurrenceIn(row)
  if (recurs === null || row.next_date === null) return undefined
  const occurrence = occurrenceOn(recurs, row.next_date)
  const { day: effectiveDate } = occurrence
  const { day: next } = nextOccurrence(recurs, { notBefore: effectiveDate, last: occurrence })
  return draftFrom(context, row, {
    maker,
    planned: { occurrence, detail: { templateId: row.id, effectiveDate, next } },
    // In the same transaction as the draft, so that no occurrence is drafted twice.
    isUnchanged: (tx) => changeTemplate(tx, row, { next_date: next }),
  })
}

/** Drafts the content of a template for its maker, without a date; undefined if it changed meanwhile. */
export const draftByHand = (
  context: BatchContext,
  row: TemplateHead,
  maker: string,
): Promise<CreatedDrafts | undefined> =>
  draftFrom(context, row, {
    maker,
    planned: null,
    isUnchanged: async (tx) => (await findTemplate(tx, row.id))?.version === row.version,
  })

async function draftFrom(
  context: BatchContext,
  row: TemplateHead,
  {
    maker,
    planned,
    isUnchanged,
  }: {
    readonly maker: string
    /** The occurrence, and what the act of preparing it says; null: by hand, beside those that recur. */
    readonly planned: { readonly occurrence: Occurrence; readonly detail: Act['detail'] } | null
    /** Returns whether form and entries are still those that were read. */
    readonly isUnchanged: (tx: Transaction<Tables>) => Promise<boolean>
  },
): Promise<CreatedDrafts | undefined> {
  const { store } = context
  const entries = await draftedEntries(store.read, row.id)
  const typed = formIn(row)
  const occurrence = planned?.occurrence ?? null
  const form = occurrence === null ? typed : { ...typed, effectiveDate: occurrence.day }
  const origin: BatchOrigin = {
    templateId: row.id,
    ...(occurrence && { occurrence }),
    restored: await restoredOccurrence(context, row, occurrence),
    authors: await authorsOf(store.read, row),
  }
  const drafts = readyDrafts(context, [{ form, entries, origin }], maker)
  const { created } = drafts
  const isDrafted = await unlessSuperseded(() =>
    store.record(drafts.act, async (tx, also) => {
      if (!(await isUnchanged(tx))) throw new Superseded()
      await drafts.insert(tx, also)
      if (planned === null) return true
      const ids = { template_id: row.id, order_id: created.id }
      if (!(await keepPrepared(tx, planned.occurrence, ids))) throw new Superseded()
      for (const subject of [created.id, ...created.others])
        also({ actor: system, kind: 'order.prepared', subject, detail: planned.detail })
      return true
    }),
  )
  if (!isDrafted) return undefined
  drafts.notify()
  return created
}
