/** Running programs without a network. */
import { run } from './run.ts'

/** A program with its first arguments; what is to run follows them. */
export type Cut = readonly [string, ...string[]]

/** Ways to run a program without a network, the plainest first; each needs other rights. */
const cuts: readonly Cut[] = [
  ['unshare', '--net'],
  ['unshare', '--net', '--map-root-user'],
]
/** In a network of its own a computer does not even reach itself, until its loopback is up. */
const withLoopback = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh']

/** How a program is run without a network on this machine; undefined: there is no way. */
export const networkCut = (): Promise<Cut | undefined> => firstThatWorks(cuts)

/** The same for programs that talk to themselves: loopback, and nothing else. */
export const networkCutToLoopback = (): Promise<Cut | undefined> =>
  firstThatWorks(cuts.map(([command, ...args]) => [command, ...args, ...withLoopback]))

/** The first of these prefixes with which a program can be run here; undefined: none can. */
export async function firstThatWorks(ways: readonly Cut[]): Promise<Cut | undefined> {
  for (const way of ways) {
    const [command, ...args] = way
    const { code } = await run(command, [...args, 'true'], { quiet: true })
    if (code === 0) return way
  }
  return undefined
}
