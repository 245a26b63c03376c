/**
 * A secret on the system's clipboard: cleared after a time unless the content has changed by then.
 */
import type { SecretClipboard } from '../../platform/ports.ts'

/** The used part of Electron's clipboard. */
export interface SystemClipboard {
  readText(): Promise<string>
  writeText(text: string): Promise<void>
  clear(): void
}

export interface OwnedClipboard extends SecretClipboard {
  /** Clears the secret at once if it is still on the clipboard. Never rejects. */
  forget(): Promise<void>
}

interface Kept {
  readonly text: string
  readonly timer: NodeJS.Timeout
}

/**
 * Creates the clipboard.
 *
 * @param report called when the clipboard could not be written or read; a secret that can no longer
 *   be compared is cleared together with the current content: an empty clipboard is better than a
 *   forgotten password.
 */
export function secretClipboard(
  clipboard: SystemClipboard,
  report: (problem: unknown) => void,
): OwnedClipboard {
  let kept: Kept | undefined
  /** One after another: a text is written before it is compared. */
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
      // The earlier content is overwritten now, so there is nothing left of it to clear.
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
          // The text was not written, so there is nothing to clear.
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
