/**
 * Electron checklist, item 17: only messages from the main frame of our window on our origin are
 * accepted.
 */
import type { IpcMainInvokeEvent, WebContents } from 'electron'

/** The fields of a message's sender that are checked. */
export type SenderEvent = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

/**
 * Creates the check for our current windows.
 *
 * @param isOurs whether the web contents belong to a window of this program.
 * @param origins the origins of our documents, e.g. `countersign://app`.
 */
export function trustedSender(
  isOurs: (contents: WebContents) => boolean,
  origins: readonly string[],
): (event: SenderEvent) => boolean {
  return ({ sender, senderFrame }) => {
    // Null if the frame navigated away or was destroyed before its message was read.
    if (senderFrame === null || sender.isDestroyed()) return false
    if (!isOurs(sender) || senderFrame.parent !== null) return false
    return origins.includes(originOf(senderFrame.url))
  }
}

/**
 * Returns scheme and host; the platform's own `origin` is "null" for schemes that it does not know.
 */
function originOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.protocol}//${parsed.host}` : ''
}
