/**
 * P2, its second half: whatever was missed in a fortnight is known after it as if nothing had been missed, item by
 * item, within the bank's budget and hours; and what nobody can ask for again is said to be missing. The clock is
 * simulated, the rest is real: mutual TLS, deliveries, stores. `FORTNIGHT=full` plays it at the documented limit.
 */
import { expect, it, vi } from 'vitest'

vi.mock('../../main/bank/timer.ts', async () => {
  const { simulatedTimer } = await import('./fortnight/simulated-time.ts')
  return { systemTimer: simulatedTimer }
})

const { compare } = await import('./fortnight/compare.ts')
const { playFortnight } = await import('./fortnight/run.ts')

it('plays', async () => {
  const options = { seed: 20_261_122, days: 14, entriesInBatch: 34, payments: 20, callsPerSecond: 50 }
  const whole = await playFortnight({ ...options, hasGaps: false })
  const gaps = await playFortnight({ ...options, hasGaps: true })
  for (const r of [whole, gaps]) console.log(JSON.stringify({ ms: r.ms, bank: r.bank, problems: r.problems.slice(0, 20), problemCount: r.problems.length, entries: r.known.entries.length, payments: r.known.payments, ach: new Set(r.known.ach.map((e) => e.key)).size, incoming: r.known.incoming.length, recovered: r.known.recovered.length, gaps: r.known.gaps, parts: r.known.parts.length, sweepCalls: r.known.sweepCalls.length }, null, 1))
  console.log(JSON.stringify(compare(whole, gaps, { id: 'practice-4', significant: '72004500370000017' }), null, 1))
})
