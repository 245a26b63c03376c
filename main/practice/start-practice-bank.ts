import { fork } from 'node:child_process'
import { z } from '../../preload/contract/kernel/zod.ts'

/** A practice bank process, the same for Node's child process and Electron's utility process. */
export interface PracticeBankProcess {
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process has ended or could not start. */
  onExit(listener: (code: number | null) => void): void
  kill(): void
}

/** A listening practice bank, as a child of this process. */
export interface RunningPracticeBank {
  /** The bank's address, shown to the operator. */
  readonly address: string
  /** For `connectPracticeBank`. Contains the token. */
  readonly controlUrl: string
  /** Resolves when the process has ended, for any reason. */
  readonly exited: Promise<number | null>
  /** Asks the process to end; `exited` resolves when it has. */
  stop(): void
}

/**
 * Starts a practice bank with these options of its program, and waits until it listens; rejects with
 * PracticeBankNotStarted.
 */
export type PracticeBankLauncher = (options?: readonly string[]) => Promise<RunningPracticeBank>

/** The reason why a practice bank did not start. */
export class PracticeBankNotStarted extends Error {
  constructor(reason: string) {
    super(`The practice bank did not start: ${reason}`)
    this.name = 'PracticeBankNotStarted'
  }
}

const readyMessage = z.object({
  type: z.literal('ready'),
  address: z.url(),
  controlUrl: z.url(),
})

/**
 * Waits until a newly started practice bank listens. Rejects with PracticeBankNotStarted, and ends
 * the process, when it exits before, sends another message, or takes longer than `timeoutMs` (10
 * s).
 */
export function startPracticeBank(
  child: PracticeBankProcess,
  timeoutMs = 10_000,
): Promise<RunningPracticeBank> {
  const exited = new Promise<number | null>((resolve) => child.onExit(resolve))
  const stop = (): void => child.kill()
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer)
      stop()
      reject(new PracticeBankNotStarted(reason))
    }
    const timer = setTimeout(() => fail(`not ready within ${timeoutMs} ms`), timeoutMs)
    child.onMessage((message) => {
      const ready = readyMessage.safeParse(message)
      if (!ready.success) {
        fail('its first message is not what was agreed')
        return
      }
      clearTimeout(timer)
      const { address, controlUrl } = ready.data
      resolve({ address, controlUrl, exited, stop })
    })
    void exited.then((code) => fail(`it ended with code ${String(code)}`))
  })
}

/**
 * Returns the launcher for plain Node: `entry` is practice-bank.ts in the source or
 * dist/main/practice-bank.js; `given` are its options.
 */
export const launchInNode =
  (entry: string, given: readonly string[] = [], timeoutMs?: number): PracticeBankLauncher =>
  (options = []) => {
    const child = fork(entry, [...given, ...options], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const started = {
      onMessage: (listener: (message: unknown) => void) => void child.on('message', listener),
      onExit: (listener: (code: number | null) => void) =>
        void child.once('exit', listener).once('error', () => listener(null)),
      kill: () => void child.kill(),
    }
    return startPracticeBank(started, timeoutMs)
  }
