/** The workstation of the proof, with a store in a file. */
import { storeThread } from '../../../main/store/store-thread.ts'
import { serveWorkstation } from './serve-workstation.ts'

const [dataFolder = '', controlUrl = '', storeWorker = '', answerTimeoutMs = '0', laterMs = '0'] =
  process.argv.slice(2)
await serveWorkstation({
  dataFolder,
  controlUrl,
  startStoreWorker: storeThread(new URL(storeWorker)),
  answerTimeoutMs: Number(answerTimeoutMs),
  laterMs: Number(laterMs),
})
