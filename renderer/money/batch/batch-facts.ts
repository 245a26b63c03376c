/** The head of a batch as names and values: kind, totals and offset account. */
import { batchRules } from '../../../preload/contract/bank/ach-origination/rules.ts'
import type { OriginationTerms } from '../../../preload/contract/domain/batches/batch-form.ts'
import type { BatchContent } from '../../../preload/contract/domain/batches/batch.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { centsText, entriesText } from '../../text/batch-badges.ts'

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

/** Credits and debits are separate: they are never netted. */
export const batchFactsOf = (order: Facts, batch: BatchContent): BatchFact[] => [
  { id: 'entries', label: 'Entries', value: entriesText(batch) },
  { id: 'credits', label: 'Credits', value: centsText(batch.credits) },
  { id: 'debits', label: 'Debits', value: centsText(batch.debits) },
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
