/** A store that reports the kind of every act after the act is on the disk. */
import type { Store } from '../store/store.ts'

/** True for acts about payments, and about who may make them. */
export const isMoneyAct = (kind: string): boolean =>
  /^(?:order|batch|ach|payee|payment-schedule|operator|policy)\./.test(kind)

/** Returns the same store; `recorded` is called with the kind of every act after it is recorded. */
export const observedStore = (store: Store, recorded: (kind: string) => void): Store => ({
  ...store,
  async record(act, work) {
    const kinds = [act.kind]
    const value = await store.record(act, (tx, also) =>
      work(tx, (one) => {
        kinds.push(one.kind)
        also(one)
      }),
    )
    for (const kind of kinds) recorded(kind)
    return value
  },
  async recordOne(act, statement) {
    await store.recordOne(act, statement)
    recorded(act.kind)
  },
  async note(act) {
    await store.note(act)
    recorded(act.kind)
  },
})
