/** webContents: a page of Chromium with Electron's API. */
import { setImmediate } from 'node:timers'
import { pathToFileURL } from 'node:url'
import type {
  HandlerDetails,
  NativeImage,
  PrintToPDFOptions,
  WebPreferences,
  WindowOpenHandlerResponse,
} from 'electron'
import { engine } from '../chromium/engine.ts'
import type { Page } from '../chromium/page.ts'
import type { CdpEvent } from '../chromium/protocol.ts'
import { openWindow } from '../chromium/targets.ts'
import { Emitter, ignoreFailure, makeEvent } from '../events.ts'
import { onDocumentEvent } from '../page-events.ts'
import { allContents, contentsOfTarget, enter, remove } from '../registry.ts'
import { pack, RendererLink } from '../renderer-link.ts'
import { toAlias } from '../scheme-alias.ts'
import { state } from '../state.ts'
import { notImplemented, strictClass } from '../strict.ts'
import { onRendererMessage } from './ipc-dispatch.ts'
import { StandInIpcMain } from './ipc-main.ts'
import type { StandInSession } from './session.ts'
import { StandInFrame } from './web-frame-main.ts'

/** The address of a window until it gets its own. */
export const blankAddress = 'data:text/html,'

export interface ContentsOptions {
  readonly preloads: readonly string[]
  readonly session: StandInSession
  /** "width,height" of the first window. */
  readonly size: string
  readonly preferences: Readonly<WebPreferences>
}

interface Load {
  readonly url: string
  resolve(): void
  reject(error: Error): void
}

let lastId = 0

/** Members marked "own" belong to the stand-in; the others are Electron's. */
export class StandInWebContents extends Emitter {
  readonly id = ++lastId
  readonly session: StandInSession
  readonly ipc = new StandInIpcMain()
  /** Own: the page, once Chromium has attached it. */
  page: Page | undefined
  /** Own: settles with the page. */
  readonly attached: Promise<Page>
  /** Own: the connection to the preload world. */
  readonly link: RendererLink
  /** Own: the window's creation options, for tests. */
  readonly preferences: Readonly<WebPreferences>
  /** Own: updated by page-events.ts. */
  readonly document = { url: '', title: '', isLoading: false, isCrashed: false }
  /** Own. */
  windowOpenHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined
  #frame: StandInFrame
  #load: Load | undefined
  readonly #pageNavigations = new Set<string>()
  #isOpened = false
  #isDestroyed = false
  #attach!: (page: Page) => void

  constructor({ preloads, session, size, preferences }: ContentsOptions) {
    super()
    this.session = session
    this.preferences = preferences
    this.link = new RendererLink(preloads, (message, reply) =>
      onRendererMessage(this, message, reply),
    )
    this.attached = new Promise((resolve) => {
      this.#attach = resolve
    })
    this.#frame = new StandInFrame(this, '')
    enter(this)
    // One turn later, so that the usual `new BrowserWindow(); loadURL()` opens straight at its address.
    setImmediate(() => {
      openWindow(engine(), this, size).catch((error: unknown) => {
        console.error(error instanceof Error ? error.message : error)
        process.exit(1)
      })
    })
  }

