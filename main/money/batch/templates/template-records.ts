/** Stores templates, each change with its audit act. Acts contain no account and no typed text. */
import { sql, type Selectable, type Transaction } from 'kysely'
import {
  batchForm,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import {
  recurrence,
  type Recurrence,
  type TemplateLine,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { typedEntry, type TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { addBankingDays, networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import { newBatchId } from '../../../platform/identifiers.ts'
import type { BatchTemplatesTable } from '../../../store/schema/batch-tables.ts'
import type { Reader, Tables } from '../../../store/store.ts'
import type { BatchContext } from '../types.ts'
import { nextOccurrence, occurrenceAfter } from '../../../../preload/contract/kernel/recurrence.ts'
import { isMissed, templateHeads, templateName } from '../../batch-facts.ts'

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
    .select(['id', 'removed_at'])
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

/** Returns the recurrence; null if the template does not recur. */
export const recurrenceIn = ({
  recurrence: text,
}: Pick<TemplateRow, 'recurrence'>): Recurrence | null =>
  text === null ? null : recurrence.parse(JSON.parse(text))

/** Returns today's date by the network's clock. */
export const todayOf = ({ clock }: Pick<BatchContext, 'clock'>): string => networkDay(clock.now())

/** Returns the day on which a draft is prepared; null if it does not recur. */
export function preparedOn(row: TemplateHead): string | null {
  const recurs = recurrenceIn(row)
  return recurs === null || row.next_date === null
    ? null
    : addBankingDays(row.next_date, -recurs.daysAhead)
}

export function templateLineOf(row: TemplateHead, context: BatchContext): TemplateLine {
  const form = formIn(row)
  const recurs = recurrenceIn(row)
  const today = todayOf(context)
  return {
    id: row.id,
    name: row.name,
    secCode: form.secCode,
    entries: row.entry_count,
    credits: row.credits,
    debits: row.debits,
    companyEntryDescription: form.companyEntryDescription,
    recurrence: recurs,
    goesOnWith: recurs && isMissed(row, today) ? nextOccurrence(recurs, today) : null,
    nextDate: row.next_date,
    preparedOn: preparedOn(row),
    by: context.operatorName(row.owner),
    at: row.at,
  }
}

/**
 * Returns the next effective date of a recurrence: not past, and after every occurrence already
 * drafted, so that a changed recurrence prepares nothing twice.
 */
export async function nextDateOf(
  context: BatchContext,
  templateId: string,
  recurs: Recurrence | null,
): Promise<string | null> {
  if (recurs === null) return null
  const { last } = await context.store.read
    .selectFrom('orders')
    .innerJoin('batches', 'batches.order_id', 'orders.id')
    .select(({ fn }) => fn.max<string | null>('orders.value_date').as('last'))
    .where('batches.template_id', '=', templateId)
    .where('orders.value_date', 'like', '____-__-__')
    .executeTakeFirstOrThrow()
  const today = todayOf(context)
  return last !== null && last >= today
    ? occurrenceAfter(recurs, last)
    : nextOccurrence(recurs, today)
}

/**
 * Moves the next date of a template on from the one that was read; false if somebody has moved it
 * already.
 */
export async function moveOn(
  tx: Transaction<Tables>,
  { id, next_date, recurrence: text }: TemplateHead,
  to: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('batch_templates')
    .set({ next_date: to })
    .where('id', '=', id)
    .where('next_date', 'is', next_date)
    .where('recurrence', 'is', text)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
