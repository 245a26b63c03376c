import { expect } from 'vitest'
import { payeeFactsReader } from '../../../../main/money/payment/payee-flags.ts'
import { storedOrder, wireForm } from '../order/support/stored-orders.ts'
import { readingPlans } from '../../store/reading-plans.ts'
import { itInFile, newStorePath, open } from '../../store/stores.ts'

/** By an index of accounts, payees, ids or orders, or of what was found by one. */
const few =
  /orders_to_beneficiary|orders_by_payee|batch_entries_by_(account|payee)|audit_entries_by_subject|\(order_id=\?|autoindex|^SEARCH others |^SCAN (paid|named|h|s|same|others|CONSTANT ROW)$/

/** With 10,000 accepted payments, a search of all of them took 0.1 s for each line of a list. */
itInFile('search the payments of one account or payee only, and not all orders', async () => {
  const store = await open(newStorePath())
  const row = await storedOrder(store, { state: 'approved' }, wireForm)
  const payees = { statusOf: () => Promise.resolve(undefined) }
  const plans = await readingPlans(store, (read) =>
    payeeFactsReader(read, payees, { earliest: () => new Date() })(row),
  )
  expect(plans).toHaveLength(4)
  for (const searches of plans) {
    expect(searches).not.toHaveLength(0)
    for (const search of searches) expect(search).toMatch(few)
  }
})
