/**
 * Reads and writes of bulk runs and their rows. The state of a row changes only together with the
 * act that explains it.
 */
import { sql, type Selectable, type Transaction } from 'kysely'
import type {
  unstoredOwnerFields,
  AccountInquiry,
} from '../../../preload/contract/bank/account-validation.ts'
import { importOptions, type ColumnMapping } from '../../../preload/contract/api/bulk/import.ts'
import { maskedDigits } from '../../../preload/contract/domain/personal-names.ts'
import {
  rowStates,
  runStates,
  type BulkRunsRequest,
  type RowState,
  type RunState,
} from '../../../preload/contract/api/bulk/run.ts'
import { maskOfAccounts } from '../../bank/privacy/mask-in-text.ts'
import type { Act } from '../../store/hash-chain.ts'
import { folded, foldedInSql } from '../../store/collation.ts'
import {
  byName,
  byOperator,
  byOrder,
  operatorNames,
  sortedPage,
  type StoredSort,
} from '../../store/sorted-page.ts'
import type { Reader, Store } from '../../store/store.ts'
import type { BulkRowsTable, BulkRunsTable } from '../../store/tables/validations.ts'
import type { Tables } from '../../store/tables.ts'
import type { CheckedRow } from './check-row.ts'
import type { RowsToSave } from './bulk-jobs.ts'

export type RunRow = Selectable<BulkRunsTable>
export type StoredRow = Selectable<BulkRowsTable>
/** The columns needed to send a row. */
export type SendableRow = Pick<StoredRow, 'row' | 'personal' | 'inquiry'>
/** Number of rows in each state. */
export type Counts = Record<RowState, number>
/** Personal numbers, held in memory only (bank note 39). */
export type PersonalNumbers = Pick<AccountInquiry['owner'], (typeof unstoredOwnerFields)[number]>

/** Zero rows in every state. */
export const noRows = (): Counts =>
  Object.fromEntries(rowStates.map((state) => [state, 0])) as Counts

/** Splits an inquiry into its stored part and its personal numbers. */
export function apart(inquiry: AccountInquiry): {
  stored: AccountInquiry
  personal: PersonalNumbers
} {
  const { ssn, dob, idNo, ...owner } = inquiry.owner
  return {
    stored: { ...inquiry, owner },
    personal: {
      ...(ssn !== undefined && { ssn }),
      ...(dob !== undefined && { dob }),
      ...(idNo !== undefined && { idNo }),
    },
  }
}

/** Returns a checked row for its first write, without personal numbers. */
export function rowToSave(checked: CheckedRow, sendable: boolean): RowsToSave['rows'][number] {
  const { inquiry } = checked
  // Not the account: rows are found by the end of their account only (see the row search in
  // `bulk-rows.ts`).
  const clearTexts = [checked.ownerName, checked.routingNumber]
  const texts = [inquiry?.userDefined ?? '', ...checked.retained.map(([, value]) => value)]
  const known = maskOfAccounts([checked.accountNumber])
  const searchTexts = [...clearTexts, ...texts.map((text) => maskedDigits(known(text)))]
  return {
    row: checked.row,
    state: sendable ? 'waiting' : 'held-back',
    routing_number: checked.routingNumber,
    account_number: checked.accountNumber,
    owner_kind: checked.ownerKind,
    owner_name: checked.ownerName,
    personal: sendable && checked.personal ? 1 : 0,
    inquiry: sendable && inquiry ? JSON.stringify(apart(inquiry).stored) : null,
    retained: JSON.stringify(checked.retained),
    problems: JSON.stringify(checked.problems),
    search_text: searchTexts.join('\n').toLowerCase(),
  }
}

/**
 * Excludes a run whose rows were not all written when the program ended: it never started and is
 * shown nowhere.
 */
const isBegun = sql<boolean>`NOT (state = 'stopped' AND ended_at IS NULL)`

/** Returns one run, or undefined. */
export const findRun = (store: Store, id: string): Promise<RunRow | undefined> =>
  store.read
    .selectFrom('bulk_runs')
    .selectAll()
    .where('id', '=', id)
    .where(isBegun)
    .executeTakeFirst()

type RunSort = NonNullable<BulkRunsRequest['sort']>

