/** A workstation of the proof that shares its store with others. */
import { storeThread } from '../../../main/store/store-thread.ts'
import type { TeamStore } from '../../../main/store/team-store.ts'
import { serveWorkstation, type ServedWorkstation } from '../once/serve-workstation.ts'

/** What the program is started with. */
export interface ChildOptions extends Pick<
  ServedWorkstation,
  'dataFolder' | 'controlUrl' | 'answerTimeoutMs'
> {
  /** From 1. */
  readonly number: number
  readonly store: TeamStore
  readonly storeWorker: string
}

const { number, store, storeWorker, ...options } = JSON.parse(process.argv[2] ?? '') as ChildOptions
const startStoreWorker = storeThread(new URL(storeWorker), store)
await serveWorkstation({
  ...options,
  startStoreWorker,
  practiceTeam: { number, startStoreWorker },
  laterMs: 0,
})
