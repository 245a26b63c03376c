/** Something that was looked at and is not taken yet: kept in memory under an id, for a quarter of an hour. */
import type { Clock } from '../platform/clock.ts'

/** One at a time: what is kept takes the place of what was. */
export interface Draft<T> {
  /** Keeps it and answers its id. */
  keep(value: T): string
  /** Undefined when the id is another's, or it was forgotten, or has lain too long. */
  get(draftId: string): T | undefined
  forget(): void
}

const lifeMs = 15 * 60_000

/** Makes it, empty. */
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
