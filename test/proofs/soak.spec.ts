/**
 * A workstation at work: payments, batches, alerts, lists, exports and bank troubles, cycle after
 * cycle. Memory, open files and handles stay level, everything is released at the close, and
 * nothing is sent twice. `npm run soak -- --minutes N` plays any length.
 */
import { expect, it } from 'vitest'
import { playSoak } from './soak/run.ts'
import { sizes } from './sizes.ts'
import { soakTable } from './soak/table.ts'

it('stays stable through cycle after cycle of work', async () => {
  const report = await playSoak(sizes.soak)
  process.stdout.write(`${soakTable(report)}\n`)
  expect(report.verdict.wrong).toEqual([])
  const { orders, alerts, auditEntries } = report.record.counts
  const { length: cycles } = report.record.readings
  // Real work was done: two payments and some alerts in each cycle, and an act for every step.
  expect(orders).toBeGreaterThanOrEqual(2 * cycles)
  expect(alerts).toBeGreaterThanOrEqual(20 * cycles)
  expect(auditEntries).toBeGreaterThan(50 * cycles)
})

it('finds what leaks memory, files and handles, so that the proof can fail', async () => {
  const { verdict } = await playSoak({ minutes: 0, entries: 5, isLeaking: true })
  for (const figure of ['heap of main', 'open files', 'active handles']) {
    expect(verdict.wrong).toContainEqual(expect.stringContaining(`${figure}: grows by`))
  }
})
