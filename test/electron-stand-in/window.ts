import { state } from './state.ts'
import { Emitter, makeEvent, strictClass } from './util.ts'
import { WebContentsImpl } from './web-contents.ts'
import { app, windowGone } from './app.ts'

const all = new Map<number, BrowserWindowImpl>()
let ids = 0

export class BrowserWindowImpl extends Emitter {
  readonly id = ++ids
  readonly webContents: WebContentsImpl
  #bounds: Electron.Rectangle
  #placed: boolean
  #visible = false
  #minimized = false
  #maximized = false
  #full = false
  #title: string
  #destroyed = false
  #windowId: Promise<number>

  constructor(options: Electron.BrowserWindowConstructorOptions = {}, adopted?: WebContentsImpl) {
    super()
    const p = options.webPreferences ?? {}
    if (p.nodeIntegration || p.contextIsolation === false || p.sandbox === false)
      throw new Error(
        'electron stand-in: only sandboxed, context-isolated windows without node integration are supported',
      )
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    this.#bounds = {
      x: options.x ?? 40,
      y: options.y ?? 40,
      width: options.width ?? 800,
      height: options.height ?? 600,
    }
    this.#placed = options.x !== undefined && options.y !== undefined
    this.#title = options.title ?? app.name
    const wc = (this.webContents =
      adopted ??
      new WebContentsImpl(
        p.preload ? [p.preload] : [],
        `${this.#bounds.width},${this.#bounds.height}`,
      ))
    all.set(this.id, this)
    this.#windowId = wc.ready.then(
      async () =>
        (await wc.cdp.send('Browser.getWindowForTarget', { targetId: wc.targetId }))
          .windowId as number,
    )
    this.#windowId.catch(() => {})
    void this.#place({
      width: this.#bounds.width,
      height: this.#bounds.height,
      ...(this.#placed ? { left: this.#bounds.x, top: this.#bounds.y } : {}),
    })
    let shown = false
    const readyToShow = (): void => {
      if (!shown && !this.#destroyed) {
        shown = true
        this.emit('ready-to-show')
      }
    }
    wc.on('-first-paint', () => {
      if (wc.getURL() !== '' && !wc.getURL().startsWith('data:text/html,')) readyToShow()
    })
    wc.on('did-finish-load', readyToShow)
    wc.on('page-title-updated', (e: Electron.Event, title: string, explicit: boolean) => {
      this.emit('page-title-updated', e, title, explicit)
      if (!e.defaultPrevented) this.#title = title
    })
    wc.on('-close', () => this.close())
    wc.on('-gone', () => this.#gone())
    wc.adopt = (sessionId, targetId, url) => {
      const child = new WebContentsImpl([], '800,600')
      child.attach(sessionId, targetId)
      const w = new BrowserWindowImpl({}, child)
      wc.emit('did-create-window', w, { url })
    }
    if (options.show !== false) this.#visible = true
    app.emit('web-contents-created', makeEvent(), wc)
    app.emit('browser-window-created', makeEvent(), this)
  }
  async #place(bounds: object): Promise<void> {
    try {
      await this.webContents.cdp?.send
    } catch {
      /* not started */
    }
    const id = await this.#windowId.catch(() => undefined)
    if (id !== undefined && !this.#destroyed)
      await this.webContents.cdp
        .send('Browser.setWindowBounds', { windowId: id, bounds })
        .catch(() => {})
  }
  #gone(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#visible = false
    all.delete(this.id)
    this.emit('closed')
    windowGone()
  }
  /** False when the app kept the window open. */
  requestClose(): boolean {
    const e = makeEvent()
    this.emit('close', e)
    if (e.defaultPrevented) return false
    this.webContents.closing = true
    this.webContents.closeTarget()
    return true
  }
  close(): void {
    if (!this.#destroyed) this.requestClose()
  }
  destroy(): void {
    if (!this.#destroyed) {
      this.webContents.destroyTarget()
    }
  }
  isDestroyed(): boolean {
    return this.#destroyed
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
    const was = this.#visible
    this.#visible = true
    if (!was) this.emit('show')
    this.focus()
  }
  showInactive(): void {
    this.#visible = true
  }
  hide(): void {
    if (this.#visible) {
      this.#visible = false
      void this.#place({ windowState: 'minimized' })
      this.emit('hide')
    }
  }
  focus(): void {
    void this.webContents.ready.then(() => {
      this.webContents.tell('Page.bringToFront')
      this.emit('focus')
    })
  }
  blur(): void {
    this.emit('blur')
  }
  isFocused(): boolean {
    return !this.#destroyed && this.#visible && !this.#minimized
  }
  isVisible(): boolean {
    return this.#visible
  }
  minimize(): void {
    this.#minimized = true
    void this.#place({ windowState: 'minimized' })
    this.emit('minimize')
  }
  restore(): void {
    this.#minimized = false
    void this.#place({ windowState: 'normal' })
    this.emit('restore')
  }
  isMinimized(): boolean {
    return this.#minimized
  }
  maximize(): void {
    this.#maximized = true
    void this.#place({ windowState: 'maximized' })
    this.emit('maximize')
  }
  unmaximize(): void {
    this.#maximized = false
    void this.#place({ windowState: 'normal' })
    this.emit('unmaximize')
  }
  isMaximized(): boolean {
    return this.#maximized
  }
  setFullScreen(on: boolean): void {
    this.#full = on
    void this.#place({ windowState: on ? 'fullscreen' : 'normal' })
  }
  isFullScreen(): boolean {
    return this.#full
  }
  getBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }
  setBounds(b: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...b }
    const { x, y, width, height } = this.#bounds
    void this.#place({ left: x, top: y, width, height })
    this.emit('resize')
  }
  getNormalBounds(): Electron.Rectangle {
    return this.getBounds()
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
  setTitle(t: string): void {
    this.#title = t
  }
  setMenu(): void {
    /* no menu bar here; accelerators still work */
  }
  removeMenu(): void {
    /* as above */
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
  getChildWindows(): BrowserWindowImpl[] {
    return []
  }

  static getAllWindows(): BrowserWindowImpl[] {
    return [...all.values()]
  }
  static fromId(id: number): BrowserWindowImpl | null {
    return all.get(id) ?? null
  }
  static fromWebContents(wc: object): BrowserWindowImpl | null {
    return [...all.values()].find((w) => w.webContents === wc) ?? null
  }
  static getFocusedWindow(): BrowserWindowImpl | null {
    return [...all.values()].find((w) => w.isFocused()) ?? null
  }
}
strictClass(BrowserWindowImpl, 'BrowserWindow')
void state
