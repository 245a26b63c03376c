/** The columns of the inbox; sortable ones have the names that main uses. */
import type { InboxItem } from '../../../../preload/contract/api/inbox/inbox.ts'
import { amountText, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import { localMinute, localTime, zoned } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { inboxLabels } from '../../../../preload/contract/text/inbox.ts'
import { amountOf, kindTexts } from './text.ts'
import { formats } from '../../../text/formats.ts'

/** The title without the kind, which has its own column; several records with their number. */
function titleOf({ kind, title, things }: InboxItem): string {
  const label = inboxLabels[kind]
  const rest = title.startsWith(label) ? title.slice(label.length).replace(/^[\s:]+/, '') : title
  return things === 1 ? rest || title : `${rest || title} (${things.toLocaleString('en-US')})`
}

/** For a finished item, the person who did it. */
const doneOf = ({ done }: InboxItem): string =>
  done === null ? '' : `${done.by?.name ?? 'Automatic'}, ${localMinute(done.at)}`

/** The columns of every line. */
export const inboxColumns: readonly Column<InboxItem>[] = [
  {
    id: 'kind',
    header: 'Kind',
    width: 110,
    fits: Object.values(inboxLabels),
    fitsRows: true,
    hasSign: true,
    isKey: true,
    sortable: true,
    copy: ({ kind }) => kindTexts(kind).label,
  },
  {
    id: 'title',
    header: 'Item',
    width: 180,
    least: 140,
    grow: 8,
    sortable: true,
    fixed: true,
    text: titleOf,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 92,
    fits: formats.amount,
    fitsRows: true,
    align: 'right',
    isKey: true,
    sortable: true,
    hideEmpty: true,
    text: amountOf,
    sum: ({ amount, currency }) => ({
      amount: amount === null ? null : amountText(minorUnits(amount), currency ?? 'USD'),
      unit: currency ?? 'USD',
    }),
  },
  {
    id: 'deadline',
    header: 'Deadline',
    width: 108,
    hasSign: true,
    fits: ['Overdue by 8 days', '88 days left'],
    sortable: true,
    hideEmpty: true,
    copy: ({ deadline }) => deadline,
  },
  {
    id: 'assignee',
    header: 'Assigned to',
    width: 112,
    least: 90,
    sortable: true,
    hideEmpty: true,
    text: ({ assignedTo }) => assignedTo?.name ?? '',
  },
  {
    id: 'note',
    header: 'Note',
    width: 80,
    grow: 3,
    hideEmpty: true,
    text: ({ note }) => note.replaceAll(/\s+/g, ' '),
  },
  {
    id: 'at',
    header: zoned('Since'),
    width: 132,
    fits: formats.minute,
    sortable: true,
    text: ({ at }) => localMinute(at),
    copy: ({ at }) => localTime(at),
  },
  { id: 'done', header: 'Done', width: 170, hidden: true, text: doneOf },
]

/** The columns beside an open item, the most important first. */
export const besideItem = ['kind', 'amount', 'title'] as const
