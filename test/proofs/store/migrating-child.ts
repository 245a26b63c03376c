/**
 * Opens a store with the worker at a URL, and so migrates it: `migrating-child.ts <store> <worker>`.
 * Says `opening` before and `opened` or `refused <code>` after.
 */
import { writeSync } from 'node:fs'
import { systemClock } from '../../../main/clock.ts'
import { practiceKey } from '../../../main/storage/practice-key.ts'
import { openStore } from '../../../main/storage/store.ts'
import { storeThread } from '../../../main/storage/worker-link.ts'

const [file = '', worker = ''] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

say('opening')
const opened = await openStore({
  file,
  key: practiceKey,
  startStoreWorker: storeThread(new URL(worker)),
  clock: systemClock,
})
say(opened.ok ? 'opened' : `refused ${opened.error.code}`)
if (opened.ok) await opened.value.close()
