/** Main's own log: what went wrong inside, for whoever repairs it. No account, no secret, no answer of the bank. */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { withoutNumbers } from '../bank/redaction.ts'
import type { Clock } from '../clock.ts'
import { newReference } from '../identifiers.ts'

/** The log of one run. */
export interface Log {
  /** Writes the problem with a reference and returns the reference at once; the file follows. */
  readonly unforeseen: (where: string, problem: unknown) => string
  /** Resolves when everything reported so far is in the file. */
  flushed(): Promise<void>
}

const largestFile = 2_000_000

const described = (problem: unknown): { name: string; message: string; stack: string } =>
  problem instanceof Error
    ? { name: problem.name, message: problem.message, stack: problem.stack ?? '' }
    : { name: 'unknown', message: String(problem), stack: '' }

/**
 * Opens the log in a folder, which is made when missing. One older file is kept.
 *
 * @param folder an absolute path inside the data folder.
 */
export function openLog(folder: string, clock: Clock): Log {
  const file = join(folder, 'countersign.log')
  let queue: Promise<void> = Promise.resolve()

  const write = async (line: string): Promise<void> => {
    await mkdir(folder, { recursive: true })
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    )
    if (size > largestFile) await rename(file, `${file}.1`)
    await appendFile(file, line, { mode: 0o600 })
  }

  return {
    unforeseen(where, problem) {
      const reference = newReference()
      const { name, ...text } = described(problem)
      const message = withoutNumbers(text.message)
      const stack = withoutNumbers(text.stack)
      const entry = { at: clock.now().toISOString(), reference, where, name, message, stack }
      const line = `${JSON.stringify(entry)}\n`
      // A log that cannot be written must not take the work down with it.
      queue = queue.then(() => write(line)).catch(() => undefined)
      return reference
    },
    flushed: () => queue,
  }
}

/** What nobody foresaw in this process goes into the log and never onto the screen as a raw stack. */
export function logUnforeseen(log: () => Log | undefined): void {
  for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(name, (problem: unknown) => void log()?.unforeseen(name, problem))
  }
}
