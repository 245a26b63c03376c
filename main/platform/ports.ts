/** What main does with the desktop beside windows and files; handed in, so that nothing below knows Electron. */

/** The clipboard, for a secret that an operator carries to another program. */
export interface SecretClipboard {
  /**
   * Puts the text there; after so many milliseconds it is cleared, unless something else stands there by then.
   * Answers whether it stands there. Never rejects.
   */
  put(text: string, forMs: number): Promise<boolean>
}

/** Makes PDF of a page that runs no script and loads nothing. */
export interface PdfPrinter {
  /** Takes a whole HTML document; rejects when it could not be printed. */
  print(html: string): Promise<Uint8Array>
}

/** A notification that lies on the desktop. */
export interface ShownNotice {
  /** Takes it away, as far as the system lets it. */
  close(): void
}

/** The desktop's notifications. */
export interface DesktopNotices {
  /** Shows one; a click brings the window to the front first. Undefined: this desktop takes none. Never throws. */
  show(
    notice: { readonly title: string; readonly body: string },
    clicked: () => void,
  ): ShownNotice | undefined
}
