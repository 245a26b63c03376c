/**
 * Writes alternating values into a vault: `writing-child.ts <job as JSON>`. Prints `trying
 * <number>` before each, and `stored <number>` once the vault has confirmed it. Kills itself if the
 * job says so.
 */
import { writeSync } from 'node:fs'
import { systemClock } from '../../../main/platform/clock.ts'
import { createKeychain } from '../../../main/profile/keychain.ts'
import { launchKeychainInNode } from '../../../main/profile/keychain/launch-in-node.ts'
import { createVault } from '../../../main/profile/keychain/vault.ts'
import { keychainEntry } from '../../unit/support/programs/programs.ts'
import { withOneGeneration, withSteps } from './steps.ts'
import { chunkBytes, valueOf } from './values.ts'

/** The job of a child. */
export interface WritingJob {
  readonly env: NodeJS.ProcessEnv
  readonly service: string
  readonly account: string
  readonly markerFile: string
  /** The number of the first value. */
  readonly from: number
  readonly count: number
  /** Whether every value overwrites the one before it, which never happens in the product. */
  readonly isOverwriting?: boolean
  /** The step of the first write at which it kills itself. */
  readonly killAt?: { readonly moment: 'before' | 'after'; readonly step: number }
}

const job = JSON.parse(process.argv[2] ?? '') as WritingJob
const say = (line: string): void => void writeSync(1, `${line}\n`)

const keychain = createKeychain({ launch: launchKeychainInNode(keychainEntry, job.env) })
const { service, account, markerFile, from, count, killAt, isOverwriting } = job
const stepwise = withSteps(keychain, (moment, step) => {
  if (moment === killAt?.moment && step === killAt.step) process.kill(process.pid, 'SIGKILL')
})
const vault = createVault({
  keychain: isOverwriting === true ? withOneGeneration(stepwise) : stepwise,
  service,
  account,
  markerFile,
  chunkBytes,
  clock: systemClock,
})

for (let number = from; number < from + count; number += 1) {
  say(`trying ${String(number)}`)
  const written = await vault.write(valueOf(number))
  if (!written.ok) throw new Error(JSON.stringify(written.error))
  say(`stored ${String(number)}`)
}
await keychain.close()
