/**
 * A query as it is sent to the bank: own accounts by their numbers, validated again by the
 * endpoint's own schema (bank document 2; bank notes 36, 42, 43, 49).
 */
import { createHash } from 'node:crypto'
import {
  significantAccount,
  withoutLeadingZeros,
} from '../../../preload/contract/kernel/account-number.ts'
import {
  achCollectedRequest,
  achListRequest,
  achPostedRequest,
  achReturnsRequest,
  achStatusRequest,
  earlierRules,
  listRules,
  requestProblems,
  statusRules,
  type AchCollectedRequest,
  type AchListRequest,
  type AchPostedRequest,
  type AchReturnsRequest,
  type AchStatusRequest,
  type RequestProblem,
  type RequestRule,
} from '../../../preload/contract/bank/ach-inquiry/index.ts'
import {
  settlementProblem,
  type AccountChoice,
  type AchQuestion,
  type InquiryAccounts,
} from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { maskedNumber } from '../../../preload/contract/domain/personal-names.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import { canonicalJson, type JsonValue } from '../../platform/json/canonical-json.ts'
import type { StoredAccount } from '../../profile/profile-records.ts'

/** The request to the bank, by query mode. */
export type AchRequest =
  | { readonly mode: 'list'; readonly request: AchListRequest }
  | { readonly mode: 'par'; readonly request: { readonly parNumber: string } }
  | { readonly mode: 'returned'; readonly request: AchReturnsRequest }
  | { readonly mode: 'collected'; readonly request: AchCollectedRequest }
  | { readonly mode: 'posted'; readonly request: AchPostedRequest }
  | { readonly mode: 'status'; readonly request: AchStatusRequest }

/** The data that a query is resolved with. */
export interface QuestionGround {
  readonly accounts: readonly StoredAccount[]
  readonly settlement: InquiryAccounts['settlement']
  /** The workstation's local date, YYYY-MM-DD: the document names no time zone (bank note 43). */
  readonly today: string
}

/** Most characters of an account number that inquiry accepts (bank note 36). */
const longest = 16

/**
 * Returns the number as the bank writes it. Leading zeros are dropped only if the number is too
 * long with them.
 */
const sendable = (number: string): string =>
  number.length > longest ? withoutLeadingZeros(number) : number

const numberOf = (choice: AccountChoice, accounts: readonly StoredAccount[]): string | undefined =>
  choice.kind === 'typed'
    ? choice.number
    : accounts
        .filter(({ id }) => id === choice.id)
        .map(({ account_number: number }) => sendable(number))[0]

/** The accounts of a query, each with its field path. */
const choicesOf = (question: AchQuestion): { path: string; choice: AccountChoice }[] => {
  if (question.mode === 'par') return []
  if (question.mode === 'list') return [{ path: 'account', choice: question.account }]
  return question.accounts.map((choice, index) => ({ path: `accounts.${String(index)}`, choice }))
}

const inTheForm = (path: string): string =>
  path.replace(/^accountNumbers?/, (name) => (name.endsWith('s') ? 'accounts' : 'account'))

function read<T>(
  schema: z.ZodType<T>,
  request: unknown,
  rules: Readonly<Record<string, RequestRule>>,
): Result<T, readonly RequestProblem[]> {
  const parsed = schema.safeParse(request)
  if (parsed.success) return ok(parsed.data)
  const problems = requestProblems(rules, parsed.error)
  return err(problems.map((problem) => ({ ...problem, path: inTheForm(problem.path) })))
}

type Parsed = Result<AchRequest, readonly RequestProblem[]>

