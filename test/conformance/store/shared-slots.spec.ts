/** The bank's calls per second as locks that workstations on one store pass to each other. */
import type { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import type { Lane } from '../../../preload/contract/bank/lanes.ts'
import type { Permit } from '../../../main/bank/client/budget/rate-permit.ts'
import type { SlotHolder, SlotsOfKey } from '../../../main/store/shared-slots.ts'
import type { Store } from '../../../main/store/store.ts'
import { describeOnPostgres, newDatabase } from '../../postgres/databases.ts'
import { openMember } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import { callNow, openBudget } from '../../unit/bank/support/budget-of-test.ts'
import { MemoryOfTest } from '../../unit/bank/support/rate-memory.ts'
import { VirtualTime } from '../../unit/bank/support/virtual-time.ts'

const key = 'bank-1'
const soon = { timeout: 5_000, interval: 10 }
/** How long calls of a lost holder may arrive. */
const arrivingMs = 23_000

/** A workstation and what its holder of slots was told. */
class Member implements SlotHolder {
  readonly store: Store
  readonly slots: SlotsOfKey
  readonly arriving: (number | null)[] = []
  readonly wishes: string[] = []
  readonly pauses: number[] = []
  losses = 0

  constructor(store: Store, count: number, of: string) {
    this.store = store
    const shared = store.membership.slots
    if (!shared) throw new Error('the store is not shared')
    this.slots = shared.share(of, count, this)
  }

  static async open(database: Client, id: string, count = 2, of = key): Promise<Member> {
    const member = new Member(await openMember(database, id), count, of)
    await vi.waitFor(() => expect(member.pauses).toHaveLength(1), soon)
    return member
  }

  taken(ms: number | null): void {
    this.arriving.push(ms)
  }
  lost(): void {
    this.losses += 1
  }
  wanted(_by: string, lane: string): void {
    this.wishes.push(lane)
  }
  paused(ms: number): void {
    this.pauses.push(ms)
  }
  heard(): void {
    // Only a rate budget looks again.
  }
  leaving(): void {
    this.slots.give('')
  }

  /** Takes one more slot. */
  async take(): Promise<number | null | undefined> {
    const had = this.arriving.length
    this.slots.want('bulk')
    await vi.waitFor(() => expect(this.arriving).toHaveLength(had + 1), soon)
    return this.arriving.at(-1)
  }
}

/** Ends the sessions that hold slots and homes, as the loss of their lines does. */
const endSessions = (database: Client): Promise<unknown> =>
  database.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`)

const locks = async (database: Client): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows[0]?.count ?? 0
}

describeOnPostgres('the slots of a key', () => {
  it('are free at first, and each is taken once', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one')
    expect([await one.take(), await one.take()]).toEqual([null, null])
    const two = await Member.open(database, 'two')
    one.slots.want('bulk')
    two.slots.want('unknown-outcome')
    await vi.waitFor(() => expect(one.wishes).toContain('unknown-outcome'), soon)
    expect(one.arriving).toHaveLength(2)
    expect(two.arriving).toEqual([])
    expect(await locks(database)).toBe(2)
  })

  it('are of each key its own', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one', 1)
    const two = await Member.open(database, 'two', 1, 'bank-2')
    expect([await one.take(), await two.take()]).toEqual([null, null])
  })

  it('go to whoever wants them, and can be used at once', async () => {
    const database = await newDatabase(template)
    const [one, two] = [
      await Member.open(database, 'one', 1),
      await Member.open(database, 'two', 1),
    ]
    await one.take()
    two.slots.want('interactive')
    await vi.waitFor(() => expect(one.wishes).toContain('interactive'), soon)
    one.slots.give('')
    await vi.waitFor(() => expect(two.arriving).toEqual([null]), soon)
  })

  it('are asked for again until nobody waits', async () => {
    const database = await newDatabase(template)
    const [one, two] = [
      await Member.open(database, 'one', 1),
      await Member.open(database, 'two', 1),
    ]
    await one.take()
    two.slots.want('bulk')
    await vi.waitFor(() => expect(one.wishes.length).toBeGreaterThan(2), soon)
    two.slots.want(null)
    one.slots.give('')
    expect(await one.take()).toBe(null)
    expect(two.arriving).toEqual([])
  })

  it('count as in use for a while where their holder was lost, except for itself', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one')
    await one.take()
    await one.take()
    await endSessions(database)
    await vi.waitFor(() => expect(one.losses).toBe(1), soon)
    expect([await one.take(), await one.take()]).toEqual([null, null])
    await one.store.close()
    // It gave one as it left.
    const two = await Member.open(database, 'two')
    expect([await two.take(), await two.take()]).toEqual([null, arrivingMs])
  })

  it('are taken from whoever is lost before anybody needs them', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    await one.take()
    await one.take()
    await one.store.close()
    await vi.waitFor(() => expect(two.arriving).toEqual([arrivingMs]), soon)
    // The other one was given as its holder left, and nobody wants it.
    expect(await locks(database)).toBe(1)
  })

  it('are not believed to be free after a crash of the server', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one', 1)
    await one.take()
    one.slots.give('')
    await vi.waitFor(async () => expect(await locks(database)).toBe(0), soon)
    const unlogged = await database.query(
      `SELECT relpersistence FROM pg_class WHERE oid = 'store.slots'::regclass`,
    )
    expect(unlogged.rows).toEqual([{ relpersistence: 'u' }])
    await database.query('TRUNCATE store.slots')
    expect(await one.take()).toBe(arrivingMs)
  })
})

describeOnPostgres('a notice that does not fit', () => {
  it('is ignored', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    for (const payload of [
      '',
      'null',
      '{',
      '{}',
      `{"key":"${key}"}`,
      `{"key":"${key}","kind":"want","by":"x","lane":"none"}`,
      `{"key":"${key}","kind":"pause","by":"x","ms":"long"}`,
      `{"key":"${key}","kind":"calls","by":"x"}`,
      `{"key":"${key}","kind":"calls","by":"x","calls":{"used":1,"waiting":{}}}`,
    ])
      await database.query(`SELECT pg_notify('slots', $1)`, [payload])
    one.slots.pause(1_000)
    await vi.waitFor(() => expect(two.pauses).toEqual([0, 1_000]), soon)
    expect(two.slots.callsOfOthers()).toEqual([])
    expect(await two.take()).toBeNull()
  })
})

describeOnPostgres('rate budgets with the slots of a key', () => {
  /** Long waits: a busy computer does not lose its session. Nothing here waits for them. */
  const unhurried = 10

  /** A workstation whose budget lives in the time of the test, and adds its calls to those of all. */
  async function openCaller(database: Client, id: string, time: VirtualTime, calls: Lane[]) {
    const { membership } = await openMember(database, id, unhurried)
    const { budget } = await openBudget(new MemoryOfTest(), time)
    const wanted = vi.spyOn(budget, 'wanted')
    budget.joinTeam((membership.slots ?? expect.fail('not shared')).share(key, 1, budget))
    const permits: Permit[] = []
    return {
      request(lane: Lane) {
        void budget.acquire({ lane }).then((answer) => {
          if (answer.kind !== 'permit') return
          permits.push(answer)
          calls.push(lane)
        })
      },
      /** Makes the call that was permitted last, and waits with the slot until others want it. */
      async callUntilWanted(lane: Lane) {
        await callNow(permits.at(-1))
        await time.advance(500)
        const heard = wanted.mock.calls.length
        await vi.waitFor(
          () => expect(wanted.mock.calls.slice(heard)).toContainEqual([expect.anything(), lane]),
          soon,
        )
        await time.advance(501)
      },
    }
  }

  it('ask for an unknown outcome of any workstation before the bulk of another', async () => {
    const database = await newDatabase(template)
    const time = new VirtualTime()
    const calls: Lane[] = []
    const one = await openCaller(database, 'one', time, calls)
    const two = await openCaller(database, 'two', time, calls)
    const expected: Lane[] = []
    const called = (lane: Lane): Promise<void> => {
      expected.push(lane)
      return vi.waitFor(() => expect(calls).toEqual(expected), soon)
    }
    one.request('bulk')
    await called('bulk')
    // Often, because the workstation that gives its slot wants another one at once.
    for (let round = 0; round < 5; round += 1) {
      one.request('bulk')
      two.request('unknown-outcome')
      two.request('unknown-outcome')
      await one.callUntilWanted('unknown-outcome')
      await called('unknown-outcome')
      await two.callUntilWanted('bulk')
      await called('unknown-outcome')
      await two.callUntilWanted('bulk')
      await called('bulk')
    }
  })
})

describeOnPostgres('the calls of a workstation', () => {
  const calls = {
    used: 2,
    waiting: { 'unknown-outcome': 0, initiation: 0, interactive: 0, bulk: 3, sweep: 0 },
  }
  const none = { used: 0, waiting: { ...calls.waiting, bulk: 0 } }

  it('are told to the others, and forgotten when it is no longer heard', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    const other = await Member.open(database, 'other', 2, 'bank-2')
    await vi.waitFor(() => {
      one.slots.tellCalls(calls)
      expect(two.slots.callsOfOthers()).toEqual([calls])
    }, soon)
    expect(one.slots.callsOfOthers()).toEqual([])
    expect(other.slots.callsOfOthers()).toEqual([])
    await one.store.close()
    await vi.waitFor(() => expect(two.slots.callsOfOthers()).toEqual([]), soon)
  })

  it('are told once more when there are none', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one')
    const heard: number[] = []
    await database.query('LISTEN slots')
    database.on('notification', ({ payload = '' }) => {
      const notice = JSON.parse(payload) as { kind: string; calls: { used: number } }
      if (notice.kind === 'calls') heard.push(notice.calls.used)
    })
    for (const now of [none, calls, none, none, { ...calls, used: 1 }]) one.slots.tellCalls(now)
    await vi.waitFor(() => expect(heard).toContain(1), soon)
    expect(heard).toEqual([2, 0, 1])
  })
})

describeOnPostgres('a pause after a 429', () => {
  it('is told to all, and what is left of it to whoever comes later, by the longest', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await Member.open(database, 'one'), await Member.open(database, 'two')]
    expect([one.pauses, two.pauses]).toEqual([[0], [0]])
    one.slots.pause(120_000)
    await vi.waitFor(() => expect(two.pauses).toEqual([0, 120_000]), soon)
    expect(one.pauses).toEqual([0])
    two.slots.pause(60_000)
    await vi.waitFor(() => expect(one.pauses).toEqual([0, 60_000]), soon)
    const three = await Member.open(database, 'three')
    expect(three.pauses[0]).toBeGreaterThan(100_000)
    expect(three.pauses[0]).toBeLessThanOrEqual(120_000)
    await endSessions(database)
    await vi.waitFor(() => expect(two.pauses).toHaveLength(3), soon)
    expect(two.pauses[2]).toBeGreaterThan(100_000)
  })

  it('is of one key', async () => {
    const database = await newDatabase(template)
    const one = await Member.open(database, 'one')
    one.slots.pause(120_000)
    const two = await Member.open(database, 'two', 2, 'bank-2')
    expect(two.pauses).toEqual([0])
  })
})
