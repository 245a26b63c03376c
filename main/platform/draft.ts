/**
 * A value shown to the operator but not accepted yet: held in memory under an id for 15 minutes.
 */
import type { Clock } from './clock.ts'

/** Holds one value at a time; a new value replaces the previous one. */
export interface Draft<T> {
  /** Stores the value and returns its id. */
  keep(value: T): string
  /** Undefined when the id is not the current one, or the value was forgotten or has expired. */
  get(draftId: string): T | undefined
  forget(): void
}

const lifeMs = 15 * 60_000

/** Creates the draft, empty. */
export function createDraft<T>({ clock, newId }: { clock: Clock; newId: () => string }): Draft<T> {
  let kept: { readonly id: string; readonly value: T; readonly atMs: number } | undefined
  return {
    keep(value) {
      kept = { id: newId(), value, atMs: clock.monotonicMs() }
      return kept.id
    },
    get: (draftId) =>
      kept?.id === draftId && clock.monotonicMs() - kept.atMs < lifeMs ? kept.value : undefined,
    forget() {
      kept = undefined
    },
  }
}
