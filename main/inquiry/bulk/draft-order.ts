/** The rows of a draft for its list, filtered and sorted by their visible values only. */
import type { DraftRowsRequest } from '../../../preload/contract/api/bulk/import.ts'
import { folded } from '../../store/collation.ts'
import type { CheckedRow } from './check-row.ts'
import { isSendable, type CheckedRows } from './check-rows.ts'

type Request = Pick<DraftRowsRequest, 'show' | 'search' | 'sort'>

/** A value that is no routing number may be anything and is shown masked, so no search finds it. */
const routingOf = ({ routingNumber }: CheckedRow): string =>
  /^\d{1,9}$/.test(routingNumber) ? routingNumber : ''

const messagesOf = ({ problems, warnings }: CheckedRow): string =>
  [...problems, ...warnings].map(({ message }) => message).join(' ')

/**
 * A number or folded text; empty values come last in either direction. Only the first letter of an
 * owner is shown.
 */
function keyOf(checked: CheckedRows, column: NonNullable<Request['sort']>['column']) {
  return {
    row: ({ row }: CheckedRow) => row,
    routing: routingOf,
    owner: ({ ownerName }: CheckedRow) => folded(ownerName.trim().slice(0, 1)),
    // Order: sendable rows, sendable rows with points to check, then held-back rows by reason.
    state: (row: CheckedRow) =>
      `${isSendable(checked, row) ? ' ' : 'held back '}${folded(messagesOf(row))}`,
  }[column]
}

function sorted(
  checked: CheckedRows,
  rows: readonly CheckedRow[],
  sort: NonNullable<Request['sort']>,
) {
  const key = keyOf(checked, sort.column)
  const turn = sort.direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((one, other) => {
      const last = Number(one.key === '') - Number(other.key === '')
      const by = one.key < other.key ? -1 : Number(one.key > other.key)
      return last || turn * (by || one.row.row - other.row.row)
    })
    .map(({ row }) => row)
}

function arranged(checked: CheckedRows, { show, search = '', sort }: Request) {
  const term = folded(search.trim())
  const rows = checked.rows.filter(
    (row) =>
      (show === 'all' || isSendable(checked, row) === (show === 'sendable')) &&
      (term === '' ||
        folded(`${String(row.row)}\n${routingOf(row)}\n${messagesOf(row)}`).includes(term)),
  )
  return sort ? sorted(checked, rows, sort) : rows
}

/** The last order requested of each check, so that the next page need not sort again. */
const last = new WeakMap<CheckedRows, { key: string; rows: readonly CheckedRow[] }>()

/** Returns the requested rows of a check, in order. */
export function draftRows(checked: CheckedRows, request: Request): readonly CheckedRow[] {
  const { show, search, sort } = request
  const key = JSON.stringify([show, search, sort])
  const known = last.get(checked)
  if (known?.key === key) return known.rows
  const rows = arranged(checked, request)
  last.set(checked, { key, rows })
  return rows
}
