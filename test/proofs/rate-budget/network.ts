/**
 * The network process: a TCP proxy in front of each bank. Every piece of data is delayed at random
 * in each direction, and order is kept within a connection, as in a real network.
 */
import { randomInt } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Load, Start } from './load.ts'

const startedAt = performance.now()

function delayMs({ delayMs: { from, to, rampMs } }: Load): number {
  const grown = rampMs === 0 ? 1 : Math.min((performance.now() - startedAt) / rampMs, 1)
  return (randomInt(0, 1_000_001) / 1_000_000) * (from + (to - from) * grown)
}

/** Passes all data from one socket to the other, delayed and in order. */
function delay(load: Load, from: Socket, to: Socket): void {
  const waiting: { readonly at: number; deliver(): void }[] = []
  let timer: NodeJS.Timeout | undefined
  const deliver = () => {
    timer = undefined
    // Timers are late by half a millisecond on average; the planned delay should be the maximum.
    while (waiting[0] && waiting[0].at <= performance.now() + 0.5) waiting.shift()?.deliver()
    if (waiting[0]) timer = setTimeout(deliver, Math.max(waiting[0].at - performance.now(), 0))
  }
  const later = (act: () => void) => {
    const at = Math.max(waiting.at(-1)?.at ?? 0, performance.now() + delayMs(load))
    waiting.push({ at, deliver: act })
    timer ??= setTimeout(deliver, Math.max(at - performance.now(), 0))
  }
  from.on('data', (data: Buffer) => later(() => to.write(data)))
  from.on('end', () => later(() => to.end()))
  from.on('error', () => to.destroy())
}

async function open(load: Load, bankPort: number): Promise<number> {
  const proxy = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({
      port: bankPort,
      host: '127.0.0.1',
      noDelay: true,
      allowHalfOpen: true,
    })
    delay(load, near, far)
    delay(load, far, near)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return (proxy.address() as AddressInfo).port
}

process.on('message', ({ load, ports }: Start) => {
  void Promise.all(ports.map((port) => open(load, port))).then((own) => process.send?.(own))
})
