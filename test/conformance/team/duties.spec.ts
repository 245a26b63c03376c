/** Work that one of the workstations on a store does: done twice it does no harm, and it is taken over. */
import { Worker } from 'node:worker_threads'
import type { Client } from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore, type Store } from '../../../main/store/store.ts'
import type { StoreWorker } from '../../../main/store/store-thread.ts'
import type { TeamStore } from '../../../main/store/team-store.ts'
import { describeOnPostgres, newDatabase, reachOf } from '../../postgres/databases.ts'
import { memberWorker, tenth } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import { programUrl } from '../../unit/support/programs/programs.ts'
import { OwnTime, quiet } from '../../unit/money/order/support/own-time.ts'
import {
  dutyServices,
  fill,
  filledOn,
  leftIn,
  receive,
  type DutyServices,
} from './duty-services.ts'
import { storedOrder } from '../../unit/money/order/support/stored-orders.ts'
import { row } from '../../unit/assurance/coverage/open-sweeps.ts'

/** In the product 10 s; the waits of these workstations are a tenth. */
const soon = { timeout: 10_000, interval: 20 }
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

async function join(
  database: Client,
  id: string,
  time: OwnTime,
  {
    hasEveryDuty = false,
    startStoreWorker = memberWorker(reachOf(database), id, hasEveryDuty ? 1 : tenth, hasEveryDuty),
  } = {},
): Promise<Store> {
  const opened = await openStore({
    file: '',
    key: practiceKey,
    startStoreWorker,
    clock: time.clock,
  })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  onTestFinished(() => opened.value.close().catch(() => undefined))
  return opened.value
}

/** A store worker in a thread of its own, which can end like a program that is killed. */
function ownWorker(database: Client, id: string) {
  const workstation = { id, name: `Workstation ${id}`, program: '0.0.0' }
  const team = { ...reachOf(database), workstation, factor: tenth } as TeamStore
  const worker = new Worker(programUrl('store-worker'), { workerData: team })
  return {
    startStoreWorker: (): StoreWorker => worker,
    end: () => worker.terminate(),
  }
}

/** Where acts of a kind were recorded, newest first. */
async function homesOf({ read }: Store, kind: string): Promise<unknown[]> {
  const acts = read.selectFrom('audit_entries').select('detail').where('kind', '=', kind)
  const rows = await acts.orderBy('seq', 'desc').execute()
  return rows.map(({ detail }) => (JSON.parse(detail) as { workstation?: string }).workstation)
}

/** Waits until no workstation writes any more. */
async function settled(stores: readonly Store[]): Promise<void> {
  for (let [same, before] = [0, '']; same < 2;) {
    for (const store of stores) await quiet(store)
    const [store] = stores
    const now = JSON.stringify(store && (await leftIn(store)))
    same = now === before ? same + 1 : 0
    before = now
  }
}

/** Lets everybody work through this time; what they write at one moment is written before the next. */
async function pass(ms: number, time: OwnTime, stores: readonly Store[]): Promise<void> {
  for (const until = time.ms + ms; time.ms < until;) {
    await settled(stores)
    const [store] = stores
    if (store) await time.pass(Math.min(until - time.ms, 30 * minute), store)
  }
  await settled(stores)
}

/** Does the work of a day on so many workstations that have every duty; returns what it left. */
async function workOf(count: number) {
  const database = await newDatabase(template)
  const time = new OwnTime()
  time.ms = filledOn
  const outside = await join(database, 'outside', time)
  await fill(dutyServices(outside, time))
  for (let nth = 1; nth <= 3; nth += 1) await receive(outside, time, nth)
  time.ms += day
  const stores: Store[] = []
  for (let nth = 1; nth <= count; nth += 1)
    stores.push(await join(database, `holder ${String(nth)}`, time, { hasEveryDuty: true }))
  const services = stores.map((store) => dutyServices(store, time))
  const answer = (status: string): void => {
    for (const { payments } of services)
      payments.script = [{ status: 200, body: { status, transactionId: 'T-77' } }]
  }
  answer('IN_PROCESS')
  for (const { lists } of services)
    lists.rows.set('RETURNED', [row({ parNumber: '9009', traceNumber: '041000120000009' })])
  const begun = await Promise.all(services.map((one) => one.begin()))
  for (let nth = 4; nth <= 6; nth += 1) {
    await settled(stores)
    await receive(outside, time, nth)
    await pass(10 * minute, time, stores)
  }
  answer('COMPLETED')
  await pass(2 * hour, time, stores)
  for (const { inbox } of begun) inbox.scan()
  await pass(minute, time, stores)
  const left = await leftIn(outside)
  for (const one of begun) await one.end()
  return { left, problems: services.flatMap(({ problems }) => problems) }
}

