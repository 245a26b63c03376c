/** Banks on loopback in a separate process, and the real client of one of them. */
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createBankClient, type BankClient } from '../../../main/bank/bank-client.ts'
import type { BankCallRecord } from '../../../main/bank/call-record.ts'
import type { BankConnection } from '../../../main/bank/connection.ts'
import { openRateBudget, type RateBudget } from '../../../main/bank/client/budget/rate-budget.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { MemoryOfTest } from '../../unit/bank/support/rate-memory.ts'
import { makeTestPki } from '../../unit/bank/support/test-pki.ts'
import type { BankOrder } from './bank-process.ts'

/** The servers, by the connection to each. */
export interface LoopbackBanks {
  readonly connections: readonly BankConnection[]
  /** Per bank, when each request arrived, in milliseconds of one monotonic clock. */
  arrivals(): Promise<number[][]>
  close(): void
}

async function request<T>(child: ChildProcess, order: BankOrder): Promise<T> {
  const reply = once(child, 'message')
  child.send(order)
  return ((await reply) as [T])[0]
}

/** Starts so many banks in one process. */
export async function openLoopbackBanks(banks: number): Promise<LoopbackBanks> {
  const pki = await makeTestPki()
  const program = fileURLToPath(new URL('./bank-process.ts', import.meta.url))
  const child = fork(program, { execArgv: [] })
  const ports = await request<number[]>(child, { kind: 'open', banks, pki })
  const connections = ports.map((port) => ({
    baseUrl: `https://localhost:${String(port)}`,
    ca: pki.ca,
    certificateChain: pki.certificate,
    privateKey: pki.key,
    consumerKey: 'consumer-key',
    consumerSecret: 'consumer-secret',
    clientId: 'client-id',
    clientSecret: 'client-secret',
  }))
  return {
    connections,
    arrivals: () => request<number[][]>(child, { kind: 'report' }),
    close: () => child.kill(),
  }
}

/** Returns the real client of a bank; `share` raises the budget for a measurement. */
export async function openBenchClient(
  connection: BankConnection,
  record: (call: BankCallRecord) => Promise<void> = () => Promise.resolve(),
  share = 5,
): Promise<{ client: BankClient; budget: RateBudget; close: () => Promise<void> }> {
  const budget = await openRateBudget({ clock: systemClock, memory: new MemoryOfTest(), share })
  const client = createBankClient({
    connection,
    budget,
    clock: systemClock,
    newId: randomUUID,
    record,
  })
  const close = async () => {
    budget.close()
    await client.close()
  }
  return { client, budget, close }
}
