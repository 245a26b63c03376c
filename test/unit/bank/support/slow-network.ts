/** Names with several addresses, and addresses that do not answer at once. */
import dns, { type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { onTestFinished, vi } from 'vitest'

/** Every name has these addresses until it is told others. */
export function nameLeadsTo(
  ...addresses: readonly string[]
): (...others: readonly string[]) => void {
  let now = addresses
  type Callback = (error: null, found: readonly LookupAddress[] | string, family?: number) => void
  const answer = (_host: string, { all }: { readonly all?: boolean }, callback: Callback): void => {
    const found = now.map((address) => ({ address, family: 4 }))
    process.nextTick(() => (all === true ? callback(null, found) : callback(null, now[0] ?? '', 4)))
  }
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(answer as never)
  onTestFinished(() => lookup.mockRestore())
  return (...others) => (now = others)
}

/**
 * An address at which connections do not open, as behind a firewall that drops them: the queue of a
 * listener that accepts nothing is full. Once opened, it leads to the bank.
 */
export async function silentAddress(
  bankPort: number,
): Promise<{ host: string; opens: () => void }> {
  const host = '127.0.0.2'
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const listener = `
    const { workerData: { host, bankPort, gate }, parentPort } = require('node:worker_threads')
    const { connect, createServer } = require('node:net')
    const quiet = () => undefined
    createServer((near) => {
      const far = connect(bankPort, '127.0.0.1')
      near.on('error', quiet).pipe(far.on('error', quiet)).pipe(near)
    }).listen({ host, port: bankPort, backlog: 1 }, () => {
      parentPort.postMessage('listening')
      Atomics.wait(gate, 0, 0)
    })`
  const worker = new Worker(listener, { eval: true, workerData: { host, bankPort, gate } })
  const waiting: Socket[] = []
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy()
    await worker.terminate()
  })
  await once(worker, 'message')
  // Connections open until the queue is full.
  for (let isFull = false; !isFull;) {
    const socket = connect({ host, port: bankPort }).on('error', () => undefined)
    waiting.push(socket)
    const doesNotOpen = new Promise<'full'>((resolve) => setTimeout(resolve, 250, 'full'))
    isFull = (await Promise.race([once(socket, 'connect'), doesNotOpen])) === 'full'
  }
  return {
    host,
    opens: () => {
      for (const socket of waiting) socket.destroy()
      Atomics.store(gate, 0, 1)
      Atomics.notify(gate, 0)
    },
  }
}
