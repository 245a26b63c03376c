/** The search data of an alert: its accounts and its words. */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type {
  OtherField,
  ScalarKind,
  Shape,
  ShapeField,
} from '../../../preload/contract/bank/answers/shape.ts'

/** A reading of any shape. */
export interface AnyReading {
  readonly other: readonly OtherField[]
}

/** The value of a field. */
export const valueOf = (reading: AnyReading, name: string): unknown =>
  (reading as unknown as Readonly<Record<string, unknown>>)[name]

/** Dates, counts and address lines are left out: they would match every search. */
const searched: ReadonlySet<ScalarKind> = new Set([
  'text',
  'code',
  'amount',
  'identifier',
  'routing',
])

const textsOf = (
  of: Shape,
  reading: AnyReading,
  wanted: (one: ShapeField) => boolean,
): readonly string[] =>
  Object.entries(of.fields).flatMap(([name, one]) => {
    const value = valueOf(reading, name)
    return wanted(one) && typeof value === 'string' ? [value] : []
  })

/** The accounts of a reading without leading zeros (bank note 36), each once. */
export const accountsOf = (of: Shape, reading: AnyReading): readonly string[] => [
  ...new Set(
    textsOf(of, reading, ({ kind }) => kind === 'account')
      .map((account) => significantAccount(account.trim()))
      .filter((account) => account !== ''),
  ),
]

const lastFour = (account: string): readonly string[] =>
  account.length > 4 ? [account, account.slice(-4)] : [account]

/** Values outside the documented fields are searched too, up to the length of a text field. */
const longestWord = 200
const mostWords = 500

/**
 * The words of an alert: names, ids, references, amounts, codes, and each account in full and by
 * its last four.
 */
export function searchTextOf(
  readings: readonly (readonly [Shape, AnyReading])[],
  other: readonly OtherField[],
): string {
  const texts = readings.flatMap(([of, reading]) => [
    ...textsOf(of, reading, ({ kind }) => searched.has(kind as ScalarKind)),
    ...accountsOf(of, reading).flatMap(lastFour),
  ])
  const all = new Set([...texts, ...other.map(({ value }) => value)])
  return [...all]
    .slice(0, mostWords)
    .map((word) => word.slice(0, longestWord))
    .join(' ')
}
