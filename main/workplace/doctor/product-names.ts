/**
 * Compares the profile's products with the token's list (bank note 5). The bank's names are its own
 * free text, so they are matched by their words: `Account Validation`, `acct-validation-v1` and
 * `AccountValidationAPI` are equal. Webhooks are left out, because they are subscribed to, not
 * called.
 */
import {
  productNames,
  type Product,
  type ProductTerms,
} from '../../../preload/contract/api/profiles/profile-details.ts'

/** The result. `unknown` holds the names that match no product. */
export interface ProductComparison {
  readonly missing: readonly Product[]
  readonly unknown: readonly string[]
}

type Words = ReadonlySet<string>
const any = (words: Words, ...wanted: readonly string[]): boolean =>
  wanted.some((word) => words.has(word))
const inquires = (words: Words): boolean => any(words, 'inquiry', 'inquiries')
const pays = (words: Words): boolean =>
  any(words, 'payment', 'payments', 'transfer', 'transfers', 'send', 'origination')
const moves = (words: Words, rail: string): boolean =>
  words.has(rail) && (pays(words) || !inquires(words))
const reports = (words: Words): boolean => any(words, 'reporting', 'report', 'reports')

const readings: Readonly<Record<Exclude<Product, 'webhooks'>, (words: Words) => boolean>> = {
  'account-validation': (words) => any(words, 'validation', 'validations', 'ownership', 'aoa'),
  'ach-inquiry': (words) =>
    words.has('ach') && (inquires(words) || any(words, 'transaction', 'transactions', 'status')),
  'ach-origination': (words) => words.has('ach') && pays(words),
  wire: (words) => moves(words, 'wire'),
  rtp: (words) => moves(words, 'rtp'),
  'wire-inquiry': (words) => words.has('wire') && inquires(words),
  'rtp-inquiry': (words) => words.has('rtp') && inquires(words),
  'previous-day': (words) =>
    any(words, 'previous', 'prior') || (words.has('dda') && reports(words)),
  intraday: (words) => any(words, 'intraday', 'intra') || (words.has('dda') && reports(words)),
  'check-images': (words) => any(words, 'image', 'images', 'imaging'),
  'stop-payment': (words) => any(words, 'stop', 'stops'),
}

/** Splits letters and digits into words, also `accountValidation` and `RTPPayment`. */
const wordsOf = (name: string): Words =>
  new Set(
    name
      .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter((word) => word !== ''),
  )

/** The name of a rail alone, such as `ACH`, may cover everything that the bank offers on it. */
const railsOf: Readonly<Partial<Record<Product, string>>> = {
  'ach-inquiry': 'ach',
  'ach-origination': 'ach',
}
const isBare = (words: Words, rail: string | undefined): boolean =>
  rail !== undefined &&
  words.has(rail) &&
  [...words].every((word) => [rail, 'api', 'apis', 'product', 'v1', 'v2'].includes(word))

const isIn = (product: Exclude<Product, 'webhooks'>, words: Words): boolean =>
  readings[product](words) || isBare(words, railsOf[product])

/** Compares; null if the bank lists nothing or the profile lists nothing to compare. */
export function compareProducts(
  terms: readonly ProductTerms[],
  listed: readonly string[],
): ProductComparison | null {
  const wanted = terms.flatMap(({ product }) => (product === 'webhooks' ? [] : [product]))
  if (wanted.length === 0 || listed.length === 0) return null
  const names = listed.map((name) => ({ name, words: wordsOf(name) }))
  const known = Object.keys(readings) as (keyof typeof readings)[]
  return {
    missing: wanted.filter((product) => !names.some(({ words }) => isIn(product, words))),
    unknown: names
      .filter(({ words }) => !known.some((product) => isIn(product, words)))
      .map(({ name }) => name),
  }
}

/** Returns the products by their names on screen. */
export const namesOf = (list: readonly Product[]): string =>
  list.map((product) => productNames[product]).join(', ')
