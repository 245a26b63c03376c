/**
 * `npm run soak [-- --minutes N] [-- --entries N] [-- --out FILE]`: a workstation at work, cycle
 * after cycle, to see whether memory, handles and delays stay stable. Writes the readings as JSON
 * into the file.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { playSoak } from '../test/proofs/soak/run.ts'
import { soakTable } from '../test/proofs/soak/table.ts'
import buildPrograms from '../test/unit/support/programs/build-programs.ts'
import { closingLine } from './lib/results.ts'
import { say, stop } from './lib/say.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    entries: { type: 'string', default: '300' },
    out: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const entries = Number(values.entries)
if (!(minutes > 0)) stop(`--minutes ${values.minutes}: a number above 0`)
if (!Number.isInteger(entries) || entries < 1) stop(`--entries ${values.entries}: a whole number`)

const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
const removePrograms = await buildPrograms()
const report = await playSoak({
  minutes,
  entries,
  read: ({ cycle, atMs, heapUsed, storeHeap, files, handles, delayMax, storeBytes }) =>
    say(
      `${(atMs / 60_000).toFixed(1)} min, cycle ${String(cycle)}: main ${mb(heapUsed)}, store's worker ` +
        `${mb(storeHeap)}, ${String(files)} files, ${String(handles)} handles, ` +
        `delay ${delayMax.toFixed(0)} ms, store ${mb(storeBytes)}`,
    ),
})
await removePrograms()
if (values.out !== undefined) await writeFile(values.out, JSON.stringify(report, undefined, 2))
console.log(soakTable(report))
for (const wrong of report.verdict.wrong) say(`WRONG: ${wrong}`)
const failed = report.verdict.wrong.length
console.log(closingLine('soak', { passed: report.record.readings.length, failed, skipped: 0 }))
process.exit(failed === 0 ? 0 : 1)