/** Parses the request with the schema of its endpoint. */
function parse(question: AchQuestion, numbers: readonly string[], today: string): Parsed {
  if (question.mode === 'par') {
    return ok({ mode: 'par', request: { parNumber: question.parNumber } })
  }
  if (question.mode === 'list') {
    const { mode, account: _, ...fields } = question
    const wanted = { accountNumber: numbers[0], ...fields }
    const request = read(achListRequest(today), wanted, listRules)
    return request.ok ? ok({ mode, request: request.value }) : request
  }
  const { mode, accounts: _, ...fields } = question
  const wanted = { accountNumbers: numbers, ...fields }
  switch (mode) {
    case 'returned': {
      const request = read(achReturnsRequest(today), wanted, earlierRules)
      return request.ok ? ok({ mode, request: request.value }) : request
    }
    case 'collected': {
      const request = read(achCollectedRequest(today), wanted, earlierRules)
      return request.ok ? ok({ mode, request: request.value }) : request
    }
    case 'posted': {
      const request = read(achPostedRequest(today), wanted, earlierRules)
      return request.ok ? ok({ mode, request: request.value }) : request
    }
    case 'status': {
      const request = read(achStatusRequest, wanted, statusRules)
      return request.ok ? ok({ mode, request: request.value }) : request
    }
  }
}

const refused = (fields: readonly RequestProblem[]) =>
  err({ code: 'invalid-input' as const, fields: [...fields] })

/** Resolves a query. Each field that breaks a rule is reported under its path in the query. */
export function resolveQuestion(
  question: AchQuestion,
  { accounts, settlement, today }: QuestionGround,
): Result<AchRequest, Failure<'invalid-input'>> {
  const chosen = choicesOf(question).map((one) => ({
    ...one,
    number: numberOf(one.choice, accounts),
  }))
  const gone = chosen.filter(({ number }) => number === undefined)
  if (gone.length > 0) {
    const message = 'Not an account of this profile'
    return refused(gone.map(({ path }) => ({ path, message, source: 'workstation' })))
  }
  const settling = settlementProblem(question, settlement)
  const parsed = parse(
    question,
    chosen.flatMap(({ number }) => (number === undefined ? [] : [number])),
    today,
  )
  if (!parsed.ok) return refused([...parsed.error, ...(settling ? [settling] : [])])
  return settling ? refused([settling]) : ok(parsed.value)
}

/**
 * Returns the key by which the list of one account is found, however the account's number is written;
 * null for any other request.
 */
export const listKey = ({ mode, request }: AchRequest): string | null =>
  mode === 'list' ? keyOfList(request) : null

const keyOfList = (request: { readonly accountNumber: string }): string =>
  keyOf({ ...request, accountNumber: significantAccount(request.accountNumber) })

/**
 * Returns the key under which a query of one account was saved; null if the account is gone. The
 * rules are for asking: what was answered is found whatever is refused today.
 */
export function savedListKey(
  { account, mode: _, ...fields }: Extract<AchQuestion, { mode: 'list' }>,
  accounts: readonly StoredAccount[],
): string | null {
  const accountNumber = numberOf(account, accounts)
  return accountNumber === undefined ? null : keyOfList({ accountNumber, ...fields })
}

/** Returns the same key for the same request. */
export const questionKey = (request: AchRequest): string => keyOf(request)

const keyOf = (request: unknown): string =>
  createHash('sha256')
    // Through JSON, because canonical JSON accepts no undefined values.
    .update(canonicalJson(JSON.parse(JSON.stringify(request)) as JsonValue))
    .digest('hex')

/** Returns the query with every typed number masked. */
export function shownQuestion(question: AchQuestion): AchQuestion {
  const masked = (choice: AccountChoice): AccountChoice =>
    choice.kind === 'own' ? choice : { ...choice, number: maskedNumber(choice.number) }
  if (question.mode === 'par') return question
  if (question.mode === 'list') return { ...question, account: masked(question.account) }
  return { ...question, accounts: question.accounts.map(masked) }
}

/**
 * The accounts of a query in a form fit for lists and the audit log: own accounts by name, typed
 * ones masked.
 */
export const shownAccounts = (
  question: AchQuestion,
  accounts: readonly StoredAccount[],
): readonly string[] =>
  choicesOf(question).map(({ choice }) =>
    choice.kind === 'typed'
      ? maskedNumber(choice.number)
      : (accounts.find(({ id }) => id === choice.id)?.name ?? 'a removed account'),
  )
