/** The practice team that this program has started: read every two seconds while the screen is shown. */
import { onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { PracticeTeamState } from '../../../../preload/contract/api/practice/practice.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../state/bridge.ts'

const everyMs = 2000

export function usePracticeTeam() {
  const team = shallowRef<PracticeTeamState>()
  const failure = shallowRef<Failure>()
  const busy = ref(false)
  let timer: ReturnType<typeof setInterval> | undefined

  async function read(): Promise<void> {
    const result = await bridge().practice.getTeam()
    if (result.ok) team.value = result.value
  }

  async function run(call: () => Promise<Result<PracticeTeamState, Failure>>): Promise<void> {
    busy.value = true
    const result = await call()
    busy.value = false
    failure.value = result.ok ? undefined : result.error
    await read()
  }

  onMounted(() => {
    void read()
    timer = setInterval(() => void read(), everyMs)
  })
  onBeforeUnmount(() => clearInterval(timer))

  return {
    team,
    failure,
    busy,
    start: (size: number) => run(() => bridge().practice.startTeam({ size })),
    end: () => run(() => bridge().practice.endTeam()),
  }
}
