/**
 * The practice bank's errorCodes and their HTTP statuses. The document lists the codes and says
 * that missing mandatory information is a 400 carrying ServiceError.AOAResponse.Result.errorCode,
 * "for example 104" (bank document 2, Endpoints and Errors; bank note 23), but not which codes
 * those are. This bank answers an inquiry that it cannot read with 400, and one that it can read
 * but not use with 200.
 */
export const errorCodes = {
  '000': { status: 200, given: 'nothing is wrong with the request' },
  '001': {
    status: 200,
    given: 'routingNumber not nine digits, its checksum wrong, or no such bank',
  },
  '003': { status: 200, given: 'accountNumber with separators or leading zeros' },
  '005': { status: 200, given: 'serialNumber with anything but digits' },
  '006': { status: 400, given: 'a required field is missing, names included' },
  '008': {
    status: 200,
    given: 'accountNumber over 17 characters, or not as long as its bank has them',
  },
  '010': { status: 200, given: 'a field with fewer characters than its format' },
  '011': { status: 200, given: 'a field with more characters than it may have' },
  '013': {
    status: 200,
    given: 'amount neither whole dollars nor dollars and cents, or over 12 characters',
  },
  '103': { status: 200, given: 'secondary or additional id not as issued' },
  '104': { status: 400, given: 'a value that is not a string, or a letter where digits belong' },
  '105': { status: 400, given: 'a body that is not JSON in the documented nesting' },
  '106': { status: 400, given: 'secondary or additional id missing' },
  '107': { status: 200, given: 'serviceType not exactly Owner, or a field not in its format' },
  '997': { status: 200, given: 'authorization unavailable: only by the requested account' },
  '998': { status: 200, given: 'system failure: only by the requested account' },
  '999': { status: 200, given: 'timeout: only by the requested account' },
} as const satisfies Record<string, { status: 200 | 400; given: string }>
export type ErrorCode = keyof typeof errorCodes
