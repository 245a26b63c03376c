/**
 * Shows a bank record with accounts and parties unmasked: an audited act of main, masked again
 * after half a minute.
 */
import { computed, shallowRef, watch } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import { useTimedReveal } from '../ui/use-timed-reveal.ts'
import { explain } from '../text/explain.ts'
import { useWorkstation } from './stores/workstation.store.ts'

/** A record that can be found again by its id. */
interface WithId {
  readonly id: string
}

/** Returns the record to show: masked, or for a short time the answer of `reveal`. */
export function useReveal<T extends WithId>(
  masked: () => T,
  reveal: (which: WithId) => Promise<Result<T, Failure>>,
) {
  const look = useTimedReveal<T>()
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

  // Another record or another operator must not see the revealed one.
  watch([() => masked().id, () => useWorkstation().state?.operator.id], () => {
    failure.value = undefined
    look.hide()
  })

  return {
    shown: computed(() => look.shown.value ?? masked()),
    isInFull,
    secondsLeft: look.secondsLeft,
    failure,
    /** The failure as a message. */
    refusal: computed(() => (failure.value ? explain(failure.value) : null)),
    toggle,
  }
}
