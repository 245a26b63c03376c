/**
 * Memory of window and main over half an hour of scripted use: queries of every kind, a file
 * imported and discarded, lists opened, screens changed. Every reading is taken on the same screen,
 * whose size does not depend on the earlier queries. `--minutes=3`, or COUNTERSIGN_BENCH_MINUTES,
 * makes it shorter. Prints each minute's reading after a forced garbage collection in the window,
 * and how fast each figure grows.
 */
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright/test'
import { PaymentInquiryScreen } from '../e2e/pages/payment-inquiry-screen.ts'
import { ReportsScreen } from '../e2e/pages/reports-screen.ts'
import { launchForBench } from './support/bench.ts'
import { sized } from './support/size.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string' } }, strict: false })
const wished = values.minutes ?? process.env['COUNTERSIGN_BENCH_MINUTES'] ?? sized(30, 0.001)
const minutes = Number(wished)
if (!(minutes > 0)) throw new RangeError(`--minutes=${wished}: a number above 0`)
const minuteMs = 60_000
const rowsOfFile = sized(1_000, 5)

const { app, page, close } = await launchForBench()
await page.getByRole('button', { name: 'Validate an account' }).click()
const session = await page.context().newCDPSession(page)
await session.send('Performance.enable')

/** One reading, in MB; nodes and listeners as the window counts them. */
interface Reading {
  readonly atMs: number
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
  readonly mainHeap: number
  readonly mainRss: number
}

const mb = (bytes: number): number => bytes / 2 ** 20

async function windowMetrics(of: CDPSession): Promise<Readonly<Record<string, number>>> {
  await of.send('HeapProfiler.enable')
  await of.send('HeapProfiler.collectGarbage')
  await of.send('HeapProfiler.disable')
  const { metrics } = await of.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

async function read(since: number): Promise<Reading> {
  await show(page, '/settings')
  const metrics = await windowMetrics(session)
  const main = await app.evaluate(() => {
    const { heapUsed, rss } = process.memoryUsage()
    return { heapUsed, rss }
  })
  return {
    atMs: performance.now() - since,
    heap: mb(metrics['JSHeapUsedSize'] ?? Number.NaN),
    nodes: metrics['Nodes'] ?? Number.NaN,
    listeners: metrics['JSEventListeners'] ?? Number.NaN,
    mainHeap: mb(main.heapUsed),
    mainRss: mb(main.rss),
  }
}

/** Screens that are opened between the queries: by address, as the navigation opens them. */
const screens = [
  '/validation/history',
  '/validation/bulk',
  '/ach-inquiry',
  '/payment-status',
  '/alerts',
  '/alerts/listener',
  '/traffic',
  '/code-book',
  '/connection',
  '/settings',
  '/reports',
]
const settled = (on: Page): Promise<unknown> =>
  on.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60))))

async function show(on: Page, address: string): Promise<void> {
  await on.evaluate((to) => (location.hash = `#${to}`), address)
  await settled(on)
}

async function validate(on: Page, round: number): Promise<void> {
  await show(on, '/validation')
  const form = on.getByRole('form', { name: 'Account to validate' })
  const typed = {
    'Routing number': '550010016',
    'Account number': round % 2 === 0 ? '1000200031' : '1000200032',
    'First name': 'Margaret',
    'Last name': 'Alder',
  }
  for (const [name, value] of Object.entries(typed))
    await form.getByRole('textbox', { name, exact: true }).fill(value)
  await on.keyboard.press('Control+Enter')
  const answer = on.getByRole('region', { name: 'Answer' })
  await answer.and(on.locator('[aria-busy="false"]')).waitFor()
}

async function report(on: Page): Promise<void> {
  await show(on, '/reports')
  const reports = new ReportsScreen(on)
  await reports.write('{}')
  await reports.inquire()
  await on.getByRole('grid', { name: 'Rows of the report' }).waitFor()
  await on.keyboard.press('Escape')
  await on.getByRole('grid', { name: 'Answers' }).waitFor()
}

/**
 * Every other inquiry is answered from the store: a query repeated on the same day does not call
 * the bank.
 */
async function inquire(on: Page): Promise<void> {
  await show(on, '/ach-inquiry')
  await on.getByRole('combobox', { name: 'Account', exact: true }).selectOption({ index: 1 })
  await on.keyboard.press('Control+Enter')
  await on.getByRole('grid', { name: 'Transactions' }).waitFor()
  await on.getByRole('grid', { name: 'Transactions' }).locator('[data-row]').first().click()
  await on.getByRole('region', { name: 'Transaction', exact: true }).waitFor()
}

