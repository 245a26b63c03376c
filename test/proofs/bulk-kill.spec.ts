/**
 * A bulk run survives `kill -9`: no row is validated twice unless a person sends it again, every
 * answer is stored once, and nothing is lost. The bank is a process of its own that counts.
 */
import { expect, it } from 'vitest'
import { runBulk } from './bulk/run.ts'
import { sizes } from './sizes.ts'

/** The most calls that a run keeps in flight. */
const mostInFlight = 120

const { rows, kills } = sizes.bulk
it(`validates each of ${String(rows)} rows at most once through ${String(kills)} kills, and every row after a person queries the unknown ones again`, async () => {
  const report = await runBulk({ rows, kills, seed: 20_261_121, withoutJournal: false })
  expect(report.mostOften).toBe(1)
  // The bank's validations exceed the stored answers by at most the calls in flight.
  const unknown = report.unknown.reduce((sum, rows) => sum + rows, 0)
  expect(report.unknown).toHaveLength(kills)
  for (const found of report.unknown) expect(found).toBeLessThanOrEqual(mostInFlight)
  expect(report.answered + unknown).toBe(rows)
  expect(report.stored).toBe(report.answered)
  expect(report.validated).toBeGreaterThanOrEqual(report.answered)
  expect(report.end.counts).toMatchObject({
    answered: rows,
    unknown: 0,
    waiting: 0,
    'in-flight': 0,
  })
  expect(report.mostOftenInTheEnd).toBeLessThanOrEqual(2)
})

it('validates rows twice where no mark is stored, so that the proof can fail', async () => {
  const report = await runBulk({ rows: 160, kills: 3, seed: 20_261_121, withoutJournal: true })
  expect(report.mostOften).toBeGreaterThan(1)
})
