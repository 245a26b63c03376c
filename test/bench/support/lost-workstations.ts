/**
 * Pairs of workstations as processes: the one with the duties is lost while it sends. Measured is
 * when the other has its duties, and when its order is an unknown outcome.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { duties, dutyLocks } from '../../../main/store/membership.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { startBank } from '../../proofs/harness/bank.ts'
import type { ProofPrograms } from '../../proofs/harness/controls.ts'
import { StoreLine } from '../../proofs/harness/store-line.ts'
import { Member } from '../../proofs/team/member.ts'
import type { TeamDatabases } from './databases.ts'
import { sized } from './size.ts'
import { approvedPayment, random, releasePayment, type CallOrders } from './payments.ts'

/** How long the others took, in seconds. */
export interface Lost {
  readonly takeover: number
  readonly rescue: number
}

/** `killed`: its program ends. `stopped`: it stands still, and the database is told nothing. */
export type Loss = 'killed' | 'stopped'

const patienceMs = 120_000
const answersAfterMs = 20_000
const longestPauseMs = sized(6_000, 0)
/** Multiplies how long workstations wait for each other; 1 in the product. */
const factor = sized(1, 0.1)

/** Plays so many pairs beside each other, each on a database of its own, at the product's waits. */
export async function loseWorkstations(
  programs: ProofPrograms,
  databases: TeamDatabases,
  loss: Loss,
  count: number,
): Promise<Lost[]> {
  const bank = await startBank(programs.path('practice-bank'))
  await bank.control.setScenario({
    scenario: 'slow-answer',
    target: 'money',
    times: 'until-cleared',
    delayMs: answersAfterMs,
  })
  const pairs = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const database = await databases.create()
      const store = {
        line: () => StoreLine.to(databases.host),
        storeOf: (id: string, line?: StoreLine) => ({
          ...databases.store(database, Number(id.slice('ws-'.length))),
          factor,
          ...(line && { host: '127.0.0.1', port: line.port }),
        }),
      }
      const places = { programs, bank, store }
      return {
        one: await Member.member(2 * at + 1, places),
        two: await Member.member(2 * at + 2, places),
        database,
      }
    }),
  )
  try {
    return await Promise.all(
      pairs.map(async ({ one, two, database }) => {
        const client = await databases.connect(database)
        try {
          await one.startOnStore(0)
          await two.startOnStore(0)
          return await lose({ one, two, loss }, client)
        } finally {
          await client.end()
        }
      }),
    )
  } finally {
    await Promise.all(pairs.flatMap(({ one, two }) => [one.close(), two.close()]))
    await bank.close()
  }
}

async function lose(
  { one, two, loss }: { readonly one: Member; readonly two: Member; readonly loss: Loss },
  client: Client,
): Promise<Lost> {
  const order = await approvedPayment(callsOf(one))
  const { id } = order
  await until(async () => (await holders(client)).length === duties.length)
  // The other looks for free duties now and then, at any moment of which it may be lost.
  await pause(longestPauseMs * random())
  const before = await holders(client)
  await releasePayment(callsOf(one), order)
  await until(async () => (await stateOf(client, id)) === 'sending', 5)
  if (loss === 'stopped') one.stop()
  else await one.kill()
  const lostAt = performance.now()
  const seconds = (): number => (performance.now() - lostAt) / 1_000
  const areTaken = async (): Promise<boolean> => {
    const now = await holders(client)
    return now.length === duties.length && now.every((pid) => !before.includes(pid))
  }
  await until(areTaken)
  const takeover = seconds()
  await until(async () => (await stateOf(client, id)) !== 'sending')
  const rescue = seconds()
  const state = await stateOf(client, id)
  if (state !== 'outcome-unknown') throw new Error(`${two.id}: the order is ${state}`)
  return { takeover, rescue }
}

/** The sessions that hold the duties of the team whose database it is. */
async function holders(client: Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND classid = ${String(dutyLocks)}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}

async function stateOf(client: Client, id: string): Promise<string> {
  const { rows } = await client.query<{ state: string }>(
    'SELECT state FROM store.orders WHERE id = $1',
    [id],
  )
  return rows[0]?.state ?? 'missing'
}

async function until(holds: () => Promise<boolean>, everyMs = 50): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it never came')
    await pause(everyMs)
  }
}

const callsOf =
  (member: Member): CallOrders =>
  async (method, input, person) => {
    const answered = await member.program.request<Order>('orders', method, input, person)
    if (answered.kind === 'done') return answered.value
    throw new Error(`${member.id} ${method}: ${JSON.stringify(answered)}`)
  }
