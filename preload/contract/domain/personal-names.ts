/**
 * The rules by which the name of a header, field or query parameter decides about its value: what
 * is stored of it, and what is shown of it. Main and window mask by this one list. Besides the names
 * of the three documents it has the usual ones, because a bank may answer with undocumented fields;
 * masking one field too many is better than one too few. A name that no rule lists is free text:
 * every number in it that may be an account is masked.
 */
import { unstoredOwnerFields } from '../bank/account-validation.ts'
import { dots, maskedAccount } from '../kernel/account-number.ts'
import { maskedIbans } from '../kernel/iban.ts'
import { maskedName } from './owner-name.ts'

/**
 * Names in words, which may be joined in any way: `words` match only the whole name, `endings` also
 * after another word. In lower case.
 */
export interface NamesInWords {
  readonly words: readonly string[]
  readonly endings: readonly string[]
}

/** Credentials and tokens: nothing is stored. */
export const secretNames = {
  headers: [
    'authorization',
    'authentication-info',
    'proxy-authenticate',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'www-authenticate',
    'x-api-key',
    'x-auth-token',
  ],
  endings: [
    'access token',
    'refresh token',
    'id token',
    'client secret',
    'consumer key',
    'consumer secret',
  ],
  /** Three more names of credentials in the token call (bank notes 1 and 2). */
  onTokenCall: ['id', 'key', 'client id'],
} as const

/** The owner's numbers, under the names of the document and other names: nothing is stored. */
export const ownerNumberNames: NamesInWords = {
  words: [
    ...unstoredOwnerFields.map((name) => name.toLowerCase()),
    // Short words that also end other words.
    'id no',
    'id number',
    'birthday',
    'tin',
    'itin',
    'ein',
    'fein',
  ],
  endings: [
    'ssn',
    'ssn number',
    'social security number',
    'social security no',
    'social security num',
    'tax id',
    'tax ids',
    'tax id number',
    'tax id no',
    'tax id num',
    'taxpayer id',
    'taxpayer id number',
    'tax identification number',
    'taxpayer identification number',
    'date of birth',
    'birth date',
  ],
}

/** A name without case, separators and list indexes. */
const joined = (name: string): string => name.replace(/[-_.\s]|\[\d*\]/g, '').toLowerCase()

const numberWord = '(?:numbers?|nums?|nbrs?|nos?|ids?|identifiers?)'
const account = new RegExp(
  String.raw`(?:accounts?|accts?|arng)${numberWord}?\d?$|(?:^|[a-z])acc${numberWord}$|^acc?s?$|` +
    String.raw`virtualnum|iban\d*$|correcteddata$`,
)
/** Names used only for account numbers: the value is one in any shape. */
const accountNumber = /arngnum|acc(?:oun)?t?n(?:umber|o|um|br)|virtualnum|correcteddata/
/** Members of an object that is an account. */
const partOfAccount = new RegExp(`^(?:${numberWord}|value|text)$`)
const party =
  /(?:first|middle|last|full|legal|business|individual|company|customer|owner|account|holder|party|debtor|creditor|beneficiary|payee|payer|receiver|originator)names?(?:idnumber)?$|^names?$|ipi?nm\d?$|^nm$/
const whereabouts =
  /(?<!^ip|remoteip|clientip|sourceip)address(?:line)?s?\d?$|addrlines?\d?$|^addr$|adrline$|phone(?:number|no)?$|^mobile(?:phone)?$|e?mail$/
/** Numbers of a person that are stored, such as PPD's individual identification number. */
const personalNumber =
  /socialsecurity$|tax(?:payer)?id(?:entification)?(?:no)?$|birthday$|(?:individual|customer|cust)id(?:entification)?(?:number|no)$/
const ownerWords = new Set(ownerNumberNames.words.map(joined))
const ownerEndings = ownerNumberNames.endings.map(joined)

