/**
 * The RTP participants in the store: a new set is written beside the one in use and replaces it
 * when complete.
 */
import { sql, type Selectable } from 'kysely'
import type {
  Participant,
  participantsRequest,
} from '../../../preload/contract/api/payment-inquiry/inquiry.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import { byText, sortedPage } from '../../store/sorted-page.ts'
import { isElsewhere } from '../../store/others-acts.ts'
import type { Store } from '../../store/store.ts'
import type { ParticipantSetsTable } from '../../store/tables/directories.ts'
import { foldedText } from './participant-columns.ts'

export type ParticipantSet = Selectable<ParticipantSetsTable>
type Cells = readonly (string | null)[]

/** Rows per statement, so that the store worker can serve others in between. */
const batch = 250
/** The sort value must fit into a cursor. */
const longestSorted = 100

/** Returns the set in use; undefined if none was ever completed. */
export const currentSet = (store: Store): Promise<ParticipantSet | undefined> =>
  store.read
    .selectFrom('participant_sets')
    .selectAll()
    .where('is_current', '=', 1)
    .orderBy('at', 'desc')
    .executeTakeFirst()

const begun = 'participants.download-begun'

/**
 * Returns the sets that were started and never completed, for example because the program ended,
 * newest first; not those that another workstation downloads.
 */
export async function unfinishedSets(store: Store): Promise<readonly ParticipantSet[]> {
  const unfinished = await store.read
    .selectFrom('participant_sets')
    .selectAll()
    .where('is_current', '=', 0)
    .orderBy('at', 'desc')
    .execute()
  const left: ParticipantSet[] = []
  for (const set of unfinished) if (!(await isElsewhere(store, begun, set.id))) left.push(set)
  return left
}

/** Starts a set and removes what earlier downloads left unfinished. */
export async function beginSet(store: Store, id: string, at: string, actor: string): Promise<void> {
  const left = (await unfinishedSets(store)).map((set) => set.id)
  await store.record({ actor, kind: begun, subject: id, detail: {} }, async (tx) => {
    await tx.deleteFrom('participants').where('set_id', 'in', left).execute()
    await tx
      .deleteFrom('participant_sets')
      .where('id', 'in', left)
      .where('is_current', '=', 0)
      .execute()
    await tx
      .insertInto('participant_sets')
      .values({
        id,
        at,
        actor,
        columns: '[]',
        name_column: null,
        routing_column: null,
        row_count: 0,
        is_current: 0,
      })
      .execute()
  })
}

/** The columns that rows are found and sorted by. */
export interface RowPlaces {
  readonly name: number | null
  readonly routing: number | null
}

/** Adds a page to a set, in order, from a row on. */
export async function addRows(
  store: Store,
  set: { readonly id: string; readonly actor: string },
  { from, rows, places }: { from: number; rows: readonly Cells[]; places: RowPlaces },
): Promise<void> {
  const at = (cells: Cells, place: number | null): string =>
    (place === null ? null : cells[place]) ?? ''
  const values = rows.map((cells, index) => ({
    set_id: set.id,
    row: from + index,
    cells: JSON.stringify(cells),
    name: foldedText(at(cells, places.name)).slice(0, longestSorted),
    routing: at(cells, places.routing).trim().slice(0, longestSorted),
    search_text: cells.map((cell) => foldedText(cell ?? '')).join('\n'),
  }))
  await store.record(
    {
      actor: set.actor,
      kind: 'participants.page-stored',
      subject: set.id,
      detail: { from, rows: rows.length },
    },
    async (tx) => {
      for (let start = 0; start < values.length; start += batch) {
        await tx
          .insertInto('participants')
          .values(values.slice(start, start + batch))
          .execute()
      }
    },
  )
}

/**
 * Completes the set: searches use it from now on, and every other set is removed. Rejects if another
 * workstation completed one meanwhile.
 */
