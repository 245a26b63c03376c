/**
 * How many deliveries a second the listener acknowledges, each on the disk by then: 32 connections,
 * with one alert and with a hundred a call. Compared with a bare loop that writes and flushes the
 * same bytes through SQLite with the same cipher and settings, alternately in one run. The listener
 * is a separate program, like main.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../main/store/sqlite/cipher.ts'
import { applySettings, storeSettings } from '../../main/store/sqlite/connection-settings.ts'
import { createFile } from '../../main/platform/files/durable-files.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { quantile, report } from './support/bench.ts'
import { alertSender, bodiesOf, connections, type Acknowledged } from './support/deliveries.ts'
import { sized } from './support/size.ts'

const rounds = sized(3, 1)
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const deliver = await alertSender(folder)

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

for (const { size, calls } of [
  { size: 1, calls: sized(3_000, 40) },
  { size: 100, calls: sized(240, 4) },
]) {
  const bodies = bodiesOf(calls, size)
  const bare: number[] = []
  const received: Acknowledged[] = []
  for (let round = 0; round < rounds; round += 1) {
    const name = `${String(size)}-${String(round)}`
    bare.push(loopOver(bodies, join(folder, `bare-${name}`)))
    received.push(await deliver(bodies, { store: join(folder, `store-${name}`) }))
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
