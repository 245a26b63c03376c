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

const { playFortnight } = await import('./fortnight/run.ts')

it('plays', async () => {
  const options = { seed: 1, days: 3, entriesInBatch: 10, payments: 10, callsPerSecond: 50 }
  const whole = await playFortnight({ ...options, hasGaps: false })
  console.log(JSON.stringify({ ...whole, known: { ...whole.known, incoming: whole.known.incoming.length } }, null, 1).slice(0, 9000))
})
