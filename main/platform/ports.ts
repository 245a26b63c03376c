/**
 * Desktop functions of main besides windows and files; passed in, so that only the shell imports
 * Electron.
 */

/** The clipboard, for a secret that an operator copies to another program. */
export interface SecretClipboard {
  /**
   * Puts the text on the clipboard and clears it after `forMs` milliseconds, unless the content has
   * changed by then. Returns whether the text was written. Never rejects.
   */
  put(text: string, forMs: number): Promise<boolean>
}

/** Prints a page to PDF; the page runs no script and loads nothing. */
export interface PdfPrinter {
  /** Takes a complete HTML document; rejects if it could not be printed. */
  print(html: string): Promise<Uint8Array>
}

/** A notification on the desktop. */
export interface ShownNotice {
  /** Removes it, as far as the system allows. */
  close(): void
  /** Whether the system has put it on the desktop. Never rejects. */
  readonly displayed: Promise<boolean>
}

export interface DesktopNotices {
  /**
   * Shows a notification; a click brings the window to the front first. Undefined: this desktop
   * shows none. Where it was not shown, the window asks for attention instead. Never throws.
   */
  show(
    notice: { readonly title: string; readonly body: string },
    clicked: () => void,
  ): ShownNotice | undefined
}
