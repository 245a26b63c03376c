/**
 * Opens a store and closes it, which compacts it if that is worthwhile: `closing-child.ts <store>`.
 * Prints `closing` in between. With `in-steps` it does what the product never does: it rewrites the
 * rows one by one, each in a transaction of its own, and is killed after half of them.
 */
import { writeSync } from 'node:fs'
import { systemClock } from '../../../main/platform/clock.ts'
import { connect } from '../../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore } from '../../../main/store/store.ts'
import { ownStoreWorker } from '../../unit/support/programs/programs.ts'

const [file = '', mode = ''] = process.argv.slice(2)

/** Tests the proof itself: a rewrite that is not one transaction. */
function compactInSteps(): void {
  const connection = connect(file, practiceKey)
  const rows = connection.prepare('SELECT name, value, at, actor FROM settings').all()
  connection.exec('DELETE FROM settings')
  const insert = connection.prepare(
    'INSERT INTO settings (name, value, at, actor) VALUES (@name, @value, @at, @actor)',
  )
  for (const row of rows.slice(0, rows.length / 2)) insert.run(row)
  process.kill(process.pid, 'SIGKILL')
}

if (mode === 'in-steps') compactInSteps()
const opened = await openStore({
  file,
  key: practiceKey,
  clock: systemClock,
  startStoreWorker: ownStoreWorker,
})
if (!opened.ok) throw new Error(opened.error.code)
writeSync(1, 'closing\n')
await opened.value.close()
writeSync(1, 'closed\n')
