/** The rows of a run as the window lists them: filtered, sorted, paginated and masked. */
import { sql } from 'kysely'
import {
  inquiryRules,
  type AccountAnswer,
  type AccountInquiry,
  type OwnerKind,
} from '../../../preload/contract/bank/account-validation.ts'
import type { RowProblem } from '../../../preload/contract/api/bulk/import.ts'
import {
  rowStates,
  type BulkRow,
  type BulkRowsRequest,
  type bulkTally,
} from '../../../preload/contract/api/bulk/run.ts'
import { maskedName } from '../../../preload/contract/domain/owner-name.ts'
import { maskedNumber } from '../../../preload/contract/domain/personal-names.ts'
import { classAt, type ResultClass } from '../../../preload/contract/domain/validation-reading.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import {
  byName,
  byNumber,
  byOrder,
  byText,
  sortedPage,
  type StoredSort,
} from '../../store/sorted-page.ts'
import type { Store } from '../../store/store.ts'
import { slicesOf } from '../../platform/slices.ts'
import { storedAnswer } from '../stored-answer.ts'
import { recordMask } from '../validation/masking.ts'
import { classSql, isOfClass } from '../validation/stored-class.ts'
import { accountFits } from '../validation/validation.records.ts'
import { answersAbout } from '../validation/validation.service.ts'
import type { StoredRow } from './bulk.records.ts'
import { shownHeader, shownRetained } from './import-masking.ts'

/** The row filter. */
export type RowsWanted = Pick<
  BulkRowsRequest,
  'id' | 'state' | 'resultClass' | 'scores' | 'threshold' | 'search'
>

/** Returns the query for the filtered rows. */
export function rowsWanted(store: Store, wanted: RowsWanted) {
  let query = store.read.selectFrom('bulk_rows').where('bulk_rows.run_id', '=', wanted.id)
  if (wanted.state !== null) query = query.where('bulk_rows.state', '=', wanted.state)
  if (wanted.scores) {
    query = query
      .where('bulk_rows.score', '>=', wanted.scores.from)
      .where('bulk_rows.score', '<=', wanted.scores.to)
  }
  const term = wanted.search.trim().toLowerCase()
  if (term !== '') {
    query = query.where(
      sql<boolean>`(instr(bulk_rows.search_text, ${term}) > 0 OR ${accountFits('bulk_rows', term)})`,
    )
  }
  const { resultClass, threshold } = wanted
  return resultClass === null ? query : query.where(isOfClass('bulk_rows', resultClass, threshold))
}

/**
 * A cursor holds the sort value, so names are sorted by their visible part only, the first letter.
 */
function sortOf({ sort, threshold }: BulkRowsRequest): StoredSort {
  const direction = sort?.direction ?? 'ascending'
  const by = {
    row: sql`row`,
    state: byOrder(sql`state`, rowStates, { direction }),
    result: byText(classSql('bulk_rows', threshold), { direction }),
    score: byNumber(sql`score`, { direction }),
    routing: byText(sql`substr(routing_number, 1, 9)`, { direction }),
    owner: byName(sql`substr(owner_name, 1, 1)`, { direction }),
  }[sort?.column ?? 'row']
  return { by, direction, tie: sql`row` }
}

/** Returns a function that masks the row's account and owner in free text. */
export const maskOfRow = (row: StoredRow): ((text: string) => string) =>
  recordMask({
    accountNumber: row.account_number,
    accountInAnswer: null,
    owner: { name: row.owner_name, requestBody: row.inquiry },
  })

/** The extra columns stored with a row. */
export const retainedOf = ({ retained }: Pick<StoredRow, 'retained'>): [string, string][] =>
  JSON.parse(retained) as [string, string][]

/** The name of the own reference of a row. */
export const referenceTitle = inquiryRules.userDefined.label

/** Returns the reference that a row is sent with; null if there is none. */
export function referenceOf({ inquiry }: Pick<StoredRow, 'inquiry'>): string | null {
  if (inquiry === null) return null
  return (JSON.parse(inquiry) as Partial<AccountInquiry>).userDefined ?? null
}

/** Returns the class of a stored row at a threshold; null if it has no answer. */
export const classOf = (
  { result_class: stored, score }: Pick<StoredRow, 'result_class' | 'score'>,
  threshold: number,
): ResultClass | null => (stored === null ? null : classAt(stored as ResultClass, score, threshold))

