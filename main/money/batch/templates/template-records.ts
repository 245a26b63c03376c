/** Stores templates, each change with its audit act. Acts contain no account and no typed text. */
import { sql, type Selectable, type Transaction } from 'kysely'
import {
  batchForm,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import type {
  Recurrence,
  TemplateLine,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { typedEntry, type TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import { newBatchId } from '../../../platform/identifiers.ts'
import type { BatchTemplatesTable } from '../../../store/tables/recurring.ts'
import type { Reader, Tables } from '../../../store/store.ts'
import type { BatchContext } from '../types.ts'
import { nextOccurrence, type Occurrence } from '../../../../preload/contract/kernel/recurrence.ts'
import {
  isMissed,
  preparedOn,
  recurrenceIn,
  templateHeads,
  templateName,
} from '../../batch-facts.ts'
import { isOwnerGone } from '../../due-drafts.ts'

export type TemplateRow = Selectable<BatchTemplatesTable>
/** A template without its entries, of which there may be ten thousand. */
export type TemplateHead = Omit<TemplateRow, 'entries' | 'removed_at'>

/**
 * Finds the id of a name, also of a removed template: saving under the name again continues that
 * id.
 */
export const templateNamed = (reader: Reader, name: string) =>
  reader
    .selectFrom('batch_templates')
    .select(['id', 'version', 'removed_at'])
    .where(templateName, '=', sql<string>`lower(${name})`)
    .executeTakeFirst()

const savedBy = z.array(z.string()).catch([])

/**
 * Returns the authors of a template: its owner, the authors of the batch that it was saved from,
 * and everybody who changed its recurrence since, by the audit chain. They may not approve its
 * drafts (Promise P3).
 */
export async function authorsOf(
  reader: Reader,
  { id, owner }: Pick<TemplateRow, 'id' | 'owner'>,
): Promise<string[]> {
  const acts = await reader
    .selectFrom('audit_entries')
    .select(['kind', 'actor', sql<string>`coalesce(detail -> '$.authors', '[]')`.as('authors')])
    .where('subject', '=', id)
    .where('kind', 'in', ['batch-template.saved', 'batch-template.recurs'])
    .orderBy('seq')
    .execute()
  const last = acts.findLastIndex(({ kind }) => kind === 'batch-template.saved')
  const wrote = acts
    .slice(Math.max(0, last))
    .flatMap(({ actor, authors }) => [actor, ...savedBy.parse(JSON.parse(authors))])
  return [...new Set([owner, ...wrote])]
}

export const findTemplate = (reader: Reader, id: string): Promise<TemplateHead | undefined> =>
  templateHeads(reader).where('id', '=', id).executeTakeFirst()

/** Stored entries have no id; they get one when drafted. */
const storedEntries = z.array(typedEntry.omit({ id: true }))

/** Returns the stored text of these entries. */
export const entriesText = (entries: readonly TypedEntry[]): string =>
  JSON.stringify(entries.map(({ id: _id, ...entry }) => entry))

/** Returns the entries of a template with new ids. */
export async function draftedEntries(reader: Reader, id: string): Promise<TypedEntry[]> {
  const { entries } = await reader
    .selectFrom('batch_templates')
    .select('entries')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return storedEntries.parse(JSON.parse(entries)).map((entry) => ({ id: newBatchId(), ...entry }))
}

export const formIn = ({ form }: Pick<TemplateRow, 'form'>): BatchForm =>
  batchForm.parse(JSON.parse(form))

/** Returns today's date by the network's clock. */
export const todayOf = ({ clock }: Pick<BatchContext, 'clock'>): string => networkDay(clock.now())

export function templateLineOf(row: TemplateHead, context: BatchContext): TemplateLine {
  const form = formIn(row)
  const recurs = recurrenceIn(row)
  const today = todayOf(context)
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    secCode: form.secCode,
    entries: row.entry_count,
    credits: row.credits,
    debits: row.debits,
    companyEntryDescription: form.companyEntryDescription,
    recurrence: recurs,
    // What was prepared was prepared for an earlier date than the missed one.
    goesOnWith:
      recurs && isMissed(row, today)
        ? nextOccurrence(recurs, { notBefore: today, last: null }).day
        : null,
    nextDate: row.next_date,
    preparedOn: preparedOn(row),
    owner: { id: row.owner, name: context.operatorName(row.owner) },
    isOwnerGone: isOwnerGone(context, row.owner),
    at: row.at,
  }
}

/**
 * Returns the next occurrence of a recurrence: not past, and after the last occurrence that was
 * prepared, by its nominal and by its banking day. So a changed recurrence prepares nothing twice, and
 * a date that a person typed decides nothing.
 */
export async function nextOf(
  context: BatchContext,
  templateId: string,
  recurs: Recurrence | null,
): Promise<Occurrence | null> {
  if (recurs === null) return null
  const last = await lastPrepared(context.store.read, templateId)
  return nextOccurrence(recurs, { notBefore: todayOf(context), last })
}

/** Returns the newest occurrence with a draft, whatever became of it; null if none was prepared. */
async function lastPrepared(read: Reader, templateId: string): Promise<Occurrence | null> {
  const last = await read
    .selectFrom('batch_template_occurrences')
    .select(['nominal_on as nominal', 'planned_on as day'])
    .where('template_id', '=', templateId)
    .orderBy('nominal_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? null
}

/** Keeps which order is an occurrence, so that none is drafted twice; false if it has one already. */
export async function keepPrepared(
  tx: Transaction<Tables>,
  { nominal, day }: Occurrence,
  ids: { readonly template_id: string; readonly order_id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('batch_template_occurrences')
    .values({ ...ids, planned_on: day, nominal_on: nominal })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes columns of a template that is as it was read; false if it changed meanwhile. */
export async function changeTemplate(
  tx: Transaction<Tables>,
  { id, version }: Pick<TemplateRow, 'id' | 'version'>,
  columns: Partial<TemplateRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('batch_templates')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
