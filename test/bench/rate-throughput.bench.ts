/**
 * How much of the bank's limit is used under full load, and whether it is ever exceeded: the rate
 * budget compared with p-throttle (strict), on separate loopback banks, in one run. The banks count
 * the arrivals, in a separate process.
 */
import pThrottle from 'p-throttle'
import { Agent } from 'undici'
import { mutualTlsConnector } from '../../main/bank/client/connector.ts'
import { openBenchClient, openLoopbackBanks } from './support/loopback-banks.ts'
import { sized } from './support/size.ts'

const limit = 5
const seconds = Number(process.env['COUNTERSIGN_BENCH_SECONDS'] ?? sized(65, 2))
const calls = seconds * limit

const banks = await openLoopbackBanks(2)
const [first, second] = banks.connections
if (!first || !second) throw new Error('two banks were opened')

async function throughBudget(connection: typeof first & object): Promise<void> {
  const { client, close } = await openBenchClient(connection)
  const request = { method: 'GET', path: '/thing', lane: 'bulk' } as const
  const one = () => client.read({ ...request, purpose: 'bench', actor: 'bench' })
  const results = await Promise.all(Array.from({ length: calls }, one))
  if (results.some(({ kind }) => kind !== 'answered'))
    throw new Error('not every call was answered')
  await close()
}

async function throughLimiter(connection: typeof second & object): Promise<void> {
  const still = { handshakeStarted: () => () => undefined }
  const agent = new Agent({ connect: mutualTlsConnector(connection, still), allowH2: false })
  const query = async () => {
    const { body } = await agent.request({ origin: connection.baseUrl, path: '/x', method: 'GET' })
    await body.text()
  }
  const throttled = pThrottle({ limit, interval: 1_000, strict: true })(query)
  await Promise.all(Array.from({ length: calls }, () => throttled()))
  await agent.close()
}

/** From the first arrival to the last, in whole cycles of the limit. */
function report(what: string, seen: readonly number[]): void {
  const sorted = seen.toSorted((a, b) => a - b)
  const gaps = sorted.slice(limit).map((at, i) => at - (sorted[i] ?? 0))
  const cycles = Math.floor((sorted.length - 1) / limit)
  const tookMs = (sorted[cycles * limit] ?? 0) - (sorted[0] ?? 0)
  const rate = (cycles * limit * 1_000) / tookMs
  const violations = gaps.filter((ms) => ms < 1_000).length
  console.log(
    `${what}: ${((100 * rate) / limit).toFixed(2)} % of ${String(limit)} calls/s over ` +
      `${(tookMs / 1_000).toFixed(1)} s, ${String(violations)} violations on arrival, tightest six in ` +
      `${Math.min(...gaps).toFixed(2)} ms, n ${String(sorted.length)}; goal 97 %, 0 violations`,
  )
}

await Promise.all([throughBudget(first), throughLimiter(second)])
const [own = [], limiter = []] = await banks.arrivals()
report('Rate budget', own)
report('p-throttle, strict', limiter)
banks.close()
