/** The proof that no acknowledged alert is lost and none is stored twice, alone and in a team. */
import { programsWith, type ProofPrograms } from '../harness/controls.ts'
import type { Asked, Check, Control, Proof } from '../harness/proof.ts'
import { sizes } from '../sizes.ts'
import { alertControls } from './controls.ts'
import { runAlerts } from './run.ts'
import { runTakeovers, slowest } from './takeovers.ts'

export const firstSeed = 20_261_121

/** From a trouble until another workstation listens. */
const takeoverWithinMs = 10_000

/** Gives `work` the programs of a build, and removes them. */
export async function withAlertPrograms<T>(
  control: Control | undefined,
  work: (programs: ProofPrograms) => Promise<T>,
): Promise<T> {
  const programs = await programsWith(['alerts-station', 'store-worker'], control?.changes)
  try {
    return await work(programs)
  } finally {
    await programs.remove()
  }
}

/** As many troubles a delivery as at the usual size. */
const scaled = (usual: number, deliveries: number, usualDeliveries: number): number =>
  Math.max(1, Math.round((usual * deliveries) / usualDeliveries))

async function prove({ count, team, seed = firstSeed, without, say }: Asked) {
  const controls: Readonly<Record<string, Control>> = alertControls
  const control = controls[without ?? '']
  return withAlertPrograms(control, async (programs): Promise<readonly Check[]> => {
    if (team === undefined) {
      const { deliveries: usual, kills, cuts } = sizes.alerts
      const deliveries = count ?? usual
      const { checks, retries, lost } = await runAlerts({
        deliveries,
        kills: scaled(kills, deliveries, usual),
        cuts: scaled(cuts, deliveries, usual),
        seed,
        programs,
      })
      say(`${String(retries)} retries of the bank, ${String(lost)} acknowledged and lost`)
      return checks
    }
    const { deliveries: usual, troubles, factor } = sizes.alertTakeovers
    const deliveries = count ?? usual
    const report = await runTakeovers({
      deliveries,
      members: team,
      troubles: {
        kill: scaled(troubles.kill, deliveries, usual),
        stop: scaled(troubles.stop, deliveries, usual),
        cut: scaled(troubles.cut, deliveries, usual),
        close: scaled(troubles.close, deliveries, usual),
        crash: scaled(troubles.crash, deliveries, usual),
      },
      factor,
      seed,
      programs,
    })
    say(`nobody listened for at most: ${slowest(report)}`)
    const took = Math.max(...Object.values(report.tookMs).flat())
    const what = `another took over within ${String(takeoverWithinMs / 1_000)} s`
    return [...report.checks, { what, holds: took <= takeoverWithinMs }]
  })
}

export const alertsProof: Proof = {
  promise: 'No acknowledged alert is ever lost, and none is stored twice.',
  troubles: [
    'the listener is killed, or loses its power and what its disk had not flushed',
    'deliveries break in their head, in five ways',
    'in a team, the workstation that listens is killed, stopped, closed or cut off from the database, or the server crashes',
  ],
  invariants: [
    'every acknowledged delivery is stored',
    'every alert is stored once, none that nobody sent, and every receipt is counted',
    'every delivery that was not read is counted as one that may have been the bank’s',
    'everything is read, nothing is held, and the chain holds',
    'in a team, another listens within ten seconds',
  ],
  controls: alertControls,
  counts: 'deliveries',
  prove,
}
