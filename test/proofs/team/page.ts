/** The proof of several workstations on one PostgreSQL database. */
import { checksOf } from '../harness/lanes.ts'
import { seedsOf, type Proof } from '../harness/proof.ts'
import { sizes } from '../sizes.ts'
import { teamControls } from './controls.ts'
import { runTeam, shortestOfTeam } from './run.ts'

export const firstSeed = 20_261_128

export const teamProof: Proof = {
  promise:
    'Workstations that share a store send no order a second time and lose none; each sending has one home, and all see one order of events.',
  troubles: [
    'a workstation is killed, restarted or stopped, by time, by what it does at the bank, or by its transactions',
    'its line to the store refuses, holds, loses a commit or its answer; its line to the bank breaks',
    'the server restarts, crashes or ends sessions',
    'people act on two workstations at once, and send again what a silent home may still have',
    'clocks are off by up to five minutes and jump',
  ],
  invariants: [
    'those of once, for every workstation',
    'each attempt has one home, which journals it and stores its end',
    'the chain is whole, every act can happen where it stands, and no limit of a day is exceeded',
    'what was confirmed stands in the chain, in an order that fits all answers',
    'every workstation lists what the store has, and acts have the time of the database',
  ],
  controls: teamControls,
  counts: 'schedules',
  prove: async (asked) => {
    const { without, say } = asked
    const { schedules, members, teams, ...waits } = sizes.team
    const size = { ...waits, members: asked.team ?? members }
    const report = await runTeam({
      ...size,
      teams,
      seeds: seedsOf(asked, firstSeed, schedules),
      without,
      played: ({ seed, theme, seconds, wrong, ends, problems }) => {
        say(`seed ${String(seed)} ${theme} ${seconds.toFixed(1)} s: ${ends.join(', ')}`)
        for (const what of wrong) say(`seed ${String(seed)} FAILED: ${what}`)
        for (const problem of problems) say(problem)
      },
    })
    for (const [what, times] of Object.entries({ ...report.met, ...report.ended }))
      say(`${String(times)} ${what}`)
    say(`${String(report.reportedLate)} were reported after they had come back`)
    const [first] = report.failed
    if (first)
      say(`the shortest: ${JSON.stringify(await shortestOfTeam(first.seed, size, without))}`)
    return checksOf(report)
  },
}
