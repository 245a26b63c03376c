/** The text of a call in a line of the list. */
import type { TrafficLine } from '../../../../preload/contract/api/traffic.ts'
import { localTime, zoned } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { laneLabels } from '../../../text/lanes.ts'
import { milliseconds, purposeLabel, badgeOf } from './text.ts'
import { formats } from '../../../text/formats.ts'

/** All columns, for a list without details. */
export const callColumns: readonly Column<TrafficLine>[] = [
  {
    id: 'at',
    header: zoned('Sent'),
    width: 150,
    fits: formats.instant,
    sortable: true,
    text: ({ at }) => localTime(at),
  },
  {
    id: 'what',
    header: 'Purpose',
    width: 134,
    sortable: true,
    text: ({ purpose }) => purposeLabel(purpose),
  },
  {
    id: 'call',
    header: 'Call',
    width: 186,
    grow: 4,
    mono: true,
    sortable: true,
    text: ({ method, path }) => `${method} ${path}`,
  },
  {
    id: 'lane',
    header: 'Lane',
    width: 118,
    sortable: true,
    text: ({ lane, attempt }) => `${laneLabels[lane]}${attempt === 2 ? ', 2nd' : ''}`,
  },
  {
    id: 'wait',
    header: 'Waited',
    width: 78,
    align: 'right',
    sortable: true,
    text: ({ waitedMs }) => milliseconds(waitedMs),
  },
  {
    id: 'took',
    header: 'Took',
    width: 78,
    align: 'right',
    sortable: true,
    text: ({ tookMs }) => milliseconds(tookMs),
  },
  {
    id: 'status',
    header: 'Status',
    width: 134,
    sortable: true,
    copy: (row) => badgeOf(row).label,
  },
  {
    id: 'correlation',
    header: 'Correlation id',
    width: 110,
    grow: 3,
    mono: true,
    sortable: true,
    text: ({ correlationId }) => correlationId ?? 'none came',
    copy: ({ correlationId }) => correlationId,
  },
]

/** The columns that remain beside an open call, which shows the rest. */
export const besideDetails = (isWide: boolean): readonly string[] =>
  isWide ? ['at', 'what', 'call', 'took', 'status'] : ['at', 'what', 'status']
