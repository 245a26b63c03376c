/**
 * Warnings about a batch before it is sent. The document shows no constraints of these fields, so
 * nothing here blocks. Each warning names its source, the bank's document or the network (Nacha;
 * bank notes 55, 78, 81 and 88), and states whether the bank is certain to reject the entry; a person
 * can then still send it. Calendar checks are elsewhere.
 */
import type { CertainRejection, RequestWarning } from '../../kernel/request-warning.ts'
import { hasRoutingChecksum, routingNumberWarning } from '../../kernel/routing-number.ts'
import { asciiOffer } from './ascii-offer.ts'
import {
  seenAccountTypes,
  seenTransactionTypes,
  type OriginationBatch,
  type SecCode,
} from './batch.ts'
import { requestSource } from './rules.ts'

type Remark = Omit<RequestWarning, 'path'>
const network =
  (where: string) =>
  (message: string): Remark => ({ message, source: 'network', where })
const bank = (message: string, where = requestSource): Remark => ({
  message,
  source: 'bank',
  where,
})

/** A warning about an entry for which no valid network record exists. */
const rejected = (rejection: CertainRejection, remark: Remark): Remark => ({ ...remark, rejection })

const entryRecord = network('Nacha, entry detail record')
const batchRecord = network('Nacha, batch header record')
const addendaRecord = network('Nacha, addenda record')
const zeroDollars = network('Nacha, zero-dollar entries and prenotifications')

/** Longest receiver name per SEC code; CTX uses six of its characters for the addenda count. */
export const receiverNameLength = { CCD: 22, CTX: 16, PPD: 22 } as const satisfies Record<
  SecCode,
  number
>
const addendaCount = { CCD: 1, CTX: 9_999, PPD: 1 } as const satisfies Record<SecCode, number>
const addendaLength = 80
const inquiryAddendaLength = 255
/** $99,999,999.99: ten digits of cents. */
export const networkAmountLimit = 9_999_999_999

const cut = (value: string, length: number): string =>
  `At most ${length} characters: after "${value.slice(0, length)}" it may be cut`
const longerThan = (length: number, record: (message: string) => Remark) => (value: string) =>
  value.length > length ? [record(cut(value, length))] : []
const unprintable = (record: (message: string) => Remark) => (value: string) => {
  if (/^[ -~]*$/.test(value)) return []
  const offer = asciiOffer(value)
  const advice = offer === null ? '' : `: use "${offer}"`
  return [record(`Only ASCII letters, digits and signs are allowed${advice}`)]
}
const iban = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/i
/** No US account number has this form. */
const foreign = (value: string): readonly Remark[] =>
  iban.test(value.replaceAll(' ', ''))
    ? [
        network('Nacha, IAT')(
          'Looks like a foreign account: such payments are IAT, which is not originated here',
        ),
      ]
    : []

const missing = bank('Optional field not set (ask your bank)')
const notSeen = (seen: readonly string[]) => (value: string) =>
  seen.includes(value)
    ? []
    : [bank(`Known values: ${seen.join(' and ')}. Ask the bank about others`)]
/** The network's transaction code depends on it. */
const accountTypeNeeded = rejected(
  'account-type',
  bank(`Account type must be ${seenAccountTypes.join(' or ')}`),
)

/** Checks of one text; `needed` is the warning if the text is missing. */
interface TextChecks {
  readonly needed?: Remark
  readonly checks: readonly ((value: string) => readonly Remark[])[]
}
const limited = (length: number, record: (message: string) => Remark, needed?: Remark) => ({
  checks: [longerThan(length, record), unprintable(record)],
  ...(needed && { needed }),
})

const batchChecks = Object.entries<TextChecks>({
  collectionApplicationId: { needed: missing, checks: [] },
  point: { needed: missing, checks: [] },
  collectionApplicationType: { needed: missing, checks: [] },
  companyDescriptiveDate: limited(6, batchRecord),
  companyEntryDescription: limited(10, batchRecord),
})
const checksOf = (secCode: SecCode): Readonly<Record<string, TextChecks>> => ({
  routingNumber: {
    checks: [
      (value) => {
        const unusual = routingNumberWarning(value)
        if (!unusual) return []
        return hasRoutingChecksum(value)
          ? [network(unusual.where)(unusual.message)]
          : [rejected('check-digit', entryRecord('The check digit does not match'))]
      },
    ],
  },
  accountNumber: {
    checks: [longerThan(17, entryRecord), unprintable(entryRecord), foreign],
  },
  accountType: {
    needed: accountTypeNeeded,
    checks: [
      (value) => (seenAccountTypes.some((seen) => seen === value) ? [] : [accountTypeNeeded]),
    ],
  },
  transactionType: { needed: missing, checks: [notSeen(seenTransactionTypes)] },
  receiverName: limited(
    receiverNameLength[secCode],
    entryRecord,
    rejected('receiver', entryRecord('Receiver name required')),
  ),
  identificationNumber: limited(15, entryRecord),
  individualIdentificationNumber: limited(15, entryRecord),
  discretionaryData: limited(2, entryRecord),
})

