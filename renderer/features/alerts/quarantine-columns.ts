/** The text of a delivery in a line of the quarantine. */
import type { QuarantinedDelivery } from '../../../preload/contract/api/alerts/alert.ts'
import { localTime, zoned } from '../../text/times.ts'
import { kilobytes } from '../../ui/kilobytes.ts'
import type { Column } from '../../ui/table/columns.ts'
import { quarantineTexts } from './text.ts'
import { formats } from '../../text/formats.ts'

/** All columns, for a list without details. */
export const quarantineColumns: readonly Column<QuarantinedDelivery>[] = [
  {
    id: 'at',
    header: zoned('Received'),
    width: 172,
    fits: formats.instant,
    sortable: true,
    text: ({ at }) => localTime(at),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 160,
    grow: 3,
    sortable: true,
    text: (row) =>
      [quarantineTexts(row).label, row.problem].filter((part) => part !== null).join(': '),
  },
  {
    id: 'from',
    header: 'From',
    width: 128,
    grow: 1,
    sortable: true,
    text: ({ from }) => from ?? 'unknown',
  },
  {
    id: 'type',
    header: 'Content type',
    width: 140,
    grow: 1,
    sortable: true,
    text: ({ contentType }) => contentType ?? 'none',
  },
  {
    id: 'size',
    header: 'Size',
    width: 88,
    align: 'right',
    sortable: true,
    text: ({ bytes }) => kilobytes(bytes),
  },
  {
    id: 'answered',
    header: 'Answered',
    width: 92,
    align: 'right',
    sortable: true,
    text: ({ answered }) => String(answered),
  },
]

/** The columns that remain beside an open delivery, which shows the rest. */
export const besideQuarantined: readonly string[] = ['at', 'reason', 'answered']
