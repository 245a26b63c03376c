/**
 * The system's Chromium as a child process, started without a window and controlled over a pipe.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, readlinkSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { diesWithParent } from '../dies-with-parent.ts'
import { ignoreFailure } from '../events.ts'
import { blockPermissions, permissionSwitches } from './permissions.ts'
import { Pipe } from './pipe.ts'

const quietSwitches = [
  '--test-type',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-search-engine-choice-screen',
  '--disable-popup-blocking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--password-store=basic',
  '--metrics-recording-only',
  '--hide-crash-restore-bubble',
  `--disable-features=${[
    'Translate',
    'MediaRouter',
    'OptimizationHints',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'AutofillServerCommunication',
    'LensOverlay',
  ].join()}`,
]
const smallSharedMemory = 512 * 2 ** 20
const isVerbose = process.env['STANDIN_DEBUG'] === '1'

export interface BrowserOptions {
  readonly program: string
  /** Chromium's own folder; its process singleton is bound to it. */
  readonly folder: string
  readonly switches: readonly string[]
  readonly debuggingPort: string | undefined
}

/** A running Chromium. */
export class Browser {
  readonly pipe: Pipe
  readonly version: string
  readonly process: ChildProcess
  readonly #program: string
  readonly #base: readonly string[]

  private constructor(
    program: string,
    base: readonly string[],
    child: ChildProcess,
    pipe: Pipe,
    version: string,
  ) {
    this.#program = program
    this.#base = base
    this.process = child
    this.pipe = pipe
    this.version = version
  }

  /** Starts Chromium and waits until it answers. */
  static async start({
    program,
    folder,
    switches,
    debuggingPort,
  }: BrowserOptions): Promise<Browser> {
    mkdirSync(folder, { recursive: true })
    await untilProfileIsFree(folder)
    blockPermissions(folder)
    const base = baseSwitches(folder)
    const port = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]
    const child = launch(
      program,
      [...base, ...switches, '--remote-debugging-pipe', ...port, '--no-startup-window'],
      isVerbose || debuggingPort !== undefined,
    )
    const pipe = new Pipe(child.stdio[3] as Writable, child.stdio[4] as Readable)
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        reject(new Error(`Chromium ended at start (${code ?? signal ?? 'unknown'})`)),
      )
    })
    ignoreFailure(failed)
    const { product } = await Promise.race([pipe.send('Browser.getVersion'), failed])
    return new Browser(program, base, child, pipe, product.split('/')[1] ?? '')
  }

  /**
   * Opens a window without browser furniture. Only a command line can do that; Chromium's process
   * singleton hands the request to the running process.
   */
  openAppWindow(url: string, size: string, isIncognito: boolean): void {
    const incognito = isIncognito ? ['--incognito'] : []
    const args = [...this.#base, ...incognito, `--app=${url}`, `--window-size=${size}`]
    spawn(this.#program, args, { stdio: 'ignore' }).unref()
  }

  /** Ends Chromium in order, or by force after three seconds. */
  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    const gone = once(this.process, 'exit')
    ignoreFailure(this.pipe.send('Browser.close'))
    const byForce = sleep(3000).then(() => this.process.kill('SIGKILL'))
    await Promise.race([gone, byForce])
  }
}

function launch(program: string, args: readonly string[], listens: boolean): ChildProcess {
  const [command, commandLine] = diesWithParent(program, args)
  const child = spawn(command, commandLine, {
    stdio: ['ignore', 'ignore', listens ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    // A Ctrl+C in the terminal must reach main only, which then closes its windows in order.
    detached: true,
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) passOn(line)
  })
  return child
}

/** "DevTools listening on ws://..." is what Playwright's `_electron.launch` waits for. */
function passOn(line: string): void {
  if (line.startsWith('DevTools listening') || (isVerbose && line !== ''))
    process.stderr.write(`${line}\n`)
}

function baseSwitches(folder: string): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--user-data-dir=${folder}`,
    ...quietSwitches,
    ...permissionSwitches,
    ...(hasSmallSharedMemory() ? ['--disable-dev-shm-usage'] : []),
  ]
}

function hasSmallSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize < smallSharedMemory
  } catch {
    return false
  }
}

/** After a SIGKILL of an earlier run its Chromium may live for a moment and still own the folder. */
async function untilProfileIsFree(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (!isHeld(folder)) return
    await sleep(50)
  }
  throw new Error(`electron stand-in: another Chromium holds ${folder}`)
}

function isHeld(folder: string): boolean {
  try {
    const holder = readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1) ?? ''
    return readFileSync(`/proc/${holder}/cmdline`, 'utf8').includes(folder)
  } catch {
    return false
  }
}
