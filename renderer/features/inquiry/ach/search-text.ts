/** A saved search in one line: its kind, its accounts, its dates. */
import type { InquiryAccounts } from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { rangeLabels } from './date-range.ts'
import { isDated, type SearchValues } from './search-values.ts'
import { dateKindLabels, kindLabels } from './text.ts'

export type StoredSearch = Pick<
  SearchValues,
  'kind' | 'account' | 'accounts' | 'range' | 'fromDate' | 'toDate' | 'dateSearchType'
>

const mostNamed = 2

/** The names of the first accounts; one that the profile no longer has is called removed. */
function accountText(ids: readonly string[], own: InquiryAccounts['accounts']): string {
  const names = ids.map((id) => {
    const found = own.find((one) => one.id === id)
    return found ? `${found.name} ${found.account}`.trim() : 'a removed account'
  })
  const more = names.length - mostNamed
  if (more <= 0) return names.join(' and ')
  return `${names.slice(0, mostNamed).join(', ')} and ${String(more)} more`
}

/** In the order of the form. */
export function searchText(search: StoredSearch, own: InquiryAccounts['accounts']): string {
  const { kind, account, accounts, range, fromDate, toDate, dateSearchType } = search
  if (kind === 'par') return kindLabels.par
  const ids = kind === 'list' ? [account] : accounts
  const of = accountText(
    ids.filter((id) => id !== ''),
    own,
  )
  if (!isDated(kind)) return [kindLabels[kind], of].filter(Boolean).join(', ')
  const days =
    range === 'own' ? [fromDate, toDate].filter(Boolean).join(' to ') : rangeLabels[range]
  const by = kind === 'list' ? dateKindLabels[dateSearchType].toLowerCase() : ''
  const dates = [by, days.toLowerCase()].filter(Boolean).join(' ')
  return [kindLabels[kind], of, dates].filter(Boolean).join(', ')
}