/**
 * Every name whose digits are no account, so that the value is shown whole: a new one is masked
 * until somebody adds it here.
 */
const otherNumbers = new Set(
  [
    // Amounts
    'amount amt balance total transferAmount transactionAmount tranAmt foreignOriginatingAmount totalAmount',
    'fromAmount toAmount minimumAmount maximumAmount',
    // Days and times
    'date dt time ts timestamp fromDate toDate startDate endDate entryDate valueDate requestedValueDate',
    'effectiveDate companyDescriptiveDate collectionDate settlementDate returnDate returnReleaseDate processDate',
    'snapshotDate dataLoadDate transactionDate transactionDt transactionTime tranExecutedDt clientDate clientDt',
    'clientTime payNotifyTs alertSentDateAndTime alertReceivedDateAndTime alertRecievedDateAndTime',
    'requestAcceptedUTCTime sourceTransactionCreatedDate sourceTransactionCreatedTime',
    'sourceTransactionCreatedTimestamp sourceTransactionProcessDate sourceTransactionProcessTime',
    'sourceTransactionProcessTimestamp sourceTransactionSettledDate sourceTransactionSettledTime',
    'sourceTransactionSettledTimestamp sourceTransactionPostDate sourceTransactionPostTime',
    'sourceTransactionPostTimestamp originalTransactionProcessDate originalTransactionProcessTime',
    'originalTransactionProcessTimestamp pausedUntilDate',
    // Ids and references of payments, batches, entries and messages
    'uuid ref reference trace transactionId tranId trxId paymentId pmtId batchId instructionId instrId',
    'endToEndId messageId msgId eventId alertId requestId correlationId sessionId traceId transactionTraceId',
    'requestReference requestReferenceNumber referenceNumber sendersReference receiversReference',
    'originatorReference clearingReference clearingSystemReference serviceTransactionReferenceNumber',
    'nachaFileHeadReferenceNumber traceNumber foreignTraceNumber parNumber transactionParNumber',
    'returnTransactionParNumber originalParNumber addendaParNumber originalACHTransactionParNumber',
    'entryDetailSequenceNumber addendaSequenceNumber sequenceNumber serialNumber checkSerialNumber',
    'transactionSerialNumber batchNumber nachaBatchNumber addendaRecordNumber sourceTransactionRecordNumber',
    'recordNumber',
    // Ids that the bank or the profile gave to a program or an institution
    'clientId partnerClientId partnerId systemRecordId crIpId dbIpId',
    'collectionApplicationId receivingDFIId immediateDestinationId',
    // Banks
    'aba rtn routingNumber routingNo receivingFIRoutingNumber originatingFIRoutingNumber goRoutingNumber',
    'debitBankRoutingNumber creditBankRoutingNumber benefitAba benefitBankAbaNum orgntngBankAbaNum',
    'intrmdryBankAbaNum1 intrmdryBankAbaNum2 intrmdryBankAbaNum3 orgntngAba1 orgntngAba2 orgntngAba3 bankNumber',
    'sourceBankNumber receivingFIBankNumber originatingFIBankNumber crArngBankNum dbArngBankNum',
    // Postal codes, which may have nine digits
    'zipCode postalCode originatingCompanyCountryPostalCode receivingCompanyCountryPostalCode',
    // Headers
    'x-correlationid x-correlation-id x-request-id x-transaction-id x-trace-id content-length etag',
  ].flatMap((names) => names.split(' ').map(joined)),
)

/** Kinds of values that a name may announce. */
type Kind = 'account' | 'party' | 'whereabouts' | 'personal-number' | 'other-number' | 'free-text'

function kindIn(bare: string): Kind {
  if (account.test(bare)) return 'account'
  if (party.test(bare)) return 'party'
  if (whereabouts.test(bare)) return 'whereabouts'
  const isOwners = ownerWords.has(bare) || ownerEndings.some((ending) => bare.endsWith(ending))
  if (isOwners || personalNumber.test(bare)) return 'personal-number'
  return otherNumbers.has(bare) ? 'other-number' : 'free-text'
}

