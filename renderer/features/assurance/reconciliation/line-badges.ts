/** The display of a reconciliation line: outcome in text, shape and color, amounts, columns. */
import { meaningOf } from '../../../../preload/contract/bank/codes/index.ts'
import {
  amountForReading,
  amountText,
  minorUnits,
} from '../../../../preload/contract/kernel/money.ts'
import {
  flowLabels,
  kindLabels,
  matchLabels,
  reasonTexts,
  reconciliationColumns as column,
} from '../../../../preload/contract/text/reconciliation.ts'
import type {
  Match,
  Reason,
  ReconciliationLine,
} from '../../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { Column, Summand } from '../../../ui/table/columns.ts'
import type { Tone } from '../../../ui/tone.ts'
import { formats } from '../../../text/formats.ts'

/** An ACH status of the documents in words; any other as received. */
export function statusShown(received: string): string {
  const code = meaningOf('ach-transaction-status', received)?.code
  return code === undefined ? received : `${code.charAt(0)}${code.slice(1).toLowerCase()}`
}

const tones: Readonly<Record<Match, Tone>> = {
  agreed: 'good',
  pending: 'info',
  returned: 'warning',
  differs: 'bad',
  'missing-at-bank': 'warning',
  'not-from-here': 'info',
}
const reasonTones: Partial<Readonly<Record<Reason, Tone>>> = {
  'unknown-outcome': 'unknown',
  'unexplained-debit': 'warning',
  'unknown-direction': 'unknown',
}

/** Label and tone of an outcome. */
export const matchLook = ({ match, reasons: [first] }: ReconciliationLine) => ({
  tone: (first === undefined ? undefined : reasonTones[first]) ?? tones[match],
  label: matchLabels[match],
})

/** The reasons, as text; the outcome already says that it came back. */
export const whyOf = ({ reasons, bank }: Pick<ReconciliationLine, 'reasons' | 'bank'>): string =>
  reasons
    .map((reason) => (reason === 'came-back' ? (bank?.returnCode ?? '') : reasonTexts[reason]))
    .filter((text) => text !== '')
    .join(', ')

/** An amount in minor units for people; `unknown` if it is not known. */
export const shownAmount = (amount: number | null, currency: string, unknown = ''): string =>
  amount === null ? unknown : `${currency} ${amountForReading(minorUnits(amount), currency)}`

type Side = ReconciliationLine['here'] | ReconciliationLine['bank']
const sideText = (side: Side): string =>
  side === null ? '' : shownAmount(side.amount, side.currency, 'unreadable')

const sumOf = (side: Side, flow: ReconciliationLine['flow']): Summand =>
  side === null || !side.counts || side.amount === null
    ? { amount: null, unit: '' }
    : {
        amount: amountText(minorUnits(side.amount), side.currency),
        unit: `${side.currency} ${flowLabels[flow].toLowerCase()}`,
      }

/**
 * The columns; sortable ones have the names that main uses. In a narrow window reference and status
 * are hidden by default.
 */
export const lineColumns = (isWide: boolean): readonly Column<ReconciliationLine>[] => [
  {
    id: 'match',
    header: column.outcome,
    width: 164,
    fits: Object.values(matchLabels),
    hasSign: true,
    least: 156,
    sortable: true,
    fixed: true,
    copy: ({ match }) => matchLabels[match],
  },
  { id: 'why', header: column.reason, width: 110, grow: 3, text: whyOf },
  {
    id: 'kind',
    header: column.item,
    width: 116,
    fits: [],
    fitsRows: true,
    sortable: true,
    text: ({ kind, service }) =>
      `${kindLabels[kind].replace(/ returned$|, not originated here$/, '')} · ${service}`,
  },
  { id: 'flow', header: 'Flow', width: 48, text: ({ flow }) => flowLabels[flow] },
  {
    id: 'party',
    header: column.party,
    width: 130,
    grow: 3,
    sortable: true,
    text: ({ party }) => party,
  },
  {
    id: 'reference',
    hidden: !isWide,
    header: column.reference,
    width: 104,
    grow: 2,
    mono: true,
    sortable: true,
    text: ({ reference }) => reference,
  },
  {
    id: 'here',
    header: column.originated,
    width: 124,
    fits: formats.amount,
    align: 'right',
    sortable: true,
    text: ({ here }) => sideText(here),
    sum: ({ here, flow }) => sumOf(here, flow),
  },
  {
    id: 'bank',
    header: column.atBank,
    width: 124,
    fits: formats.amount,
    align: 'right',
    sortable: true,
    text: ({ bank }) => sideText(bank),
    sum: ({ bank, flow }) => sumOf(bank, flow),
  },
  {
    id: 'statusText',
    header: column.status,
    width: 112,
    grow: 1,
    hidden: !isWide,
    text: ({ bank }) => (bank?.statusText ? statusShown(bank.statusText) : ''),
    copy: ({ bank }) => bank?.statusText ?? null,
  },
  {
    id: 'day',
    header: column.day,
    width: 92,
    fits: formats.day,
    sortable: true,
    hidden: true,
    text: ({ here, bank }) => here?.day ?? bank?.day ?? '',
  },
]

/** The columns beside open details, the most important first. */
export const besideLine: readonly string[] = ['match', 'here', 'party', 'bank']
