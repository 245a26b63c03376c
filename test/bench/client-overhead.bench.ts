/**
 * Overhead of the bank client for one call, compared with bare undici with the same connection
 * settings, on the same loopback bank, alternately in one run. Only this measurement raises the
 * rate budget by its share. Once without recording calls and once with the store's recorder, which
 * waits for the disk. Then a call on a connection of its own, as a payment has, with and without the
 * wait for the bank's first words, in pairs.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type buildConnector } from 'undici'
import { saveCall } from '../../main/bank/call-record.ts'
import { longestAnswerBytes } from '../../main/bank/client/connections.ts'
import { mutualTlsConnector } from '../../main/bank/client/connector.ts'
import { ownConnector } from '../../main/bank/client/own-socket.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore } from '../../main/store/store.ts'
import { quantile, report } from './support/bench.ts'
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

const connector = mutualTlsConnector(connection, { handshakeStarted: () => () => undefined })
const bareClient = (connect: buildConnector.connector): Client =>
  new Client(connection.baseUrl, {
    connect,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 4_000,
    maxResponseSize: longestAnswerBytes,
  })
const bare = bareClient(connector)
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
const headers = {
  authorization: 'Bearer bench-token',
  accept: 'application/json',
  'content-type': 'application/json',
}
async function bareCall(client: Client): Promise<void> {
  const answer = await client.request({ method: 'POST', path, headers, body })
  await answer.body.text()
}
const ways = {
  'bare undici': () => bareCall(bare),
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

async function onOwnConnection(connect: buildConnector.connector): Promise<number> {
  const client = bareClient(connect)
  const startedAt = performance.now()
  await bareCall(client)
  const tookMs = performance.now() - startedAt
  await client.close()
  await pause(apartMs)
  return tookMs
}
const pairs: { readonly waiting: number; readonly atOnce: number }[] = []
for (let round = -warmUp; round < rounds; round += 1) {
  const pair = {
    waiting: await onOwnConnection(ownConnector(connector).connect),
    atOnce: await onOwnConnection(connector),
  }
  if (round >= 0) pairs.push(pair)
}
report(
  'A call on its own connection, once the bank has verified',
  pairs.map((one) => one.waiting),
  'ms',
)
report(
  'The same written at once',
  pairs.map((one) => one.atOnce),
  'ms',
)
const added = pairs.map(({ waiting, atOnce }) => waiting - atOnce)
const thousandths = (ms: number): string => (ms * 1_000).toFixed(0)
console.log(
  `The wait adds at the median ${thousandths(quantile(added, 0.5))} \u00b5s; ` +
    `goal one call of bare undici, ${thousandths(quantile(bareTimes, 0.5))} \u00b5s`,
)
await Promise.all([bare.close(), unrecorded.close(), recorded.close(), store.close()])
await rm(folder, { recursive: true, force: true })
banks.close()
