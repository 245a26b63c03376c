/** Tells main now and then that somebody is at the window, so that it does not lock itself. */
import { bridge } from '../../state/bridge.ts'

const atMostEveryMs = 15_000
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/** Tells it from now on; the answer ends it. */
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
