/**
 * The bank's different names for the same field in ACH inquiry, defined in one place (bank note
 * 48). A field with only one name is not listed. Every object accepts all spellings of its fields.
 */
export const spellings = {
  /** PAR number of the transaction itself, also of a return. */
  parNumber: ['parNumber', 'transactionParNumber', 'returnTransactionParNumber'],
  /** PAR number of the transaction that a return sends back. Never read as the return's own. */
  originalParNumber: ['originalACHTransactionParNumber'],
  originalProcessDate: ['originalTransactionProcessDate'],
  originalProcessTime: ['originalTransactionProcessTime'],
  originalProcessTimestamp: ['originalTransactionProcessTimestamp'],
  /** A return has only traceId, which is its trace number. */
  traceNumber: ['traceNumber', 'traceId', 'transactionTraceId'],
  /** A collected transaction has both, with different meanings. */
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
  /** Inside a party object, which shows whose id it is. */
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

/** Returns the spellings of a field, first the one documented for this object. */
export const spelled = <N extends keyof Spelled>(
  name: N,
  documented?: Spelled[N][number],
): readonly string[] => [
  ...new Set([...(documented === undefined ? [] : [documented]), ...spellings[name]]),
]
