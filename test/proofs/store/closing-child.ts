/** Opens a store and closes it, which compacts it where that is worthwhile: `closing-child.ts <store>`. Says `closing` in between. */
import { writeSync } from 'node:fs'
import { systemClock } from '../../../main/clock.ts'
import { practiceKey } from '../../../main/storage/practice-key.ts'
import { openStore } from '../../../main/storage/store.ts'
import { ownStoreWorker } from '../../unit/support/programs/programs.ts'

const [file = ''] = process.argv.slice(2)
const opened = await openStore({
  ...{ file, key: practiceKey, clock: systemClock },
  startStoreWorker: ownStoreWorker,
})
if (!opened.ok) throw new Error(opened.error.code)
writeSync(1, 'closing\n')
await opened.value.close()
writeSync(1, 'closed\n')
