/** The values of the form as typed, and the part of them that a saved search stores. */
import type {
  AccountChoice,
  AchQuestion,
} from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { amountText, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import {
  savedQuestion,
  type savedSearch,
  type searchKinds,
} from '../../../../preload/contract/api/saved-questions.ts'
import type { z } from '../../../../preload/contract/kernel/zod.ts'
import { datesOf } from './date-range.ts'

export type SearchKind = (typeof searchKinds)[number]

/** Whether the kind uses one of the earlier endpoints. */
export const isEarlier = (kind: SearchKind): boolean => kind !== 'list' && kind !== 'par'
/** Whether the kind uses dates and amounts. */
export const isDated = (kind: SearchKind): boolean => kind !== 'par' && !kind.startsWith('status')

/** The choice of an account that is not an own one: its number is typed. */
export const otherAccount = 'other'

/** Everything that a saved search stores. Typed account numbers are never part of it. */
type SavedSearch = z.infer<typeof savedSearch>

/** The values of the form. */
export interface SearchValues extends Omit<SavedSearch, 'version'> {
  /** The number of the account that is not an own one. */
  typedAccount: string
  /** More numbers for the earlier endpoints. */
  typedAccounts: string
}

/** Returns an empty form for a day. */
export const emptyValues = (today: string): SearchValues => ({
  kind: 'list',
  account: '',
  typedAccount: '',
  accounts: [],
  typedAccounts: '',
  range: 'last-7',
  ...datesOf('last-7', today),
  dateSearchType: 'COLLECTED',
  lowest: '',
  highest: '',
  traceNumber: '',
  parNumber: '',
  creditOrDebit: '',
  secCode: '',
  receivingCustomerId: '',
  parNumbers: '',
  traceNumbers: '',
  addenda: true,
  details: true,
})

/** Splits the numbers of a field: one per line, or separated by commas. */
export const listed = (typed: string): readonly string[] =>
  typed
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/**
 * Returns the form as text to save: a named range stays a name, and typed accounts are left out.
 */
export function toSaved(values: SearchValues): string {
  const { typedAccount: _number, typedAccounts: _numbers, ...stored } = values
  const account = stored.account === otherAccount ? '' : stored.account
  const dates = stored.range === 'own' ? {} : { fromDate: '', toDate: '' }
  return JSON.stringify({ version: 1, ...stored, account, ...dates } satisfies SavedSearch)
}

/** Returns the form of a saved text for a day; null if the text is invalid. */
export function fromSaved(request: string, today: string): SearchValues | null {
  const read = savedQuestion('ach-search', request)
  if (!read) return null
  const { version: _version, ...stored } = read
  const dates = stored.range === 'own' ? {} : datesOf(stored.range, today)
  return { ...stored, ...dates, typedAccount: '', typedAccounts: '' }
}

const amountOf = (minor: number | undefined): string =>
  minor === undefined ? '' : amountText(minorUnits(minor))
const ownIds = (accounts: readonly AccountChoice[]): string[] =>
  accounts.flatMap((account) => (account.kind === 'own' ? [account.id] : []))

/** Returns the form of a query. Typed numbers are masked in it, so they are not filled in. */
export function fromQuestion(question: AchQuestion, today: string): SearchValues {
  const empty = { ...emptyValues(today), range: 'own' as const, fromDate: '', toDate: '' }
  switch (question.mode) {
    case 'par':
      return { ...empty, kind: 'par', parNumber: question.parNumber }
    case 'list':
      return {
        ...empty,
        kind: 'list',
        account: question.account.kind === 'own' ? question.account.id : otherAccount,
        dateSearchType: question.dateSearchType ?? 'COLLECTED',
        fromDate: question.fromDate ?? '',
        toDate: question.toDate ?? '',
        lowest: amountOf(question.minimumAmount),
        highest: amountOf(question.maximumAmount),
        traceNumber: question.traceNumber ?? '',
      }
    case 'status':
      return {
        ...empty,
        kind: question.by === 'par' ? 'status-par' : 'status-trace',
        accounts: ownIds(question.accounts),
        parNumbers: (question.parNumbers ?? []).join('\n'),
        traceNumbers: (question.traceNumbers ?? []).join('\n'),
      }
    default:
      return { ...empty, ...fromEarlier(question) }
  }
}

type Earlier = Extract<AchQuestion, { mode: 'returned' | 'collected' | 'posted' }>

function fromEarlier(question: Earlier): Partial<SearchValues> {
  return {
    kind: question.mode,
    accounts: ownIds(question.accounts),
    fromDate: question.fromDate,
    toDate: question.toDate,
    creditOrDebit: question.creditOrDebit ?? '',
    lowest: amountOf(question.fromAmount),
    highest: amountOf(question.toAmount),
    receivingCustomerId: question.receivingCustomerId ?? '',
    parNumbers: (question.parNumbers ?? []).join('\n'),
    details: question.mode === 'posted' || question.detailsFlag === 'Y',
    ...(question.mode === 'collected' && {
      addenda: question.addendaFlag === 'Y',
      secCode: question.secCode ?? '',
      traceNumbers: (question.traceNumbers ?? []).join('\n'),
    }),
  }
}
