/** The use of the agreed volumes, read again each minute and when the profile changes. */
import { onBeforeUnmount, onMounted } from 'vue'
import { bridge, onEvent } from './bridge.ts'
import { useWorkstation } from './stores/workstation.store.ts'
import { useLiveQuery } from './use-live-query.ts'

const everyMs = 60_000

export function useAgreedVolumes() {
  const workstation = useWorkstation()
  const { value: volumes, readAgain } = useLiveQuery({
    fetchValue: () => bridge().overview.getAgreedVolumes(),
    when: () => workstation.storeAnswers,
  })
  onEvent('profiles', 'shownChanged', () => void readAgain())
  let minutely: ReturnType<typeof setInterval> | undefined
  onMounted(() => (minutely = setInterval(() => void readAgain(), everyMs)))
  onBeforeUnmount(() => clearInterval(minutely))
  return volumes
}