describeOnPostgres('work of a duty', () => {
  it('leaves the store of two workstations that both have every duty as one does', async () => {
    const [one, two] = [await workOf(1), await workOf(2)]
    expect([...one.problems, ...two.problems]).toEqual([])
    expect(two.left).toEqual(one.left)
  })

  it('is done by one workstation for all, and by another once that one has ended', async () => {
    const database = await newDatabase(template)
    const time = new OwnTime()
    time.ms = filledOn
    const outside = await join(database, 'outside', time)
    const { startStoreWorker, end: endOne } = ownWorker(database, 'one')
    const one = dutyServices(await join(database, 'one', time, { startStoreWorker }), time)
    await one.begin()
    const ofReading = async (): Promise<unknown> => {
      const [read] = await homesOf(outside, 'alerts.read')
      return read
    }
    await receive(outside, time, 1)
    await vi.waitFor(async () => expect(await ofReading()).toBe('one'), soon)

    const two = dutyServices(await join(database, 'two', time), time)
    const begun = await two.begin()
    /** An order that ends with an unknown outcome on a workstation without a duty. */
    const sendElsewhere = async (id: string): Promise<void> => {
      const sent = {
        id,
        reference: `CS20261123${id.toUpperCase()}`,
        state: 'outcome-unknown',
      } as const
      await storedOrder(outside, sent)
      await outside.note({ actor: 'system', kind: 'order.ended', subject: id, detail: {} })
    }
    const inquired = (by: DutyServices) => async (): Promise<void> => {
      await time.pass(0, outside)
      expect(by.payments.requested).toHaveLength(1)
    }
    await sendElsewhere('first')
    await vi.waitFor(inquired(one), soon)
    expect(two.payments.requested).toEqual([])
    const inquiries = (): Promise<unknown[]> => homesOf(outside, 'order.status-inquired')
    await vi.waitFor(async () => expect(await inquiries()).toEqual(['one']), soon)

    await endOne()
    await receive(outside, time, 2)
    await vi.waitFor(async () => expect(await ofReading()).toBe('two'), soon)
    await sendElsewhere('second')
    await vi.waitFor(inquired(two), soon)
    expect(one.payments.requested).toHaveLength(1)
    await begun.end()
    expect(two.problems).toEqual([])
  })

  it('that a workstation at rest does not do is done by another, and by it again on its return', async () => {
    const database = await newDatabase(template)
    const time = new OwnTime()
    time.ms = filledOn
    const outside = await join(database, 'outside', time)
    const one = dutyServices(await join(database, 'one', time), time)
    const two = dutyServices(await join(database, 'two', time), time)
    /** An order with an unknown outcome; only one workstation is in use, so no other inquires it. */
    const isFollowedBy = async (by: DutyServices, id: string): Promise<void> => {
      const reference = `CS20261123${id.toUpperCase()}`
      await storedOrder(outside, { id, reference, state: 'outcome-unknown' })
      await outside.note({ actor: 'system', kind: 'order.ended', subject: id, detail: {} })
      const askedBy = ({ payments }: DutyServices): boolean =>
        payments.requested.some((requested) => requested.includes(reference))
      await vi.waitFor(async () => {
        await time.pass(0, outside)
        expect([one, two].filter(askedBy)).toEqual([by])
      }, soon)
    }
    const atOne = await one.begin()
    await isFollowedBy(one, 'first')
    await atOne.rest()
    // Its listener goes on, and so does reading.
    await receive(outside, time, 1)
    await vi.waitFor(
      async () => expect(await homesOf(outside, 'alerts.read')).toContain('one'),
      soon,
    )
    const atTwo = await two.begin()
    await isFollowedBy(two, 'second')
    await atOne.start()
    await atTwo.rest()
    await isFollowedBy(one, 'third')
    for (const begun of [atOne, atTwo]) await begun.end()
    expect([...one.problems, ...two.problems]).toEqual([])
  })
})
