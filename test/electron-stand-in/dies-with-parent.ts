/** Children that the kernel ends with their parent, even when the parent is killed with SIGKILL. */
import { onPath } from './find-chromium.ts'

/**
 * Returns the program and arguments that start `program` this way, where the system has the tool
 * for it.
 */
export function diesWithParent(
  program: string,
  args: readonly string[],
): readonly [string, string[]] {
  const setpriv = process.platform === 'linux' ? onPath('setpriv') : undefined
  return setpriv ? [setpriv, ['--pdeathsig', 'KILL', '--', program, ...args]] : [program, [...args]]
}
