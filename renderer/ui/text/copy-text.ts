/**
 * Puts a text on the clipboard; false if the window could not. The asynchronous clipboard needs a
 * permission, and this window has none (main/shell/security/permissions.ts); a copy started by a
 * press needs none. With `html` a pasting program may take that instead, for example a spreadsheet
 * a table.
 */
export function copyText(text: string, html?: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  // A copy starts only with a selection, and blanks alone do not count as one.
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
