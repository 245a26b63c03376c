import { expect, it } from 'vitest'
import { idleTimer, repeat, systemTimer } from '../../../main/platform/timer.ts'
import { movableTime } from '../support/movable-time.ts'

it.each([
  ['system', systemTimer],
  ['idle', idleTimer],
])('the %s timer runs once, and not after it was cancelled', async (_name, startTimer) => {
  const runs: string[] = []
  const cancel = startTimer(0, () => runs.push('cancelled'))
  cancel()
  await new Promise<void>((resolve) => {
    const aliveTimer = setTimeout(() => undefined, 60_000)
    startTimer(1, () => {
      clearTimeout(aliveTimer)
      runs.push('run')
      resolve()
    })
  })
  cancel()
  expect(runs).toEqual(['run'])
})

it('repeats until it is stopped, by the run itself too', () => {
  const time = movableTime()
  let runs = 0
  const stop = repeat(time.startTimer, 1_000, () => {
    runs += 1
    if (runs === 3) stop()
  })
  expect(runs).toBe(0)
  time.pass(2_500)
  expect(runs).toBe(2)
  time.pass(10_000)
  expect(runs).toBe(3)
  expect(time.waiting()).toBe(0)
})

it('repeats after a run that threw', () => {
  const time = movableTime()
  let runs = 0
  const stop = repeat(time.startTimer, 1_000, () => {
    runs += 1
    throw new Error('full')
  })
  expect(() => time.pass(1_000)).toThrow('full')
  expect(() => time.pass(1_000)).toThrow('full')
  expect(runs).toBe(2)
  stop()
})
