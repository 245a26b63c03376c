/**
 * The listener of a workstation as a program of its own, to be killed: store, intake and HTTPS
 * server are the product's. Prints `stored <JSON>` with the hashes of the deliveries in its store,
 * then `listening <port>`, `unreadable` for each delivery that it counts as such, and on request to
 * end `loop <p99>`, the delay of its event loop in milliseconds.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { systemClock } from '../../../main/platform/clock.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore } from '../../../main/store/store.ts'
import { createAlertIntake } from '../../../main/alerts/intake/alert-intake.ts'
import { openListener } from '../../../main/alerts/listener/listener.ts'
import { storeThread } from '../../../main/store/store-thread.ts'
import type { ListenerCertificate } from '../../../main/alerts/listener/listener-gate.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const [file = '', worker = '', certificateFile = '', port = '0', team = 'null'] =
  process.argv.slice(2)
const certificate = JSON.parse(readFileSync(certificateFile, 'utf8')) as ListenerCertificate

const opened = await openStore({
  file,
  key: practiceKey,
  startStoreWorker: storeThread(new URL(worker), JSON.parse(team)),
  clock: systemClock,
})
if (!opened.ok) throw new Error(JSON.stringify(opened.error))
const store = opened.value
const stored = await store.read.selectFrom('alert_deliveries').select('sha256').execute()
say(`stored ${JSON.stringify(stored.map(({ sha256 }) => sha256))}`)

const intake = createAlertIntake({
  store,
  clock: systemClock,
  newId: randomUUID,
  changed: () => undefined,
  report: (where, problem) => process.stderr.write(`${where}: ${String(problem)}\n`),
})
const listener = await openListener({
  host: '127.0.0.1',
  port: Number(port),
  certificate,
  credentials: [{ userName: 'bank', password: 'practice' }],
  permitted: [],
  accept: (delivery) => intake.accept(delivery),
  isOwnProbe: () => false,
  refused: (kind, _from, isDelivery) => {
    if (kind === 'unreadable' && isDelivery === true) say('unreadable')
    else process.stderr.write(`refused: ${kind}\n`)
  },
  received: () => undefined,
})
say(`listening ${String(listener.port)}`)
void intake.readPending()
const loop = monitorEventLoopDelay({ resolution: 1 })
loop.enable()
process.once('SIGTERM', () => {
  say(`loop ${String(loop.percentile(99) / 1e6)}`)
  void listener
    .close()
    .then(() => intake.settled())
    .then(() => store.close())
    .then(() => process.exit(0))
})