interface NameFacts {
  readonly kind: Kind
  readonly isAccountNumber: boolean
  readonly isPartOfAccount: boolean
}

/** One list may hold sixty thousand values under the same few names. */
const knownNames = new Map<string, NameFacts>()
const mostKnown = 1_000
const longestKnown = 100

function factsOf(name: string): NameFacts {
  const known = knownNames.get(name)
  if (known) return known
  const bare = joined(name)
  const facts = {
    kind: kindIn(bare),
    isAccountNumber: accountNumber.test(bare),
    isPartOfAccount: partOfAccount.test(bare),
  }
  if (name.length <= longestKnown && knownNames.size < mostKnown) knownNames.set(name, facts)
  return facts
}

/** Returns whether the value of a field, header or path segment is an account. */
export const namesAccount = (name: string): boolean => factsOf(name).kind === 'account'
/** Returns whether the value is the name of a person or a business. */
export const namesParty = (name: string): boolean => factsOf(name).kind === 'party'
/** Returns whether the value is a personal number or a date of birth. */
export const namesPersonalNumber = (name: string): boolean =>
  factsOf(name).kind === 'personal-number'

/** Returns the names in a path such as `transactions[0].account.id`, without list indexes. */
export const namesInPath = (path: string): readonly string[] =>
  path.replace(/\[\d*\]/g, '').split('.')

/** Returns whether the value at this path of names, outermost first, is an account. */
export function isAccount(path: readonly string[]): boolean {
  const name = path.at(-1)
  if (name === undefined) return false
  const parent = path.at(-2)
  return (
    namesAccount(name) ||
    path.some((one) => factsOf(one).isAccountNumber) ||
    (parent !== undefined && namesAccount(parent) && factsOf(name).isPartOfAccount)
  )
}

/** Masks a possible account: its last four characters remain, or nothing if it has no digit. */
export const maskedNumber = (value: string): string =>
  /\d/.test(value) ? maskedAccount(value.trim()) : dots

/** A number after these words is an account, however short or similar to a date. */
const afterAccount = /(?:accounts?|accts?|iban|a\/c)(?:[\s_-]?(?:number|num|nbr|no|id))?\W{0,4}$/i
/** A number after these words is an id, an amount or a bank. */
const afterOther =
  /(?:transaction|correlation|request|trace|reference|ref|batch|par|sequence|serial|message|routing|aba|amount|total|balance|uuid)(?:[\s_-]?(?:id|number|num|no))?\W{1,4}$|(?:usd|\$)\s?$/i

const day = String.raw`(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`
const dayAndTime = new RegExp(
  String.raw`^(?:${day}(?:[01]\d|2[0-3])?(?:[0-5]\d){0,2}(?:\d{3})?|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d)$`,
)
/** Digits alone or in groups, not attached to letters except those of "account". */
const digits = /(?<![\p{L}\d])\d+(?:[ -]\d+)*(?![\p{L}\d])|(?<=acc(?:oun)?t)\d+/giu
/** A date in ISO 8601 is not an account: banks write "unable to locate account 2026-11-23". */
const writtenDay = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const isUuid = (run: string, before: string, after: string): boolean =>
  /^\d{8}(?:-\d{4}){3}-\d{12}$/.test(run) ||
  /[\da-f]{4}-$/i.test(before) ||
  /^-[\da-f]{4}(?![\da-z])/i.test(after)
const isAmount = (before: string, after: string): boolean =>
  /^(?:\.\d|,\d{3}(?!\d))/.test(after) || /\d\.$/.test(before)

