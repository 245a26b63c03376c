/** Finding, starting and speaking to the system Chromium: CDP over an inherited pipe, so no TCP port is opened. */
import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statfsSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export function onPath(name: string): string | undefined {
  for (const dir of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(dir, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      /* next */
    }
  }
  return undefined
}
export function findChromium(): string | undefined {
  const fixed = process.env['STANDIN_CHROMIUM']
  if (fixed) return existsSync(fixed) ? fixed : undefined
  // Debian's /usr/bin/chromium is a shell wrapper with flags of its own; go to the program.
  if (existsSync('/usr/lib/chromium/chromium')) return '/usr/lib/chromium/chromium'
  for (const n of [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge',
  ]) {
    const p = onPath(n)
    if (p) return p
  }
  return undefined
}

export interface CdpEvent {
  method: string
  params: any
  sessionId?: string
}
/** CDP over file descriptors 3 and 4, NUL-separated JSON. */
export class Pipe extends EventEmitter {
  #id = 0
  #waiting = new Map<number, { ok(v: any): void; no(e: Error): void; method: string }>()
  #parts: Buffer[] = []
  closed = false
  readonly #w: Writable
  constructor(w: Writable, r: Readable) {
    super()
    this.setMaxListeners(0)
    this.#w = w
    w.on('error', () => this.#close())
    r.on('error', () => this.#close())
    r.on('close', () => this.#close())
    r.on('data', (d: Buffer) => {
      let from = 0,
        at: number
      while ((at = d.indexOf(0, from)) >= 0) {
        const piece = d.subarray(from, at)
        const text = this.#parts.length
          ? Buffer.concat([...this.#parts, piece]).toString()
          : piece.toString()
        this.#parts = []
        from = at + 1
        this.#receive(JSON.parse(text))
      }
      if (from < d.length) this.#parts.push(d.subarray(from))
    })
  }
  #receive(m: any): void {
    if (m.id === undefined) {
      this.emit('event', m as CdpEvent)
      return
    }
    const w = this.#waiting.get(m.id)
    this.#waiting.delete(m.id)
    if (m.error) w?.no(new Error(`${w.method}: ${m.error.message}`))
    else w?.ok(m.result)
  }
  #close(): void {
    if (this.closed) return
    this.closed = true
    for (const w of this.#waiting.values()) w.no(new Error(`${w.method}: Chromium is gone`))
    this.#waiting.clear()
    this.emit('closed')
  }
  send(method: string, params: object = {}, sessionId?: string): Promise<any> {
    if (this.closed) return Promise.reject(new Error(`${method}: Chromium is gone`))
    const id = ++this.#id
    this.#w.write(JSON.stringify({ id, method, params, sessionId }) + '\0')
    return new Promise((ok, no) => this.#waiting.set(id, { ok, no, method }))
  }
}

const wait = (ms: number): Promise<void> => new Promise((r) => setTimeout(r, ms))

/** After a kill -9 of an earlier run its Chromium may live for a moment and still own the profile. */
async function waitForProfile(dir: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    let pid: number
    try {
      pid = Number(readlinkSync(join(dir, 'SingletonLock')).split('-').at(-1))
    } catch {
      return
    }
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dir)) return
    } catch {
      return
    }
    await wait(50)
  }
  throw new Error(`electron stand-in: another Chromium holds ${dir}`)
}

export class Browser {
  readonly program: string
  readonly dir: string
  process: ChildProcess | undefined
  pipe!: Pipe
  version = ''
  #base: string[]
  constructor(program: string, dir: string) {
    this.program = program
    this.dir = dir
    this.#base = [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--test-type',
      `--user-data-dir=${dir}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-default-apps',
      '--disable-extensions',
      '--disable-breakpad',
      '--disable-search-engine-choice-screen',
      '--password-store=basic',
      '--metrics-recording-only',
      '--no-pings',
      '--disable-popup-blocking',
      '--hide-crash-restore-bubble',
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
      '--disable-features=Translate,MediaRouter,OptimizationHints,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,AutofillServerCommunication,LensOverlay',
    ]
    try {
      const s = statfsSync('/dev/shm')
      if (s.bavail * s.bsize < 512 * 2 ** 20) this.#base.push('--disable-dev-shm-usage')
    } catch {
      /* not Linux */
    }
  }
  async start(extra: string[], debugPort: string | undefined): Promise<void> {
    mkdirSync(this.dir, { recursive: true })
    await waitForProfile(this.dir)
    const args = [
      ...this.#base,
      ...extra,
      '--remote-debugging-pipe',
      ...(debugPort === undefined ? [] : [`--remote-debugging-port=${debugPort}`]),
      '--no-startup-window',
    ]
    // Chromium leaves by itself when the pipe closes; pdeathsig makes a kill -9 of main immediate.
    const setpriv = process.platform === 'linux' ? onPath('setpriv') : undefined
    const [cmd, argv] = setpriv
      ? [setpriv, ['--pdeathsig', 'KILL', '--', this.program, ...args]]
      : [this.program, args]
    const quiet = !process.env['STANDIN_DEBUG'] && debugPort === undefined
    const p = (this.process = spawn(cmd, argv, {
      stdio: ['ignore', 'ignore', quiet ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    }))
    // detached: a Ctrl+C in the terminal must reach main only, which then closes its windows in order.
    // "DevTools listening on ws://…" is what Playwright's _electron.launch waits for.
    p.stderr?.on('data', (d: Buffer) => {
      for (const line of d.toString().split('\n'))
        if (line.startsWith('DevTools listening') || (process.env['STANDIN_DEBUG'] && line))
          process.stderr.write(line + '\n')
    })
    this.pipe = new Pipe(p.stdio[3] as Writable, p.stdio[4] as Readable)
    const failed = new Promise<never>((_, no) => {
      p.once('error', no)
      p.once('exit', (c, s) => no(new Error(`Chromium ended at start (${c ?? s})`)))
    })
    failed.catch(() => {})
    const v = await Promise.race([this.pipe.send('Browser.getVersion'), failed])
    this.version = String(v.product).split('/')[1] ?? ''
  }
  /** A window without browser furniture can only be asked for on a command line: the process singleton passes it on. */
  openAppWindow(url: string, size: string): void {
    spawn(this.program, [...this.#base, `--app=${url}`, `--window-size=${size}`], {
      stdio: 'ignore',
    }).unref()
  }
  async stop(): Promise<void> {
    const p = this.process
    if (!p || p.exitCode !== null || p.signalCode !== null) return
    const gone = new Promise<void>((r) => p.once('exit', () => r()))
    this.pipe.send('Browser.close').catch(() => {})
    await Promise.race([
      gone,
      wait(3000).then(() => {
        p.kill('SIGKILL')
      }),
    ])
  }
}
