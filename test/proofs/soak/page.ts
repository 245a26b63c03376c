/** The proof that a workstation at work stays as it is, cycle after cycle. */
import type { Proof } from '../harness/proof.ts'
import { sizes } from '../sizes.ts'
import { playSoak } from './run.ts'
import { soakTable } from './table.ts'

const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`

export const soakProof: Proof = {
  promise:
    'Memory, files and handles do not grow over many cycles of work, and nothing is sent twice.',
  troubles: ['a 429 pauses it, alerts are bad, answers are late, and another profile is opened'],
  invariants: [
    'no figure grows from cycle to cycle, and everything is released at the close',
    'the bank has every released order once, and nothing else',
    'never more calls in a second than agreed',
  ],
  controls: { leaking: { lacks: 'releases a file, a server and four megabytes in each cycle' } },
  counts: 'minutes',
  prove: async ({ count, without, say }) => {
    const { minutes, entries } = sizes.soak
    const report = await playSoak({
      minutes: count ?? minutes,
      entries,
      isLeaking: without !== undefined,
      read: ({ cycle, atMs, heapUsed, storeHeap, files, handles, delayMax, storeBytes }) =>
        say(
          `${(atMs / 60_000).toFixed(1)} min, cycle ${String(cycle)}: main ${mb(heapUsed)}, store's worker ` +
            `${mb(storeHeap)}, ${String(files)} files, ${String(handles)} handles, ` +
            `delay ${delayMax.toFixed(0)} ms, store ${mb(storeBytes)}`,
        ),
    })
    say(soakTable(report))
    const { readings } = report.record
    return [
      { what: `${String(readings.length)} cycles`, holds: readings.length > 0 },
      ...report.verdict.wrong.map((what) => ({ what, holds: false })),
    ]
  },
}
