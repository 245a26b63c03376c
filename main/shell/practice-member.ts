/** The windows of a practice team: the program opens them, and each finds out that it is one. */
import { spawn } from 'node:child_process'
import { watchFile } from 'node:fs'
import type { App } from 'electron'
import {
  memberArgument,
  memberSwitch,
  readPracticeMember,
  type PracticeMember,
} from '../practice/practice-team.ts'
import type { OpenMemberWindow } from '../session/practice/practice-team.service.ts'

const watchMs = 500
/** A member that cannot close in time is ended; nothing of its data is needed any more. */
const closeMs = 10_000

/**
 * Returns the member of a practice team that the command line names; undefined for none. Ends the
 * program with a message if the file is not one that this user’s team has written.
 */
export function memberIn(
  app: Pick<App, 'exit'> & { readonly commandLine: Pick<App['commandLine'], MemberOfLine> },
): PracticeMember | undefined {
  if (!app.commandLine.hasSwitch(memberSwitch)) return undefined
  try {
    return readPracticeMember(app.commandLine.getSwitchValue(memberSwitch))
  } catch (error) {
    process.stderr.write(`Countersign does not start as a member of a team: ${String(error)}\n`)
    app.exit(1)
    throw error
  }
}
type MemberOfLine = 'hasSwitch' | 'getSwitchValue'

/** Quits when the team is over, also if the program that started it was killed. */
export function quitWithTeam(app: Pick<App, 'quit' | 'exit'>, { file }: PracticeMember): void {
  watchFile(file, { interval: watchMs }, ({ nlink }) => {
    if (nlink > 0) return
    app.quit()
    setTimeout(() => app.exit(0), closeMs).unref()
  })
}

/** Returns how a further window of this program is opened: by a process of its own. */
export const openMemberWindows =
  (app: Pick<App, 'isPackaged' | 'getAppPath' | 'getPath' | 'commandLine'>): OpenMemberWindow =>
  (file) => {
    // Electron itself is the program of an unpackaged build; its sandbox refuses to start for root.
    const unsandboxed = app.commandLine.hasSwitch('no-sandbox') ? ['--no-sandbox'] : []
    const own = app.isPackaged ? [] : [app.getAppPath(), ...unsandboxed]
    const child = spawn(app.getPath('exe'), [...own, memberArgument(file)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const exited = new Promise<void>((resolve) => {
      // A program that was not started has no process id.
      child.once('error', () => resolve())
      child.once('exit', () => resolve())
    })
    if (child.pid === undefined) throw new Error(`${child.spawnfile} could not be started`)
    return { exited, kill: () => void child.kill('SIGKILL') }
  }
