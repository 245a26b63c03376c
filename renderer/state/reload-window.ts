/** Loads the window's document anew at an address, so that nothing of what was shown stays in it. */
export function reloadWindow(path: string): void {
  // Replaced and not visited: the old document must not draw the new address first.
  window.history.replaceState(null, '', `#${path}`)
  window.location.reload()
}
