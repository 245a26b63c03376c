/** A revealed account number: shown for half a minute, and hidden as soon as the window is left. */
import { shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../state/bridge.ts'
import { useTimedReveal } from '../../../ui/use-timed-reveal.ts'

/** The number of one account at a time. Each reveal is an audited act of main. */
export function useRevealedNumber() {
  const { shown: number, secondsLeft, show: look, hide } = useTimedReveal<string>()
  const failure = shallowRef<Failure>()
  const show = (id: string): Promise<void> =>
    look(async () => {
      const answer = await bridge().profiles.revealAccount({ id })
      failure.value = answer.ok ? undefined : answer.error
      return answer.ok ? answer.value.number : undefined
    })
  return { number, secondsLeft, failure, show, hide }
}
