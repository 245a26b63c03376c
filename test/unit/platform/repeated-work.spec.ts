import { expect, it } from 'vitest'
import { repeatedWork } from '../../../main/platform/repeated-work.ts'

/** Work that runs until it is stopped; the timers run when the test says so. */
function begin() {
  const timers = new Set<() => void>()
  const log: string[] = []
  let runs = 0
  const work = repeatedWork({
    startTimer: (_afterMs, run) => {
      timers.add(run)
      return () => void timers.delete(run)
    },
    everyMs: 1000,
    async work() {
      runs += 1
      const run = String(runs)
      log.push(`begins ${run}`)
      await Promise.resolve()
      if (run === '2') throw new Error('failed')
      log.push(`ends ${run}`)
    },
    failed: () => void log.push('failed'),
  })
  const fire = (): void => {
    const [run] = timers
    if (!run) throw new Error('no timer')
    timers.delete(run)
    run()
  }
  return { work, log, timers, fire }
}

it('runs at once and after each interval, one run after another, and goes on after a failure', async () => {
  const { work, log, timers, fire } = begin()
  const started = work.start()
  fire()
  fire()
  await started
  await work.rest()
  expect(log).toEqual(['begins 1', 'ends 1', 'begins 2', 'failed', 'begins 3', 'ends 3'])
  expect(timers.size).toBe(0)
})

it('has one timer, however often it is started, and none after a rest', async () => {
  const { work, timers } = begin()
  await work.start()
  await work.start()
  expect(timers.size).toBe(1)
  await work.rest()
  expect(timers.size).toBe(0)
  await work.start()
  expect(timers.size).toBe(1)
})
