/**
 * Two whole workstations on one store and one practice bank: the window of each shows what the other
 * does, and each decides by it.
 */
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { practicePolicy } from '../../../preload/contract/domain/operators/policy.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { practiceOperators } from '../../../main/profile/practice-operators.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'
import { memberWorker } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import { details } from '../../unit/money/payees/book.ts'
import { wireForm } from '../../unit/money/order/support/sending-session.ts'
import {
  newFolder,
  removeFolder,
  standAloneBank,
  startWorkstation,
} from '../../unit/support/workstation.ts'

const [mara, theo] = practiceOperators.map((operator) => ({ operator }))

/** Starts two workstations that share a store; they end with the test. */
async function twoWorkstations() {
  if (!mara || !theo) throw new Error('practice has two operators')
  const database = await newDatabase(template)
  const bank = await standAloneBank()
  onTestFinished(() => bank.end())
  const start = async (id: string) => {
    const folder = await newFolder()
    const storeWorker = memberWorker(reachOf(database), id)
    const { workstation, emitted } = await startWorkstation(folder, bank.controlUrl, {
      storeWorker,
    })
    onTestFinished(async () => {
      await workstation.close()
      await removeFolder(folder)
    })
    return { ...workstation, emitted }
  }
  return { database, one: await start('one'), two: await start('two'), mara, theo }
}
type Started = Awaited<ReturnType<typeof twoWorkstations>>['one']

async function must<T>(answer: Promise<Result<unknown, unknown>> | Result<unknown, unknown>) {
  const result = await answer
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value as T
}

/** Waits for an event in the window of a workstation. */
const told = ({ emitted }: Started, event: string, payload: object): Promise<void> =>
  vi.waitFor(
    () => expect(emitted.others).toContainEqual([event, expect.objectContaining(payload)]),
    { timeout: 5_000, interval: 2 },
  )

describeOnPostgres('two workstations', () => {
  it('show each other what was done', async () => {
    const { one, two, mara, theo } = await twoWorkstations()
    const form = { ...wireForm, valueDate: new Date().toISOString().slice(0, 10) }
    const saved = await must<Order>(one.handlers.orders.saveDraft({ id: null, form }, mara))
    const { id } = saved
    await told(two, 'orders.changed', { id, state: 'draft' })
    const submitted = await must<Order>(one.handlers.orders.submit({ id }, mara))
    await told(two, 'orders.changed', { id, state: 'awaiting-approval' })
    const approvalHash = submitted.approvalHash ?? ''
    await must(two.handlers.orders.approve({ id, approvalHash }, theo))
    await told(one, 'orders.changed', { id, state: 'approved' })
    await told(one, 'orders.countsChanged', {})
    const payee = await must<{ id: string }>(
      one.handlers.payees.propose({ id: null, details: { ...details(), kind: 'business' } }, mara),
    )
    await told(two, 'payees.changed', { id: payee.id })
    const stricter = { ...practicePolicy, validateFirst: true }
    await must(two.handlers.policy.change({ ...stricter, version: 0 }, theo))
    await told(one, 'policy.changed', { version: 1, policy: stricter })
    await must(two.handlers.workstation.changeSettings({ scoreThreshold: 77 }, theo))
    await vi.waitFor(() => expect(one.emitted.states.at(-1)?.settings.scoreThreshold).toBe(77))
    await told(one, 'audit.changed', {})
  })

  it('stop once another program has migrated their store, and say that it is newer', async () => {
    const { database, one, two, mara } = await twoWorkstations()
    const form = { ...wireForm, valueDate: new Date().toISOString().slice(0, 10) }
    await database.query('UPDATE store.store_version SET version = version + 1')
    for (const { emitted, handlers } of [one, two]) {
      const refused = { state: 'refused', reason: 'store-newer', detail: null }
      await vi.waitFor(() => expect(emitted.states.at(-1)?.store).toEqual(refused), {
        timeout: 60_000,
        interval: 5,
      })
      expect(await handlers.orders.saveDraft({ id: null, form }, mara)).toEqual({
        ok: false,
        error: { code: 'store-refused', reason: 'store-newer', detail: null },
      })
    }
    const held = `SELECT objid FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    await vi.waitFor(async () => expect((await database.query(held)).rows).toEqual([]), 60_000)
  })

  it('change no policy that another has changed since it was shown', async () => {
    const { one, two, theo } = await twoWorkstations()
    const changed = await Promise.all([
      one.handlers.policy.change({ ...practicePolicy, autoLockMinutes: 3, version: 0 }, theo),
      two.handlers.policy.change({ ...practicePolicy, validateFirst: true, version: 0 }, theo),
    ])
    expect(changed.filter(({ ok }) => ok)).toHaveLength(1)
    expect(changed.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'changed-meanwhile' } })
  })
})
