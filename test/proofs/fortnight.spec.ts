/**
 * Promise P2, second half: everything missed in a fortnight is known afterwards as if nothing had
 * been missed, item by item, within the bank's rate and hours; and anything that cannot be queried
 * is reported as missing. The clock is simulated, the rest is real: mutual TLS, deliveries, stores.
 * `PROOF_SEED=S` plays another fortnight.
 */
import { expect, it, vi } from 'vitest'
import { clientAccounts } from '../../main/practice/data/client-accounts.ts'
import { compare, noDifference } from './fortnight/compare.ts'
import { gaps, type GapKind } from './fortnight/plan.ts'
import type { FortnightReport } from './fortnight/run.ts'
import { sizes } from './sizes.ts'

vi.mock('../../main/platform/timer.ts', async (original) => {
  const { simulatedTimer } = await import('./fortnight/simulated-time.ts')
  return { ...(await original<object>()), systemTimer: simulatedTimer }
})
const { playFortnight } = await import('./fortnight/run.ts')

const seed = Number(process.env['PROOF_SEED'] ?? '20261122')
const size = sizes.fortnight

/** The own account of 17 digits, which no list accepts (bank note 36). */
const longAccount = {
  id: `practice-${String(clientAccounts.length)}`,
  significant: clientAccounts.at(-1)?.accountNumber ?? '',
}
/** The cause that the program must report for each kind of gap. */
const causes: Readonly<Record<GapKind, string>> = {
  asleep: 'asleep',
  closed: 'not-running',
  'wrong-password': 'rejected',
  'not-stored': 'not-stored',
  unreachable: 'no-alert',
}

const report = (title: string, { known, bank, ms }: FortnightReport): void => {
  const byInquiry = known.recovered.length
  const calls = known.parts.reduce((sum, part) => sum + part.calls, 0)
  process.stdout.write(
    `fortnight of seed ${String(seed)}, ${title}: ${String(known.ach.length)} ACH events, ${String(byInquiry)} by ` +
      `inquiry in ${String(calls)} calls of sweeps, ${String(known.incoming.length)} incoming, ` +
      `${String(bank.givenUp)} alerts given up, ${String(bank.calls)} calls in all, ${(ms / 1_000).toFixed(0)} s\n`,
  )
}

/**
 * Must hold for every run: nothing is sent twice, no rule of the bank is broken, no problem goes
 * unreported.
 */
function expectSound({ bank, problems }: FortnightReport): void {
  expect(bank.breaches).toEqual([])
  expect(bank.busiestSecond).toBeLessThanOrEqual(size.callsPerSecond)
  expect(bank.mostOften).toBe(1)
  expect(problems).toEqual([])
}

let whole: FortnightReport | undefined

it('has the same items after a fortnight with gaps as after one without', async () => {
  whole = await playFortnight({ ...size, seed, hasGaps: false })
  report('without gaps', whole)
  const withGaps = await playFortnight({ ...size, seed, hasGaps: true })
  report('with gaps', withGaps)
  expectSound(whole)
  expectSound(withGaps)
  expect(whole.bank.givenUp).toBe(0)
  // Each gap had an effect: every run with gaps lost something for good, and every gap was found.
  expect(withGaps.bank.givenUp).toBeGreaterThan(50)
  expect(withGaps.known.recovered.length).toBeGreaterThan(50)
  const found = withGaps.known.gaps.map(({ cause }) => cause)
  expect(found).toEqual(expect.arrayContaining(gaps.map(({ kind }) => causes[kind])))
  expect(withGaps.known.sweepCalls.length).toBeGreaterThan(0)
  expect(compare(whole, withGaps, longAccount)).toEqual(noDifference)
})

it('finds missing items where nothing is swept, so that the proof can fail', async () => {
  if (!whole) throw new Error('the fortnight without gaps was not played')
  const blind = await playFortnight({ ...size, seed, hasGaps: true, withoutSweeps: true })
  report('with gaps and without sweeps', blind)
  const { lost, entries } = compare(whole, blind, longAccount)
  expect(lost.length).toBeGreaterThan(50)
  expect(entries).not.toEqual([])
})
