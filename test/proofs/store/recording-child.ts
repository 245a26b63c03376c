/**
 * Records settings for ever, several at a time: `recording-child.ts <store> <run> [too-early]`.
 * Prints `opening`, then `trying <name>` before each and `stored <name>` once the store has confirmed
 * it; with `too-early`, before it has.
 */
import { writeSync } from 'node:fs'
import { systemClock } from '../../../main/platform/clock.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore } from '../../../main/store/store.ts'
import { inFlight } from './recorded.ts'
import { ownStoreWorker } from '../../unit/support/programs/programs.ts'

const [file = '', run = '', when = ''] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

say('opening')
const opened = await openStore({
  file,
  key: practiceKey,
  startStoreWorker: ownStoreWorker,
  clock: systemClock,
})
if (!opened.ok) throw new Error(`refused: ${JSON.stringify(opened.error)}`)
const store = opened.value

let count = 0
async function recordForEver(): Promise<never> {
  for (;;) {
    count += 1
    const name = `${run}/${String(count)}`
    say(`trying ${name}`)
    const detail = { run, filler: 'x'.repeat(count % 1500) }
    if (when === 'too-early') say(`stored ${name}`)
    await store.record({ actor: 'system', kind: 'setting.changed', subject: name, detail }, (tx) =>
      tx
        .insertInto('settings')
        .values({ name, value: JSON.stringify(detail), at: 'now', actor: 'system' })
        .execute(),
    )
    if (when !== 'too-early') say(`stored ${name}`)
  }
}

await Promise.all(Array.from({ length: inFlight }, recordForEver))
