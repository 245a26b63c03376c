import type { UtilityProcess } from 'electron'

/** Ends a utility process, also one that is still starting: Electron's `kill` does nothing then. */
export function endUtility(child: Pick<UtilityProcess, 'kill' | 'once'>): void {
  if (!child.kill()) child.once('spawn', () => child.kill())
}
