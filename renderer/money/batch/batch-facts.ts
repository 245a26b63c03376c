/** The head of a batch as names and values: kind, sums and own account. */
import { batchRules } from '../../../preload/contract/bank/ach-origination/rules.ts'
import type { OriginationTerms } from '../../../preload/contract/domain/batches/batch-form.ts'
import type { BatchContent, EntryFigure } from '../../../preload/contract/domain/batches/batch.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { centsText, entriesText } from '../../text/batch-badges.ts'
import { plural } from '../../text/plural.ts'

/** A name and a value for `KeyValueList`. */
export interface BatchFact {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly mono?: boolean
  readonly note?: string
  readonly absent?: string
}

type Facts = Pick<Order, 'debitAccount' | 'valueDate' | 'reference' | 'beneficiary'>

/** The settings that the bank gives once for all batches. */
export const bankSettings = [
  'collectionApplicationId',
  'point',
  'collectionApplicationType',
] as const

/**
 * The bank's settings, which are the same for all entries, as one text. `isPractice`: the practice
 * bank needs none of the missing ones.
 */
export function bankSettingsText(terms: OriginationTerms, isPractice: boolean): string {
  const missing = isPractice ? [] : bankSettings.filter((name) => terms[name] === '')
  return [
    { dollars: 'Amounts in dollars', cents: 'Amounts in cents' }[terms.amountUnit],
    `RDFI number of ${String(terms.receivingDfiDigits)} digits`,
    ...bankSettings
      .filter((name) => terms[name] !== '')
      .map((name) => `${batchRules[name].label} ${terms[name]}`),
    ...missing.map((name) => `${batchRules[name].label} not set`),
  ].join(', ')
}

const directions = [
  { direction: 'C', name: 'credits' },
  { direction: 'D', name: 'debits' },
  { direction: '', name: 'neither' },
] as const
const sumText = (figures: readonly EntryFigure[]): string => {
  const [entries, amount] = figures.reduce(
    ([count, sum], one) => [count + one.entries, sum + one.amount],
    [0, 0],
  )
  if (figures.length === 0) return ''
  // Main caps each sum at the largest exact number.
  const cents = Math.min(amount, Number.MAX_SAFE_INTEGER)
  return `${centsText(cents)} in ${plural(entries, 'entry', 'entries')}`
}

/**
 * Returns credits, debits, checking and savings, each with its sum; never netted. Where there are
 * several directions, an account type has one fact for each of its own.
 */
export function figureFacts(figures: readonly EntryFigure[]): BatchFact[] {
  const hasSeveral = new Set(figures.map(({ direction }) => direction)).size > 1
  const ofDirection = (wanted: EntryFigure['direction']): string =>
    sumText(figures.filter(({ direction }) => direction === wanted))
  const ofType = (
    wanted: EntryFigure['accountType'],
    fact: Pick<BatchFact, 'id' | 'label' | 'absent'>,
  ): BatchFact[] => {
    const some = figures.filter(({ accountType }) => accountType === wanted)
    if (!hasSeveral || some.length === 0) return [{ ...fact, value: sumText(some) }]
    return directions.flatMap(({ direction, name }) => {
      const value = sumText(some.filter((one) => one.direction === direction))
      const id = `${fact.id}-${direction}`
      return value === '' ? [] : [{ id, label: `${fact.label} ${name}`, value }]
    })
  }
  const facts: readonly BatchFact[] = [
    { id: 'credits', label: 'Credits', value: ofDirection('C'), absent: 'none' },
    { id: 'debits', label: 'Debits', value: ofDirection('D'), absent: 'none' },
    { id: 'neither', label: 'No direction', value: ofDirection('') },
    ...ofType('C', { id: 'checking', label: 'Checking', absent: 'none' }),
    ...ofType('S', { id: 'savings', label: 'Savings', absent: 'none' }),
    ...ofType('', { id: 'other-type', label: 'Other account type' }),
  ]
  return facts.filter(({ value, absent }) => value !== '' || absent !== undefined)
}

/** Returns the same in one line, without what there is none of. */
export const figuresText = (figures: readonly EntryFigure[]): string =>
  figureFacts(figures)
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => `${label} ${value}`)
    .join('. ')

/** What every question about a batch shows. */
export const batchFactsOf = (order: Facts, batch: BatchContent): BatchFact[] => [
  { id: 'entries', label: 'Entries', value: entriesText(batch) },
  ...figureFacts(batch.figures),
  { id: 'description', label: 'Entry description', value: order.beneficiary },
  { id: 'date', label: 'Effective date', value: order.valueDate, absent: 'none yet' },
  {
    id: 'from',
    label: 'Own account',
    value: order.debitAccount,
    note: 'Used to track entries; not sent to the bank',
  },
  ...(batch.queriedAccount === null
    ? []
    : [
        {
          id: 'debited',
          label: 'Debited account',
          value: [batch.queriedAccount.name, batch.queriedAccount.account]
            .filter(Boolean)
            .join(' '),
          note: 'Entries are tracked here instead',
        },
      ]),
  { id: 'reference', label: 'Batch id', value: order.reference, mono: true },
]
