/**
 * Accepts deliveries on a failing disk: `accepting-child.ts <store> <control> <order> <third>
 * <flushes> [hasty]`. Each delivery is sent again until it is acknowledged, as the bank does.
 * Prints `answered <n> <status>` for every answer, then `freed <status>` for one answer after the
 * disk works again, then `done <flushes> <failed>`. With `hasty` it acknowledges whatever the store
 * says, which tests the proof itself.
 */
import { writeSync } from 'node:fs'
import { systemClock } from '../../../main/platform/clock.ts'
import { newId } from '../../../main/platform/identifiers.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore } from '../../../main/store/store.ts'
import { createAlertIntake } from '../../../main/alerts/intake/alert-intake.ts'
import { numberedDelivery } from './numbered-delivery.ts'
import { diskCounts, orderDisk, type Order, type Third } from './orders.ts'
import { ownStoreWorker } from '../../unit/support/programs/programs.ts'

const [file = '', control = '', order = '', third = '', flushes = '', mode = ''] =
  process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

const opened = await openStore({
  file,
  key: practiceKey,
  startStoreWorker: ownStoreWorker,
  clock: systemClock,
})
if (!opened.ok) throw new Error(`refused: ${JSON.stringify(opened.error)}`)
const intake = createAlertIntake({
  store: opened.value,
  clock: systemClock,
  newId,
  changed: () => undefined,
  report: (where, problem) => say(`problem ${where} ${String(problem)}`),
})

async function take(n: number): Promise<number> {
  const bytes = numberedDelivery(n)
  const answer = await intake.accept({ remote: null, contentType: 'application/json', bytes })
  const status = mode === 'hasty' ? 200 : answer.status
  say(`answered ${String(n)} ${String(status)}`)
  return status
}
async function takeUntilStored(n: number): Promise<void> {
  for (let tries = 1; (await take(n)) !== 200; tries += 1) {
    if (intake.notStoring() === null) say(`silent ${String(n)}`)
    if (tries === 20) throw new Error(`delivery ${String(n)} was never stored`)
  }
  if (intake.notStoring() !== null) say(`sticking ${String(n)}`)
}

orderDisk(control, order as Order, Number(third) as Third)
let n = 0
if (order === 'always-enospc') {
  for (; n < 5; n += 1) await take(n)
} else {
  // Two at a time: one is written alone, the other waits behind it.
  for (; diskCounts(control).flushes < Number(flushes); n += 2)
    await Promise.all([takeUntilStored(n), takeUntilStored(n + 1)])
}
const counts = diskCounts(control)
orderDisk(control, 'good')
say(`freed ${String(await take(n))}`)
await intake.settled()
say(`done ${String(counts.flushes)} ${String(counts.failed)}`)
process.kill(process.pid, 'SIGKILL')
