import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { state } from './state.ts'
import { Emitter, makeEvent, strictClass, strictObject } from './util.ts'
import { startBrowser } from './web-contents.ts'

type Closable = { requestClose(): boolean; isDestroyed(): boolean; destroy(): void }
let windows: () => Closable[] = () => []
export const setWindowList = (f: () => Closable[]): void => {
  windows = f
}

const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
/** Start time of a process: tells a reused pid from the one that took the lock. */
const born = (pid: number): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')[19]
  } catch {
    return undefined
  }
}

export class AppImpl extends Emitter {
  #ready = false
  #whenReady = Promise.withResolvers<void>()
  #lock: { path: string; server: Server } | undefined
  #exitCode = 0

  get name(): string {
    return state.appName
  }
  set name(n: string) {
    state.appName = n
  }
  getName(): string {
    return state.appName
  }
  setName(n: string): void {
    state.appName = n
  }
  getVersion(): string {
    return state.appVersion
  }
  getAppPath(): string {
    return state.packagePath
  }
  get isPackaged(): boolean {
    return false
  }
  getLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale
  }
  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()]
  }
  isReady(): boolean {
    return this.#ready
  }
  whenReady(): Promise<void> {
    return this.#whenReady.promise
  }
  getPath(name: string): string {
    const set = state.paths.get(name)
    if (set !== undefined) return set
    const home = homedir()
    switch (name) {
      case 'home':
        return home
      case 'appData':
        return config
      case 'userData':
        return join(this.getPath('appData'), state.appName)
      case 'sessionData':
        return this.getPath('userData')
      case 'logs':
        return join(this.getPath('userData'), 'logs')
      case 'crashDumps':
        return join(this.getPath('userData'), 'Crashpad')
      case 'temp':
        return tmpdir()
      case 'exe':
      case 'module':
        return process.execPath
      case 'desktop':
      case 'documents':
      case 'downloads':
      case 'music':
      case 'pictures':
      case 'videos':
        return join(home, name[0]!.toUpperCase() + name.slice(1))
    }
    throw new Error(`Failed to get '${name}' path`)
  }
  setPath(name: string, path: string): void {
    mkdirSync(path, { recursive: true })
    state.paths.set(name, path)
  }
  setAppLogsPath(path?: string): void {
    state.paths.set('logs', path ?? join(this.getPath('userData'), 'logs'))
  }
  readonly commandLine = strictObject('app.commandLine', {
    appendSwitch(name: string, value?: string): void {
      if (!/^(js-flags|inspect|remote-debugging)/.test(name)) {
        const s = `--${name}${value ? `=${value}` : ''}`
        if (name !== 'disable-features' && name !== 'enable-features') state.switches.push(s)
      }
    },
    appendArgument(): void {},
    hasSwitch: (name: string): boolean =>
      process.argv.some((a) => a === `--${name}` || a.startsWith(`--${name}=`)),
    getSwitchValue: (name: string): string =>
      process.argv.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
    removeSwitch(): void {},
  })
  disableHardwareAcceleration(): void {
    /* --disable-gpu is always on */
  }
  enableSandbox(): void {
    /* always */
  }
  setAppUserModelId(): void {
    /* Windows */
  }
  setAboutPanelOptions(): void {
    /* macOS */
  }
  focus(): void {
    /* the window manager decides */
  }
  relaunch(): void {
    const [cmd, ...args] = [process.execPath, ...process.execArgv, ...state_entry.argv]
    this.once('quit', () => {
      spawn(cmd!, args, { detached: true, stdio: 'inherit' }).unref()
    })
  }

  // --- single instance: an atomic symlink names the holder; the second one speaks to its socket, synchronously ---
  requestSingleInstanceLock(additionalData?: Record<any, any>): boolean {
    if (this.#lock) return true
    const dir = this.getPath('userData'),
      path = join(dir, 'standin.lock')
    mkdirSync(dir, { recursive: true })
    const socket = `${process.platform === 'linux' ? '\0' : tmpdir() + '/'}electron-standin-${Buffer.from(dir).toString('hex').slice(-80)}`
    for (let i = 0; i < 3; i++) {
      try {
        symlinkSync(`${process.pid}:${born(process.pid)}`, path)
        const server = createServer((c) => {
          let text = ''
          c.setEncoding('utf8')
            .on('data', (d: string) => {
              text += d
            })
            .on('end', () => {
              c.end('ok')
              const m = JSON.parse(text) as { argv: string[]; cwd: string; data: unknown }
              this.emit('second-instance', makeEvent(), m.argv, m.cwd, m.data)
            })
            .on('error', () => {})
        })
        server.on('error', () => {})
        server.listen(socket).unref()
        this.#lock = { path, server }
        process.once('exit', () => this.releaseSingleInstanceLock())
        return true
      } catch (e) {
        if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e
      }
      let holder = ''
      try {
        holder = readlinkSync(path)
      } catch {
        continue
      }
      const [pid, start] = holder.split(':')
      if (born(Number(pid)) !== start) {
        rmSync(path, { force: true })
        continue
      }
      const text = JSON.stringify({ argv: process.argv, cwd: process.cwd(), data: additionalData })
      // Synchronous, so that an immediate app.quit() or process.exit() cannot lose the message.
      spawnSync(
        process.execPath,
        [
          '-e',
          'const s=require("net").connect(process.env.S.replace(/^@/,"\\0"));s.on("error",()=>process.exit(1));s.end(process.env.T);s.resume();s.on("close",()=>process.exit(0));setTimeout(()=>process.exit(2),2000)',
        ],
        { env: { S: socket.replace(/^\0/, '@'), T: text }, stdio: 'ignore', timeout: 3000 },
      )
      return false
    }
    return false
  }
  hasSingleInstanceLock(): boolean {
    return this.#lock !== undefined
  }
  releaseSingleInstanceLock(): void {
    const l = this.#lock
    this.#lock = undefined
    if (l) {
      l.server.close()
      rmSync(l.path, { force: true })
    }
  }

  // --- life and end ---
  async _launch(): Promise<void> {
    if (state.quitting) return
    // Playwright must find "DevTools listening" before it lets the app be ready; otherwise the browser starts beside the app's own work.
    const started = startBrowser()
    started.catch((e: Error) => {
      console.error(e.message)
      this.exit(1)
    })
    if (state.debugPort !== undefined) await started.catch(() => {})
    this.#ready = true
    this.emit('will-finish-launching')
    this.emit('ready', makeEvent(), {})
    this.#whenReady.resolve()
  }
  quit(): void {
    if (state.quitting) return
    const e = makeEvent()
    this.emit('before-quit', e)
    if (e.defaultPrevented) return
    state.quitting = true
    for (const w of windows())
      if (!w.requestClose()) {
        state.quitting = false
        return
      }
    if (windows().length === 0) this._finish()
  }
  _finish(): void {
    const e = makeEvent()
    this.emit('will-quit', e)
    if (e.defaultPrevented) {
      state.quitting = false
      return
    }
    this.#end()
  }
  #end(): void {
    this.emit('quit', makeEvent(), this.#exitCode)
    const end = (): void => {
      realExit(this.#exitCode)
    }
    if (state.browser) void state.browser.stop().then(end, end)
    else end()
  }
  _code(n: number): void {
    this.#exitCode = n
  }
  exit(code = 0): void {
    this.#exitCode = code
    state.quitting = true
    for (const w of windows()) w.destroy()
    this.#end()
  }
}
strictClass(AppImpl, 'app')
export const app = new AppImpl()
state.browserGone = (expected) => {
  if (!expected) {
    state.quitting = true
    app._code(1)
  }
}
export const state_entry = { argv: [] as string[] }
const realExit = process.exit.bind(process)

export function windowGone(): void {
  if (windows().length > 0) return
  if (state.quitting) {
    app._finish()
    return
  }
  if (app.listenerCount('window-all-closed') === 0) app.quit()
  else app.emit('window-all-closed')
}
