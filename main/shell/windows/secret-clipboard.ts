/**
 * A secret on the system's clipboard: cleared after a time unless the content has changed by then.
 */
import type { SecretClipboard } from '../../platform/ports.ts'
import { SerialQueue } from '../../platform/serial.ts'

/** The used part of Electron's clipboard. */
export interface SystemClipboard {
  readText(): Promise<string>
  writeText(text: string): Promise<void>
  clear(): void
}

export interface OwnedClipboard extends SecretClipboard {
  /** Clears the secret at once if it is still on the clipboard. Never rejects. */
  forget(): Promise<void>
  /** Clears a secret that was copied, without comparing: nothing asynchronous happens any more. */
  clearNow(): void
}

interface CopiedSecret {
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
  let copied: CopiedSecret | undefined
  /** One after another: a text is written before it is compared. */
  const queue = new SerialQueue()

  const clearIfStill = async (text: string): Promise<void> => {
    const now = await clipboard.readText().catch((problem: unknown) => {
      report(problem)
      return text
    })
    if (now === text) clipboard.clear()
  }
  const forget = (): Promise<void> => {
    const ending = copied
    if (!ending) return queue.settled()
    clearTimeout(ending.timer)
    copied = undefined
    return queue.run(() => clearIfStill(ending.text)).catch(report)
  }

  return {
    put(text, forMs) {
      // The earlier content is overwritten now, so there is nothing left of it to clear.
      clearTimeout(copied?.timer)
      const timer = setTimeout(() => void forget(), forMs)
      timer.unref()
      const putting = { text, timer }
      copied = putting
      return queue.run(async () => {
        try {
          await clipboard.writeText(text)
          return true
        } catch (problem) {
          report(problem)
          // The text was not written, so there is nothing to clear.
          clearTimeout(timer)
          if (copied === putting) copied = undefined
          return false
        }
      })
    },
    forget,
    clearNow() {
      if (copied) clipboard.clear()
    },
  }
}
