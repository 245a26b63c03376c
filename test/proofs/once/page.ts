/** The proof that no payment or batch is sent a second time, lost, or shown in a wrong final state. */
import { checksOf } from '../harness/lanes.ts'
import { seedsOf, type Asked, type Check, type Proof } from '../harness/proof.ts'
import { sizes } from '../sizes.ts'
import { firstSeed, onceControls } from './controls.ts'
import { runOnce, shortestOnce, type OnceOptions } from './run.ts'

export const onceProof: Proof = {
  promise:
    'The program never sends a payment or a batch a second time, whatever is killed, unplugged or clicked, at any moment.',
  troubles: [
    'the program is killed around every command, by time or by what is seen on the line',
    'the line refuses, breaks in a handshake, in a request or in an answer',
    'the bank answers late, twice, with garbage, with 5xx or 401 after it took the order, or hides it',
    'alerts come first, twice, out of order or contradicted',
    'behind a proxy, the way to the bank is cut at each step of CONNECT, in the handshake and in the wait after it',
    'people click twice, and take back, change, copy or discard what came back',
  ],
  invariants: [
    'the bank takes an order at most once, and once more only for what two people released',
    'every sending is journalled before, and none follows one that may be at the bank without two people',
    'nothing submitted is lost, and the bank has nothing that is not here',
    'every end is true at the bank: accepted, rejected, unknown, completed, failed',
    'a refusal in the bank’s own words is no unknown outcome, and neither is a way that was cut before the first byte',
  ],
  controls: onceControls,
  counts: 'schedules',
  prove: async (asked) => {
    const seeds = seedsOf(asked, firstSeed, sizes.once.schedules)
    const isProxied = onceControls[asked.without ?? '']?.isBehindProxy
    const direct = isProxied ? [] : await played(asked, { seeds, isBehindProxy: false })
    if (asked.without !== undefined && !isProxied) return direct
    // As in the sizes: one of ten.
    const few = isProxied ? seeds : seeds.slice(0, Math.ceil(seeds.length / 10))
    return [...direct, ...(await played(asked, { seeds: few, isBehindProxy: true }))]
  },
}

async function played(
  { without, say }: Asked,
  which: Pick<OnceOptions, 'seeds' | 'isBehindProxy'>,
): Promise<readonly Check[]> {
  say(which.isBehindProxy ? 'behind a proxy:' : 'direct:')
  const report = await runOnce({
    ...which,
    lanes: 8,
    without,
    played: ({ seed, wrong }) => {
      for (const what of wrong) say(`seed ${String(seed)} FAILED: ${what}`)
    },
  })
  for (const [point, { payment, batch }] of Object.entries(report.met))
    say(`${String(payment)} payments and ${String(batch)} batches met ${point}`)
  for (const [end, times] of Object.entries({ ...report.ended, ...report.handled }))
    say(`${String(times)} ${end}`)
  for (const [step, times] of Object.entries(report.cut)) say(`${String(times)} cut at ${step}`)
  say(`${String(report.reportedLate)} were reported after they had come back`)
  say(`${String(report.exits)} took the two-person exit`)
  const [first] = report.failed
  if (first)
    say(`the shortest: ${JSON.stringify(await shortestOnce(first.seed, { ...which, without }))}`)
  return checksOf(report)
}
