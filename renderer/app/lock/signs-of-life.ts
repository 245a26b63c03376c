/** Reports activity in the window to main from time to time, so that main does not lock it. */
import { bridge } from '../../state/bridge.ts'
import { isResting } from '../../ui/overlay/resting-pointer.ts'

const atMostEveryMs = 15_000
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/** Starts the reports; the returned function ends them. */
export function reportSignsOfLife(now: () => number = () => performance.now()): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = (event: Event): void => {
    if (isResting(event)) return
    if (now() - reportedAt < atMostEveryMs) return
    reportedAt = now()
    void bridge().operators.beActive()
  }
  for (const sign of signs) window.addEventListener(sign, report, { capture: true, passive: true })
  return () => {
    for (const sign of signs) window.removeEventListener(sign, report, { capture: true })
  }
}
