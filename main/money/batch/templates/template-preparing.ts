/**
 * Prepares drafts of recurring batches: each occurrence once, even if the program ends in between.
 * A missed occurrence waits for a person: its past date may be the clock's fault, and skipping it
 * automatically would drop a payroll. Only drafts are created; people submit, approve and release.
 */
import { batches } from '../../../../preload/contract/api/batches/channels.ts'
import { isAllowed } from '../../../../preload/contract/api/may-use.ts'
import { readyDrafts } from '../drafts/batch-draft-store.ts'
import type { BatchContext, CreatedDrafts } from '../types.ts'
import { occurrenceAfter } from '../../../../preload/contract/kernel/recurrence.ts'
import { restoredOccurrence } from './restored-occurrence.ts'
import {
  authorsOf,
  draftedEntries,
  formIn,
  moveOn,
  preparedOn,
  recurrenceIn,
  todayOf,
  type TemplateHead,
} from './template-records.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import { isMissed, templateHeads } from '../../batch-facts.ts'

/** Returns whether a template's next draft is due. */
export const isDue = (row: TemplateHead, today: string): boolean => {
  const on = preparedOn(row)
  return on !== null && on <= today
}

/**
 * Prepares everything that is due. A failure is reported and does not stop the others. Returns the
 * ids of templates with a missed date.
 */
export async function prepareDue(context: BatchContext): Promise<readonly string[]> {
  const { store, report } = context
  const recurring = await templateHeads(store.read)
    .where('recurrence', 'is not', null)
    .orderBy('next_date')
    .execute()
  for (const row of recurring) {
    try {
      await prepareOf(context, row)
    } catch (problem) {
      report('batches.prepare', problem)
    }
  }
  const today = todayOf(context)
  return recurring.filter((row) => isMissed(row, today)).map(({ id }) => id)
}

async function prepareOf(context: BatchContext, row: TemplateHead): Promise<void> {
  const today = todayOf(context)
  if (isMissed(row, today) || !isDue(row, today)) return
  const owner = context.operatorOf(row.owner)
  // Nobody becomes the maker of a draft that they were not allowed to create; it waits for a person
  // who uses the template.
  if (!owner || owner.disabled || !isAllowed(batches.useTemplate.allowed, owner.roles)) return
  await prepareNext(context, row, row.owner)
}

/** Drafts the next occurrence for a maker; undefined if it was drafted meanwhile. */
export async function prepareNext(
  context: BatchContext,
  row: TemplateHead,
  maker: string,
): Promise<CreatedDrafts | undefined> {
  const recurs = recurrenceIn(row)
  const { id: templateId, next_date: effectiveDate } = row
  if (recurs === null || effectiveDate === null) return undefined
  const { store } = context
  const entries = await draftedEntries(store.read, templateId)
  const form = { ...formIn(row), effectiveDate }
  const restored = await restoredOccurrence(context, row)
  const origin = { templateId, restored, authors: await authorsOf(store.read, row) }
  const drafts = readyDrafts(context, [{ form, entries, origin }], maker)
  const next = occurrenceAfter(recurs, effectiveDate)
  const { created } = drafts
  const done = await unlessSuperseded(() =>
    store.record(drafts.act, async (tx) => {
      // The date moves in the same transaction as the draft, so that no occurrence is drafted
      // twice.
      if (!(await moveOn(tx, row, next))) throw new Superseded()
      await drafts.insert(tx)
      return true
    }),
  )
  if (!done) return undefined
  const detail = { templateId, effectiveDate, next }
  await drafts.note()
  for (const subject of [created.id, ...created.others]) {
    await store.note({ actor: 'system', kind: 'order.prepared', subject, detail })
  }
  drafts.notify()
  context.emitEvent('batches', 'templatesChanged', {})
  return created
}
