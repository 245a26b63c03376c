/**
 * The columns of the participants, with the bank's own names. Only name and routing number can be
 * sorted by.
 */
import type {
  Participant,
  ParticipantsState,
} from '../../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { formats } from '../../../text/formats.ts'
import type { Column, Sort } from '../../../ui/table/columns.ts'

export type ParticipantSort = { column: 'name' | 'routing'; direction: Sort['direction'] } | null

/** Returns the sort order for main; null is the bank's own order. */
export function sortOf(sort: Sort | null): ParticipantSort {
  if (sort?.column !== 'name' && sort?.column !== 'routing') return null
  return { column: sort.column, direction: sort.direction }
}

const idOf = (column: string, { nameColumn, routingColumn }: ParticipantsState): string => {
  if (column === nameColumn) return 'name'
  return column === routingColumn ? 'routing' : `bank-${column}`
}

/** The columns in the bank's order. */
export const participantColumns = (state: ParticipantsState): Column<Participant>[] =>
  state.columns.map((column, at) => {
    const id = idOf(column, state)
    return {
      id,
      header: column,
      width: id === 'name' ? 220 : 150,
      fits: id === 'routing' ? formats.routing : undefined,
      grow: id === 'name' ? 2 : 1,
      sortable: id === 'name' || id === 'routing',
      mono: id === 'routing',
      fixed: id === 'name',
      text: ({ cells }) => cells[at] ?? '',
      copy: ({ cells }) => cells[at] ?? null,
      holds: 'text',
    }
  })
