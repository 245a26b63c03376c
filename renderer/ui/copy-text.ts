/**
 * Puts a text on the clipboard; false where the window could not. The asynchronous clipboard asks for a
 * permission, and this window has none (main/security/permissions.ts); a copy that a press asks for needs none.
 */
export function copyText(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  document.body.append(area)
  area.focus({ preventScroll: true })
  area.select()
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only copy that needs no permission
  const isCopied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}
