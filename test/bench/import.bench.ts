/**
 * 100,000 rows of a bulk validation read as CSV, in a process of its own with every check, compared with
 * the CSV library alone in this thread; how long main is blocked meanwhile; and the same rows as a
 * workbook, read and written.
 */
import { setInterval } from 'node:timers/promises'
import Papa from 'papaparse'
import { readSpreadsheet } from '../../main/platform/spreadsheets/read-spreadsheet.ts'
import { writeSpreadsheet } from '../../main/platform/spreadsheets/write-spreadsheet.ts'
import { report } from './support/bench.ts'
import { sized } from './support/size.ts'

const rows = sized(100_000, 50)
const times = sized(5, 1)
const columns = (
  [
    'Routing',
    'Account',
    'First name',
    'Last name',
    'Company',
    'Reference',
    'Amount',
    'Note',
  ] as const
).map((title) => ({ title, holds: title === 'Amount' ? 'number' : 'text' }) as const)
function* payees(): Generator<string[]> {
  for (let at = 0; at < rows; at += 1) {
    const account = String((at * 7919) % 10_000_000).padStart(10, '0')
    yield [
      '021000021',
      account,
      'Margaret',
      'Alder',
      'Ridgeway Supply, Inc',
      `PAY-${String(at)}`,
      '1250.00',
      '',
    ]
  }
}

/** Returns the longest time for which main was blocked. */
async function blockedDuring<T>(work: () => Promise<T>): Promise<{ value: T; worst: number }> {
  const end = new AbortController()
  let [worst, last] = [0, performance.now()]
  const looking = (async () => {
    for await (const _ of setInterval(1, undefined, { signal: end.signal })) {
      worst = Math.max(worst, performance.now() - last)
      last = performance.now()
    }
  })().catch(() => undefined)
  const value = await work()
  // The observer would miss work that blocks main to its very end.
  worst = Math.max(worst, performance.now() - last)
  end.abort()
  await looking
  return { value, worst }
}
async function measured<T>(what: string, work: () => Promise<T> | T): Promise<number[]> {
  const took: number[] = []
  const blockedMs: number[] = []
  for (let at = 0; at < times; at += 1) {
    const start = performance.now()
    const { worst } = await blockedDuring(async () => work())
    took.push(performance.now() - start)
    blockedMs.push(worst)
  }
  report(what, took, 'ms')
  report(`${what}: main held at most`, blockedMs, 'ms')
  return took
}
const middle = (took: readonly number[]): number => took.toSorted((a, b) => a - b)[times >> 1] ?? 0

const csv = await writeSpreadsheet({ format: 'csv', title: 'Payees', columns, rows: payees() })
const xlsx = await writeSpreadsheet({ format: 'xlsx', title: 'Payees', columns, rows: payees() })
const alone = await measured('CSV, papaparse alone', () => {
  Papa.parse<string[]>(new TextDecoder().decode(csv))
})
const whole = await measured('CSV, readSpreadsheet', () => readSpreadsheet('payees.csv', csv))
report('times papaparse alone (goal: at most 3)', [middle(whole) / middle(alone)], 'x')
await measured('XLSX, readSpreadsheet', () => readSpreadsheet('payees.xlsx', xlsx))
await measured('XLSX, writeSpreadsheet', () =>
  writeSpreadsheet({ format: 'xlsx', title: 'Payees', columns, rows: payees() }),
)
