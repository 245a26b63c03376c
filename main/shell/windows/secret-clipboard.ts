/** A secret on the system's clipboard: there for a while, and cleared unless something else stands there by then. */
import type { SecretClipboard } from '../../platform/ports.ts'

/** What is used of Electron's clipboard. */
export interface SystemClipboard {
  readText(): Promise<string>
  writeText(text: string): Promise<void>
  clear(): void
}

/** The port, and its end. */
export interface OwnedClipboard extends SecretClipboard {
  /** Clears at once what was put there and still stands there. Never rejects. */
  forget(): Promise<void>
}

interface Kept {
  readonly text: string
  readonly timer: NodeJS.Timeout
}

/**
 * Makes it.
 *
 * @param report told of a clipboard that could not be written or read; a secret that cannot be compared
 *   any more is cleared with whatever stands there: better an empty clipboard than a forgotten password.
 */
export function secretClipboard(
  clipboard: SystemClipboard,
  report: (problem: unknown) => void,
): OwnedClipboard {
  let kept: Kept | undefined
  /** One after the other: what is being written is there before it is compared. */
  let last: Promise<void> = Promise.resolve()
  const next = (act: () => Promise<void>): Promise<void> => (last = last.then(act).catch(report))

  const clearIfStill = async (text: string): Promise<void> => {
    const now = await clipboard.readText().catch((problem: unknown) => {
      report(problem)
      return text
    })
    if (now === text) clipboard.clear()
  }
  const forget = (): Promise<void> => {
    const ending = kept
    if (!ending) return last
    clearTimeout(ending.timer)
    kept = undefined
    return next(() => clearIfStill(ending.text))
  }

  return {
    put(text, forMs) {
      // What stood there before is written over now, so nothing is left to clear of it.
      clearTimeout(kept?.timer)
      const timer = setTimeout(() => void forget(), forMs)
      timer.unref()
      const putting = { text, timer }
      kept = putting
      const written = last.then(() => clipboard.writeText(text))
      const isThere = written.then(
        () => true,
        (problem: unknown) => {
          report(problem)
          // It does not stand there, so nothing of it is to be cleared.
          clearTimeout(timer)
          if (kept === putting) kept = undefined
          return false
        },
      )
      last = isThere.then(() => undefined)
      return isThere
    },
    forget,
  }
}