/** Groups that form a date, with or without an hour, or a postal code. */
const groupedOther =
  /^(?:(?:19|20)\d\d[ -]\d\d[ -]\d\d(?:[ -]\d\d)?|\d\d[ -]\d\d[ -](?:19|20)\d\d(?:[ -]\d\d)?|\d{5}-\d{4})$/
/** Returns whether groups of digits together are as long as an account, and no group is a date. */
const isGrouped = (run: string): boolean =>
  /^\d{2,}(?:[ -]\d{2,})+$/.test(run) &&
  run.replace(/\D/g, '').length >= 8 &&
  !groupedOther.test(run) &&
  !run.split(/[ -]/).some((group) => dayAndTime.test(group))

/**
 * Masks possible accounts in free text without field names: an IBAN, every run of 8 to 17 digits
 * that is not a date, id or amount, the same in groups, and any of five or more digits after a word
 * such as "account".
 */
export function maskedDigits(text: string): string {
  if (!/\d{5}|\d[ -]\d|[A-Za-z]{2}\d\d/.test(text)) return text
  return maskedIbans(text).replace(digits, (run: string, at: number, whole: string) => {
    const before = whole.slice(Math.max(0, at - 40), at)
    const after = whole.slice(at + run.length, at + run.length + 6)
    if (afterAccount.test(before) && !writtenDay.test(run)) {
      return run.replace(/\D/g, '').length >= 5 ? maskedAccount(run) : run
    }
    if (isAmount(before, after) || isUuid(run, before, after) || afterOther.test(before)) return run
    if (isGrouped(run)) return maskedAccount(run)
    return run.replace(/(?<!\d)\d{8,17}(?!\d)/g, (one) =>
      dayAndTime.test(one) ? one : maskedAccount(one),
    )
  })
}

/** Masks an address line, except the nine digits of a ZIP code after its state. */
export function maskedAddressLine(line: string): string {
  const found = /^(.*\b[A-Z]{2}[ ,]+)(\d{9})\s*$/.exec(line)
  return found ? `${maskedDigits(found[1] ?? '')}${found[2] ?? ''}` : maskedDigits(line)
}

/** Masks a value by the names of its path, outermost first; null if the names do not require it. */
export function maskedByName(path: readonly string[], value: string): string | null {
  if (isAccount(path)) return maskedNumber(value)
  switch (factsOf(path.at(-1) ?? '').kind) {
    case 'account':
      return maskedNumber(value)
    case 'party':
      return maskedName(value)
    case 'whereabouts':
    case 'personal-number':
      return dots
    case 'other-number':
    case 'free-text':
      return null
  }
}

/**
 * Masks possible accounts in a value whose name does not decide it. Under a name of another number
 * only a value of several words is masked.
 */
export const maskedUnnamed = (name: string, value: string): string =>
  factsOf(name).kind === 'other-number' && !/\s/.test(value) ? value : maskedDigits(value)

/** Patterns for field names in text that is not JSON: a form, a web page, a truncated answer. */
const wordStart = String.raw`(?<![\w-])([\w-]{0,60}(?:`
const accountWords = 'arngnum|account|acct|acc?(?:num|nbr|no)|virtualnum|iban|correcteddata'
const personalWords =
  'ssn|socialsecurity(?:number|no)?|tax_?id|dob|birth_?date|dateofbirth|id_?no|identification_?number'
/** An account or personal number after its field name in such text. */
export const accountInText = new RegExp(
  String.raw`${wordStart}${accountWords}|${personalWords})[\w-]{0,20})(["']?\s*[:=>]\s*["']?)([A-Za-z-]*\d[A-Za-z0-9-]*(?: \d+)*)`,
  'gi',
)
/** A name, address line or telephone number in such text. */
export const partyInText =
  /(?<![\w-])([\w-]{0,60}(?:name|nm\d?|adrline|addr(?:ess)?(?:line)?\d?|phone|e?mail))(["']?\s*[:=]\s*["']\s*|\s*>\s*)([^\s"'<&][^"'<&\n]*)/gi
