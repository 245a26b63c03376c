/**
 * A practice team: a practice bank, a PostgreSQL server of its own, and a folder with a file for each
 * workstation, which tells a program that it is a member. All of it is removed at the end.
 */
import { lstatSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { mostPracticeWorkstations } from '../../preload/contract/api/practice/practice-team.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { memberFile, serverPort, serverRole, startServer } from './postgres-server.ts'
import type { PracticeBankLauncher, RunningPracticeBank } from './start-practice-bank.ts'

/** The program's switch that names the file of a member. */
export const memberSwitch = 'practice-member'

/** Returns the argument for the program that is the member of this file. */
export const memberArgument = (file: string): string => `--${memberSwitch}=${file}`

const memberContent = z.strictObject({
  number: z.int().min(1).max(mostPracticeWorkstations),
  /** Control URL of the bank; contains a token. */
  controlUrl: z.url(),
  /** Multiplies how long workstations wait for each other. */
  factor: z.number().min(0.01).max(1),
})

/** A workstation of a practice team, as its own program knows it. */
export interface PracticeMember extends z.infer<typeof memberContent> {
  /** The file that names it; the team is over when it is gone. */
  readonly file: string
  /** The folder of its data, removed with the team. */
  readonly dataFolder: string
  /** The server of the team. */
  readonly server: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly database: string
  }
}

export interface PracticeTeam {
  /** The file of each workstation, in their order. */
  readonly members: readonly string[]
  /** Tells the windows that the team is over: each closes by itself. */
  dismiss(): Promise<void>
  /** Ends the bank and the server, once no workstation runs any more, and removes all files. */
  end(): Promise<void>
}

export interface PracticeTeamDeps {
  readonly size: number
  /** Folder of PostgreSQL's programs. */
  readonly programs: string
  readonly launchBank: PracticeBankLauncher
  /** Shortens the waits of the workstations for each other. */
  readonly factor?: number
}

/** Starts the bank and the server. If one does not start, nothing is left of the other. */
export async function startPracticeTeam(deps: PracticeTeamDeps): Promise<PracticeTeam> {
  const { size, programs, launchBank, factor = 1 } = deps
  const folder = await mkdtemp(join(tmpdir(), 'countersign-team-'))
  const server = await startServer(programs, folder)
  let bank: RunningPracticeBank | undefined
  const end = async (): Promise<void> => {
    bank?.stop()
    await Promise.all([bank?.exited, server.stop()])
  }
  try {
    const { controlUrl } = (bank = await launchBank())
    const members = await Promise.all(
      Array.from({ length: size }, async (_, at) => {
        const number = at + 1
        const content = { number, controlUrl, factor }
        const dataFolder = join(folder, `workstation-${String(number)}`)
        await mkdir(dataFolder, { mode: 0o700 })
        const file = join(dataFolder, memberFile)
        await writeFile(file, JSON.stringify(content), { mode: 0o600 })
        return file
      }),
    )
    return {
      members,
      dismiss: async () => {
        await Promise.all(members.map((file) => rm(file, { force: true })))
      },
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

/**
 * Reads the file of a member. Throws if it is not a file of a team that this user has started: it
 * then opens nothing. Wherever it lies, the member has its data beside it and reaches the server in the
 * folder of the team only, by a socket.
 */
export function readPracticeMember(file: string): PracticeMember {
  const dataFolder = dirname(file)
  const folder = dirname(dataFolder)
  const host = join(folder, 'server')
  if (!isAbsolute(file)) throw new TypeError('The file of a member is named by its full path')
  for (const path of [dataFolder, folder, host])
    if (!lstatSync(path).isDirectory()) throw new TypeError(`${path} is not a folder`)
  if (!lstatSync(file).isFile()) throw new TypeError(`${file} is not a file`)
  const user = process.getuid?.()
  for (const path of [file, dataFolder, folder]) {
    const { uid, mode } = lstatSync(path)
    if (user === undefined || uid !== user || (mode & 0o022) !== 0)
      throw new TypeError(`Others can write ${path}`)
  }
  if ((lstatSync(file).mode & 0o077) !== 0) throw new TypeError(`Others can read ${file}`)
  const content = memberContent.parse(JSON.parse(readFileSync(file, 'utf8')))
  // The database that every server has; the first member creates the store in it.
  const server = { host, port: serverPort, user: serverRole, database: 'postgres' }
  return { ...content, file, dataFolder, server }
}
