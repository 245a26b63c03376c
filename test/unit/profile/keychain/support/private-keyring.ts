/**
 * A keyring for tests: GNOME Keyring with its own bus and home, without a display. Every process
 * started there ends with it, also those the bus started.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { diesWithParent } from '../../../../electron-stand-in/dies-with-parent.ts'

const run = promisify(execFile)
const secrets = 'org.freedesktop.secrets'
const password = 'practice'

/** A private bus, with a keyring on it when one was unlocked. */
export interface PrivateKeyring {
  /** Environment for processes that use this keyring. */
  readonly env: NodeJS.ProcessEnv
  /**
   * Starts the daemon and unlocks the keyring, creating it when there is none. A wrong password
   * fails.
   */
  unlock(withPassword?: string): Promise<void>
  lock(): Promise<void>
  /** Stops the daemon from answering; `resume` continues it. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Kills the daemon; the bus starts it again, locked, at the next request. */
  kill(): Promise<void>
  /** Kills the daemon and deletes the keyring's file. */
  lose(): Promise<void>
  /** The processes of a program that use this keyring. */
  processesOf(program: string): number[]
  /** Returns the number of items of a service. */
  count(service: string): Promise<number>
  stop(): Promise<void>
}

/** Starts a private bus without a keyring. */
export async function startPrivateBus(): Promise<PrivateKeyring> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-keyring-'))
  const folders = { XDG_DATA_HOME: 'data', XDG_CACHE_HOME: 'cache', XDG_RUNTIME_DIR: 'run' }
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], HOME: home }
  for (const [name, folder] of Object.entries(folders)) {
    env[name] = join(home, folder)
    mkdirSync(join(home, folder), { mode: 0o700 })
  }
  const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address'], env)
  env['DBUS_SESSION_BUS_ADDRESS'] = await firstLine(bus)
  return keyringOn(home, env)
}

/** Starts a private bus with an unlocked keyring. */
export async function startPrivateKeyring(): Promise<PrivateKeyring> {
  const keyring = await startPrivateBus()
  await keyring.unlock()
  return keyring
}

function keyringOn(home: string, env: NodeJS.ProcessEnv): PrivateKeyring {
  const call = async (to: string, path: string, method: string, ...args: string[]) => {
    const target = ['--dest', to, '--object-path', path, '--method', method]
    const { stdout } = await run('gdbus', ['call', '--session', ...target, ...args], { env })
    return stdout
  }
  const callBus = (method: string) =>
    call('org.freedesktop.DBus', '/', `org.freedesktop.DBus.${method}`, secrets)
  const service = (method: string, ...args: string[]) =>
    call(secrets, '/org/freedesktop/secrets', `org.freedesktop.Secret.Service.${method}`, ...args)
  const hasOwner = async (): Promise<boolean> => (await callBus('NameHasOwner')).includes('true')
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    if (!(await hasOwner())) return
    const pid = Number(/uint32 (\d+)/.exec(await callBus('GetConnectionUnixProcessID'))?.[1])
    process.kill(pid, name)
  }
  const untilOwned = async (owned: boolean): Promise<void> => {
    while ((await hasOwner()) !== owned) await setTimeout(10)
  }

  const kill = async (): Promise<void> => {
    await signal('SIGKILL')
    await untilOwned(false)
  }

  return {
    env,
    async unlock(withPassword = password) {
      const daemon = ['--foreground', '--unlock', '--components=secrets']
      const child = start('gnome-keyring-daemon', daemon, env)
      child.stdin?.end(withPassword)
      // The daemon takes its name on the bus only after it has tried the password.
      await untilOwned(true)
    },
    async lock() {
      await service('Lock', "[objectpath '/org/freedesktop/secrets/collection/login']")
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    kill,
    async lose() {
      await kill()
      rmSync(join(home, 'data'), { recursive: true })
    },
    processesOf: (program) =>
      processesIn(home).filter((pid) => read(pid, 'cmdline').includes(program)),
    async count(name) {
      const found = await service('SearchItems', `{'service': '${name}'}`)
      return found.match(/\/collection\/\w+\/\d+/g)?.length ?? 0
    },
    async stop() {
      await endEverythingIn(home)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const [path, command] = diesWithParent(program, args)
  const child = spawn(path, command, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  child.on('error', (problem) => {
    throw new Error(`${problem.message}: install dbus-daemon, gnome-keyring and libglib2.0-bin`)
  })
  return child
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('has no output')
  const lines = createInterface({ input: stdout })
  const [line] = (await once(lines, 'line')) as [string]
  lines.close()
  stdout.resume()
  return line
}

/**
 * Returns the processes of a test, found by its HOME in their environment, which no other process
 * has.
 */
function processesIn(home: string): number[] {
  const ours = `HOME=${home}`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => read(pid, 'environ').split('\0').includes(ours))
}

/** Returns the kernel's data on a process; empty for one that has ended. */
function read(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

async function endEverythingIn(home: string): Promise<void> {
  for (let left = processesIn(home); left.length > 0; left = processesIn(home)) {
    for (const pid of left) endProcess(pid)
    await setTimeout(20)
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
