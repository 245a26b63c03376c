/** 100,000 validations scrolled in the read-only table, which main fills page by page. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillWithValidations } from './support/many-validations.ts'
import { launchForBench, mainThreadTime, report } from './support/bench.ts'
import { sized } from './support/size.ts'

const rows = sized(100_000, 200)
const frames = sized(300, 5)
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
await fillWithValidations(dataDir, rows)

const { page, close } = await launchForBench({ dataDir })
const startedAt = performance.now()
await page.evaluate(() => {
  location.hash = '#/validation/history'
})
await page.getByRole('grid', { name: 'Validations' }).getByRole('row').nth(5).waitFor()
report(
  `${rows.toLocaleString('en-US')} validations: list opened`,
  [performance.now() - startedAt],
  'ms',
  '300 ms',
)

const busy = await mainThreadTime(page)
for (const [what, step, goal] of [
  ['slowly, 32 px a frame', 32, 'p95 16.7 ms'],
  ['by wheel, 120 px a frame', 120, 'p95 33 ms'],
  ['fast, 700 px a frame', 700, 'p95 50 ms'],
] as const) {
  const before = await busy()
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
  const used = ((await busy()) - before) / frames
  report(`${rows.toLocaleString('en-US')} validations scrolled ${what}: frame`, times, 'ms', goal)
  report(`the same: main thread busy in a frame`, [used], 'ms')
}
const heap = await page.evaluate(
  () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
)
report('heap of the window after scrolling', [heap / 2 ** 20], 'MB')
await close()
await rm(dataDir, { recursive: true, force: true })
