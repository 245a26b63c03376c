/** A call with accounts and parties in full: an audited act of main, shown for half a minute and then masked again. */
import { computed, shallowRef, watch } from 'vue'
import type { Failure } from '../../../preload/contract/failures.ts'
import type { TrafficCall } from '../../../preload/contract/traffic.ts'
import { bridge } from '../../lib/bridge.ts'
import { useWorkstation } from '../../lib/workstation.store.ts'
import { useBriefLook } from '../../ui/use-brief-look.ts'

/** The call as it is to be shown now: masked, or in full for a while. */
export function useCallInFull(masked: () => TrafficCall) {
  const look = useBriefLook<TrafficCall>()
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
      const answer = await bridge().traffic.reveal({ id })
      failure.value = answer.ok ? undefined : answer.error
      return answer.ok ? answer.value : undefined
    })
  }

  // Neither another call nor another operator is shown what was asked for before.
  watch([() => masked().id, () => useWorkstation().state?.operator.id], () => {
    failure.value = undefined
    look.hide()
  })

  return {
    shown: computed(() => look.shown.value ?? masked()),
    isInFull,
    secondsLeft: look.secondsLeft,
    failure,
    toggle,
  }
}
