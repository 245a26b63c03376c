/** Electron checklist, item 17: a message counts only from the main frame of our window on our origin. */
import type { IpcMainInvokeEvent, WebContents } from 'electron'

/** What is looked at of a message's sender. */
export type SenderEvent = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

/**
 * Makes the check for the windows that are ours at the moment.
 *
 * @param isOurs whether the web contents belong to a window that this program made.
 * @param origins the origins of our documents, e.g. `countersign://app`.
 */
export function trustedSender(
  isOurs: (contents: WebContents) => boolean,
  origins: readonly string[],
): (event: SenderEvent) => boolean {
  return ({ sender, senderFrame }) => {
    // Null when the frame navigated away or was destroyed before its message was read.
    if (senderFrame === null || sender.isDestroyed()) return false
    if (!isOurs(sender) || senderFrame.parent !== null) return false
    return origins.includes(originOf(senderFrame.url))
  }
}

/** Scheme and host; the platform's own `origin` is "null" for schemes that it does not know. */
function originOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.protocol}//${parsed.host}` : ''
}
