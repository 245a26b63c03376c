/** What a kept search asks, in a line: which kind, of which accounts, by which dates. */
import type { InquiryAccounts } from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { rangeLabels } from './date-range.ts'
import { isDated, type SearchValues } from './search-values.ts'
import { dateKindLabels, kindLabels } from './wording.ts'

/** What is told of a kept search. */
export type KeptSearch = Pick<
  SearchValues,
  'kind' | 'account' | 'accounts' | 'range' | 'fromDate' | 'toDate' | 'dateSearchType'
>

const mostNamed = 2

/** The accounts by their names, the first of many; one that the profile has no more is said to be gone. */
function accountWords(ids: readonly string[], own: InquiryAccounts['accounts']): string {
  const names = ids.map((id) => {
    const found = own.find((one) => one.id === id)
    return found ? `${found.name} ${found.account}`.trim() : 'an account that is gone'
  })
  const more = names.length - mostNamed
  if (more <= 0) return names.join(' and ')
  return `${names.slice(0, mostNamed).join(', ')} and ${String(more)} more`
}

/** In the order in which the form asks it. */
export function searchWords(search: KeptSearch, own: InquiryAccounts['accounts']): string {
  const { kind, account, accounts, range, fromDate, toDate, dateSearchType } = search
  if (kind === 'par') return kindLabels.par
  const ids = kind === 'list' ? [account] : accounts
  const of = accountWords(
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
