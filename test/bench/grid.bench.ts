/**
 * The editable grid with 10,000 rows, in the window: how long until a typed letter is visible, and
 * a frame of scrolling.
 */
import type { Page } from 'playwright/test'
import { launchForBench, report } from './support/bench.ts'
import { sized } from './support/size.ts'

const letters = sized(200, 4)
/**
 * Twenty keys a second, faster than anybody types: without a pause the measurement would be of a
 * queue of keys.
 */
const pauseMs = 50
const frames = sized(300, 5)
const { page, close } = await launchForBench()
await page.evaluate(() => {
  location.assign('/gallery.html')
})
const grid = page.getByRole('grid', { name: 'Example entries', exact: true })
await grid.locator('[data-row="5"] > [data-cell="0"]').focus()

/** Measures from each key to the frame after it, when the text is drawn. */
const listen = (window: Page): Promise<void> =>
  window.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { keyTimes: times })
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => times.push(performance.now() - timeStamp)
        // The task after the frame's callbacks: style, layout and paint of that frame are done.
        requestAnimationFrame(() => channel.port2.postMessage(undefined))
      },
      { capture: true },
    )
  })
const measured = (window: Page): Promise<number[]> =>
  window.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes.splice(0))

const press = async (key: string): Promise<void> => {
  await page.keyboard.press(key)
  await page.waitForTimeout(pauseMs)
}

await listen(page)
for (let letter = 0; letter < letters; letter += 1) await press('1')
report('10,000 rows: a letter typed into a cell', await measured(page), 'ms', 'p95 32 ms')
await page.keyboard.press('Escape')
await measured(page)
for (let cell = 0; cell < letters / 2; cell += 1) {
  await press('7')
  await press('Enter')
}
report('10,000 rows: a cell typed and saved', await measured(page), 'ms', 'p95 32 ms')
for (let step = 0; step < letters; step += 1) await press('ArrowDown')
report('10,000 rows: a step down', await measured(page), 'ms', 'p95 32 ms')

for (const [what, step] of [
  ['slowly, 28 px a frame', 28],
  ['by wheel, 120 px a frame', 120],
  ['fast, 700 px a frame', 700],
] as const) {
  const times = await grid.evaluate(
    async (table, { count, by }) => {
      const scroller = table.parentElement?.parentElement
      if (!scroller) return []
      scroller.scrollTop = 0
      const measuredFrames: number[] = []
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      for (let i = 0; i < count; i += 1) {
        scroller.scrollTop += by
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        measuredFrames.push(now - last)
        last = now
      }
      return measuredFrames
    },
    { count: frames, by: step },
  )
  report(`10,000 rows scrolled ${what}: frame`, times, 'ms', 'p95 16.7 ms')
}
await close()
