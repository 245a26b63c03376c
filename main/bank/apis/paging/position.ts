/**
 * The position of a page in each of the bank's four paging styles (bank document 1, Pagination
 * controls).
 */
import type { PagingStyle } from '../../../../preload/contract/bank/endpoints.ts'

/**
 * The most rows of one call, and the bank's default when no limit is sent (bank document 1, Limits;
 * bank notes 44, 47).
 */
export const mostRows = 1_000

/** The position of one page. `null` leaves a limit blank: the bank's default applies. */
export type Position =
  | { readonly style: 'row'; readonly startRowIndex: number; readonly endRowIndex: number | null }
  | { readonly style: 'offset'; readonly offset: number; readonly limit: number | null }
  | { readonly style: 'page'; readonly pageNumber: number; readonly pageSize: number | null }
  | {
      readonly style: 'addenda-sequence'
      readonly startAddendaSequenceNumber: string | null
      readonly pageSize: number | null
    }

export type PositionOf<S extends PagingStyle> = Extract<Position, { readonly style: S }>

/**
 * The first position of a list. Throws RangeError for a size that the style does not accept: 1 to
 * 1000 rows, except for `limit`, which has no maximum.
 */
export function firstPosition(style: PagingStyle, pageSize: number | null): Position {
  const most = style === 'offset' ? Number.MAX_SAFE_INTEGER : mostRows
  if (pageSize !== null && !(Number.isSafeInteger(pageSize) && pageSize >= 1 && pageSize <= most)) {
    throw new RangeError(`pageSize: 1 to ${most}`)
  }
  switch (style) {
    case 'row':
      return { style, startRowIndex: 1, endRowIndex: pageSize }
    case 'offset':
      return { style, offset: 0, limit: pageSize }
    case 'page':
      return { style, pageNumber: 1, pageSize }
    case 'addenda-sequence':
      return { style, startAddendaSequenceNumber: null, pageSize }
  }
}

/**
 * The position after a page, always computed from the rows that came, so that no row is lost when
 * the bank gives fewer than requested. Null if nothing names it: a sequence without its next
 * number.
 */
export function nextPosition(
  here: Position,
  rows: number,
  pageSize: number,
  nextStart: string | null,
): Position | null {
  switch (here.style) {
    case 'row': {
      // Bank note 44: the limit of 1000 applies to the range, so rows beyond the thousandth may be
      // requested.
      const startRowIndex = here.startRowIndex + rows
      return { ...here, startRowIndex, endRowIndex: startRowIndex + pageSize - 1 }
    }
    case 'offset':
      return { ...here, offset: here.offset + rows }
    case 'page':
      return { ...here, pageNumber: here.pageNumber + 1 }
    case 'addenda-sequence':
      return nextStart === null ? null : { ...here, startAddendaSequenceNumber: nextStart }
  }
}

/**
 * The bank's names and values of a position, blank ones left out. Each API decides whether they go
 * as text or number (bank note 46).
 */
export function positionFields(position: Position): Readonly<Record<string, string>> {
  const { style: _, ...fields } = position
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
  )
}
