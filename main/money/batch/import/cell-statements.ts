/**
 * What a cell of a table says about its entry: direction, account type and prenotification, as words
 * or as a transaction code. The words are only here.
 */
import {
  refusedAccounts,
  refusedAccountText,
  transactionCode,
} from '../../../platform/spreadsheets/nacha/transaction-codes.ts'

export const facets = ['creditDebitCode', 'accountType', 'transactionType'] as const
export type Facet = (typeof facets)[number]

/** Fields whose columns say something about the kind of an entry; a transaction code says it all. */
export const statingFields = [...facets, 'transactionCode'] as const
export type StatingField = (typeof statingFields)[number]

export interface CellStatement {
  readonly said: Readonly<Partial<Record<Facet, string>>>
  /** A transaction code, which says everything together. */
  readonly isCode: boolean
  readonly isZeroDollar: boolean
  /** Why such an entry is not originated; null if it is. */
  readonly refusal: string | null
}

type Spellings = readonly (readonly [value: string, spelling: RegExp])[]

/**
 * A word that each side uses for the other direction, such as *payment*, is none of them: Nacha calls
 * a debit an automated payment.
 */
const spellings: Readonly<Record<Facet, Spellings>> = {
  creditDebitCode: [
    ['C', /^(?:c|cr|crd|cred|crdt|credits?|deposits?)$/],
    ['D', /^(?:d|dr|db|dbt|deb|dbit|debits?|collect|collections?|withdrawals?)$/],
  ],
  accountType: [
    ['C', /^(?:c|ck|ckg|chk|chkg|check|checkings?|chequing|dda|demand|current)$/],
    ['S', /^(?:s|sv|svg|sav|savg|savings?)$/],
  ],
  transactionType: [
    ['L', /^(?:l|live)$/],
    ['P', /^(?:p|pn|pre|prenotes?|prenotifications?)$/],
  ],
}
/** Answers to the question whether an entry is a prenotification, in a column of that name only. */
const prenoteFlags: Spellings = [
  ['L', /^(?:n|no|false|0)$/],
  ['P', /^(?:y|yes|true|1|x)$/],
]
const otherAccounts: Spellings = [
  [refusedAccounts.generalLedger, /^(?:gl|ledger|generalledger)$/],
  [refusedAccounts.loan, /^(?:ln|loans?)$/],
]
/** Words beside the ones that say something. */
const filler = /^(?:account|acct|acc|ach|automated|direct|entry|entries|transaction|txn)$/

/** Longer texts are remarks. */
const longest = 60

const spelled = (word: string, all: Spellings): string | undefined =>
  all.find(([, spelling]) => spelling.test(word))?.[0]

function wordsIn(text: string): string[] {
  if (text.length > longest) return []
  const words = text
    .toLowerCase()
    .replace(/pre[\s-]+(?=note|notif)/g, 'pre')
    .replace(/general\s+ledger/g, 'generalledger')
    .match(/[a-z]+|\d+/g)
  return (words ?? []).filter((word) => !filler.test(word))
}

/** Returns the facets that a word may say; a single letter may say several. */
const facetsOf = (word: string): Facet[] =>
  facets.filter((facet) => spelled(word, spellings[facet]) !== undefined)

/** Returns what several words say together; null if one is not understood, or two contradict. */
function saidBy(words: readonly string[]): CellStatement['said'] | null {
  const said: Partial<Record<Facet, string>> = {}
  for (const word of words) {
    const [facet, ...others] = word.length > 1 ? facetsOf(word) : []
    if (facet === undefined || others.length > 0) return null
    const value = spelled(word, spellings[facet])
    if (value === undefined || (said[facet] ?? value) !== value) return null
    said[facet] = value
  }
  return words.length === 0 ? null : said
}

const plain = (said: CellStatement['said']): CellStatement => ({
  said,
  isCode: false,
  isZeroDollar: false,
  refusal: null,
})

/** Reads `22`, or `22 - Checking credit`; undefined if the text is no code of two digits. */
function codeIn(text: string): CellStatement | null | undefined {
  const [, digits, rest = ''] = /^(\d\d)([^\da-z].*)?$/i.exec(text) ?? []
  if (digits === undefined || /\d/.test(rest)) return undefined
  const { why, isZeroDollar, ...code } = transactionCode(digits)
  if (why !== null) return { said: {}, isCode: true, isZeroDollar, refusal: why }
  const beside = saidBy(wordsIn(rest)) ?? {}
  const isAgreed = facets.every((facet) => (beside[facet] ?? code[facet]) === code[facet])
  return isAgreed ? { said: code, isCode: true, isZeroDollar, refusal: null } : null
}

/**
 * Reads a cell that is not blank in a column of a field; null if it is not understood there. A
 * single letter has the meaning of the field.
 */
export function statementIn(field: StatingField, cell: string): CellStatement | null {
  const code = codeIn(cell.trim())
  if (code !== undefined) return code
  const words = wordsIn(cell)
  const [only, ...others] = words
  if (only !== undefined && others.length === 0 && field !== 'transactionCode') {
    const own =
      spelled(only, spellings[field]) ??
      (field === 'transactionType' ? spelled(only, prenoteFlags) : undefined)
    if (own !== undefined) return plain({ [field]: own })
    const other = field === 'accountType' ? spelled(only, otherAccounts) : undefined
    if (other !== undefined) return { ...plain({}), refusal: refusedAccountText(cell, other) }
  }
  const said = saidBy(words)
  return said === null || (field !== 'transactionCode' && said[field] === undefined)
    ? null
    : plain(said)
}

/**
 * Returns the fields of which a cell may be a value, whatever its column is called. A check is a way
 * to pay too.
 */
export function fieldsOf(cell: string): readonly StatingField[] {
  if (codeIn(cell.trim()) !== undefined) return ['transactionCode']
  const words = wordsIn(cell)
  const [only, ...others] = words
  if (only !== undefined && others.length === 0) return only === 'check' ? [] : facetsOf(only)
  return saidBy(words) === null ? [] : ['transactionCode']
}

/** Returns a reader of cells that reads each text of a field once. */
export function statementReader(): typeof statementIn {
  const read = new Map<string, CellStatement | null>()
  return (field, cell) => {
    const key = `${field} ${cell}`
    const before = read.get(key)
    if (before !== undefined) return before
    const statement = statementIn(field, cell)
    read.set(key, statement)
    return statement
  }
}
