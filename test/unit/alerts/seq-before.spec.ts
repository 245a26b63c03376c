/** From which alert on a reader begins that has no place of its own yet. */
import { expect, it } from 'vitest'
import { seqBefore } from '../../../main/alerts/alerts.records.ts'
import type { Store } from '../../../main/store/store.ts'
import { newStorePath, open } from '../store/stores.ts'
import { deliveryOf, wireAlert } from './alert-samples.ts'
import { intakeOf } from './intakes.ts'

/** Runs `work` when the second query is about to be executed. */
function beforeSecond(store: Store, work: () => Promise<unknown>): Pick<Store, 'read'> {
  let queries = 0
  const delayed = <T extends object>(query: T): T =>
    new Proxy(query, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: readonly unknown[]): unknown => {
          const call = (): unknown => Reflect.apply(member, target, given)
          return String(name).startsWith('execute') ? work().then(call) : delayed(call() as object)
        }
      },
    })
  const read = new Proxy(store.read, {
    get: (target, name) =>
      name === 'selectFrom'
        ? (table: 'alerts') => {
            queries += 1
            const query = target.selectFrom(table)
            return queries === 2 ? delayed(query) : query
          }
        : (Reflect.get(target, name) as unknown),
  })
  return { read }
}

it('passes over no alert that comes between its queries (P2)', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const between = beforeSecond(store, async () => {
    await intake.take(deliveryOf(wireAlert()))
    await intake.settled()
  })
  expect(await seqBefore(between, '2026-11-23T00:00:00.000Z')).toBe(0)
  expect(await seqBefore(store, '2026-11-24T00:00:00.000Z')).toBe(1)
  expect(await seqBefore(store, null)).toBe(1)
})
