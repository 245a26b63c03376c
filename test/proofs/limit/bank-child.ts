/** The bank of the proof: counts each call on arrival, and answers soon. */
import { randomInt } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { momentNow } from '../../../main/store/membership.ts'
import type { Arrival, BankOrder, BankReport } from './messages.ts'

const arrivals: Arrival[] = []
let refusedAt: number | null = null
let [fromMs, toMs] = [10, 10]
let refused: string | undefined

async function answer(response: ServerResponse): Promise<void> {
  await wait(randomInt(fromMs, toMs + 1))
  if (response.statusCode === 429) refusedAt = momentNow().monotonicMs
  response.end()
}

const server = createServer((request, response) => {
  const at = momentNow().monotonicMs
  const [, member = '', begunAt = ''] = request.url?.split('/') ?? []
  arrivals.push({ at, member, begunAt: Number(begunAt) })
  if (member === refused) {
    response.statusCode = 429
    refused = undefined
  }
  request.resume()
  void answer(response)
})
server.keepAliveTimeout = 60_000

process.on('message', (order: BankOrder) => {
  if (order.kind === 'answer') [fromMs, toMs] = [order.fromMs, order.toMs]
  else if (order.kind === 'refuse') refused = order.member
  const { port } = server.address() as AddressInfo
  process.send?.({ port, arrivals, refusedAt } satisfies BankReport)
})
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.('listening'))
