/** The texts that the bank writes beside its codes (bank document 1, Shared data values). */

/** The SEC codes of inquiry; origination has only the first three (bank note 87). */
export const secCodes = ['CCD', 'CTX', 'PPD', 'TEL', 'WEB'] as const
export type SecCode = (typeof secCodes)[number]

export const secTexts: Readonly<Record<SecCode, string>> = {
  CCD: 'Corporate credit or debit',
  CTX: 'Corporate trade exchange',
  PPD: 'Prearranged payments and debits',
  TEL: 'Telephone initiated entry',
  WEB: 'Internet initiated entry',
}

/**
 * R01 to R10 are in the document; the other three show that its list is incomplete (bank note 52).
 */
export const returnTexts: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account / unable to locate account',
  R04: 'Invalid account number structure',
  R05: 'Unauthorized debit to consumer account using corporate SEC code',
  R06: "Returned per ODFI's request",
  R07: 'Authorization revoked by customer',
  R08: 'Payment stopped',
  R09: 'Uncollected funds',
  R10: 'Customer advises unauthorized, improper, ineligible or part of an incomplete transaction',
  R16: 'Account frozen',
  R20: 'Non-transaction account',
  R29: 'Corporate customer advises not authorized',
}

export const changeTexts: Readonly<Record<string, string>> = {
  C01: 'Incorrect bank account number',
  C02: 'Incorrect transit/routing number',
  C03: 'Incorrect transit/routing and account number',
  C04: 'Bank account name change',
  C05: 'Incorrect transaction code',
  C06: 'Incorrect account number and transaction code',
  C07: 'Incorrect routing number, account number and transaction code',
  C08: 'Incorrect receiving DFI identification (IAT only)',
  C09: 'Incorrect individual identification',
  C10: 'Incorrect company name',
  C11: 'Incorrect company identification',
  C12: 'Incorrect company name and identification',
  C13: 'Addenda format error',
}

export const transactionTexts: Readonly<Record<string, string>> = {
  '21': 'Return or NOC for original 22, 23 or 24',
  '22': 'Demand credit (checking deposit)',
  '23': 'Prenotification for demand credit',
  '24': 'Zero dollar with remittance data',
  '26': 'Return or NOC for original 27, 28 or 29',
  '27': 'Demand debit (checking withdrawal)',
  '28': 'Prenotification for demand debit',
  '29': 'Zero dollar with remittance data',
  '31': 'Return or NOC for original 32, 33 or 34',
  '32': 'Savings credit',
  '33': 'Prenotification for savings credit',
  '34': 'Zero dollar with remittance data',
  '36': 'Return or NOC for original 37, 38 or 39',
  '37': 'Savings debit',
  '38': 'Prenotification for savings debit',
  '39': 'Zero dollar with remittance data',
}

export const addendaTexts: Readonly<Record<string, string>> = {
  '02': 'POS, SHR or MTE entries',
  '05': 'CCD, CIE, CTX, PPD, WEB entries',
  '10': '1st addenda record of an IAT entry',
  '98': 'Notification of Change entries',
  '99': 'Return entries',
}

/** Returns whether a transaction code credits the receiver; the others debit. */
export const isCredit = (transactionCode: string): boolean => /[0-4]$/.test(transactionCode)

/** Returns the transaction code of an entry's return or notification of change. */
export const reversalCode = (transactionCode: string): string =>
  `${transactionCode.charAt(0)}${isCredit(transactionCode) ? '1' : '6'}`

/**
 * Returns the transaction code by account type, direction and kind (live, prenote or zero dollars).
 */
export function transactionCodeOf(
  account: 'C' | 'S',
  direction: 'C' | 'D',
  kind: 'live' | 'prenote' | 'zero-dollar',
): string {
  const unit = { live: 2, prenote: 3, 'zero-dollar': 4 }[kind] + (direction === 'D' ? 5 : 0)
  return `${account === 'C' ? '2' : '3'}${unit}`
}
