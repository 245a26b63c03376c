/** BrowserWindow: a window of Chromium without browser furniture. */
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import type { Protocol } from '../chromium/protocol.ts'
import { Emitter, ignoreFailure, makeEvent, type StandInEvent } from '../events.ts'
import { state } from '../state.ts'
import { notImplemented, strictClass } from '../strict.ts'
import { app } from './app.ts'
import { sessionOf, StandInSession } from './session.ts'
import { StandInWebContents } from './web-contents.ts'

const windows = new Map<number, StandInWindow>()
let lastId = 0

type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

/** Members marked "own" belong to the stand-in; the others are Electron's. */
export class StandInWindow extends Emitter {
  readonly id = ++lastId
  readonly webContents: StandInWebContents
  #bounds: Rectangle
  #state: WindowState = 'normal'
  #title: string
  #isVisible: boolean
  #isHidden = false
  #isDestroyed = false
  #isReadyToShow = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    if (!state.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    const { x = 40, y = 40, width = 800, height = 600, webPreferences = {} } = options
    const { preload, session, partition, ...preferences } = webPreferences
    refuseUnsafe(preferences)
    this.#bounds = { x, y, width, height }
    this.#title = options.title ?? app.name
    this.#isVisible = options.show !== false
    const contents = new StandInWebContents({
      preloads: preload === undefined ? [] : [preload],
      session: session instanceof StandInSession ? session : sessionOf(partition ?? ''),
      size: `${width},${height}`,
      preferences: webPreferences,
    })
    this.webContents = contents
    windows.set(this.id, this)
    const isPlaced = options.x !== undefined && options.y !== undefined
    this.#place({ width, height, ...(isPlaced ? { left: x, top: y } : {}) })
    this.#follow(contents)
    app.emit('web-contents-created', makeEvent(), contents)
    app.emit('browser-window-created', makeEvent(), this)
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }
  loadFile(path: string): Promise<void> {
    return this.webContents.loadFile(path)
  }
  reload(): void {
    this.webContents.reload()
  }
  show(): void {
    if (!this.#isVisible) {
      if (this.#isHidden) this.#place({ windowState: 'normal' })
      this.emit('show')
    }
    this.#isVisible = true
    this.#isHidden = false
    this.focus()
  }
  showInactive(): void {
    this.#isVisible = true
  }
  /** Chromium cannot hide a window: it is minimised. */
  hide(): void {
    if (!this.#isVisible) return
    this.#isVisible = false
    this.#isHidden = true
    this.#place({ windowState: 'minimized' })
    this.emit('hide')
  }
  focus(): void {
    void this.webContents.attached.then((page) => {
      page.sendCommand('Page.bringToFront')
      this.emit('focus')
    })
  }
  blur(): void {
    this.emit('blur')
  }
  isVisible(): boolean {
    return this.#isVisible
  }
  isFocused(): boolean {
    return !this.#isDestroyed && this.#isVisible && this.#state !== 'minimized'
  }
  minimize(): void {
    this.#become('minimized')
    this.emit('minimize')
  }
  restore(): void {
    this.#become('normal')
    this.emit('restore')
  }
  maximize(): void {
    this.#become('maximized')
    this.emit('maximize')
  }
  unmaximize(): void {
    this.#become('normal')
    this.emit('unmaximize')
  }
  setFullScreen(isFull: boolean): void {
    if (isFull === this.isFullScreen()) return
    this.#become(isFull ? 'fullscreen' : 'normal')
    this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen')
  }
  isMinimized(): boolean {
    return this.#state === 'minimized'
  }
  isMaximized(): boolean {
    return this.#state === 'maximized'
  }
  isFullScreen(): boolean {
    return this.#state === 'fullscreen'
  }
  getBounds(): Rectangle {
    return { ...this.#bounds }
  }
  getNormalBounds(): Rectangle {
    return this.getBounds()
  }
  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    const { x: left, y: top, width, height } = this.#bounds
    this.#place({ left, top, width, height })
    this.emit('resize')
  }
  getSize(): number[] {
    return [this.#bounds.width, this.#bounds.height]
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }
  getTitle(): string {
    return this.#title
  }
  setTitle(title: string): void {
    this.#title = title
  }
  close(): void {
    if (!this.#isDestroyed) this.requestClose()
  }
  destroy(): void {
    if (!this.#isDestroyed) this.webContents.destroyPage()
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  // No menu bar, taskbar or background exists here, so these have no effect.
  removeMenu(): void {
    /* accelerators still work */
  }
  setMenuBarVisibility(): void {
    /* as above */
  }
  setBackgroundColor(): void {
    /* Chromium paints the page's own */
  }
  setMinimumSize(): void {
    /* the window manager decides */
  }
  flashFrame(): void {
    /* no taskbar */
  }
  setProgressBar(): void {
    /* no taskbar */
  }

  static getAllWindows(): StandInWindow[] {
    return [...windows.values()]
  }
  static fromId(id: number): StandInWindow | null {
    return windows.get(id) ?? null
  }
  static fromWebContents(contents: object): StandInWindow | null {
    return this.getAllWindows().find((window) => window.webContents === contents) ?? null
  }
  static getFocusedWindow(): StandInWindow | null {
    return this.getAllWindows().find((window) => window.isFocused()) ?? null
  }

  /** Own: false when the app kept the window open. */
  requestClose(): boolean {
    const event = makeEvent()
    this.emit('close', event)
    if (event.defaultPrevented) {
      // Browser::OnWindowCloseCancelled: a window that stays ends a quit in progress.
      state.isQuitting = false
      return false
    }
    this.webContents.closePage()
    return true
  }

  #follow(contents: StandInWebContents): void {
    const readyToShow = (): void => {
      if (this.#isReadyToShow || this.#isDestroyed) return
      this.#isReadyToShow = true
      this.emit('ready-to-show')
    }
    contents.on('-first-paint', readyToShow)
    contents.on('did-finish-load', readyToShow)
    contents.on('page-title-updated', (event: StandInEvent, title: string, isExplicit: boolean) => {
      this.emit('page-title-updated', event, title, isExplicit)
      if (!event.defaultPrevented) this.#title = title
    })
    contents.on('render-process-gone', (event: StandInEvent, details: object) =>
      app.emit('render-process-gone', event, contents, details),
    )
    contents.on('-close-requested', () => this.close())
    contents.on('-gone', () => this.#gone())
  }

  #gone(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#isVisible = false
    windows.delete(this.id)
    this.emit('closed')
    app.onWindowGone()
  }

  #become(windowState: WindowState): void {
    this.#state = windowState
    this.#place({ windowState })
  }

  #place(bounds: Protocol.Browser.Bounds): void {
    const placed = this.webContents.attached.then(async ({ pipe, targetId }) => {
      const { windowId } = await pipe.send('Browser.getWindowForTarget', { targetId })
      if (!this.#isDestroyed) await pipe.send('Browser.setWindowBounds', { windowId, bounds })
    })
    ignoreFailure(placed)
  }
}
strictClass(StandInWindow, 'BrowserWindow')
app.listWindows = () => StandInWindow.getAllWindows()

function refuseUnsafe(preferences: Electron.WebPreferences): void {
  const { nodeIntegration, contextIsolation, sandbox, webSecurity } = preferences
  const isUnsafe =
    nodeIntegration === true ||
    contextIsolation === false ||
    sandbox === false ||
    webSecurity === false
  if (isUnsafe)
    throw notImplemented('a window that is not sandboxed, context-isolated and free of Node')
}