function orderOf(sort: RunSort, operators: string): StoredSort {
  const by = {
    at: sql`at`,
    name: byName(sql`name`, sort),
    file: byName(sql`file`, sort),
    state: byOrder(sql`state`, runStates, sort),
    rows: sql`row_count`,
    operator: byOperator(operators, sort),
  }
  return { by: by[sort.column], direction: sort.direction, tie: sql`id` }
}

/** Returns one page of the runs, newest first or sorted. */
export async function listRuns(
  store: Store,
  { search = '', sort, ...page }: BulkRunsRequest,
  operatorName: (id: string) => string,
) {
  const term = folded(search.trim())
  let base = store.read.selectFrom('bulk_runs').where(isBegun)
  if (term !== '')
    base = base.where(
      sql<boolean>`instr(${foldedInSql(sql`name || ${'\n'} || file`)}, ${term}) > 0`,
    )
  const { total } = await base
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const order = orderOf(
    sort ?? { column: 'at', direction: 'descending' },
    await operatorNames(store, 'bulk_runs', operatorName),
  )
  const { rows, next } = await sortedPage(base.selectAll(), order, page)
  return { items: rows, next, total }
}

/** Returns the latest run of the same file. */
export const latestOfFile = (store: Store, sha256: string): Promise<RunRow | undefined> =>
  store.read
    .selectFrom('bulk_runs')
    .selectAll()
    .where('file_sha256', '=', sha256)
    .where(isBegun)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Counts the rows of a run in each state. */
export async function countRows(store: Store, runId: string): Promise<Counts> {
  const found = await store.read
    .selectFrom('bulk_rows')
    .select((select) => ['state', select.fn.countAll<number>().as('rows')])
    .where('run_id', '=', runId)
    .groupBy('state')
    .execute()
  return { ...noRows(), ...Object.fromEntries(found.map(({ state, rows }) => [state, rows])) }
}

/**
 * Returns the held-back rows of a run that no later run of the same file has taken: they can still
 * be corrected.
 */
