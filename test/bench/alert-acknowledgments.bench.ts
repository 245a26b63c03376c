/**
 * How many deliveries a second the listener acknowledges, each on the disk by then: 32 connections,
 * with one alert and with a hundred a call. Compared with a bare loop that writes and flushes the
 * same bytes through SQLite with the same cipher and settings, alternately in one run. The listener
 * is a separate program, like main.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { createListenerCertificate } from '../../main/profile/listener-setup.ts'
import { connect } from '../../main/store/sqlite/cipher.ts'
import { applySettings, storeSettings } from '../../main/store/sqlite/connection-settings.ts'
import { createFile } from '../../main/platform/files/durable-files.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { alertPath } from '../../preload/contract/api/alerts/listener.ts'
import { startWorkstation } from '../proofs/alerts/station-program.ts'
import { makeAlerts } from '../proofs/alerts/fake-alerts.ts'
import { report } from './support/bench.ts'

const connections = 32
const rounds = 3
const authorization = `Basic ${Buffer.from('bank:practice').toString('base64')}`
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const certificate = await createListenerCertificate(['127.0.0.1'], new Date())
const certificateFile = join(folder, 'certificate.json')
await writeFile(certificateFile, JSON.stringify(certificate))

/** Creates bodies that the store has not seen: all alerts differ. */
function bodiesOf(calls: number, size: number): string[] {
  const alerts = makeAlerts(calls * size).map(({ notification }) => notification)
  return Array.from({ length: calls }, (_, at) =>
    JSON.stringify({ alertNotificationRequest: alerts.slice(at * size, (at + 1) * size) }),
  )
}

/** The bare loop: one transaction for each body, flushed. Returns bodies a second. */
function loopOver(bodies: readonly string[], file: string): number {
  createFile(file)
  const connection = connect(file, practiceKey)
  applySettings(connection, storeSettings)
  connection.exec('CREATE TABLE bodies (id INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT')
  const insert = connection.prepare('INSERT INTO bodies (body) VALUES (?)')
  const bytes = bodies.map((body) => Buffer.from(body))
  const startedAt = performance.now()
  for (const body of bytes) insert.run(body)
  const perSecond = (bodies.length * 1000) / (performance.now() - startedAt)
  connection.close()
  return perSecond
}

async function listenTo(bodies: readonly string[], file: string) {
  const workstation = await startWorkstation({
    store: file,
    worker: 'store-worker',
    certificateFile,
    port: 0,
    env: {},
  })
  const pool = new Pool(`https://127.0.0.1:${String(workstation.port)}`, {
    connections,
    connect: { ca: certificate.chain },
  })
  const waiting = [...bodies]
  const times: number[] = []
  const send = async (): Promise<void> => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
      const sentAt = performance.now()
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await pool.request({ method: 'POST', path: alertPath, headers, body })
      await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`answered ${String(answer.statusCode)}`)
      times.push(performance.now() - sentAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, send))
  const perSecond = (bodies.length * 1000) / (performance.now() - startedAt)
  await pool.close()
  await workstation.end()
  return { perSecond, times, loopDelayMs: workstation.loopDelayMs() }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN

for (const { size, calls } of [
  { size: 1, calls: 3_000 },
  { size: 100, calls: 240 },
]) {
  const bodies = bodiesOf(calls, size)
  const bare: number[] = []
  const received: Awaited<ReturnType<typeof listenTo>>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const name = `${String(size)}-${String(round)}`
    bare.push(loopOver(bodies, join(folder, `bare-${name}`)))
    received.push(await listenTo(bodies, join(folder, `store-${name}`)))
  }
  const [mid, ours] = [
    quantile(bare, 0.5),
    quantile(
      received.map(({ perSecond }) => perSecond),
      0.5,
    ),
  ]
  const what = size === 1 ? '1 alert a call' : `${String(size)} alerts a call`
  console.log(`Bare loop, ${what}: ${mid.toFixed(0)} calls/s`)
  console.log(
    `Listener, ${what}: ${ours.toFixed(0)} calls/s acknowledged, ${(ours / mid).toFixed(2)} of the bare loop; goal 0.5`,
  )
  const times = received.flatMap((one) => one.times)
  report(`Acknowledgment, ${what}, ${String(connections)} connections`, times, 'ms')
  console.log(`  p99 ${quantile(times, 0.99).toFixed(1)} ms; goal 150 ms`)
  report(
    'Event loop of main, late at its 99th',
    received.map((one) => one.loopDelayMs),
    'ms',
    '50 ms',
  )
}
await rm(folder, { recursive: true, force: true })
