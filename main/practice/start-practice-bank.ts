import { fork } from 'node:child_process'
import { z } from '../../preload/contract/kernel/zod.ts'

/** A practice bank's process as its starter sees it: Node's child process and Electron's utility process alike. */
export interface PracticeBankProcess {
  onMessage(listener: (message: unknown) => void): void
  /** Told once, when the process is gone or could not be started. */
  onExit(listener: (code: number | null) => void): void
  kill(): void
}

/** A practice bank that listens, as a child of this process. */
export interface RunningPracticeBank {
  /** The bank's address, for the operator to see. */
  readonly address: string
  /** For `connectPracticeBank`. Holds the token. */
  readonly controlUrl: string
  /** Resolves when the process is gone, for whatever reason. */
  readonly exited: Promise<number | null>
  /** Tells the process to end; `exited` says when it has. */
  stop(): void
}

/** Starts a practice bank and waits until it listens; rejects with PracticeBankNotStarted. */
export type PracticeBankLauncher = () => Promise<RunningPracticeBank>

/** Why a practice bank did not start. */
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
 * Waits until a practice bank that was just started listens. Rejects with PracticeBankNotStarted, and
 * ends the process, when it leaves before, says something else, or takes longer than `timeoutMs` (10 s).
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

/** The launcher for plain Node: `entry` is practice-bank.ts in the source or dist/main/practice-bank.js; `given` are its options. */
export const launchInNode =
  (entry: string, given: readonly string[] = [], timeoutMs?: number): PracticeBankLauncher =>
  () => {
    const child = fork(entry, [...given], {
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