export async function completeSet(
  store: Store,
  set: Omit<ParticipantSet, 'is_current'>,
): Promise<void> {
  const { id, actor, at, columns, name_column, routing_column, row_count } = set
  await store.record(
    { actor, kind: 'participants.downloaded', subject: id, detail: { rows: row_count } },
    async (tx) => {
      await tx.deleteFrom('participants').where('set_id', '!=', id).execute()
      await tx.deleteFrom('participant_sets').where('id', '!=', id).execute()
      const { numUpdatedRows } = await tx
        .updateTable('participant_sets')
        .set({ at, columns, name_column, routing_column, row_count, is_current: 1 })
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Error('another workstation completed a list meanwhile')
    },
  )
}

/** Removes an incomplete set; the reason is saved in the audit chain. */
export async function dropSet(
  store: Store,
  set: { readonly id: string; readonly actor: string },
  why: string,
): Promise<void> {
  await store.record(
    { actor: set.actor, kind: 'participants.download-failed', subject: set.id, detail: { why } },
    async (tx) => {
      await tx.deleteFrom('participants').where('set_id', '=', set.id).execute()
      await tx.deleteFrom('participant_sets').where('id', '=', set.id).execute()
    },
  )
}

/**
 * Digits alone match the start of the routing number. Other text matches the name, or every cell if
 * no column holds one.
 */
function found(store: Store, set: ParticipantSet, search: string) {
  const all = store.read.selectFrom('participants').where('set_id', '=', set.id)
  const term = foldedText(search)
  if (term === '') return search.trim() === '' ? all : all.where(sql<boolean>`false`)
  const digits = search.replace(/[\s-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  const text = set.name_column === null ? sql.ref('search_text') : sql.ref('name')
  const byText = sql<boolean>`instr(${text}, ${term}) > 0`
  if (!isNumber) return all.where(byText)
  const byNumber =
    set.routing_column === null
      ? sql<boolean>`instr(search_text, ${digits}) > 0`
      : sql<boolean>`substr(routing, 1, ${digits.length}) = ${digits}`
  return all.where((where) => where.or([byNumber, byText]))
}

/** Returns one page of a set's rows, searched and sorted. */
export async function pageOfSet(
  store: Store,
  set: ParticipantSet,
  { cursor, limit, search, sort }: z.infer<typeof participantsRequest>,
): Promise<{ items: Participant[]; next: string | null; total: number }> {
  const matching = found(store, set, search)
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const direction = sort?.direction ?? 'ascending'
  const column = sort?.column ?? 'row'
  // Names are stored folded; missing names come last in either direction.
  const by = column === 'row' ? sql.ref(column) : byText(sql.ref(column), { direction })
  const { rows, next } = await sortedPage(
    matching.select(['row', 'cells']),
    { by, direction, tie: sql.ref('row') },
    { cursor, limit },
  )
  const columns = (JSON.parse(set.columns) as string[]).length
  return {
    items: rows.map(({ row, cells }) => ({ row, cells: filled(cells, columns) })),
    next,
    total,
  }
}

/** Returns the name of the participant with this routing number; undefined if none is known. */
export async function participantName(
  store: Store,
  set: ParticipantSet,
  routingNumber: string,
): Promise<string | undefined> {
  if (set.name_column === null || set.routing_column === null) return undefined
  const row = await store.read
    .selectFrom('participants')
    .select('cells')
    .where('set_id', '=', set.id)
    .where('routing', '=', routingNumber)
    .orderBy('row')
    .executeTakeFirst()
  if (!row) return undefined
  const columns = JSON.parse(set.columns) as string[]
  const cells = JSON.parse(row.cells) as (string | null)[]
  const name = cells[columns.indexOf(set.name_column)]?.trim() ?? ''
  return name === '' ? undefined : name
}

/** A column that first appears on a later page is empty in the rows before it. */
function filled(json: string, columns: number): (string | null)[] {
  const cells = JSON.parse(json) as (string | null)[]
  return Array.from({ length: columns }, (_, at) => cells[at] ?? null)
}
