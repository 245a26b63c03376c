/** Reports activity in the window to main from time to time, so that main does not lock it. */
import { bridge } from '../../state/bridge.ts'

const atMostEveryMs = 15_000
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/** Starts the reports; the returned function ends them. */
export function tellSignsOfLife(now: () => number = () => performance.now()): () => void {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = (): void => {
    if (now() - toldAt < atMostEveryMs) return
    toldAt = now()
    void bridge().operators.beActive()
  }
  for (const sign of signs) window.addEventListener(sign, tell, { capture: true, passive: true })
  return () => {
    for (const sign of signs) window.removeEventListener(sign, tell, { capture: true })
  }
}
