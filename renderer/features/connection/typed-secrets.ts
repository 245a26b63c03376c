/** Secrets while they are typed: they stand in the fields, go to main once, and are nowhere afterwards (design P5). */
import { onBeforeUnmount, onDeactivated, reactive, ref, watch, type Ref } from 'vue'
import { useWorkstation } from '../../lib/workstation.store.ts'

/** What is typed, by field. */
export interface TypedSecrets<Name extends string> {
  readonly typed: Record<Name, string>
  /** Grows when the fields are emptied: as their key it makes new ones, which hide what is typed again. */
  readonly round: Readonly<Ref<number>>
  readonly clear: () => void
}

/** Empties itself when the screen is left and when another operator sits down; the caller empties it once it was sent. */
export function useTypedSecrets<Name extends string>(names: readonly Name[]): TypedSecrets<Name> {
  const typed = reactive(Object.fromEntries(names.map((name) => [name, '']))) as Record<
    Name,
    string
  >
  const round = ref(0)
  const clear = (): void => {
    for (const name of names) typed[name] = ''
    round.value += 1
  }
  onDeactivated(clear)
  onBeforeUnmount(clear)
  watch(() => useWorkstation().state?.operator.id, clear)
  return { typed, round, clear }
}
