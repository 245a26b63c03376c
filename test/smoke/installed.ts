/**
 * A release as it is installed: started, waited for by the line in its log, and ended as the system
 * ends it. Nothing drives it. Its stores must be closed then.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../scripts/lib/run.ts'
import { comesTrue } from './comes-true.ts'
import { logFaults, timesReached } from './run-log.ts'

const longestStartMs = 60_000
/** Windows ends a program that has not ended by itself within five seconds; others wait. */
const longestEndMs = process.platform === 'win32' ? 5_000 : 60_000

/** Plays one start and one end. Returns one sentence for each fault. */
export async function playInstalled(program: string): Promise<readonly string[]> {
  const logFolder = join(dataFolder(), 'log')
  const shown = await timesReached(logFolder, 'window-shown')
  const child = spawn(program, [], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const isShown = async (): Promise<boolean> =>
    (await timesReached(logFolder, 'window-shown')) > shown
  try {
    if (!(await comesTrue(longestStartMs, isShown))) return ['the log has no window-shown']
    await endAsSystem(child.pid ?? 0)
    const isEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
    if (!(await comesTrue(longestEndMs, isEnded)))
      return [`it did not end within ${String(longestEndMs)} ms`]
    // Windows lets nothing be written once the session has ended.
    const milestones = process.platform === 'win32' ? (['window-shown'] as const) : undefined
    return [...(await logFaults(logFolder, milestones)), ...(await openStores())]
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/** A store that was closed has no log of its own beside it. */
async function openStores(): Promise<readonly string[]> {
  const names = await readdir(dataFolder(), { recursive: true })
  return names.filter((name) => name.endsWith('.countersign-wal')).map((name) => `${name} is left`)
}

function dataFolder(): string {
  const { LOCALAPPDATA: local, XDG_CONFIG_HOME: config } = process.env
  const parents: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
    win32: local ?? join(homedir(), 'AppData/Local'),
    darwin: join(homedir(), 'Library/Application Support'),
  }
  const parent = parents[process.platform] ?? config ?? join(homedir(), '.config')
  return join(parent, 'Countersign')
}

/** Windows sends two messages to each window at the end of a session; other systems send a signal. */
async function endAsSystem(pid: number): Promise<void> {
  if (process.platform !== 'win32') {
    process.kill(pid, 'SIGTERM')
    return
  }
  const { code, output } = await run(
    'powershell.exe',
    ['-NoProfile', '-NonInteractive', '-Command', endOfSession(pid)],
    { quiet: true },
  )
  if (code !== 0) throw new Error(output)
}

/** WM_QUERYENDSESSION (0x11) and WM_ENDSESSION (0x16) to the windows of a process. */
const endOfSession = (pid: number): string => `
Add-Type @'
using System;
using System.Runtime.InteropServices;
public static class Session {
  delegate bool Each(IntPtr window, IntPtr unused);
  [DllImport("user32.dll")] static extern bool EnumWindows(Each each, IntPtr unused);
  [DllImport("user32.dll")] static extern uint GetWindowThreadProcessId(IntPtr window, out uint pid);
  [DllImport("user32.dll")] static extern IntPtr SendMessageTimeout(
    IntPtr window, uint message, IntPtr w, IntPtr l, uint flags, uint ms, out IntPtr result);
  public static void End(uint wanted) {
    EnumWindows((window, unused) => {
      uint pid;
      GetWindowThreadProcessId(window, out pid);
      if (pid == wanted) {
        IntPtr result;
        SendMessageTimeout(window, 0x11, IntPtr.Zero, IntPtr.Zero, 2, 5000, out result);
        SendMessageTimeout(window, 0x16, (IntPtr)1, IntPtr.Zero, 2, 5000, out result);
      }
      return true;
    }, IntPtr.Zero);
  }
}
'@
[Session]::End(${String(pid)})
`
