/**
 * Plays a soak: a practice bank, a keychain if the machine has one, and the workstation, each a
 * program of its own.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AcceptedWork } from '../../../main/practice/accepted-work.ts'
import { startPrivateKeyring } from '../../unit/profile/keychain/support/private-keyring.ts'
import { programPath } from '../../unit/support/programs/programs.ts'
import { startBank } from '../harness/bank.ts'
import { judgeSoak, type Verdict } from './judge.ts'
import type { Reading, SoakRecord } from './record.ts'
import type { ChildMessage, ChildOptions } from './workstation-child.ts'

export interface SoakOptions {
  readonly minutes: number
  /** Entries of the batch of each cycle. */
  readonly entries: number
  /** Adds a deliberate leak, which must be found. */
  readonly isLeaking?: boolean
  /** Called after each cycle. */
  readonly read?: (reading: Reading) => void
}

/** The result. */
export interface SoakReport {
  readonly record: SoakRecord
  readonly verdict: Verdict
}

/** A high rate keeps a cycle short; the rate budget still applies. */
const callsPerSecond = 25

/** Plays one soak. Rejects if the workstation ended before it reported its readings. */
export async function playSoak(options: SoakOptions): Promise<SoakReport> {
  const bank = await startBank(programPath('practice-bank'), [
    '--calls-per-second',
    String(callsPerSecond),
  ])
  const { control } = bank
  const keyring = await startPrivateKeyring().catch(() => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'countersign-soak-'))
  try {
    const { record, released } = await runChild(options, {
      folder,
      controlUrl: bank.controlUrl,
      keychainEnv: keyring?.env,
      minutes: options.minutes,
      entries: options.entries,
      isLeaking: options.isLeaking ?? false,
    })
    const atBank = [
      ...sentOnce(await control.ledger(), released),
      ...(await control.breaches()).map(
        ({ at, title, detail }) => `the bank at ${at}: ${title}, ${detail}`,
      ),
      ...tooFast((await control.counters()).busiestSecond),
    ]
    const whole = { ...record, problems: [...record.problems, ...atBank] }
    return { record: whole, verdict: judgeSoak(whole) }
  } finally {
    await keyring?.stop()
    await bank.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const tooFast = (busiest: number): string[] =>
  busiest > callsPerSecond ? [`${String(busiest)} calls arrived in one second`] : []

/** Returns faults unless the bank has every released order exactly once, and nothing else. */
function sentOnce(ledger: AcceptedWork, released: readonly string[]): string[] {
  const taken = [
    ...ledger.payments.map(({ requestReference: name, count }) => ({ name, count })),
    ...ledger.batches.map(({ uuid: name, count }) => ({ name, count })),
  ]
  const known = new Set(taken.map(({ name }) => name))
  const wanted = new Set(released)
  return [
    ...taken.flatMap(({ name, count }) =>
      count === 1 ? [] : [`${name} was taken in ${String(count)} times`],
    ),
    ...taken.flatMap(({ name }) => (wanted.has(name) ? [] : [`${name} was never released`])),
    ...released.flatMap((name) => (known.has(name) ? [] : [`${name} did not arrive`])),
  ]
}

async function runChild(options: SoakOptions, child: ChildOptions) {
  const running = fork(programPath('soak-workstation'), [JSON.stringify(child)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let reported: Extract<ChildMessage, { kind: 'record' }> | undefined
  running.on('message', (message) => {
    const received = message as ChildMessage
    if (received.kind === 'reading') options.read?.(received.reading)
    else reported = received
  })
  const [code] = (await once(running, 'exit')) as [number | null]
  if (!reported) throw new Error(`the workstation of the soak ended with code ${String(code)}`)
  return reported
}
