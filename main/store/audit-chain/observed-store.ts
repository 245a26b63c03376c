/** A store whose acts are noticed by their kind, once they are on the disk. */
import type { Store } from '../store.ts'

/** Acts about what moves money and about who may move it. */
export const isMoneyAct = (kind: string): boolean =>
  /^(?:order|batch|ach|payee|operator|policy)\./.test(kind)

/** The same store; `told` hears of every act after it was recorded. */
export const observedStore = (store: Store, told: (kind: string) => void): Store => ({
  ...store,
  async record(act, work) {
    const value = await store.record(act, work)
    told(act.kind)
    return value
  },
  async note(act) {
    await store.note(act)
    told(act.kind)
  },
})
