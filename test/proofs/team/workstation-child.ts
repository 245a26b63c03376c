/** A workstation of the proof that shares its store with others. */
import { storeThread } from '../../../main/store/store-thread.ts'
import type { TeamStore } from '../../../main/store/team-store.ts'
import { serveWorkstation, type ServedWorkstation } from '../once/serve-workstation.ts'
import { seeded } from '../store/seeded.ts'

/** What the program is started with. */
export interface ChildOptions extends Pick<
  ServedWorkstation,
  'dataFolder' | 'controlUrl' | 'answerTimeoutMs'
> {
  /** From 1. */
  readonly number: number
  readonly store: TeamStore
  readonly storeWorker: string
  /** Decides how far the clock of its computer is off, and how somebody sets it meanwhile. */
  readonly clockSeed: number
}

const mostOffMs = 5 * 60_000
const clockIsSetEveryMs = 5_000

const { number, store, storeWorker, clockSeed, ...options } = JSON.parse(
  process.argv[2] ?? '',
) as ChildOptions
const random = seeded(clockSeed)
let clockOffMs = 0
const setClock = (): void => {
  clockOffMs = Math.round((2 * random() - 1) * mostOffMs)
}
setClock()
setInterval(setClock, clockIsSetEveryMs).unref()
const startStoreWorker = storeThread(new URL(storeWorker), store)
await serveWorkstation({
  ...options,
  startStoreWorker,
  practiceTeam: { number, startStoreWorker },
  laterMs: 0,
  clockOffMs: () => clockOffMs,
})
