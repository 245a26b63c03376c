/** Checks the form by the contract's own schemas, one per endpoint. */
import {
  achCollectedRequest,
  achListRequest,
  achPostedRequest,
  achReturnsRequest,
  achStatusRequest,
  earlierRules,
  listRules,
  listWarnings,
  requestProblems,
  searchWarnings,
  statusRules,
  statusWarnings,
  type AchListRequest,
  type AchStatusRequest,
  type RequestProblem,
  type RequestRule,
  type WarningContext,
} from '../../../../preload/contract/bank/ach-inquiry/index.ts'
import {
  settlementProblem,
  type AccountChoice,
  type AchQuestion,
  type InquiryAccounts,
} from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { listSource } from '../../../../preload/contract/bank/ach-inquiry/request-rules.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar.ts'
import { amountFrom } from '../../../../preload/contract/kernel/money.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import type { RequestWarning } from '../../../../preload/contract/kernel/request-warning.ts'
import type { z } from '../../../../preload/contract/kernel/zod.ts'
import {
  isDated,
  listed,
  otherAccount,
  type SearchKind,
  type SearchValues,
} from './search-values.ts'

export type SearchField = keyof SearchValues
/** The data outside the form that the rules of a search depend on. */
export interface SearchContext extends WarningContext {
  readonly accounts: InquiryAccounts['accounts']
}

const filled = (typed: string): string | undefined => typed.trim() || undefined
const several = (typed: string): readonly string[] | undefined => {
  const all = listed(typed)
  return all.length > 0 ? all : undefined
}
/** A text that is no amount stays a value that the rule of the field rejects. */
function minorOf(typed: string): number | undefined {
  if (typed.trim() === '') return undefined
  const read = amountFrom(typed)
  return 'minor' in read ? read.minor : Number.NaN
}
const yesOrNo = (is: boolean): 'Y' | 'N' => (is ? 'Y' : 'N')
const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const typedNumber = (number: string): AccountChoice => ({ kind: 'typed', number })
const ownAccount = (id: string): AccountChoice => ({ kind: 'own', id })

/** Returns the queried accounts. */
export function chosenAccounts(values: SearchValues): readonly AccountChoice[] {
  if (values.kind === 'par') return []
  if (values.kind === 'list') {
    if (values.account !== otherAccount) return values.account ? [ownAccount(values.account)] : []
    const number = values.typedAccount.trim()
    return number === '' ? [] : [typedNumber(number)]
  }
  return [...values.accounts.map(ownAccount), ...listed(values.typedAccounts).map(typedNumber)]
}

/** The query without its accounts, in the names of the contract. */
function wanted(values: SearchValues): Record<string, unknown> {
  const dates = { fromDate: filled(values.fromDate), toDate: filled(values.toDate) }
  const parNumbers = several(values.parNumbers)
  const traceNumbers = several(values.traceNumbers)
  const search = {
    ...dates,
    creditOrDebit: filled(values.creditOrDebit),
    fromAmount: minorOf(values.lowest),
    toAmount: minorOf(values.highest),
    parNumbers,
    receivingCustomerId: filled(values.receivingCustomerId),
  }
  switch (values.kind) {
    case 'list':
      return {
        ...dates,
        dateSearchType: values.dateSearchType,
        minimumAmount: minorOf(values.lowest),
        maximumAmount: minorOf(values.highest),
        traceNumber: filled(values.traceNumber),
      }
    case 'par':
      return { parNumber: values.parNumber.trim() }
    case 'returned':
      return { ...search, detailsFlag: yesOrNo(values.details) }
    case 'collected':
      return {
        ...search,
        addendaFlag: yesOrNo(values.addenda),
        detailsFlag: yesOrNo(values.details),
        secCode: filled(values.secCode),
        traceNumbers,
      }
    case 'posted':
      return search
    case 'status-par':
      return { by: 'par', parNumbers, traceNumbers }
    case 'status-trace':
      return { by: 'trace', parNumbers, traceNumbers }
  }
}

const modeOf = (kind: SearchKind): AchQuestion['mode'] =>
  kind === 'status-par' || kind === 'status-trace' ? 'status' : kind

/** Returns the query of a form. Only for a form without problems. */
export function questionOf(values: SearchValues): AchQuestion {
  const accounts = chosenAccounts(values)
  const query = present({
    mode: modeOf(values.kind),
    ...(values.kind === 'list' && { account: accounts[0] }),
    ...(values.kind !== 'list' && values.kind !== 'par' && { accounts }),
    ...wanted(values),
  })
  return query as AchQuestion
}

/**
 * A placeholder of the same length: an own number is masked here, and its rule is only about the
 * length.
 */
