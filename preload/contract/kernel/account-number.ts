/** Account numbers are text everywhere; what counts of one is what stands after its leading zeros. */

/** The account without leading zeros: how it is sent to validation and compared (trap 36). */
export const significantAccount = (accountNumber: string): string =>
  accountNumber.replace(/^0+/, '')

/** Whether two spellings name the same account (leading zeros aside, trap 36). */
export const sameAccount = (one: string, other: string): boolean =>
  significantAccount(one) === significantAccount(other)

/** The account as shown by default: its last four characters and no hint of its length. */
export const maskedAccount = (accountNumber: string): string =>
  significantAccount(accountNumber).length > 4
    ? `\u2022\u2022\u2022\u2022${accountNumber.slice(-4)}`
    : '\u2022\u2022\u2022\u2022'
