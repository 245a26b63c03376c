/**
 * Values of the store in memory that are as new as each transaction that uses them, and news of the
 * acts of other workstations.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Store } from './store.ts'
import type { OthersAct } from './others-acts.ts'
import type { Reader } from './tables.ts'

/** A value of the store in memory. This workstation sets it once its own act is on the disk. */
export interface Followed<T> {
  value: T
}

export interface Following<T> {
  /** Whether acts of this kind change the value. */
  readonly isConcerned: (kind: string) => boolean
  /** Reads the value, with `reader` alone: also within a transaction. */
  readonly read: (reader: Reader) => Promise<T>
  /** Called after another workstation has changed the value. */
  readonly changed?: (value: T, before: T) => void
}

/**
 * Reads a value, and again when another workstation has changed it: before the next transaction of
 * this one does anything, so that none decides by an older value.
 */
export async function follow<T>(
  store: Pick<Store, 'read' | 'others'>,
  { isConcerned, read, changed = () => undefined }: Following<T>,
): Promise<Followed<T>> {
  // Called inside a transaction, where the store refuses every other use.
  const tell = AsyncResource.bind(changed)
  let changes = 0
  let followed: Followed<T> | undefined
  store.others.onActs(async (acts, reader) => {
    if (!acts.some(({ kind }) => isConcerned(kind))) return
    changes += 1
    if (!followed) return
    const before = followed.value
    followed.value = await read(reader)
    tell(followed.value, before)
  })
  for (;;) {
    const known = changes
    const value = await read(store.read)
    // A change between its statements may be in one of them only.
    if (known === changes) return (followed = { value })
  }
}

/**
 * Calls back with acts of other workstations, where the store can be used; some acts may come again.
 */
export function hearOthers(
  { others }: Pick<Store, 'others'>,
  listener: (acts: readonly OthersAct[]) => void,
): void {
  const hear = AsyncResource.bind(listener)
  others.onActs((acts) => {
    hear(acts)
    return Promise.resolve()
  })
}
