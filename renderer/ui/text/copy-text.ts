/**
 * Puts a text on the clipboard; false where the window could not. The asynchronous clipboard asks for a
 * permission, and this window has none (main/shell/security/permissions.ts); a copy that a press asks for needs none.
 * With `html` a program that pastes may take that instead, such as a spreadsheet a table.
 */
export function copyText(text: string, html?: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  // Something has to be marked for a copy to begin, and blanks alone count as nothing.
  area.value = html === undefined ? text : 'rows'
  area.readOnly = true
  area.className = 'sr-only'
  let isTaken = html === undefined
  area.addEventListener('copy', (event) => {
    if (html === undefined || event.clipboardData === null) return
    isTaken = true
    event.clipboardData.setData('text/plain', text)
    event.clipboardData.setData('text/html', html)
    event.preventDefault()
  })
  document.body.append(area)
  area.focus({ preventScroll: true })
  area.select()
  // oxlint-disable-next-line typescript/no-deprecated -- the only copy that needs no permission
  const isCopied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied && isTaken
}