const standIn = (choice: AccountChoice, own: readonly OwnAccount[]): string => {
  if (choice.kind === 'typed') return choice.number
  return own.find(({ id }) => id === choice.id)?.listable === false ? '0'.repeat(17) : '0'
}

interface Checked {
  readonly schema: z.ZodType
  readonly rules: Readonly<Record<string, RequestRule>>
}
function schemaOf(kind: SearchKind, today: string): Checked | null {
  switch (kind) {
    case 'list':
      return { schema: achListRequest(today), rules: listRules }
    case 'par':
      return null
    case 'returned':
      return { schema: achReturnsRequest(today), rules: earlierRules }
    case 'collected':
      return { schema: achCollectedRequest(today), rules: earlierRules }
    case 'posted':
      return { schema: achPostedRequest(today), rules: earlierRules }
    default:
      return { schema: achStatusRequest, rules: statusRules }
  }
}

function requestOf(values: SearchValues, own: readonly OwnAccount[]): Record<string, unknown> {
  const numbers = chosenAccounts(values).map((choice) => standIn(choice, own))
  return present({
    ...(values.kind === 'list' ? { accountNumber: numbers[0] ?? '' } : { accountNumbers: numbers }),
    ...wanted(values),
  })
}

const formFields: Readonly<Record<string, SearchField>> = {
  minimumAmount: 'lowest',
  fromAmount: 'lowest',
  maximumAmount: 'highest',
  toAmount: 'highest',
  addendaFlag: 'addenda',
  detailsFlag: 'details',
}
/** Returns the form field for a path of the request. */
export function fieldOfPath(path: string, values: SearchValues): SearchField {
  const name = path.split('.').find((part) => part !== 'question') ?? path
  if (name.startsWith('account')) {
    if (values.kind === 'list') return values.account === otherAccount ? 'typedAccount' : 'account'
    return 'accounts'
  }
  return formFields[name] ?? (name as SearchField)
}

/** Problems that no rule of a request covers, found by the workstation itself. */
function ownProblems(values: SearchValues, context: SearchContext): RequestProblem[] {
  const problems: RequestProblem[] = []
  const refuse = (path: string, message: string, source = 'workstation') =>
    problems.push({ path, message, source })
  const choices = chosenAccounts(values)
  const gone = choices.some(
    (choice) => choice.kind === 'own' && !context.accounts.some(({ id }) => id === choice.id),
  )
  if (values.kind === 'par' && values.parNumber.trim() === '') {
    refuse(
      'parNumber',
      'A PAR number',
      'Account Validation and ACH Inquiry Specification, ACH transaction detail',
    )
  }
  if (values.kind === 'list' && choices.length === 0) {
    refuse('accountNumber', 'Enter one account at a time', listSource)
  }
  if (gone) refuse('accounts', 'No longer an own account of this profile')
  if (choices.length > 100) refuse('accounts', 'At most 100 accounts in one search')
  for (const path of ['parNumbers', 'traceNumbers'] as const) {
    if (listed(values[path]).length > 200) refuse(path, 'At most 200 numbers in one search')
  }
  const unsettled = settlementProblem(questionOf(values), context.settlement)
  if (unsettled) problems.push(unsettled)
  return problems
}

const bySettled: AchQuestion = {
  mode: 'list',
  account: { kind: 'own', id: '' },
  dateSearchType: 'SETTLED',
}
/** Why SETTLED is not available as a filter (bank note 49); empty if it is. */
export const settledDisabledReason = ({ settlement }: Pick<WarningContext, 'settlement'>): string =>
  settlementProblem(bySettled, settlement)?.message ?? ''

/** Returns all problems of the form; the first one of a field is shown. */
export function problemsOf(
  values: SearchValues,
  context: SearchContext,
): readonly RequestProblem[] {
  const checked = schemaOf(values.kind, context.today)
  const error = checked?.schema.safeParse(requestOf(values, context.accounts)).error
  return [...ownProblems(values, context), ...requestProblems(checked?.rules ?? {}, error)]
}

/** Returns warnings that do not block the query. */
export function warningsOf(
  values: SearchValues,
  context: SearchContext,
): readonly RequestWarning[] {
  const request = requestOf(values, context.accounts)
  if (values.kind === 'par') return []
  if (values.kind === 'list') return listWarnings(request as unknown as AchListRequest, context)
  if (!isDated(values.kind)) return statusWarnings(request as unknown as AchStatusRequest)
  const { fromDate, toDate } = values
  const isWhole = isCalendarDate(fromDate.trim()) && isCalendarDate(toDate.trim())
  // Missing dates cause no warning: two dates without one replace them.
  const dates = isWhole ? {} : { fromDate: context.today, toDate: context.today }
  return searchWarnings({ ...(request as { fromDate: string; toDate: string }), ...dates }, context)
}
