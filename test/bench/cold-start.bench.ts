/** From starting the process to a window that answers, on a fresh data folder each time. */
import { launchForBench, report } from './support/bench.ts'
import { sized } from './support/size.ts'

const runs = sized(7, 1)
const painted: number[] = []
const interactive: number[] = []

for (let i = 0; i < runs; i += 1) {
  const before = Date.now()
  const { page, close } = await launchForBench()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const marks = await page.evaluate(async () => {
    while (performance.getEntriesByName('countersign:interactive').length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const at = (name: string): number =>
      performance.timeOrigin + (performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN)
    return { painted: at('first-contentful-paint'), interactive: at('countersign:interactive') }
  })
  painted.push(marks.painted - before)
  interactive.push(marks.interactive - before)
  await close()
}
report('cold start to first contentful paint', painted, 'ms')
report('cold start to an interactive window', interactive, 'ms', '1200 ms')
