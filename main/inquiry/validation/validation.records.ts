/** Reads and writes of the validations table: newest first, paginated by cursor. */
import { sql, type RawBuilder, type Selectable, type Transaction } from 'kysely'
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { ValidationListRequest } from '../../../preload/contract/api/validation-record.ts'
import {
  byName,
  byNumber,
  byOperator,
  byText,
  operatorNames,
  sortedPage,
  type StoredSort,
} from '../../store/sorted-page.ts'
import type { Store } from '../../store/store.ts'
import type { BankCallsTable } from '../../store/tables/calls.ts'
import type { Tables } from '../../store/tables.ts'
import type { ValidationsTable } from '../../store/tables/validations.ts'
import { maskAccountIn } from '../../bank/privacy/mask-in-text.ts'
import { classSql, isOfClass, type Answers } from './stored-class.ts'

export type ValidationRow = Selectable<ValidationsTable>
export type CallRow = Selectable<BankCallsTable>

/** A validation with its call. */
export type FoundValidation = ValidationRow & {
  readonly correlation_id: string | null
  readonly call: {
    /** As sent, without values that are never stored. */
    readonly requestBody: string | null
    readonly status: number | null
    readonly headers: readonly { name: string; value: string }[]
    readonly body: string | null
    readonly isBase64: boolean
    readonly tookMs: number | null
  } | null
}

type NewValidation = Omit<ValidationRow, 'search_text'>

/** Returns the row of a validation with its search text, which does not contain the account. */
export function searchable(row: NewValidation): ValidationRow {
  const reference = maskAccountIn(row.user_defined ?? '', row.account_number)
  const found = [row.owner_name, row.routing_number, reference]
  return { ...row, search_text: found.join('\n').toLowerCase() }
}

/** Writes one validation and derives its search text. */
export async function insertValidation(tx: Transaction<Tables>, row: NewValidation): Promise<void> {
  await tx.insertInto('validations').values(searchable(row)).execute()
}

/** Last characters of an account that are shown. */
const shownOfAccount = 4

/**
 * Returns whether a row's account has these last four characters, or is this account. A search by
 * any other part would reveal a masked account digit by digit.
 */
export function accountFits(table: Answers, term: string): RawBuilder<boolean> {
  const account = sql.ref(`${table}.account_number`)
  const whole = significantAccount(term)
  // A row of a file has the account as typed.
  const significant = sql`ltrim(upper(replace(replace(${account}, '-', ''), ' ', '')), '0')`
  const isWhole = sql<boolean>`(${significant} = ${whole} AND ${whole} <> '')`
  if (term.length !== shownOfAccount) return isWhole
  return sql<boolean>`(${isWhole} OR substr(lower(${account}), ${-shownOfAccount}) = ${term})`
}

function matching(store: Store, request: ValidationListRequest, threshold: number) {
  let query = store.read.selectFrom('validations')
  const term = request.search.trim().toLowerCase()
  if (term !== '') {
    query = query.where(
      sql<boolean>`(instr(search_text, ${term}) > 0 OR ${accountFits('validations', term)})`,
    )
  }
  const { resultClass } = request
  return resultClass === null
    ? query
    : query.where(isOfClass('validations', resultClass, threshold))
}

interface Cursor {
  readonly at: string
  readonly id: string
}
const written = ({ at, id }: Cursor): string => `${at}|${id}`
function read(cursor: string): Cursor {
  const [at = '', id = ''] = cursor.split('|')
  return { at, id }
}

type ValidationSort = NonNullable<ValidationListRequest['sort']>

/**
 * Sorts accounts by the digits that the list shows, and results by their class at this threshold.
 */
function sortOf(sort: ValidationSort, threshold: number, operators: string): StoredSort {
  const by = {
    at: sql`at`,
    result: classSql('validations', threshold),
    owner: byName(sql`owner_name`, sort),
    account: byText(sql`substr(account_number, -4)`, sort),
    routing: byText(sql`routing_number`, sort),
    score: byNumber(sql`score`, sort),
    operator: byOperator(operators, sort),
  }
  return { by: by[sort.column], direction: sort.direction, tie: sql`id` }
}

/** Returns one page of the history, newest first or sorted, and the total number of matches. */
export async function listValidations(
  store: Store,
  request: ValidationListRequest,
  threshold: number,
  operatorName: (id: string) => string,
) {
  const base = matching(store, request, threshold)
  const { total } = await base
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (request.sort) {
    const operators = await operatorNames(store, 'validations', operatorName)
    const sort = sortOf(request.sort, threshold, operators)
    const sorted = await sortedPage(base.selectAll(), sort, request)
    return { ...sorted, total }
  }
  let paged = base
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit + 1)
  if (request.cursor !== null) {
    const { at, id } = read(request.cursor)
    paged = paged.where((where) =>
      where.or([where('at', '<', at), where.and([where('at', '=', at), where('id', '<', id)])]),
    )
  }
  const rows = await paged.execute()
  const items = rows.slice(0, request.limit)
  const last = items.at(-1)
  const next = rows.length > request.limit && last ? written(last) : null
  return { rows: items, next, total }
}

const tookMs = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Date.parse(to) - Date.parse(from)

/** Returns one validation with its raw answer, or undefined. */
export async function findValidation(
  store: Store,
  id: string,
): Promise<FoundValidation | undefined> {
  const row = await store.read
    .selectFrom('validations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.bank_call_id === null) return withCall(row, null)
  const call = await store.read
    .selectFrom('bank_calls')
    .selectAll()
    .where('id', '=', row.bank_call_id)
    .executeTakeFirst()
  return withCall(row, call ?? null)
}

/** Joins a validation with its call; null if none was recorded. */
export function withCall(row: ValidationRow, call: CallRow | null): FoundValidation {
  if (call === null) return { ...row, correlation_id: null, call }
  const headers = Object.entries(
    JSON.parse(call.response_headers ?? '{}') as Record<string, string | string[]>,
  )
  return {
    ...row,
    correlation_id: call.correlation_id,
    call: {
      requestBody: call.request_body,
      status: call.status,
      headers: headers.map(([name, value]) => ({
        name,
        value: Array.isArray(value) ? value.join(', ') : value,
      })),
      body: call.response_body,
      isBase64: call.response_body_base64 === 1,
      tookMs: tookMs(call.written_at, call.answered_at),
    },
  }
}
