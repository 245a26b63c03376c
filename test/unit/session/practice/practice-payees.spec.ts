import { describe, expect, it } from 'vitest'
import {
  practicePayees,
  stockPracticePayees,
} from '../../../../main/session/practice/practice-payees.ts'
import { payeeDetails } from '../../../../preload/contract/domain/payees/payee.ts'
import { agreed, book, good } from '../../money/payees/book.ts'

const all = { cursor: null, limit: 100, view: 'all' } as const

describe('the book of a new practice store', () => {
  it('holds payees that the town knows, which an order may rely on, and says that no person approved them', async () => {
    const { context, payees, acts } = await book()
    await stockPracticePayees(context)
    const { items } = await payees.list(all)
    expect(items.map(({ name }) => name)).toEqual([
      'Cascade Timber and Millwork',
      'Margaret Alder',
      'Ridgeway Supply LLC',
    ])
    for (const { id } of items) {
      const status = await payees.statusOf(id)
      expect(practicePayees).toContainEqual(status?.approved?.details)
      const { history } = good(await payees.get(id))
      expect(history[0]).toMatchObject({
        what: 'approved',
        by: 'system',
        comment: 'In the practice payee book from the start. Not approved by a person',
      })
    }
    expect((await acts()).map(({ actor, kind }) => [actor, kind])).toEqual(
      practicePayees.map(() => ['system', 'payee.approved']),
    )
  })

  it('keeps to the rules of the book', () => {
    for (const one of practicePayees) expect(payeeDetails.parse(one)).toEqual(one)
  })

  it('is stocked once: changes by people stay', async () => {
    const one = await book()
    const { context, payees, who } = one
    await stockPracticePayees(context)
    const { items } = await payees.list(all)
    for (const { id } of items) {
      good(await payees.proposeRemoval(id, who('mara')))
      const removal = { id, version: 2, decision: 'approve', comment: '' } as const
      good(await payees.decide(removal, who('theo')))
    }
    await stockPracticePayees(context)
    expect((await payees.list({ ...all, view: 'usable' })).items).toEqual([])
  })

  it('is left unchanged where people have started one of their own', async () => {
    const one = await book()
    await agreed(one)
    await stockPracticePayees(one.context)
    expect((await one.payees.list(all)).total).toBe(1)
  })
})
