/** Account numbers are text everywhere; the significant part follows the leading zeros. */

/**
 * Returns the account without leading zeros, as sent to validation and as compared (bank note 36).
 */
export const significantAccount = (accountNumber: string): string =>
  accountNumber.replace(/^0+/, '')

/** Returns whether two spellings mean the same account, ignoring leading zeros (bank note 36). */
export const sameAccount = (one: string, other: string): boolean =>
  significantAccount(one) === significantAccount(other)

/** Shown instead of a value of which nothing may be shown. */
export const dots = '\u2022\u2022\u2022\u2022'

/**
 * Returns the account as shown by default: its last four characters, without a hint of its length.
 */
export const maskedAccount = (accountNumber: string): string =>
  significantAccount(accountNumber).length > 4 ? `${dots}${accountNumber.slice(-4)}` : dots
