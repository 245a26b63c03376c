/** A start that fails says so in a box and in the log, and ends; the process gives its lock back. */
import { startFailed } from '../../preload/contract/text/desktop.ts'
import type { Log } from '../platform/log/log.ts'
import { describeProblem } from '../platform/log/log-entry.ts'
import { idleTimer } from '../platform/timer.ts'

export interface FailedStartDeps {
  readonly log: Log
  /** The folder of the log. */
  readonly logFolder: string
  readonly showErrorBox: (title: string, text: string) => void
  readonly exit: (code: number) => void
}

/** A disk that does not answer must not hide the box. */
const mostLogMs = 2_000

/** Ends the program with exit code 1 once the box is closed. */
export async function endFailedStart(
  { log, logFolder, showErrorBox, exit }: FailedStartDeps,
  problem: unknown,
): Promise<void> {
  const reference = log.unforeseen('start', problem)
  const late = new Promise<void>((resolve) => void idleTimer(mostLogMs, resolve))
  await Promise.race([log.flushed(), late])
  const { message } = describeProblem(problem)
  showErrorBox(startFailed.title, startFailed.text({ message, reference, logFolder }))
  exit(1)
}
