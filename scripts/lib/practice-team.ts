/**
 * A practice team: one practice bank, one PostgreSQL server of its own, and several workstations on
 * one store. All of it is removed at the end.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { memberUrl } from '../../main/practice/practice-control.ts'
import { launchInNode } from '../../main/practice/start-practice-bank.ts'
import { mostPracticeWorkstations } from '../../main/profile/practice-operators.ts'
import { startPostgres, template } from '../../test/postgres/server.ts'
import { root } from './run.ts'
import { stop } from './say.ts'

/** The environment of one workstation. */
export type MemberEnvironment = Readonly<
  Record<'COUNTERSIGN_DATA' | 'COUNTERSIGN_PRACTICE_BANK' | 'COUNTERSIGN_PRACTICE_TEAM', string>
>

export interface PracticeTeam {
  /** One for each workstation, in their order. */
  readonly members: readonly MemberEnvironment[]
  /** Ends the server under running workstations: for pictures. */
  stopDatabase(): Promise<void>
  /** Ends the bank and the server, once no workstation runs any more, and removes all files. */
  end(): Promise<void>
}

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
  const size = Number(given.value)
  if (!Number.isInteger(size) || size < 2 || size > mostPracticeWorkstations)
    return stop(
      `--practice-team takes the number of workstations, 2 to ${String(mostPracticeWorkstations)}`,
    )
  const others = [...args]
  others.splice(given.index, given.inlineValue === true ? 1 : 2)
  return { size, others }
}

/**
 * Starts the bank and the server, from the built programs. `factor` shortens the waits of the
 * workstations for each other. Ends with a message where PostgreSQL is not installed.
 */
export async function startPracticeTeam(size: number, factor = 1): Promise<PracticeTeam> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-team-'))
  const server = await startPostgres(tmpdir())
  if (server === undefined)
    return stop('A practice team needs PostgreSQL (Debian, Ubuntu: apt-get install postgresql)')
  const bank = await launchInNode(join(root, 'dist/main/practice-bank.js'), [
    `--members=${String(size)}`,
  ])()
  const members = Array.from({ length: size }, (_, at) => {
    const number = at + 1
    const workstation = {
      id: `workstation-${String(number)}`,
      name: `Workstation ${String(number)}`,
    }
    const { host, user } = server
    const store = { number, host, user, database: template, workstation, factor }
    return {
      COUNTERSIGN_DATA: join(folder, `workstation-${String(number)}`),
      COUNTERSIGN_PRACTICE_BANK: memberUrl(bank.controlUrl, number),
      COUNTERSIGN_PRACTICE_TEAM: JSON.stringify(store),
    }
  })
  return {
    members,
    stopDatabase: () => server.stop(),
    async end() {
      bank.stop()
      await bank.exited
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
