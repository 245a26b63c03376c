/** Why a row is no wire by the fields that a person names: by the field that cannot be read. */
export const unreadableWire = {
  account: 'The account is not a full account number.',
  amount: 'The amount is not a number above zero.',
  date: 'The date is not a calendar date in this order.',
  direction: 'The direction is blank.',
  number: 'The transaction id and the reference are blank.',
} as const
