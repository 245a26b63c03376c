/**
 * Promise P2 on a failing disk: a failed flush, a failed write, or a full disk. Nothing is
 * acknowledged that is missing afterwards, and the next good flush makes the next delivery good,
 * without a restart. Each of the first flushes, or a write before it, fails in one of three runs:
 * the 1st, 4th, 7th in the first run, and so on.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Store } from '../../main/store/store.ts'
import { newFolder, newStorePath, open } from '../unit/store/stores.ts'
import { alertsIn, deliveriesIn, intakeOf, receiptsIn } from '../unit/alerts/intakes.ts'
import { alertsPerDelivery, guidsOf } from './alerts/numbered-delivery.ts'
import { orderDisk, type Order, type Third } from './alerts/orders.ts'
import { sizes } from './sizes.ts'
import { startChild } from './store/child.ts'
import { temporaryFolder } from './store/temporary-folder.ts'

const { flushes } = sizes.alertFaults
const shim = builtShim()

function builtShim(): string {
  const library = join(temporaryFolder().path, 'faulty-disk.so')
  const source = fileURLToPath(new URL('./alerts/faulty-disk.c', import.meta.url))
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  return library
}

interface Run {
  readonly answers: readonly { readonly n: number; readonly status: number }[]
  readonly lines: readonly string[]
}

async function runOn(file: string, order: Order, third: Third, mode = ''): Promise<Run> {
  const control = join(newFolder(), 'control')
  orderDisk(control, 'good')
  const args = [file, control, order, String(third), String(flushes), mode]
  const child = startChild('alerts-accepting', args, {
    LD_PRELOAD: shim,
    FAULTY_DIR: dirname(file),
    FAULTY_CONTROL: control,
  })
  await child.ended
  const answers = child.lines
    .map((line) => /^answered (\d+) (\d+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, n, status]) => ({ n: Number(n), status: Number(status) }))
  return { answers, lines: child.lines }
}

const numbers = (run: Run, status: number) => [
  ...new Set(run.answers.filter((each) => each.status === status).map(({ n }) => n)),
]

/**
 * After the child was killed: the acknowledged alerts are in the store once its deliveries are
 * read.
 */
async function expectStored(store: Store, acknowledged: readonly number[]): Promise<void> {
  const intake = intakeOf(store)
  await intake.readPending()
  await intake.settled()
  expect(intake.problems).toEqual([])
  const alerts = await alertsIn(store)
  const guids = alerts.map(({ guid }) => guid)
  expect(new Set(guids).size).toBe(guids.length)
  expect(guids).toEqual(expect.arrayContaining(acknowledged.flatMap(guidsOf)))
  const deliveries = await deliveriesIn(store)
  expect(
    deliveries.every(({ reader, quarantine_reason: reason }) => reader === 1 && reason === null),
  ).toBe(true)
  expect(await receiptsIn(store)).toHaveLength(deliveries.length * alertsPerDelivery)
}

const faults = [
  ...([1, 2, 0] as const).map((third) => ({ order: 'flush-eio', third }) as const),
  ...([1, 2, 0] as const).map((third) => ({ order: 'write-enospc', third }) as const),
  ...([1, 2, 0] as const).map((third) => ({ order: 'write-eio', third }) as const),
]

it.each(faults)(
  `acknowledges nothing that is not stored, and continues by itself: $order at every third of ${String(flushes)} flushes, from $third`,
  async ({ order, third }) => {
    const file = newStorePath()
    const run = await runOn(file, order, third)
    expect(run.lines).toContain('freed 200')
    expect(run.lines.filter((line) => /^(silent|sticking)/.test(line))).toEqual([])
    const counts = /^done (\d+) (\d+)$/
      .exec(run.lines.at(-1) ?? '')
      ?.slice(1)
      .map(Number)
    const [tried = 0, failed = 0] = counts ?? []
    expect(tried).toBeGreaterThanOrEqual(flushes)
    // Every bad flush occurred, from the first to the last; none was skipped.
    const bad = Array.from({ length: tried }, (_, n) => n + 1).filter((n) => n % 3 === third)
    expect(failed).toBeGreaterThanOrEqual(bad.length)
    expect(numbers(run, 503).length).toBeGreaterThan(0)
    await expectStored(await open(file), numbers(run, 200))
  },
)

it('answers 503 while the disk is full, and 200 as soon as it is not, without a restart', async () => {
  const file = newStorePath()
  const run = await runOn(file, 'always-enospc', 1)
  expect(numbers(run, 503)).toEqual([0, 1, 2, 3, 4])
  expect(run.lines).toContain('freed 200')
  const store = await open(file)
  await expectStored(store, [5])
  expect(await deliveriesIn(store)).toHaveLength(1)
})

it.each(['flush-eio', 'write-enospc'] as const)(
  'loses alerts in a build that acknowledges too early, so that the proof can fail: %s',
  async (order) => {
    const file = newStorePath()
    const run = await runOn(file, order, 1, 'hasty')
    expect(numbers(run, 200).length).toBeGreaterThan(0)
    await expect(expectStored(await open(file), numbers(run, 200))).rejects.toThrow(
      'to deeply equal ArrayContaining',
    )
  },
)
