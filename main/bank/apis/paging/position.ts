/** Where a page of a list begins, in each of the bank's four styles (1-platform.md, Pagination controls). */
import type { PagingStyle } from '../../../../preload/contract/bank/endpoints.ts'

/** The most rows of one call, and what the bank gives where no limit is sent (1-platform.md, Limits; traps 44, 47). */
export const mostRows = 1_000

/** One page's place. `null` leaves a limit blank: the bank's own default applies. */
export type Position =
  | { readonly style: 'row'; readonly startRowIndex: number; readonly endRowIndex: number | null }
  | { readonly style: 'offset'; readonly offset: number; readonly limit: number | null }
  | { readonly style: 'page'; readonly pageNumber: number; readonly pageSize: number | null }
  | {
      readonly style: 'addenda-sequence'
      readonly startAddendaSequenceNumber: string | null
      readonly pageSize: number | null
    }

/** A place in one of the styles. */
export type PositionOf<S extends PagingStyle> = Extract<Position, { readonly style: S }>

/**
 * Where a list begins. Throws RangeError for a size that the style does not take: 1 to 1000 rows, except
 * for `limit`, which has no maximum.
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
 * The place after a page of so many rows, always by the rows that came, so that a bank that gives fewer
 * than asked for loses none. Null where nothing names it: a sequence without its next number.
 */
export function nextPosition(
  here: Position,
  rows: number,
  pageSize: number,
  nextStart: string | null,
): Position | null {
  switch (here.style) {
    case 'row': {
      // Trap 44: the limit of 1000 is one of the span; rows beyond the thousandth may be asked for.
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

/** The bank's names and values of a place, blank ones left out. Whether as text or number the API decides (trap 46). */
export function positionFields(position: Position): Readonly<Record<string, string>> {
  const { style: _, ...fields } = position
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    ),
  )
}
