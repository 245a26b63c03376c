/** Children that the kernel ends together with their parent, even when that is killed with SIGKILL. */
import { onPath } from './find-chromium.ts'

/** The program and arguments that start `program` so, where the system has the tool for it. */
export function diesWithParent(
  program: string,
  args: readonly string[],
): readonly [string, string[]] {
  const setpriv = process.platform === 'linux' ? onPath('setpriv') : undefined
  return setpriv ? [setpriv, ['--pdeathsig', 'KILL', '--', program, ...args]] : [program, [...args]]
}
