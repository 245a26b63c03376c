/** Something of the bank with accounts and parties in full: an audited act of main, shown for half a minute and then masked again. */
import { computed, shallowRef, watch } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import { useBriefLook } from '../ui/use-brief-look.ts'
import { explain } from '../text/explain.ts'
import { useWorkstation } from './stores/workstation.store.ts'

/** What can be revealed is found again by its id. */
interface Kept {
  readonly id: string
}

/** What is to be shown now: as it is masked, or what `reveal` answered, for a while. */
export function useReveal<T extends Kept>(
  masked: () => T,
  reveal: (which: Kept) => Promise<Result<T, Failure>>,
) {
  const look = useBriefLook<T>()
  const failure = shallowRef<Failure>()
  const isInFull = computed(() => look.shown.value !== undefined)

  async function toggle(): Promise<void> {
    failure.value = undefined
    if (isInFull.value) {
      look.hide()
      return
    }
    const { id } = masked()
    await look.show(async () => {
      const answer = await reveal({ id })
      failure.value = answer.ok ? undefined : answer.error
      return answer.ok ? answer.value : undefined
    })
  }

  // Neither another one nor another operator is shown what was asked for before.
  watch([() => masked().id, () => useWorkstation().state?.operator.id], () => {
    failure.value = undefined
    look.hide()
  })

  return {
    shown: computed(() => look.shown.value ?? masked()),
    isInFull,
    secondsLeft: look.secondsLeft,
    failure,
    /** The failure in words. */
    refusal: computed(() => (failure.value ? explain(failure.value) : null)),
    toggle,
  }
}
