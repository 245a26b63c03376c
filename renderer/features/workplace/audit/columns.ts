/** The text of an act in a line of the list. */
import { localTime, zoned } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import type { AuditLine } from './audit-list.ts'
import { kindSentence } from '../../../text/kind-text.ts'
import { formats } from '../../../text/formats.ts'

/** The order that an act is about, by its usual name; empty if not known. */
export const orderText = ({ subjectOrder }: Pick<AuditLine, 'subjectOrder'>): string =>
  subjectOrder === null
    ? ''
    : [subjectOrder.name, subjectOrder.reference].filter((one) => one !== '').join(', ')

/** All columns, for a list without details. */
export const auditColumns: readonly Column<AuditLine>[] = [
  {
    id: 'seq',
    header: 'No.',
    width: 76,
    align: 'right',
    sortable: true,
    fixed: true,
    holds: 'number',
    text: ({ seq }) => String(seq),
  },
  {
    id: 'at',
    header: zoned('When'),
    width: 148,
    fits: formats.instant,
    sortable: true,
    text: ({ at }) => localTime(at),
  },
  {
    id: 'actor',
    header: 'Operator',
    width: 138,
    sortable: true,
    text: ({ actorName }) => actorName,
  },
  {
    id: 'workstation',
    header: 'Workstation',
    width: 128,
    hideEmpty: true,
    text: ({ workstation }) => workstation ?? '',
  },
  { id: 'what', header: 'Action', width: 210, grow: 2, text: ({ kind }) => kindSentence(kind) },
  { id: 'kind', header: 'Kind', width: 208, mono: true, sortable: true, text: ({ kind }) => kind },
  {
    id: 'subject',
    header: 'Subject',
    width: 150,
    grow: 1,
    mono: true,
    sortable: true,
    text: ({ subject }) => subject,
  },
  { id: 'order', header: 'Order', width: 190, grow: 1, text: (entry) => orderText(entry) },
  { id: 'hash', header: 'Hash', width: 150, mono: true, hidden: true, text: ({ hash }) => hash },
]

/** The columns that remain beside an open entry, which shows the rest. */
export const besideDetails = (isWide: boolean): readonly string[] =>
  isWide ? ['seq', 'at', 'actor', 'what'] : ['seq', 'at', 'what']
