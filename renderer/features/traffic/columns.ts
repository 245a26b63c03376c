/** What a line of the list says of a call. */
import type { TrafficLine } from '../../../preload/contract/traffic.ts'
import { localTime } from '../../lib/times.ts'
import type { Column } from '../../ui/table/columns.ts'
import { laneLabels, milliseconds, purposeLabel } from './wording.ts'

/** A wait that an older version did not record is not nought. */
const short = (ms: number | null): string => (ms === null ? '\u2014' : milliseconds(ms))

/** A line has no room for the year; the call beside the list says it. */
const yearLength = '2026-'.length

/** All columns, as a list with nothing beside it shows them. */
export const callColumns: readonly Column<TrafficLine>[] = [
  { id: 'pick', header: 'Pick', width: 48 },
  { id: 'at', header: 'Sent', width: 128, text: ({ at }) => localTime(at).slice(yearLength) },
  { id: 'what', header: 'What', width: 134, text: ({ purpose }) => purposeLabel(purpose) },
  {
    id: 'call',
    header: 'Call',
    width: 186,
    grow: 4,
    mono: true,
    text: ({ method, path }) => `${method} ${path}`,
  },
  {
    id: 'lane',
    header: 'Lane',
    width: 118,
    text: ({ lane, attempt }) =>
      `${lane === null ? '\u2014' : laneLabels[lane]}${attempt === 2 ? ', 2nd' : ''}`,
  },
  {
    id: 'wait',
    header: 'Waited',
    width: 78,
    align: 'right',
    text: ({ waitedMs }) => short(waitedMs),
  },
  {
    id: 'took',
    header: 'Took',
    width: 78,
    align: 'right',
    text: ({ tookMs }) => milliseconds(tookMs),
  },
  { id: 'status', header: 'Status', width: 134 },
  {
    id: 'correlation',
    header: 'Correlation id',
    width: 110,
    grow: 3,
    mono: true,
    text: ({ correlationId }) => correlationId ?? 'none came',
  },
]

/** Beside an open call, which repeats the rest, a list keeps what tells its lines apart. */
export const besideDetails = (isWide: boolean): readonly string[] =>
  isWide ? ['pick', 'at', 'what', 'call', 'took', 'status'] : ['pick', 'at', 'what', 'status']
