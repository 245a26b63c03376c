/**
 * Opens a store with the worker at a URL, and so migrates it: `migrating-child.ts <store>
 * <worker>`. Prints `opening` before, and `opened` or `refused <code>` after. With `in-place` as
 * the worker it does what the product never does: each statement changes the store itself, and it
 * is killed after the third.
 */
import { writeSync } from 'node:fs'
import { systemClock } from '../../../main/platform/clock.ts'
import { connect } from '../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore } from '../../../main/store/store.ts'
import { storeThread } from '../../../main/store/store-thread.ts'
import { laterVersions } from '../../unit/store/fake-worker.ts'

const [file = '', worker = ''] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

/** Tests the proof itself: a migration without a copy, a transaction or a rename. */
function migrateInPlace(): void {
  const connection = connect(file, practiceKey)
  const statements = laterVersions.later.sql.sqlite.split(';')
  for (const statement of statements.slice(0, 3)) connection.exec(statement)
  process.kill(process.pid, 'SIGKILL')
}

say('opening')
if (worker === 'in-place') migrateInPlace()
const opened = await openStore({
  file,
  key: practiceKey,
  startStoreWorker: storeThread(new URL(worker)),
  clock: systemClock,
})
say(opened.ok ? 'opened' : `refused ${opened.error.code}`)
if (opened.ok) await opened.value.close()
