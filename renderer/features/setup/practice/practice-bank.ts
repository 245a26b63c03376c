/** The state of the practice bank: read every two seconds while the screen is shown. */
import { onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type {
  PracticeBankState,
  ScenarioOrder,
  SendAlertsOrder,
} from '../../../../preload/contract/api/practice/practice.ts'
import { bridge } from '../../../state/bridge.ts'

const everyMs = 2000

export function usePracticeBank() {
  const bank = shallowRef<PracticeBankState>()
  const failure = shallowRef<Failure>()
  const busy = ref(false)
  let timer: ReturnType<typeof setInterval> | undefined

  async function read(): Promise<void> {
    const result = await bridge().practice.getBank()
    if (result.ok) bank.value = result.value
    failure.value = result.ok ? undefined : result.error
  }

  async function run(
    call: () => ReturnType<ReturnType<typeof bridge>['practice']['clearScenarios']>,
  ): Promise<void> {
    busy.value = true
    const result = await call()
    busy.value = false
    failure.value = result.ok ? undefined : result.error
    if (result.ok) bank.value = result.value
  }

  onMounted(() => {
    void read()
    timer = setInterval(() => void read(), everyMs)
  })
  onBeforeUnmount(() => clearInterval(timer))

  return {
    bank,
    failure,
    busy,
    order: (scenario: ScenarioOrder) => run(() => bridge().practice.setScenario(scenario)),
    clear: () => run(() => bridge().practice.clearScenarios()),
    sendAlerts: (alerts: SendAlertsOrder) => run(() => bridge().practice.sendAlerts(alerts)),
  }
}