  get mainFrame(): StandInFrame {
    return this.#frame
  }
  getURL(): string {
    return this.document.url
  }
  getTitle(): string {
    return this.document.title
  }
  isLoading(): boolean {
    return this.document.isLoading
  }
  isCrashed(): boolean {
    return this.document.isCrashed
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  getType(): 'window' {
    return 'window'
  }

  send(channel: string, ...args: unknown[]): void {
    this.link.post({ kind: 'event', channel, args: pack(args) })
  }
  postMessage(): never {
    throw notImplemented('passing a message port to a page (webContents.postMessage)')
  }

  loadURL(url: string): Promise<void> {
    this.#pageNavigations.clear()
    this.#load?.reject(new Error(`ERR_ABORTED (-3) loading '${this.#load.url}'`))
    const loaded = new Promise<void>((resolve, reject) => {
      this.#load = { url, resolve, reject }
    })
    ignoreFailure(loaded)
    if (this.#isOpened) void this.#navigate(url)
    return loaded
  }
  loadFile(path: string): Promise<void> {
    return this.loadURL(pathToFileURL(path).href)
  }
  reload(): void {
    this.#pageNavigations.clear()
    if (this.document.isCrashed)
      this.page?.sendCommand('Page.navigate', { url: toAlias(this.getURL()) })
    else this.page?.sendCommand('Page.reload')
  }
  reloadIgnoringCache(): void {
    this.page?.sendCommand('Page.reload', { ignoreCache: true })
  }
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const page = await this.attached
    const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    })
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as unknown
  }
  /**
   * Chromium takes the policy by the switch of that name, for all pages; the app sets the
   * switch too.
   */
  setWebRTCIPHandlingPolicy(policy: 'disable_non_proxied_udp'): void {
    if (!state.switches.includes(`--webrtc-ip-handling-policy=${policy}`))
      throw notImplemented('a WebRTC policy without the switch of the same name')
  }
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.windowOpenHandler = handler
  }
  openDevTools(): void {
    console.error('electron stand-in: the DevTools open with Ctrl+Shift+I in the window')
  }
  isDevToolsOpened(): boolean {
    return false
  }
  toggleDevTools(): void {
    this.openDevTools()
  }
  setZoomFactor(factor: number): void {
    this.page?.sendCommand('Emulation.setPageScaleFactor', { pageScaleFactor: factor })
  }
  async capturePage(): Promise<NativeImage> {
    const page = await this.attached
    const { data } = await page.send('Page.captureScreenshot', { format: 'png' })
    const png = Buffer.from(data, 'base64')
    const image = { toPNG: () => png, isEmpty: () => png.length === 0 }
    return image as unknown as NativeImage
  }
  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    const page = await this.attached
    const { data } = await page.send('Page.printToPDF', {
      landscape: options.landscape ?? false,
      printBackground: options.printBackground ?? false,
      preferCSSPageSize: options.preferCSSPageSize ?? false,
    })
    return Buffer.from(data, 'base64')
  }
  close(): void {
    if (!this.emit('-close-requested')) this.destroyPage()
  }
  forcefullyCrashRenderer(): void {
    this.page?.sendCommand('Page.crash')
  }

  static getAllWebContents(): StandInWebContents[] {
    return allContents()
  }
  static fromId(id: number): StandInWebContents | undefined {
    return allContents().find((contents) => contents.id === id)
  }
  static fromDevToolsTargetId(targetId: string): StandInWebContents | undefined {
    return contentsOfTarget(targetId)
  }
  static getFocusedWebContents(): StandInWebContents | null {
    return allContents()[0] ?? null
  }

  // --- the stand-in's own, used between its modules ---

  /** The address that the window is opened with; later ones are navigated to. */
  takeFirstAddress(): string {
    this.#isOpened = true
    return this.#load ? toAlias(this.#load.url) : blankAddress
  }

  attach(page: Page): void {
    this.page = page
    page.sendCommand('Page.enable')
    page.sendCommand('Runtime.enable')
    page.sendCommand('Inspector.enable')
    page.sendCommand('Page.setLifecycleEventsEnabled', { enabled: true })
    if (this.preferences.javascript === false)
      page.sendCommand('Emulation.setScriptExecutionDisabled', { value: true })
    this.link.attach(page)
    this.updateTheme()
    page.sendCommand('Runtime.runIfWaitingForDebugger')
    this.#attach(page)
  }

  updateTheme(): void {
    if (state.colorScheme)
      this.page?.sendCommand('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: state.colorScheme }],
      })
  }

  /**
   * The page requested a navigation. Requests for that address are the page's own, however many
   * there are, until there is a new document.
   */
  expectPageNavigation(url: string): void {
    this.#pageNavigations.add(withoutFragment(url))
  }
  isPageNavigation(url: string): boolean {
    return this.#pageNavigations.has(withoutFragment(url))
  }

  onPageEvent(event: CdpEvent): void {
    this.link.onPageEvent(event)
    onDocumentEvent(this, event)
  }
  /** A new document: a new frame object, as in Electron. */
  onNewDocument(url: string): void {
    this.#pageNavigations.clear()
    this.document.url = url
    this.document.isCrashed = false
    this.#frame.replace()
    this.#frame = new StandInFrame(this, url)
  }
  onLoaded(): void {
    this.emit('did-finish-load')
    this.#takeLoad()?.resolve()
  }
  onGone(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    remove(this)
    this.emit('destroyed')
    this.emit('-gone')
    const load = this.#takeLoad()
    load?.reject(new Error(`ERR_FAILED (-2) loading '${load.url}'`))
  }

  /** Closes without asking the page. */
  destroyPage(): void {
    void this.attached.then((page) =>
      ignoreFailure(page.pipe.send('Target.closeTarget', { targetId: page.targetId })),
    )
  }
  /** Closes as a person does: the page may object in `beforeunload`. */
  closePage(): void {
    if (this.document.isCrashed) this.destroyPage()
    else void this.attached.then((page) => page.sendCommand('Page.close'))
  }

  #takeLoad(): Load | undefined {
    const load = this.#load
    this.#load = undefined
    return load
  }

  async #navigate(url: string): Promise<void> {
    const page = await this.attached
    const reason = await page.send('Page.navigate', { url: toAlias(url) }).then(
      ({ errorText }) => errorText,
      (error: unknown) => String(error),
    )
    if (!reason || this.#load?.url !== url) return
    this.emit('did-fail-load', makeEvent(), -2, reason, url, true, 1, 1)
    this.#takeLoad()?.reject(new Error(`${reason.replace('net::', '')} (-2) loading '${url}'`))
  }
}
strictClass(StandInWebContents, 'WebContents')

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '')
