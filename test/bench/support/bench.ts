/**
 * Shared by the benchmarks: a launch as for tests, and percentiles in plain lines.
 */
import type { Page } from 'playwright/test'
import { useElectron } from '../../../scripts/lib/electron-choice.ts'
import { ensureDisplay } from '../../../scripts/lib/display.ts'
import {
  launchCountersign,
  type Countersign,
  type LaunchOptions,
} from '../../e2e/support/launch.ts'

/** Launches the built program on the available runtime, and waits until its store is open. */
export async function launchForBench(options: LaunchOptions = {}): Promise<Countersign> {
  useElectron()
  await ensureDisplay()
  const launched = await launchCountersign(options)
  await launched.page.getByText('open', { exact: true }).first().waitFor()
  return launched
}

/**
 * Returns a function that reads the processor time of the window's main thread, in milliseconds.
 * Other programs on the machine hardly change it, unlike the time of a frame.
 */
export async function mainThreadTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    return busy * 1000
  }
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Returns the value that this share of the values does not reach; 0.5 is the median. */
export const quantile = (values: readonly number[], share: number): number =>
  at(
    values.toSorted((one, other) => one - other),
    share,
  )

/**
 * Prints the median, the 95th percentile and the worst value of a measurement. Throws where nothing
 * was measured.
 */
export function report(what: string, values: readonly number[], unit: string, goal = ''): void {
  if (values.length === 0 || !values.every(Number.isFinite))
    throw new Error(`${what}: nothing was measured`)
  const sorted = [...values].sort((a, b) => a - b)
  const [p50, p95, worst] = [at(sorted, 0.5), at(sorted, 0.95), sorted.at(-1) ?? Number.NaN]
  const line = `${what}: p50 ${p50.toFixed(1)} ${unit}, p95 ${p95.toFixed(1)} ${unit}, worst ${worst.toFixed(1)} ${unit}, n ${String(sorted.length)}`
  console.log(goal === '' ? line : `${line}; goal ${goal}`)
}
