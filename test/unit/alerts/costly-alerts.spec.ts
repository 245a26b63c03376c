/**
 * Small bodies that are slow to read stop nothing: the product's worker reads them and the ones
 * after them.
 */
import { expect, it } from 'vitest'
import { newStorePath, open } from '../store/stores.ts'
import { mostAccounts, mostUnlisted, readAlert } from '../../../main/alerts/read-alert.ts'
import { longestPath } from '../../../main/bank/answers/read-shape.ts'
import { bytesOf, deliveryOf, wireAlert } from './alert-samples.ts'
import { alertsIn, deliveriesIn, intakeOf } from './intakes.ts'

const items = 100_000
const longName = 'x'.repeat(200_000)

it('reads a name of 200,000 letters over 100,000 values, and the delivery behind it', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const list = `[${Array<string>(items).fill('1').join(',')}]`
  await intake.take(bytesOf(`[{"alertBody":{"tranAmt":"1","${longName}":${list}}}]`))
  await intake.take(deliveryOf(wireAlert()))
  await intake.settled()
  expect(intake.problems).toEqual([])
  expect(await alertsIn(store)).toMatchObject([{ amount: '1', unlisted: 1 }, { unlisted: 0 }])
  expect(await deliveriesIn(store)).toMatchObject([
    { quarantine_reason: null },
    { quarantine_reason: null },
  ])
})

it('stores a bounded number of unlisted fields and reports how many more there are', () => {
  const numbers = Array.from({ length: items }, (_, n) => String(4_417_890_000 + n))
  const alert = readAlert(wireAlert({}, { account: numbers, [`${longName}Account`]: numbers }))
  expect(alert.accounts).toHaveLength(mostAccounts)
  const { body, header } = alert
  const stored = body.shape === 'payment' ? body.reading.other : []
  expect(stored).toHaveLength(mostUnlisted)
  expect(Math.max(...stored.map(({ path }) => path.length))).toBeLessThanOrEqual(longestPath)
  const beyond = String(2 * items - mostUnlisted)
  expect(header.other.map(({ value }) => value)).toEqual([
    `${beyond} more; see the alert as received.`,
  ])
})

it('treats a number under a truncated name as an account', () => {
  const { accounts } = readAlert(
    wireAlert({}, { [`${longName}Account`]: '5566778899', [longName]: 'a' }),
  )
  expect(accounts).toContain('5566778899')
})
