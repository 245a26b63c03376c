/** One request to main at a time, and the reason if it was refused. */
import { computed, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Explanation } from '../../text/explanation.ts'
import { explainSignIn } from './lock-text.ts'

export interface SingleRequest {
  readonly busy: Readonly<Ref<boolean>>
  readonly refusal: ComputedRef<Explanation | null>
  /** Sends the request unless one is in progress; true if it was not refused. */
  readonly send: (question: () => Promise<Failure | undefined>) => Promise<boolean>
}

/** Returns an idle request. `explained` turns a refusal into a message. */
export function useRequest(
  explained: (failure: Failure) => Explanation = explainSignIn,
): SingleRequest {
  const busy = ref(false)
  const failure = shallowRef<Failure>()
  return {
    busy,
    refusal: computed(() => (failure.value ? explained(failure.value) : null)),
    async send(question) {
      if (busy.value) return false
      busy.value = true
      failure.value = await question().finally(() => (busy.value = false))
      return failure.value === undefined
    },
  }
}
