/** Runs programs without a network. */
import { run } from './run.ts'

/** A program with its first arguments; the command to run follows them. */
export type Cut = readonly [string, ...string[]]

/** Ways to run a program without a network, the simplest first; each needs different rights. */
const cuts: readonly Cut[] = [
  ['unshare', '--net'],
  ['unshare', '--net', '--map-root-user'],
]
/** In a network namespace a computer cannot reach even itself until its loopback is up. */
const withLoopback = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh']

/** Returns how to run a program without a network on this machine; undefined: not possible. */
export const networkCut = (): Promise<Cut | undefined> => firstThatWorks(cuts)

/** The same for programs that connect to themselves: with loopback only. */
export const networkCutToLoopback = (): Promise<Cut | undefined> =>
  firstThatWorks(cuts.map(([command, ...args]) => [command, ...args, ...withLoopback]))

/** Returns the first prefix that can run a program here; undefined: none. */
export async function firstThatWorks(ways: readonly Cut[]): Promise<Cut | undefined> {
  for (const way of ways) {
    const [command, ...args] = way
    const { code } = await run(command, [...args, 'true'], { quiet: true })
    if (code === 0) return way
  }
  return undefined
}
