/** The text of a row in a line of the list. */
import type { BulkRow } from '../../../../../preload/contract/api/bulk/run.ts'
import type { Column } from '../../../../ui/table/columns.ts'
import { ownerOf, resultOf, rowBadges } from './text.ts'
import { formats, labelsOf } from '../../../../text/formats.ts'

/** All columns, for a list without details. */
export const rowColumns: readonly Column<BulkRow>[] = [
  {
    id: 'row',
    header: 'Row',
    width: 68,
    align: 'right',
    sortable: true,
    fixed: true,
    holds: 'number',
    text: ({ row }) => String(row),
  },
  {
    id: 'state',
    header: 'State',
    width: 116,
    fits: labelsOf(rowBadges),
    hasSign: true,
    sortable: true,
    text: ({ state }) => rowBadges[state].label,
  },
  {
    id: 'result',
    header: 'Result',
    width: 226,
    least: 130,
    grow: 2,
    sortable: true,
    text: (row) => resultOf(row).label,
  },
  {
    id: 'score',
    header: 'Score',
    width: 78,
    align: 'right',
    sortable: true,
    holds: 'number',
    copy: ({ score }) => (score === null ? null : String(score)),
    text: ({ score, resultClass }) =>
      score === null ? (resultClass === null ? '\u2014' : 'none') : String(score),
  },
  {
    id: 'routing',
    header: 'Routing',
    width: 108,
    fits: formats.routing,
    sortable: true,
    text: ({ routingNumber }) => routingNumber,
  },
  {
    id: 'account',
    header: 'Account',
    width: 92,
    fits: formats.account,
    text: ({ account }) => account,
  },
  {
    id: 'owner',
    header: 'Owner sent',
    width: 140,
    least: 100,
    grow: 1,
    sortable: true,
    text: ownerOf,
  },
  {
    id: 'reference',
    header: 'Reference',
    width: 120,
    grow: 1,
    // A reference that is not sent is a stored column of the file.
    text: ({ reference, retained }) => reference || retained.map(({ value }) => value).join(', '),
  },
]

/** The columns beside an open row, which shows the rest; the most important first. */
export const besideRow = (isWide: boolean): readonly string[] =>
  isWide
    ? ['row', 'result', 'state', 'score', 'owner', 'account']
    : ['row', 'result', 'state', 'score']
