/**
 * A store worker that flushes lazily, which is the library's default. Tests the proof itself.
 */
import { parentPort } from 'node:worker_threads'
import { storeSettings } from '../../../main/store/sqlite/connection-settings.ts'
import { migrations } from '../../../main/store/schema/migrations/index.ts'
import { sqliteStores } from '../../../main/store/sqlite/sqlite-engine.ts'
import { serveRequests } from '../../../main/store/store-server.ts'
import { alertJobs } from '../../../main/alerts/store-jobs.ts'

if (parentPort === null) throw new Error('the store worker runs as a worker thread only')
const lazy = storeSettings.map((setting) =>
  setting.pragma === 'synchronous' ? { ...setting, write: 'NORMAL', wanted: '1' } : setting,
)
serveRequests(parentPort, sqliteStores({ migrations, settings: lazy }), alertJobs)
