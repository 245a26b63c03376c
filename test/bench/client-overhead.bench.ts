/**
 * Overhead of the bank client for one call, compared with bare undici with the same connection
 * settings, on the same loopback bank, alternately in one run. Only this measurement raises the
 * rate budget by its share. Once without recording calls and once with the store's recorder, which
 * waits for the disk.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'undici'
import { saveCall } from '../../main/bank/call-record.ts'
import { longestAnswerBytes } from '../../main/bank/client/connections.ts'
import { mutualTlsConnector } from '../../main/bank/client/connector.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore } from '../../main/store/store.ts'
import { report } from './support/bench.ts'
import { openBenchClient, openLoopbackBanks } from './support/loopback-banks.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const rounds = sized(600, 2)
const warmUp = sized(100, 0)
/** Far enough apart that one second has only as many calls as a raised budget tracks. */
const apartMs = 12
const share = 100
const path = '/accounts/validations/v1/verifyAccount'
const body = JSON.stringify({
  accountValidationRequest: {
    serviceType: 'Owner',
    routingNumber: '550010016',
    accountNumber: '1000200031',
    AcctOwner: { firstName: 'Margaret', lastName: 'Alder' },
  },
})

const banks = await openLoopbackBanks(1)
const [connection] = banks.connections
if (!connection) throw new Error('one bank was opened')
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const startStoreWorker = storeThread(new URL('../../main/session/store-worker.ts', import.meta.url))
const opened = await openStore({
  file: join(folder, 'store.db'),
  key: practiceKey,
  startStoreWorker,
  clock: systemClock,
})
if (!opened.ok) throw new Error('the store was refused')
const store = opened.value

const bare = new Client(connection.baseUrl, {
  connect: mutualTlsConnector(connection, { handshakeStarted: () => () => undefined }),
  pipelining: 1,
  allowH2: false,
  keepAliveTimeout: 4_000,
  maxResponseSize: longestAnswerBytes,
})
const unrecorded = await openBenchClient(connection, undefined, share)
const recorded = await openBenchClient(connection, (call) => saveCall(store, call), share)

const throughClient = (through: typeof recorded) => async () => {
  const callOptions = {
    lane: 'interactive',
    purpose: 'account-validation',
    actor: 'bench',
  } as const
  const result = await through.client.read({ method: 'POST', path, body, ...callOptions })
  if (result.kind !== 'answered') throw new Error(result.reason)
}
const ways = {
  'bare undici': async () => {
    const headers = {
      authorization: 'Bearer bench-token',
      accept: 'application/json',
      'content-type': 'application/json',
    }
    const answer = await bare.request({ method: 'POST', path, headers, body })
    await answer.body.text()
  },
  'client without its record': throughClient(unrecorded),
  'client with its record on the disk': throughClient(recorded),
  'the record alone': () =>
    store.note({ actor: 'bench', kind: 'bench.noted', subject: 'bench', detail: {} }),
}
const times = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]))
for (let round = -warmUp; round < rounds; round += 1) {
  for (const [way, run] of Object.entries(ways)) {
    const startedAt = performance.now()
    await run()
    if (round >= 0) times.get(way)?.push(performance.now() - startedAt)
    await pause(apartMs)
  }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN
const bareTimes = times.get('bare undici') ?? []
for (const [way, values] of times) {
  report(`One call, ${way}`, values, 'ms')
  const against = [0.5, 0.95].map((at) =>
    (quantile(values, at) / quantile(bareTimes, at)).toFixed(2),
  )
  console.log(
    `  against bare undici: median ${against[0] ?? ''}x, p95 ${against[1] ?? ''}x; goal 1.15x`,
  )
}
await Promise.all([bare.close(), unrecorded.close(), recorded.close(), store.close()])
await rm(folder, { recursive: true, force: true })
banks.close()
