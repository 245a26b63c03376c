import { describe, expect, it } from 'vitest'
import { emptyValues } from '../../../../../renderer/features/inquiry/ach/search-values.ts'
import { searchText } from '../../../../../renderer/features/inquiry/ach/search-text.ts'
import { account } from './inquiry-stage.ts'

const own = [
  account(),
  account({ id: 'own-2', name: 'Payroll', account: '••••0022' }),
  account({ id: 'own-3', name: 'Tax', account: '••••0033' }),
]
const pageText = (part: Partial<ReturnType<typeof emptyValues>>): string =>
  searchText({ ...emptyValues('2026-11-21'), ...part }, own)

describe('the text of a saved search', () => {
  it('names its account, its kind of date and its dates', () => {
    expect(pageText({ account: 'own-1', range: 'last-31', dateSearchType: 'RETURNED' })).toBe(
      'Transactions of an account, Alder Falls Operating ••••0011, returned dates last 31 days',
    )
    expect(
      pageText({ account: 'own-2', range: 'own', fromDate: '2026-11-01', toDate: '2026-11-05' }),
    ).toBe('Transactions of an account, Payroll ••••0022, collected dates 2026-11-01 to 2026-11-05')
  })

  it('names the first accounts of many, and one that was removed from the profile', () => {
    expect(pageText({ kind: 'posted', accounts: ['own-1', 'own-2', 'own-3'] })).toBe(
      'Posted, Alder Falls Operating ••••0011, Payroll ••••0022 and 1 more, last 7 days',
    )
    expect(pageText({ kind: 'status-par', accounts: ['own-9'] })).toBe(
      'Status by PAR, a removed account',
    )
  })

  it('leaves out dates and accounts that the search does not use', () => {
    expect(pageText({ kind: 'par', account: 'own-1' })).toBe('One PAR number')
  })
})
