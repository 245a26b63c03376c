/** The differences between the three SEC codes of origination (bank document 3; bank note 79). */

export const originatedSecCodes = ['CCD', 'CTX', 'PPD'] as const
export type OriginatedSecCode = (typeof originatedSecCodes)[number]

/** Field names of one SEC code. */
export interface SecShape {
  readonly amount: 'amount' | 'totalAmount'
  readonly name: string
  readonly identification: string
  readonly own: readonly string[]
}

export const secShapes: Readonly<Record<OriginatedSecCode, SecShape>> = {
  CCD: {
    amount: 'amount',
    name: 'receivingCompanyName',
    identification: 'identificationNumber',
    own: ['amount', 'receivingCompanyName'],
  },
  CTX: {
    amount: 'totalAmount',
    name: 'receivingCompanyNameIDNumber',
    identification: 'identificationNumber',
    own: ['totalAmount', 'numberOfAddendaRecords', 'receivingCompanyNameIDNumber'],
  },
  PPD: {
    amount: 'amount',
    name: 'individualName',
    identification: 'individualIdentificationNumber',
    own: ['amount', 'individualName', 'individualIdentificationNumber'],
  },
}

export const sharedDetailFields = [
  'DFIAccountNumber',
  'accountType',
  'checkDigit',
  'creditDebitCode',
  'receivingDFIId',
  'transactionType',
  'uuid',
  'identificationNumber',
  'discretionaryData',
  'addenda',
]

export const batchFields = [
  'collectionApplicationId',
  'point',
  'secCode',
  'uuid',
  'collectionApplicationType',
  'effectiveDate',
  'companyDescriptiveDate',
  'companyEntryDescription',
  'details',
]

/** Returns the fields that only the other SEC codes have. */
export const fieldsOfOthers = (secCode: OriginatedSecCode): readonly string[] =>
  originatedSecCodes
    .flatMap((one) => secShapes[one].own)
    .filter((name) => !secShapes[secCode].own.includes(name))
