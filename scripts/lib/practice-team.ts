/** A practice team for `npm start`, tests and pictures, from the built programs. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres } from '../../main/practice/find-postgres.ts'
import {
  startPracticeTeam as startTeam,
  type PracticeTeam,
} from '../../main/practice/practice-team.ts'
import { launchInNode } from '../../main/practice/start-practice-bank.ts'
import { practiceTeamSize } from '../../preload/contract/api/practice/practice-team.ts'
import { root } from './run.ts'
import { stop } from './say.ts'

/**
 * Takes `--practice-team N` out of the arguments of `npm start`. Returns how many workstations are
 * wanted, undefined if none, and the other arguments. Ends with a message for another number.
 */
export function teamIn(args: readonly string[]): { size: number | undefined; others: string[] } {
  const { tokens } = parseArgs({
    args: [...args],
    options: { 'practice-team': { type: 'string' } },
    strict: false,
    tokens: true,
  })
  const given = tokens.find((token) => token.kind === 'option' && token.name === 'practice-team')
  if (given?.kind !== 'option') return { size: undefined, others: [...args] }
  const size = practiceTeamSize.safeParse(Number(given.value))
  if (!size.success) {
    const { minValue, maxValue } = practiceTeamSize
    return stop(
      `--practice-team takes the number of workstations, ${String(minValue)} to ${String(maxValue)}`,
    )
  }
  const others = [...args]
  others.splice(given.index, given.inlineValue === true ? 1 : 2)
  return { size: size.data, others }
}

/** Starts a team as the product does. Ends with a message where PostgreSQL is not installed. */
export function startPracticeTeam(size: number, factor = 1): Promise<PracticeTeam> {
  const programs = findPostgres()
  if (programs === undefined)
    return stop('A practice team needs PostgreSQL (Debian, Ubuntu: apt-get install postgresql)')
  const launchBank = launchInNode(join(root, 'dist/main/practice-bank.js'))
  return startTeam({ size, programs, launchBank, factor })
}
