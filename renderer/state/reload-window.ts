/**
 * Loads the document of the window again at an address, so that nothing shown before remains in it.
 */
export function reloadWindow(path: string): void {
  // Replaced rather than visited: the old document must not draw the new address first.
  window.history.replaceState(null, '', `#${path}`)
  window.location.reload()
}
