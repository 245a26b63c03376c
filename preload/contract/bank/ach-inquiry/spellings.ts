/**
 * The bank's several names of one thing in ACH inquiry, decided in one place (trap 48). What has one name
 * everywhere keeps it and is not listed. Every object accepts every spelling of a thing that it holds.
 */
export const spellings = {
  /** The transaction's own PAR number, of a return as well. */
  parNumber: ['parNumber', 'transactionParNumber', 'returnTransactionParNumber'],
  /** Another transaction's: the one that a return sends back. Never read as the return's own. */
  originalParNumber: ['originalACHTransactionParNumber'],
  originalProcessDate: ['originalTransactionProcessDate'],
  originalProcessTime: ['originalTransactionProcessTime'],
  originalProcessTimestamp: ['originalTransactionProcessTimestamp'],
  /** A return has traceId alone, so there it is the trace number. */
  traceNumber: ['traceNumber', 'traceId', 'transactionTraceId'],
  /** A collected transaction has both, so there they are two things. */
  traceNumberBesideId: ['traceNumber'],
  transactionTraceId: ['transactionTraceId', 'traceId'],
  secCode: ['secCode', 'nachaSecCode', 'nachaSecondarySecCode', 'standardEntryClassCode'],
  secDescription: [
    'secDescription',
    'nachaSecDescription',
    'nachaSecondarySecDescription',
    'standardEntryClassDescription',
  ],
  creditOrDebit: ['creditOrDebitCode', 'creditDebitCode', 'crOrDbCode'],
  receivingCustomerId: [
    'receivingCustIdentificationNumber',
    'receivingCustomerIdentificationNumber',
  ],
  originatingCustomerId: [
    'originatingCustIdentificationNumber',
    'originatingCustomerIdentificationNumber',
  ],
  /** Inside a party, which says whose it is. */
  customerId: ['customerIdentificationNumber', 'custIdentificationNumber'],
  batchId: ['batchID', 'batchId'],
  retrievedRows: ['retrivedRows', 'retrievedRows'],
  totalRows: ['totalRows', 'totalRecords'],
  nachaFileHeadReferenceNumber: ['nachaFileHeadRefererenceNumber', 'nachaFileHeadReferenceNumber'],
  referenceInformation2: ['referenceInformtion2', 'referenceInformation2'],
  transactionTypeDescription: ['transactionTypeDescr', 'transactionTypeDescription'],
  immediateDestinationId: ['immediateDestinationID', 'immediateDestinationId'],
} as const satisfies Readonly<Record<string, readonly string[]>>
type Spelled = typeof spellings

/** The spellings of a thing, the one that the object at hand is documented with first. */
export const spelled = <N extends keyof Spelled>(
  name: N,
  documented?: Spelled[N][number],
): readonly string[] => [
  ...new Set([...(documented === undefined ? [] : [documented]), ...spellings[name]]),
]
