/** One question to main at a time, and why it was refused. */
import { computed, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Explanation } from '../../text/explanation.ts'
import { explainSignIn } from './lock-text.ts'

/** How the asking stands. */
export interface Asking {
  readonly busy: Readonly<Ref<boolean>>
  readonly refusal: ComputedRef<Explanation | null>
  /** Asks, unless it is asked already; true when nothing was refused. */
  readonly ask: (question: () => Promise<Failure | undefined>) => Promise<boolean>
}

/** Makes it, idle. `explained`: in which words a refusal is told. */
export function useRequest(explained: (failure: Failure) => Explanation = explainSignIn): Asking {
  const busy = ref(false)
  const failure = shallowRef<Failure>()
  return {
    busy,
    refusal: computed(() => (failure.value ? explained(failure.value) : null)),
    async ask(question) {
      if (busy.value) return false
      busy.value = true
      failure.value = await question().finally(() => (busy.value = false))
      return failure.value === undefined
    },
  }
}
