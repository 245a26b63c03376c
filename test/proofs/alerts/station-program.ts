/** Starts and ends the listener's program on a disk with a cache. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { programsEnv } from '../../unit/support/programs/programs.ts'
import type { ProofPrograms } from '../harness/controls.ts'
import type { TeamStore } from '../../../main/store/team-store.ts'

/** One run of the program. */
export interface StationProgram {
  /** The hashes of the deliveries that were in its store at the start. */
  readonly stored: readonly string[]
  readonly port: number
  /** Ends it as a power cut would. Resolves when it is gone. */
  kill(): Promise<void>
  /** Asks it to end. Resolves when it has ended, with every accepted delivery read and flushed. */
  end(): Promise<void>
  /** How many deliveries it counted as not readable, complete once it is gone. */
  unreadable(): number
  /** The 99th percentile of its event loop delay in milliseconds, known after `end`. */
  loopDelayMs(): number
}

export interface StationProgramOptions {
  readonly store: string
  readonly programs: ProofPrograms
  readonly certificateFile: string
  /** 0 means a free port. */
  readonly port: number
  readonly env: NodeJS.ProcessEnv
  /** The database with its store, instead of a file. */
  readonly team?: TeamStore
}

/** Starts the program. Resolves when it listens, rejects if it ends before. */
export async function startWorkstation(options: StationProgramOptions): Promise<StationProgram> {
  const { store, programs, certificateFile, port, env, team = null } = options
  const args = [
    store,
    programs.url('store-worker').href,
    certificateFile,
    String(port),
    JSON.stringify(team),
  ]
  const child = spawn(process.execPath, [programs.path('alerts-station'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...programsEnv(), ...env },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let stored: readonly string[] = []
  let loopDelayMs = Number.NaN
  let unreadable = 0
  const listening = await new Promise<number>((resolve, reject) => {
    void ended.then(() => reject(new Error('the listener ended before it listened')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('stored ')) stored = JSON.parse(line.slice('stored '.length)) as string[]
      if (line.startsWith('loop ')) loopDelayMs = Number(line.slice('loop '.length))
      if (line === 'unreadable') unreadable += 1
      if (line.startsWith('listening ')) resolve(Number(line.slice('listening '.length)))
    })
  })
  const finish = (signal: NodeJS.Signals) => async (): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return {
    stored,
    port: listening,
    kill: finish('SIGKILL'),
    end: finish('SIGTERM'),
    unreadable: () => unreadable,
    loopDelayMs: () => loopDelayMs,
  }
}
