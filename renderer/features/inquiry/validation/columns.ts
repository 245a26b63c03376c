/** The text of a validation in a line of the history. */
import { resultHeadlines } from '../../../../preload/contract/domain/validation-reading.ts'
import type { ValidationLine } from '../../../../preload/contract/api/validation-record.ts'
import { localMinute, localTime, zoned } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { formats } from '../../../text/formats.ts'

/** All columns, for a list without details. */
export const validationColumns: readonly Column<ValidationLine>[] = [
  {
    id: 'at',
    header: zoned('Requested'),
    width: 132,
    fits: formats.minute,
    sortable: true,
    text: (row) => localMinute(row.at),
    copy: (row) => localTime(row.at),
  },
  {
    id: 'result',
    header: 'Result',
    width: 260,
    least: 208,
    sortable: true,
    copy: (row) => resultHeadlines[row.resultClass].title,
  },
  {
    id: 'owner',
    header: 'Owner sent',
    width: 120,
    least: 104,
    grow: 3,
    sortable: true,
    text: (row) => row.ownerName || 'no owner check',
  },
  {
    id: 'account',
    header: 'Account',
    width: 100,
    fits: formats.account,
    sortable: true,
    text: (row) => row.account,
  },
  {
    id: 'routing',
    header: 'Routing',
    width: 116,
    fits: formats.routing,
    sortable: true,
    text: (row) => row.routingNumber,
  },
  {
    id: 'score',
    header: 'Score',
    width: 72,
    align: 'right',
    sortable: true,
    holds: 'number',
    text: (row) => (row.score === null ? 'none' : String(row.score)),
    copy: (row) => (row.score === null ? null : String(row.score)),
  },
  {
    id: 'operator',
    header: 'By',
    width: 110,
    grow: 1,
    sortable: true,
    text: (row) => row.operator,
  },
]

/**
 * The columns that remain beside an open answer in a narrow window: those that distinguish lines,
 * and the sort column.
 */
export const besideAnswer: readonly string[] = ['at', 'result', 'owner']