export async function correctableRows(
  store: Store,
  { id, file_sha256, sheet }: Pick<RunRow, 'id' | 'file_sha256' | 'sheet'>,
): Promise<ReadonlySet<number>> {
  const found = await store.read
    .selectFrom('bulk_rows')
    .select('row')
    .where('run_id', '=', id)
    .where('state', '=', 'held-back')
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT 1 FROM bulk_runs AS other JOIN bulk_rows AS taken ON taken.run_id = other.id
        WHERE other.file_sha256 = ${file_sha256} AND other.sheet IS NOT DISTINCT FROM ${sheet}
          AND taken.row = bulk_rows.row AND taken.state NOT IN ('held-back', 'not-sent'))`,
    )
    .execute()
  return new Set(found.map(({ row }) => row))
}

/** Counts the waiting rows that need personal numbers. */
export async function countWaitingWithPersonal(store: Store, runId: string): Promise<number> {
  const { rows } = await store.read
    .selectFrom('bulk_rows')
    .select((select) => select.fn.countAll<number>().as('rows'))
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .where('personal', '=', 1)
    .executeTakeFirstOrThrow()
  return rows
}

const personalAtOnce = 2_000

/** Yields the waiting rows that need personal numbers, in portions: a run may have 100,000 rows. */
export async function* waitingWithPersonal(store: Store, runId: string): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const found = await store.read
      .selectFrom('bulk_rows')
      .select('row')
      .where('run_id', '=', runId)
      .where('state', '=', 'waiting')
      .where('personal', '=', 1)
      .where('row', '>', after)
      .orderBy('row')
      .limit(personalAtOnce)
      .execute()
    const last = found.at(-1)
    if (!last) return
    after = last.row
    yield found.map(({ row }) => row)
  }
}

/** Counts those of them whose personal numbers are not in memory. */
export async function countWithoutPersonal(
  store: Store,
  runId: string,
  known: ReadonlyMap<number, unknown>,
): Promise<number> {
  if (known.size === 0) return countWaitingWithPersonal(store, runId)
  let missing = 0
  for await (const rows of waitingWithPersonal(store, runId))
    missing += rows.filter((row) => !known.has(row)).length
  return missing
}

/** Returns the next waiting rows, in order. */
export const waitingRows = (
  store: Store,
  runId: string,
  after: number,
  limit: number,
): Promise<SendableRow[]> =>
  store.read
    .selectFrom('bulk_rows')
    .select(['row', 'personal', 'inquiry'])
    .where('run_id', '=', runId)
    .where('state', '=', 'waiting')
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute()

/**
 * States that a run may be moved from; `unbegun` means that its rows are written and no call was
 * made.
 */
export type MovesFrom = RunState | 'unbegun'

class RunMoved extends Error {}

/**
 * Moves a run to a state with its act. Returns false, and records nothing, if the run is in none of
 * the expected states, or another workstation runs it. `gone`: a workstation that is gone and whose
 * run it is; false also if that is back.
 */
export async function setRunState(
  store: Store,
  act: Act,
  from: readonly MovesFrom[],
  to: { readonly state: RunState; readonly endedAt: string | null },
  gone?: string | null,
): Promise<boolean> {
  const { membership } = store
  const home = gone === undefined ? membership.home : gone
  const isUnbegun = sql<boolean>`(state = 'stopped' AND ended_at IS NULL)`
  const states = from.filter((state) => state !== 'unbegun')
  try {
    await store.record(act, async (tx) => {
      if (gone !== undefined && !(await membership.keepGone(tx, gone))) throw new RunMoved()
      const { numUpdatedRows } = await tx
        .updateTable('bulk_runs')
        .set({ state: to.state, ended_at: to.endedAt, ...(to.state === 'running' && { home }) })
        .where('id', '=', act.subject)
        .where((is) =>
          from.includes('unbegun') ? isUnbegun : is.and([is('state', 'in', states), isBegun]),
        )
        .where((is) =>
          is.or([is('state', '<>', 'running'), is('home', 'is not distinct from', home)]),
        )
        // Rows may have been set back to waiting at the same moment.
        .$if(to.state === 'finished', (update) =>
          update.where(sql<boolean>`NOT EXISTS (
          SELECT 1 FROM bulk_rows WHERE run_id = ${act.subject} AND state IN ('waiting', 'in-flight'))`),
        )
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new RunMoved()
    })
    return true
  } catch (problem) {
    if (problem instanceof RunMoved) return false
    throw problem
  }
}

/** Returns whether a workstation runs it now. */
export const isRunningAt = async (tx: Reader, runId: string, home: string): Promise<boolean> =>
  (await tx
    .selectFrom('bulk_runs')
    .select('id')
    .where('id', '=', runId)
    .where('state', '=', 'running')
    .where('home', '=', home)
    .executeTakeFirst()) !== undefined

/**
 * Moves one row to another state inside a transaction. Returns false if it was not in the expected
 * state.
 */
export async function moveRow(
  tx: Transaction<Tables>,
  runId: string,
  row: number,
  from: RowState,
  to: Partial<Pick<StoredRow, 'result_class' | 'score' | 'validation_id'>> & { state: RowState },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bulk_rows')
    .set(to)
    .where('run_id', '=', runId)
    .where('row', '=', row)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the mapping that an operator last used for a file with these headers. */
export async function rememberedMapping(store: Store, headersSha256: string, actor: string) {
  const found = await store.read
    .selectFrom('import_mappings')
    .selectAll()
    .where('headers_sha256', '=', headersSha256)
    .where('actor', '=', actor)
    .executeTakeFirst()
  if (!found) return undefined
  return {
    mapping: JSON.parse(found.mapping) as ColumnMapping,
    options: importOptions.parse(JSON.parse(found.options)),
  }
}

/** Writes a run that has not started yet, with its column mapping. */
export function insertRun(
  store: Store,
  act: Act,
  run: RunRow,
  headersSha256: string,
): Promise<void> {
  return store.record(act, async (tx) => {
    await tx.insertInto('bulk_runs').values(run).execute()
    const { mapping, options, at, actor } = run
    await tx
      .insertInto('import_mappings')
      .values({ headers_sha256: headersSha256, mapping, options, at, actor })
      .onConflict((conflict) =>
        conflict.columns(['headers_sha256', 'actor']).doUpdateSet({ mapping, options, at }),
      )
      .execute()
  })
}
