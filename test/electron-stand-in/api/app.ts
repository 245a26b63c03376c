/** app: names, paths, the single instance, and the order of start and end. */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningBrowser, startEngine } from '../chromium/engine.ts'
import { Emitter, makeEvent } from '../events.ts'
import { takeLock, type Lock } from '../single-instance.ts'
import { state } from '../state.ts'
import { strictClass, strictObject } from '../strict.ts'

interface ClosableWindow extends Pick<Emitter, 'emit'> {
  requestClose(): boolean
  destroy(): void
}

const exit = process.exit.bind(process)
const configFolder = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
const homeFolders = new Set(['desktop', 'documents', 'downloads', 'music', 'pictures', 'videos'])

/** Switches that mean something else to Chromium when it runs beside main instead of within it. */
const unusedByChromium = /^(js-flags|inspect|remote-debugging|(enable|disable)-features$)/

/** Members marked "own" belong to the stand-in; the others are Electron's. */
export class StandInApp extends Emitter {
  /** Own: set by the window class. */
  listWindows: () => ClosableWindow[] = () => []
  /** Own: every window is sandboxed, as Electron does from then on. */
  isSandboxEnabled = false
  readonly isPackaged = process.env['STANDIN_PACKAGED'] === '1'
  readonly #ready = Promise.withResolvers<undefined>()
  #lock: Lock | undefined
  #exitCode = 0

  get name(): string {
    return state.appName
  }
  set name(name: string) {
    state.appName = name
  }
  getName(): string {
    return state.appName
  }
  setName(name: string): void {
    state.appName = name
  }
  getVersion(): string {
    return state.appVersion
  }
  getAppPath(): string {
    return state.appPath
  }
  getLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale
  }
  isReady(): boolean {
    return state.isReady
  }
  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  getPath(name: string): string {
    const set = state.paths.get(name)
    if (set !== undefined) return set
    if (homeFolders.has(name)) return join(homedir(), name.charAt(0).toUpperCase() + name.slice(1))
    switch (name) {
      case 'home':
        return homedir()
      case 'appData':
        return configFolder
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
        return join(import.meta.dirname, '../electron')
      case 'module':
        return process.execPath
      default:
        throw new Error(`Failed to get '${name}' path`)
    }
  }
  setPath(name: string, path: string): void {
    mkdirSync(path, { recursive: true })
    state.paths.set(name, path)
  }
  setAppLogsPath(path = join(this.getPath('userData'), 'logs')): void {
    state.paths.set('logs', path)
  }

  readonly commandLine = strictObject('app.commandLine', {
    appendSwitch(name: string, value?: string): void {
      if (unusedByChromium.test(name)) return
      state.switches.push(value ? `--${name}=${value}` : `--${name}`)
    },
    hasSwitch: (name: string): boolean =>
      process.argv.some((one) => one === `--${name}` || one.startsWith(`--${name}=`)),
    getSwitchValue: (name: string): string =>
      process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
  })

  // Always so here, or of another platform.
  disableHardwareAcceleration(): void {
    /* --disable-gpu is always on */
  }
  /** Every window is sandboxed here anyway. */
  enableSandbox(): void {
    if (state.isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.isSandboxEnabled = true
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
    const args = [...process.execArgv, ...state.commandLine]
    this.once('quit', () => {
      spawn(process.execPath, args, { detached: true, stdio: 'inherit' }).unref()
    })
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const mine = { argv: process.argv, cwd: process.cwd(), data: additionalData }
    this.#lock ??= takeLock(this.getPath('userData'), mine, ({ argv, cwd, data }) =>
      this.emit('second-instance', makeEvent(), argv, cwd, data),
    )
    return this.hasSingleInstanceLock()
  }
  hasSingleInstanceLock(): boolean {
    return this.#lock !== undefined
  }
  releaseSingleInstanceLock(): void {
    this.#lock?.release()
    this.#lock = undefined
  }

  /** `before-quit`, then every window is closed, then `will-quit` and `quit`. */
  quit(): void {
    if (state.isQuitting) return
    const event = makeEvent()
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    state.isQuitting = true
    for (const window of this.listWindows()) {
      if (window.requestClose()) continue
      state.isQuitting = false
      return
    }
    if (this.listWindows().length === 0) this.#willQuit()
  }
  exit(code = 0): void {
    this.#exitCode = code
    state.isQuitting = true
    for (const window of this.listWindows()) window.destroy()
    this.#end()
  }

  /**
   * Own: Windows logs off, as in native_window_views_win.cc: hidden windows are asked too, and any may
   * refuse; then each hears it, and the process ends when they return, without an event of the app,
   * unless that quits.
   */
  endSession(): void {
    const reasons = ['logoff']
    for (const window of this.listWindows()) {
      const event = makeEvent({ reasons })
      window.emit('query-session-end', event)
      if (event.defaultPrevented) return
    }
    for (const window of this.listWindows()) window.emit('session-end', makeEvent({ reasons }))
    // As TerminateProcess: nothing of Node is cleaned up, which would close databases.
    if (!state.isQuitting) process.kill(process.pid, 'SIGKILL')
  }

  /** Own: called when the entry module has been evaluated, as Electron becomes ready only then. */
  async launch(): Promise<void> {
    if (state.isQuitting) return
    const folder = join(this.getPath('sessionData'), 'standin-chromium')
    const started = startEngine(folder, () => this.#onBrowserGone()).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      this.exit(1)
    })
    // A test driver must find "DevTools listening" before it lets the app be ready.
    if (state.debuggingPort !== undefined) await started
    state.isReady = true
    this.emit('will-finish-launching')
    this.emit('ready', makeEvent(), {})
    this.#ready.resolve(undefined)
  }

  /** Own. */
  onWindowGone(): void {
    if (this.listWindows().length > 0) return
    if (state.isQuitting) this.#willQuit()
    else if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  /** An Electron app ends with its browser process. */
  #onBrowserGone(): void {
    if (state.isQuitting) return
    state.isQuitting = true
    this.#exitCode = 1
    if (this.listWindows().length === 0) this.#willQuit()
  }

  #willQuit(): void {
    const event = makeEvent()
    this.emit('will-quit', event)
    if (event.defaultPrevented) state.isQuitting = false
    else this.#end()
  }

  #end(): void {
    this.emit('quit', makeEvent(), this.#exitCode)
    const end = (): never => exit(this.#exitCode)
    const browser = runningBrowser()
    if (browser) void browser.stop().then(end, end)
    else end()
  }
}
strictClass(StandInApp, 'app')

/** Electron's `app`. */
export const app = new StandInApp()
