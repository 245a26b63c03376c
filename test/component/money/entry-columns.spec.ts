import { describe, expect, it } from 'vitest'
import {
  entryColumnOrder,
  entryColumns,
  entryStatusBadge,
} from '../../../renderer/money/batch/entry-columns.ts'
import { fitting, sizedByContent, withoutEmpty } from '../../../renderer/ui/table/content-widths.ts'
import { asWindow } from '../../../renderer/ui/table/rows.ts'
import { entryLine } from '../support/fake-batches.ts'

const receiverName = 'Wilhelmina Featherstonehaugh'
const settled = entryLine({ receiverName, verdict: 'accepted', state: 'settled' })
const rejected = entryLine({ receiverName, verdict: 'rejected' })

describe('the entries in the details of a batch', () => {
  it('show their status at 1280 pixels, without a sideways scroll', () => {
    const rows = asWindow([settled])
    const columns = entryColumns(true)
      .filter(({ hidden }) => hidden !== true)
      .map((column) => ({ ...column }))
    const fit = fitting(
      sizedByContent(withoutEmpty(columns, rows, undefined), rows),
      entryColumnOrder(true),
      504,
    )
    expect(fit.map(({ id }) => id)).toEqual(['number', 'receiver', 'amount', 'state'])
  })

  it('show the account after the answer too, where a wide window has room', () => {
    const columns = entryColumns(true).filter(({ hidden }) => hidden !== true)
    const rows = asWindow([settled])
    const fit = fitting(sizedByContent(columns, rows), entryColumnOrder(true), 640)
    expect(fit.map(({ id }) => id)).toContain('account')
  })

  it('show receiver, amount and account before the answer, in a panel at 1280 pixels', () => {
    const rows = asWindow([entryLine({ receiverName })])
    const columns = entryColumns(false).filter(({ hidden }) => hidden !== true)
    const fit = fitting(sizedByContent(columns, rows), entryColumnOrder(false), 398)
    expect(fit.map(({ id }) => id)).toEqual(['receiver', 'amount', 'account'])
  })

  it('give the answer as the status of an entry that the bank did not accept', () => {
    expect(entryStatusBadge(rejected)?.label).toBe('Rejected')
    expect(entryStatusBadge(settled)?.label).toBe('Settled')
    expect(entryStatusBadge(entryLine({ verdict: 'accepted' }))).toBeUndefined()
  })

  it('rank every column', () => {
    const ids = [...entryColumns(true), ...entryColumns(false)].map(({ id }) => id)
    expect(ids.filter((id) => !entryColumnOrder(true).includes(id))).toEqual([])
  })
})
