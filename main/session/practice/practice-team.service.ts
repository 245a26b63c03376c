/** The practice team that this program starts from its practice screen: further windows of its own. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { PracticeTeamState } from '../../../preload/contract/api/practice/practice.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { SerialQueue } from '../../platform/serial.ts'
import { findPostgres } from '../../practice/find-postgres.ts'
import { startPracticeTeam, type PracticeTeam } from '../../practice/practice-team.ts'
import type { PracticeBankLauncher } from '../../practice/start-practice-bank.ts'

/** A further window of the program, a process of its own. */
export interface MemberWindow {
  /** Resolves when its process has ended, for any reason. */
  readonly exited: Promise<unknown>
  /** Ends a process that does not close. */
  kill(): void
}

/** Opens the window of the member that this file names. Throws if its program cannot be started. */
export type OpenMemberWindow = (file: string) => MemberWindow

export interface PracticeTeamService {
  state(): PracticeTeamState
  /** Returns the team as it runs; one that runs already is not changed. */
  start(size: number): Promise<Result<PracticeTeamState, Failure<'team-not-started'>>>
  /** Closes the windows, and resolves when nothing is left of the team. */
  end(): Promise<PracticeTeamState>
}

export interface PracticeTeamServiceDeps {
  /** Whether this program is itself a workstation of a team. */
  readonly isMember: boolean
  readonly launchPracticeBank: PracticeBankLauncher
  readonly openMemberWindow: OpenMemberWindow
  readonly report: (where: string, problem: unknown) => void
  /** Folder of PostgreSQL's programs; undefined if it is not installed. */
  readonly findPostgres?: () => string | undefined
  /** How long a window may take to close before its process is ended. */
  readonly closeMs?: number
}

/** Creates the service; looks for PostgreSQL at each request. */
export function createPracticeTeamService(deps: PracticeTeamServiceDeps): PracticeTeamService {
  const { report, closeMs = 15_000 } = deps
  const find = deps.findPostgres ?? findPostgres
  const turns = new SerialQueue()
  const open = new Set<MemberWindow>()
  let team: PracticeTeam | undefined
  let state: PracticeTeamState = { state: 'none' }

  const current = (): PracticeTeamState => {
    if (deps.isMember) return { state: 'unavailable', why: 'is-member' }
    if (state.state === 'running') return { ...state, open: open.size }
    if (state.state !== 'none' || find() !== undefined) return state
    const why = process.platform === 'win32' ? 'not-on-windows' : 'postgres-missing'
    return { state: 'unavailable', why }
  }

  const openWindow = (file: string): void => {
    const window = deps.openMemberWindow(file)
    open.add(window)
    const closed = (): void => {
      open.delete(window)
      // Windows that close because the team ends must not end the next one.
      if (open.size === 0 && state.state === 'running') void end()
    }
    window.exited.then(closed, closed)
  }

  const endNow = async (): Promise<void> => {
    const ending = team
    if (ending === undefined) return
    state = { state: 'ending' }
    const failed = (problem: unknown): void => report('practice.team-end', problem)
    await ending.dismiss().catch(failed)
    const closed = Promise.allSettled([...open].map(({ exited }) => exited))
    const late = new AbortController()
    const killed = wait(closeMs, undefined, { signal: late.signal }).then(
      () => {
        for (const window of open) window.kill()
      },
      () => undefined,
    )
    await closed
    late.abort()
    await killed
    await ending.end().catch(failed)
    team = undefined
    state = { state: 'none' }
  }
  const end = async (): Promise<PracticeTeamState> => {
    await turns.run(endNow)
    return current()
  }

  return {
    state: current,
    start: (size) =>
      turns.run(async () => {
        if (team !== undefined || deps.isMember) return ok(current())
        const programs = find()
        if (programs === undefined)
          return err({ code: 'team-not-started', why: 'postgres-missing', detail: '' })
        state = { state: 'starting', size }
        try {
          team = await startPracticeTeam({ size, programs, launchBank: deps.launchPracticeBank })
          for (const file of team.members) openWindow(file)
        } catch (problem) {
          report('practice.team-start', problem)
          await endNow()
          state = { state: 'none' }
          return err(notStarted(problem))
        }
        state = { state: 'running', size, open: size }
        return ok(current())
      }),
    end,
  }
}

/** Names the reason of a start that failed, for the operator. */
function notStarted(problem: unknown): Failure<'team-not-started'> {
  const text = problem instanceof Error ? problem.message : String(problem)
  const isFull = /ENOSPC|No space left on device/.test(text)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  // A program prints its steps before the reason.
  const reason = lines.find((line) => /\b(error|FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? ''
  const detail = reason.replace(/^.*?\b(error|FATAL|PANIC):\s*/, '').slice(0, 300)
  return { code: 'team-not-started', why: isFull ? 'disk-full' : 'failed', detail }
}
