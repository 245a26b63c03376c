/**
 * Numbers of accounts and banks are text everywhere, kept and sent as typed. They are compared by
 * one key each, the same for every spelling.
 */

/**
 * Blanks, hyphens and dashes that people, spreadsheets and documents put between groups of digits.
 * The store removes the same ones (`0036-comparing-keys.ts`).
 */
const separators = /[\t\n\r \-\u00a0\u00ad\u2007\u2009-\u2013\u2212\u202f]/g

/** Changes only letters of ASCII, as SQL does. */
const unspaced = (typed: string): string =>
  typed.replace(separators, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/** Returns the account as it is sent to validation, and to a list that is too short for the zeros (bank note 36). */
export const withoutLeadingZeros = (accountNumber: string): string =>
  accountNumber.replace(/^0+/, '')

/**
 * Returns the key by which accounts are compared: without separators and leading zeros, in capitals
 * (bank note 36). Empty if the text names no account.
 */
export const significantAccount = (accountNumber: string): string =>
  withoutLeadingZeros(unspaced(accountNumber))

/** Returns whether two spellings mean the same account. */
export const sameAccount = (one: string, other: string): boolean =>
  significantAccount(one) === significantAccount(other)

const routingDigits = 9

/**
 * Returns the key by which banks are compared: a routing number without separators and with the
 * leading zeros that a spreadsheet drops; any other text in capitals. Empty if the text names no
 * bank.
 */
export function significantRouting(routingNumber: string): string {
  const plain = unspaced(routingNumber)
  return /^\d+$/.test(plain) ? plain.padStart(routingDigits, '0') : plain
}

/** Returns whether two spellings mean the same bank. */
export const sameRouting = (one: string, other: string): boolean =>
  significantRouting(one) === significantRouting(other)

/** Shown instead of a value of which nothing may be shown. */
export const dots = '\u2022\u2022\u2022\u2022'

/**
 * Returns the account as shown by default: its last four characters, without a hint of its length.
 */
export const maskedAccount = (accountNumber: string): string =>
  significantAccount(accountNumber).length > 4 ? `${dots}${accountNumber.slice(-4)}` : dots