/** Built once, because ten thousand entries are checked while a person types. */
const entryChecks = {
  CCD: Object.entries(checksOf('CCD')),
  CTX: Object.entries(checksOf('CTX')),
  PPD: Object.entries(checksOf('PPD')),
}

/**
 * An entry that may be invalid; a value of the wrong type is skipped here, because a rule already
 * reports it.
 */
export interface CheckedEntry {
  readonly [field: string]: unknown
  /** Cents; NaN if unreadable. */
  readonly amount: number
  readonly addenda: readonly string[]
  readonly transactionType?: string | undefined
}

/** Returns the warnings about the texts of one object. */
function textWarnings(
  all: readonly (readonly [string, TextChecks])[],
  values: Readonly<Record<string, unknown>>,
  prefix: string,
): RequestWarning[] {
  const found: RequestWarning[] = []
  for (const [name, { needed, checks }] of all) {
    const value = values[name]
    if (typeof value !== 'string') {
      if (needed !== undefined) found.push({ path: prefix + name, ...needed })
      continue
    }
    for (const check of checks)
      for (const remark of check(value)) found.push({ path: prefix + name, ...remark })
  }
  return found
}

function addendaWarnings(
  { addenda }: CheckedEntry,
  secCode: SecCode,
  prefix: string,
): RequestWarning[] {
  const most = addendaCount[secCode]
  const tooMany =
    addenda.length > most
      ? [
          {
            path: `${prefix}addenda`,
            ...addendaRecord(`${secCode} carries at most ${most.toLocaleString('en-US')}`),
          },
        ]
      : []
  const each = addenda.flatMap((value, index) => {
    const remarks = [
      ...longerThan(addendaLength, addendaRecord)(value),
      ...unprintable(addendaRecord)(value),
      ...(value.length > inquiryAddendaLength
        ? [
            bank(
              'The inquiry shows at most 255 characters',
              'Account Validation and ACH Inquiry Specification, ACH transaction detail',
            ),
          ]
        : []),
    ]
    return remarks.map((remark) => ({ path: `${prefix}addenda.${index}`, ...remark }))
  })
  return [...tooMany, ...each]
}

/**
 * A prenotification moves no money, nor do remittance-only entries, which CCD and CTX allow. That
 * the transaction type P means a prenotification is an inference.
 */
function amountRemarks(entry: CheckedEntry, secCode: SecCode): Remark[] {
  const isPrenote = entry.transactionType === 'P'
  const isRemittance = secCode !== 'PPD' && entry.addenda.length > 0
  if (entry.amount > networkAmountLimit)
    return [rejected('amount', entryRecord('More than 99,999,999.99'))]
  if (entry.amount === 0 && !isPrenote && !isRemittance) {
    return [
      rejected(
        'amount',
        zeroDollars('Zero is for prenotifications and for remittance data of CCD and CTX'),
      ),
    ]
  }
  if (entry.amount > 0 && isPrenote) {
    return [
      rejected('amount', zeroDollars('Type P seems to be a prenotification, which has no amount')),
    ]
  }
  return []
}

/** Returns the warnings about the batch header; paths are its fields. */
export const headWarnings = (head: Readonly<Record<string, unknown>>): RequestWarning[] =>
  textWarnings(batchChecks, head, '')

/** Returns the warnings about one entry in the order of its fields; `prefix` precedes each path. */
export const entryWarnings = (
  entry: CheckedEntry,
  secCode: SecCode,
  prefix = '',
): RequestWarning[] => [
  ...textWarnings(entryChecks[secCode], entry, prefix),
  ...amountRemarks(entry, secCode).map((one) => ({ path: `${prefix}amount`, ...one })),
  ...addendaWarnings(entry, secCode, prefix),
]

/**
 * Returns the warnings about a batch in the order of its fields; paths have the form of schema
 * issues.
 */
export function originationWarnings(batch: OriginationBatch): RequestWarning[] {
  const details: readonly CheckedEntry[] = batch.details
  return [
    ...headWarnings(batch),
    ...details.flatMap((entry, index) => entryWarnings(entry, batch.secCode, `details.${index}.`)),
  ]
}