/** Returns a row as the window sees it, masked. */
export function shownRow(row: StoredRow, threshold: number): BulkRow {
  const mask = maskOfRow(row)
  const { routing_number: routing } = row
  return {
    row: row.row,
    state: row.state,
    // A value that is no routing number may be anything, so it is masked.
    routingNumber: /^\d{1,9}$/.test(routing) || routing === '' ? routing : maskedNumber(routing),
    account: row.account_number === '' ? '' : maskedNumber(row.account_number),
    ownerKind: row.owner_kind as OwnerKind,
    ownerName: maskedName(row.owner_name),
    resultClass: classOf(row, threshold),
    score: row.score,
    validationId: row.validation_id,
    problems: JSON.parse(row.problems) as RowProblem[],
    reference: mask(shownRetained(referenceTitle, referenceOf(row) ?? '')),
    retained: retainedOf(row).map(([header, value]) => ({
      header: shownHeader(header),
      value: mask(shownRetained(header, value)),
    })),
  }
}

/** Returns one page of a run's rows. */
export async function listRows(store: Store, request: BulkRowsRequest) {
  const wanted = rowsWanted(store, request)
  const { total } = await wanted
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { rows, next } = await sortedPage(wanted.selectAll(), sortOf(request), request)
  return { items: rows.map((row) => shownRow(row, request.threshold)), next, total }
}

/** An account of a run whose owner matches, in full. */
export interface MatchingAccount {
  readonly row: number
  readonly kind: 'person' | 'business'
  readonly name: string
  readonly routingNumber: string
  readonly accountNumber: string
}

/** The matching accounts of a run. */
export interface MatchingAccounts {
  readonly accounts: readonly MatchingAccount[]
  /** Left out: the number of rows whose answer names another account (bank note 36). */
  readonly aboutAnother: number
}

/** Returns the accounts of a run whose owner matches at a threshold, by row. */
export async function matchingAccounts(
  store: Store,
  id: string,
  threshold: number,
): Promise<MatchingAccounts> {
  const all = { id, state: 'answered', resultClass: 'owner-matches', scores: null } as const
  const rows = await rowsWanted(store, { ...all, threshold, search: '' })
    .select(['row', 'owner_kind', 'owner_name', 'routing_number', 'account_number'])
    .select('validation_id')
    .orderBy('row')
    .execute()
  const accounts: MatchingAccount[] = []
  for (const slice of slicesOf(rows)) {
    const answers = await answersOf(store, slice)
    for (const row of slice) {
      const answer = answers.get(row.validation_id ?? '')
      if (!answer || answersAbout(row, answer) === 'another-account') continue
      accounts.push({
        row: row.row,
        kind: row.owner_kind === 'person' ? 'person' : 'business',
        name: row.owner_name,
        routingNumber: row.routing_number,
        accountNumber: row.account_number,
      })
    }
  }
  return { accounts, aboutAnother: rows.length - accounts.length }
}

/** Returns the stored answers of rows by the id of their validation. */
async function answersOf(
  store: Store,
  rows: readonly Pick<StoredRow, 'validation_id'>[],
): Promise<ReadonlyMap<string, AccountAnswer>> {
  const ids = JSON.stringify(rows.map(({ validation_id }) => validation_id))
  const found = await store.read
    .selectFrom('validations')
    .select(['id', 'outcome'])
    .where(sql<boolean>`id IN (SELECT value FROM json_each(${ids}))`)
    .execute()
  return new Map(found.map((row) => [row.id, storedAnswer(row)]))
}

/** Counts the answered rows by class at a threshold. */
export async function tallyOf(
  store: Store,
  id: string,
  threshold: number,
): Promise<z.infer<typeof bulkTally>> {
  const found = await store.read
    .selectFrom('bulk_rows')
    .select((select) => ['result_class', 'score', select.fn.countAll<number>().as('rows')])
    .where('run_id', '=', id)
    .where('state', '=', 'answered')
    .groupBy(['result_class', 'score'])
    .execute()
  const byClass: Partial<Record<ResultClass, number>> = {}
  const scores = Array.from({ length: 101 }, () => 0)
  for (const { rows, ...row } of found) {
    const of = classOf(row, threshold)
    if (of !== null) byClass[of] = (byClass[of] ?? 0) + rows
    if (row.score !== null) scores[row.score] = (scores[row.score] ?? 0) + rows
  }
  return { byClass, scores }
}
