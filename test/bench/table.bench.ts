/** 100,000 validations scrolled in the read-only table, which main fills page by page. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillWithValidations } from './support/many-validations.ts'
import { launchForBench, report } from './support/bench.ts'

const rows = 100_000
const frames = 300
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
await fillWithValidations(dataDir, rows)

const { page, close } = await launchForBench({ dataDir })
await page.getByText('open', { exact: true }).first().waitFor()
const requested = performance.now()
await page.evaluate(() => {
  location.hash = '#/validation/history'
})
await page.getByRole('grid', { name: 'Validations' }).getByRole('row').nth(5).waitFor()
report('100,000 validations: list opened', [performance.now() - requested], 'ms')

for (const [what, step] of [
  ['slowly, 32 px a frame', 32],
  ['by wheel, 120 px a frame', 120],
  ['fast, 700 px a frame', 700],
] as const) {
  const times = await page.evaluate(
    async ({ count, by }) => {
      const scroller = document.querySelector('[role="grid"]')?.parentElement
      if (!scroller) return []
      const measured: number[] = []
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      for (let i = 0; i < count; i += 1) {
        scroller.scrollTop += by
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        measured.push(now - last)
        last = now
      }
      return measured
    },
    { count: frames, by: step },
  )
  report(`100,000 validations scrolled ${what}: frame`, times, 'ms', 'p95 16.7 ms')
}
const heap = await page.evaluate(
  () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
)
report('heap of the window after scrolling', [heap / 2 ** 20], 'MB')
await close()
await rm(dataDir, { recursive: true, force: true })
