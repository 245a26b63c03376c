/**
 * How the answers of ACH inquiry are read beyond the common envelope: wrappers, messages beside the
 * rows, failures in a success, and a 400 that is no failure (bank document 2; bank notes 20-22 and
 * 41); and how much of a list an answer says that it holds (bank notes 44, 46 and 47).
 */
import type { BankMessage } from '../../../preload/contract/bank/account-validation.ts'
import type {
  achListAnswer,
  responseHeader,
  statusAnswer,
} from '../../../preload/contract/bank/ach-inquiry/index.ts'
import { spellings } from '../../../preload/contract/bank/ach-inquiry/spellings.ts'
import type { Reading } from '../../../preload/contract/bank/answers/shape.ts'
import { messagesIn, within } from '../answers/envelope.ts'
import { countIn, flagIn, identified, type PageFacts } from '../answers/page-facts.ts'
import type { AnswerRules } from '../answers/read-answer.ts'
import { jsonObject, member, scalarText } from '../answers/read-shape.ts'

/** The custom status of the document: 299 is W, answered with warnings; 400 is F (bank note 20). */
const answeredWithWarnings = 299

const isHolder = (value: unknown): boolean =>
  ['responseHeader', 'errorResponse', 'metadata'].some(
    (name) => jsonObject(member(value, name)) !== undefined,
  )

/**
 * The object with the documented members: under its own name, at the top, or under any name that
 * holds such an object (the wrapper of the status answer is not documented). Members beside a
 * wrapper are kept with it.
 */
function unwrapped(json: unknown, wrapper: string | undefined): unknown {
  const object = jsonObject(json)
  if (!object) return json
  const named = wrapper !== undefined && jsonObject(member(json, wrapper)) ? wrapper : undefined
  if (named === undefined && isHolder(json)) return json
  const name = named ?? Object.keys(object).find((one) => isHolder(object[one]))
  if (name === undefined) return json
  const { [name]: inner, ...beside } = object
  return { ...beside, ...jsonObject(inner) }
}

const faultsOf = (holder: unknown): readonly BankMessage[] =>
  messagesIn({ errorResponse: member(holder, 'errorResponse') })

const listed = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value]

const listMessages = (holder: unknown): readonly BankMessage[] =>
  listed(within(holder, 'metadata', 'messages')).flatMap((one) => {
    const stated = {
      code: scalarText(member(one, 'code')),
      text: scalarText(member(one, 'message')),
    }
    return stated.code === null && stated.text === null ? [] : [stated]
  })

/** The number of matching rows, if the page block states it in digits. */
function totalOf(holder: unknown): number | null {
  const page = within(holder, 'metadata', 'page')
  const texts = spellings.totalRows.map((name) => scalarText(member(page, name)))
  const text = texts.find((one) => one !== null)?.trim() ?? ''
  return /^\d+$/.test(text) ? Number(text) : null
}

/**
 * Whether a 400 says that nothing matches: code 001 or no records, and no other code, message of
 * the envelope, total, fault or row that contradicts it (bank notes 20 and 21). A rejected query
 * was not run, so it is no evidence that nothing exists.
 */
function reportsNothingFound(json: unknown, holder: unknown, list: string | undefined): boolean {
  const stated = listMessages(holder)
  if ([...faultsOf(holder), ...messagesIn(json)].length > 0) return false
  if (stated.some(({ code }) => code?.trim() !== '001')) return false
  if (list !== undefined && listed(member(holder, list) ?? []).length > 0) return false
  const total = totalOf(holder)
  return total === null ? stated.length > 0 : total === 0
}

/**
 * Whether a success reports a failure: by its header at any status, by faults unless these are
 * warnings.
 */
function reportsFailure(json: unknown, holder: unknown, status: number): boolean {
  const stated = scalarText(within(holder, 'responseHeader', 'status'))
  if (stated?.trim().toLowerCase() === 'failure') return true
  const faults = [...faultsOf(json), ...faultsOf(holder)]
  return status !== answeredWithWarnings && faults.length > 0
}

/**
 * The messages beside the rows. The message that rows match is no warning and stays in the reading.
 */
function besideRows(json: unknown, holder: unknown, status: number): readonly BankMessage[] {
  const succeeded = status >= 200 && status < 300
  const stated = listMessages(holder).filter(({ code }) => !succeeded || code !== '099')
  // An unwrapped errorResponse was already read with the envelope.
  const bare = member(holder, 'errorResponse') === member(json, 'errorResponse')
  return [...(bare ? [] : faultsOf(holder)), ...stated]
}

export interface AnswerPlace {
  /** The wrapper object, if the document shows one. */
  readonly wrapper?: string
  /** The name of the list; an empty list alone is an answer. */
  readonly list?: string
}

/** Where the rows of the earlier endpoints are. */
export const answerPlaces = {
  returns: { wrapper: 'getACHReturnTransactionsResponse', list: 'ACHReturnTransaction' },
  collected: { wrapper: 'getACHCollectedTransactionsResponse', list: 'ACHCollectedTransaction' },
  posted: { wrapper: 'getACHPostedTransactionsResponse', list: 'ACHPostedTransaction' },
  // The document names no wrapper here: any object with a response header is found.
  status: { list: 'ACHTransactionStatus' },
} as const satisfies Readonly<Record<string, AnswerPlace>>

/** The rules of one endpoint. */
export function achAnswerRules({ wrapper, list }: AnswerPlace = {}): AnswerRules {
  const holderOf = (json: unknown) => unwrapped(json, wrapper)
  return {
    place: holderOf,
    recognizes: (json) => list !== undefined && Array.isArray(member(holderOf(json), list)),
    nothingFound: (json) => reportsNothingFound(json, holderOf(json), list),
    failedInSuccess: (json, status) => reportsFailure(json, holderOf(json), status),
    messages: (json, status) => besideRows(json, holderOf(json), status),
  }
}

/** The page facts of ach/list. */
export function pageFacts({ transactions, metadata }: Reading<typeof achListAnswer>): PageFacts {
  const page = metadata?.page
  return {
    rows: transactions.length,
    total: countIn(page?.totalRows),
    last: flagIn(page?.lastPage),
    perPage: countIn(page?.pageSize),
    ...identified(transactions.map(({ parNumber }) => parNumber)),
  }
}

interface AnswerHeaders {
  readonly responseHeader: Reading<typeof responseHeader> | null
}

/** The page facts of returned, collected and posted transactions. */
export const transactionFacts = (
  answer: AnswerHeaders & {
    readonly transactions: readonly { readonly parNumber: string | null }[]
  },
): PageFacts =>
  rowFacts(
    answer.responseHeader,
    answer.transactions.map(({ parNumber }) => parNumber),
  )

/**
 * The page facts of the status inquiry, where one transaction may be both collected and returned.
 */
export const statusFacts = (answer: Reading<typeof statusAnswer>): PageFacts =>
  rowFacts(
    answer.responseHeader,
    answer.statuses.map(({ achStatus, collected, posted, returned }) => {
      const { parNumber = null } = collected ?? posted ?? returned ?? {}
      return parNumber === null ? null : `${achStatus ?? ''} ${parNumber}`
    }),
  )

/**
 * Facts by the response header; `identities` has one text per row, null for a row that has none.
 */
function rowFacts(
  header: AnswerHeaders['responseHeader'],
  identities: readonly (string | null)[],
): PageFacts {
  return {
    rows: identities.length,
    total: countIn(header?.totalRows),
    last: null,
    retrieved: countIn(header?.retrievedRows),
    ...identified(identities),
  }
}