async function sendInquiry(on: Page, round: number): Promise<void> {
  await show(on, '/payment-status')
  await new PaymentInquiryScreen(on).byTransactionId(`T${String(round)}`)
}

/** Drops a file of a thousand rows, waits for the checks and discards the file. */
async function dropFile(on: Page): Promise<void> {
  await show(on, '/validation/bulk')
  await on.getByRole('button', { name: 'Choose a file' }).first().waitFor()
  await on.evaluate((length) => {
    const rows = Array.from(
      { length },
      (_, at) => `550010016,${String(1_000_200_000 + at)},Margaret,Alder`,
    )
    const text = ['Routing,Account,First name,Last name', ...rows].join('\n')
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'vendors.csv', { type: 'text/csv' }))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, rowsOfFile)
  const rows = on.getByRole('region', { name: 'Rows of the file' })
  await rows.and(on.locator('[aria-busy="false"]')).waitFor()
  await on.getByRole('button', { name: 'Discard' }).click()
  await rows.waitFor({ state: 'detached' })
}

/** Scrolls a list until its next pages are read, and opens one of its lines. */
async function look(on: Page, address: string): Promise<void> {
  await show(on, address)
  await on.evaluate(() => {
    const scroller = document.querySelector('[role="grid"]')?.parentElement
    if (scroller) scroller.scrollTop += 2_000
  })
  await settled(on)
  const row = on.locator('[role="grid"] [data-row]').first()
  if ((await row.count()) > 0) await row.click()
  await settled(on)
}

/**
 * Returns the growth of a figure per minute, by least squares over all readings but the first,
 * which is for warm-up.
 */
function slope(readings: readonly Reading[], of: (reading: Reading) => number): number {
  const warm = readings.length > 3 ? readings.slice(1) : readings
  const xs = warm.map(({ atMs }) => atMs / minuteMs)
  const ys = warm.map(of)
  const mean = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0) / all.length
  const [x, y] = [mean(xs), mean(ys)]
  const above = xs.reduce((sum, one, at) => sum + (one - x) * ((ys[at] ?? 0) - y), 0)
  const below = xs.reduce((sum, one) => sum + (one - x) ** 2, 0)
  return below === 0 ? 0 : above / below
}

const startedAt = performance.now()
const readings: Reading[] = []
let rounds = 0
const print = (reading: Reading): void => {
  readings.push(reading)
  const { atMs, heap, nodes, listeners, mainHeap, mainRss } = reading
  console.log(
    `${(atMs / minuteMs).toFixed(1)} min, ${String(rounds)} rounds: window heap ${heap.toFixed(1)} MB, ` +
      `${String(nodes)} nodes, ${String(listeners)} listeners; main heap ${mainHeap.toFixed(1)} MB, RSS ${mainRss.toFixed(1)} MB`,
  )
}

print(await read(startedAt))
const endsAt = startedAt + minutes * minuteMs
let nextReading = startedAt + minuteMs
do {
  rounds += 1
  await validate(page, rounds)
  await report(page)
  await inquire(page)
  await sendInquiry(page, rounds)
  if (rounds % 5 === 1) await dropFile(page)
  for (const address of screens.slice(0, sized(screens.length, 3))) await look(page, address)
  if (performance.now() >= nextReading) {
    print(await read(startedAt))
    nextReading += minuteMs
  }
} while (performance.now() < endsAt)
print(await read(startedAt))

const figures = [
  ['window heap', 'MB', ({ heap }: Reading) => heap],
  ['window nodes', 'nodes', ({ nodes }: Reading) => nodes],
  ['window listeners', 'listeners', ({ listeners }: Reading) => listeners],
  ['main heap', 'MB', ({ mainHeap }: Reading) => mainHeap],
  ['main RSS', 'MB', ({ mainRss }: Reading) => mainRss],
] as const
for (const [what, unit, of] of figures) {
  const [first, last] = [readings.at(0), readings.at(-1)]
  if (!first || !last) continue
  console.log(
    `${what}: ${of(first).toFixed(1)} to ${of(last).toFixed(1)} ${unit} in ${minutes.toFixed(1)} min, ` +
      `${slope(readings, of).toFixed(2)} ${unit} a minute`,
  )
}
await close()
