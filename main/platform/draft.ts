/**
 * A value shown to the operator but not accepted yet: held in memory under an id for 15 minutes.
 */
import type { Clock } from './clock.ts'

/** Holds one value at a time; a new value replaces the previous one. */
export interface Draft<T> {
  /** Stores the value and returns its id. */
  put(value: T): string
  /** Undefined when the id is not the current one, or the value was forgotten or has expired. */
  get(draftId: string): T | undefined
  forget(): void
}

const lifeMs = 15 * 60_000

/** Creates the draft, empty. */
export function createDraft<T>({ clock, newId }: { clock: Clock; newId: () => string }): Draft<T> {
  let current: { readonly id: string; readonly value: T; readonly atMs: number } | undefined
  return {
    put(value) {
      current = { id: newId(), value, atMs: clock.monotonicMs() }
      return current.id
    },
    get: (draftId) =>
      current?.id === draftId && clock.monotonicMs() - current.atMs < lifeMs
        ? current.value
        : undefined,
    forget() {
      current = undefined
    },
  }
}
