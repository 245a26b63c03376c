/**
 * Secrets while they are typed: they are in the fields, are sent to main once, and are stored
 * nowhere (Promise P5).
 */
import { onBeforeUnmount, onDeactivated, reactive, watch } from 'vue'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { useUnsavedMark } from '../../../state/stores/unsaved.store.ts'

/** The input, by field. */
export interface TypedSecrets<Name extends string> {
  readonly typed: Record<Name, string>
  readonly clear: () => void
}

/**
 * Clears itself when the screen is left, when the workstation is locked and when the operator
 * changes; the caller clears it after sending. `place`: its name as a place with unsaved input.
 */
export function useTypedSecrets<Name extends string>(
  place: string,
  names: readonly Name[],
): TypedSecrets<Name> {
  const typed = reactive(Object.fromEntries(names.map((name) => [name, '']))) as Record<
    Name,
    string
  >
  const clear = (): void => {
    for (const name of names) typed[name] = ''
  }
  useUnsavedMark(place, () => names.some((name) => typed[name] !== ''))
  onDeactivated(clear)
  onBeforeUnmount(clear)
  const workstation = useWorkstation()
  watch([() => workstation.state?.operator.id, () => workstation.isSignedIn], clear)
  return { typed, clear }
}
