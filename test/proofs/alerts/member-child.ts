/**
 * A workstation of a team that takes its turn as the listener, as a program of its own, to be killed:
 * store, intake, duty and HTTPS server are the product's.
 */
import { createAlerts } from '../../../main/alerts/alerts.ts'
import type { AlertEvents } from '../../../main/alerts/alert-events.ts'
import type { ListenerCertificate } from '../../../main/alerts/listener/listener-gate.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import { createEvents } from '../../../main/platform/events.ts'
import { newId } from '../../../main/platform/identifiers.ts'
import { momentNow } from '../../../main/store/membership.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore } from '../../../main/store/store.ts'
import { storeThread } from '../../../main/store/store-thread.ts'
import { clockOf } from '../../../main/store/team-clock.ts'
import type { TeamStore } from '../../../main/store/team-store.ts'
import type { ListenerRunning } from '../../../preload/contract/api/alerts/listener.ts'
import { bankCredentials } from './delivering-bank.ts'

/** What the program is started with. */
export interface MemberOptions {
  readonly store: TeamStore
  readonly storeWorker: string
  readonly certificate: ListenerCertificate
  readonly port: number
}

/** What it tells: the state of its listener, and when that began by the computer's monotonic clock. */
export interface MemberMessage {
  readonly state: ListenerRunning['state']
  readonly at: number
}

const {
  store: team,
  storeWorker,
  certificate,
  port,
} = JSON.parse(process.argv[2] ?? '') as MemberOptions

const opened = await openStore({
  file: '',
  key: practiceKey,
  startStoreWorker: storeThread(new URL(storeWorker), team),
  clock: systemClock,
})
if (!opened.ok) throw new Error(JSON.stringify(opened.error))
const store = opened.value
const clock = clockOf(systemClock, store.membership)
const report = (where: string, problem: unknown): void =>
  void process.stderr.write(`${where}: ${String(problem)}\n`)
const events = createEvents<AlertEvents>(report)
events.on('listener.running', ({ running: { state } }) => {
  process.send?.({ state, at: momentNow().monotonicMs } satisfies MemberMessage)
})
const context = { store, clock, newId, report, emitEvent: () => undefined }
const { intake, listener } = await createAlerts(context, events.emit)
await listener.apply({
  host: '127.0.0.1',
  port,
  certificate: { ...certificate, isCreatedHere: true },
  credentials: { ...bankCredentials, createdAt: '2026-11-28T08:00:00.000Z' },
  previous: null,
  permitted: [],
  publicUrl: null,
})
process.once('disconnect', () => process.exit())
process.once('SIGTERM', () => {
  void listener
    .close()
    .then(() => intake.settled())
    .then(() => store.close())
    .then(() => process.exit(0))
})
