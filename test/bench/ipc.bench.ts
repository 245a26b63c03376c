/** Duration of a call from the window to main and back. */
import { launchForBench, report } from './support/bench.ts'
import { sized } from './support/size.ts'

const rounds = sized(500, 5)

const { page, close } = await launchForBench()
const times = await page.evaluate(async (count) => {
  const measured: number[] = []
  for (let i = 0; i < count; i += 1) {
    const start = performance.now()
    await window.countersign.invoke('workstation.getState', undefined)
    measured.push(performance.now() - start)
  }
  return measured
}, rounds)
report('IPC round trip (workstation.getState)', times, 'ms')
await close()
