/**
 * Drafts of what recurs: each occurrence once, whatever ends in between. One that was missed waits for a person: that its
 * date is past may be the clock's fault, and a date that was passed over by itself would be a payroll that nobody makes
 * (M8). A draft is all that is made: submission, approval and release are people’s.
 */
import { batches } from '../../../../preload/contract/api/batches/verbs.ts'
import { isAllowed } from '../../../../preload/contract/api/may-use.ts'
import { readyDrafts } from '../drafts/batch-draft-store.ts'
import type { BatchContext, MadeDrafts } from '../types.ts'
import { occurrenceAfter } from './recurrence.ts'
import { restoredOccurrence } from './restored-occurrence.ts'
import {
  authorsOf,
  draftedEntries,
  formIn,
  isMissed,
  moveOn,
  preparedOn,
  recurrenceIn,
  templateHeads,
  todayOf,
  type TemplateHead,
} from './template-records.ts'

/** Thrown inside a transaction whose occurrence was prepared meanwhile: nothing of it is kept. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Whether a template's next draft is to be prepared by now. */
export const isDue = (row: TemplateHead, today: string): boolean => {
  const on = preparedOn(row)
  return on !== null && on <= today
}

/**
 * Prepares everything that is due. What fails is reported, and keeps nothing else from being prepared. Answers the ids of
 * templates whose date was missed.
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
  // Nobody is made the maker of what they could not make: it waits for whoever uses the template.
  if (!owner || owner.disabled || !isAllowed(batches.useTemplate.allowed, owner.roles)) return
  await prepareNext(context, row, row.owner)
}

/** Drafts the next occurrence for a maker; undefined where it was drafted meanwhile. */
export async function prepareNext(
  context: BatchContext,
  row: TemplateHead,
  maker: string,
): Promise<MadeDrafts | undefined> {
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
  const { made } = drafts
  const done = await unlessOvertaken(() =>
    store.record(drafts.act, async (tx) => {
      // The date moves with the draft, so that no occurrence is drafted twice.
      if (!(await moveOn(tx, row, next))) throw new Overtaken()
      await drafts.insert(tx)
    }),
  )
  if (!done) return undefined
  const detail = { templateId, effectiveDate, next }
  await drafts.note()
  for (const subject of [made.id, ...made.others]) {
    await store.note({ actor: 'system', kind: 'order.prepared', subject, detail })
  }
  drafts.tell()
  context.announce('batches', 'templatesChanged', {})
  return made
}

async function unlessOvertaken(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Overtaken) return false
    throw error
  }
}
