import { describe, expect, it } from 'vitest'
import type { StartTimer } from '../../../../main/platform/timer.ts'
import type { Clock } from '../../../../main/platform/clock.ts'
import { openLog } from '../../../../main/platform/log/log.ts'
import { logBounds } from '../../../../main/platform/log/log-files.ts'
import { logTexts, newLogFolder, readLog } from './written.ts'

/** Returns a clock and a timer that the test moves. */
function movedTime() {
  let nowMs = Date.parse('2026-11-23T09:00:00Z')
  let waiting: { at: number; run: () => void } | undefined
  const clock: Clock = { now: () => new Date(nowMs), monotonicMs: () => nowMs }
  const startTimer: StartTimer = (afterMs, run) => {
    waiting = { at: nowMs + afterMs, run }
    return () => (waiting = undefined)
  }
  const pass = (ms: number): void => {
    nowMs += ms
    if (waiting && waiting.at <= nowMs) {
      const { run } = waiting
      waiting = undefined
      run()
    }
  }
  return { clock, startTimer, pass }
}

describe('a storm of the same problem', () => {
  it('is logged five times and then counted: 10,000 in a minute are a few lines', async () => {
    const folder = await newLogFolder()
    const { clock, startTimer, pass } = movedTime()
    const log = openLog(folder, clock, { startTimer, bounds: logBounds })
    const problem = new Error('the disk is full')
    const references = new Set<string>()
    for (let at = 0; at < 10_000; at += 1) {
      references.add(log.unforeseen('alerts.save', problem))
      pass(5)
    }
    const other = log.unforeseen('orders.release', new Error('another'))
    pass(10_001)
    await log.flushed()
    const entries = await readLog(folder)
    expect(entries.length).toBe(7)
    // Every reference that a screen showed is in the file.
    const text = (await logTexts(folder)).join('')
    for (const reference of [...references, other]) expect(text).toContain(reference)
    expect(entries.at(-1)).toMatchObject({
      kind: 'repeated',
      where: 'alerts.save',
      name: 'Error',
      times: 9_995,
      from: '2026-11-23T09:00:00.025Z',
      to: '2026-11-23T09:00:49.995Z',
    })
  })

  it('is logged again in the next minute', async () => {
    const folder = await newLogFolder()
    const { clock, startTimer, pass } = movedTime()
    const log = openLog(folder, clock, { startTimer, bounds: logBounds })
    for (let at = 0; at < 20; at += 1) log.unforeseen('x', 'y')
    pass(60_000)
    log.unforeseen('x', 'y')
    await log.flushed()
    const kinds = (await readLog(folder)).map((entry) => entry['kind'] ?? 'single')
    expect(kinds).toEqual([...Array<string>(5).fill('single'), 'repeated', 'single'])
  })

  it('of ever new texts in one place is counted too', async () => {
    const folder = await newLogFolder()
    const { clock, startTimer } = movedTime()
    const log = openLog(folder, clock, { startTimer, bounds: logBounds })
    for (let at = 0; at < 5_000; at += 1) {
      log.unforeseen('alerts.save', new Error(`nr ${String(at)}`))
      if (at % 50 === 0) await Promise.resolve()
    }
    await log.flushed()
    const entries = await readLog(folder)
    expect(entries.length).toBeLessThan(300)
    expect(entries.find((entry) => entry['kind'] === 'repeated')).toMatchObject({ times: 4_795 })
  })
})
