/** Starts the three processes of one run in order and returns the banks' record. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { programPath, type Program } from '../../unit/support/programs/programs.ts'
import type { Arrivals, ClientReport, Load } from './load.ts'

const start = (program: Program): ChildProcess => fork(programPath(program), { execArgv: [] })

async function request<T>(child: ChildProcess, message: object | string): Promise<T> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the proof ended early: ${String(code)}`)
  })
  const reply = once(child, 'message').then(([value]) => value as T)
  child.send(message)
  return Promise.race([reply, gone])
}

/** Runs once. Resolves when every call of every client has ended. */
export async function run(load: Load): Promise<{ arrivals: Arrivals; reports: ClientReport[] }> {
  const banks = start('rate-banks')
  const network = start('rate-network')
  const workstations = start('rate-workstations')
  try {
    const bankPorts = await request<number[]>(banks, { load, ports: [] })
    const ports = await request<number[]>(network, { load, ports: bankPorts })
    const reports = await request<ClientReport[]>(workstations, { load, ports })
    return { arrivals: await request<Arrivals>(banks, 'report'), reports }
  } finally {
    for (const child of [banks, network, workstations]) child.kill()
  }
}
