import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Browser, findChromium, type CdpEvent } from './chromium.ts'
import { createCodec } from './codec.ts'
import {
  endpoint,
  preloadWorld,
  type FromRenderer,
  type PreloadConfig,
  type ToRenderer,
} from './bridge.ts'
import { state } from './state.ts'
import {
  Emitter,
  fromAlias,
  makeEvent,
  originOf,
  schemes,
  strictClass,
  strictPrototype,
  toAlias,
  toBuffer,
} from './util.ts'
import { ipcMain } from './ipc-main.ts'

const WORLD = 'Electron Isolated Context'
const codec = createCodec({
  to: (b) => Buffer.from(b.buffer, b.byteOffset, b.byteLength).toString('base64'),
  from: (s) => {
    const b = Buffer.from(s, 'base64')
    return b.length === b.buffer.byteLength
      ? new Uint8Array(b.buffer as ArrayBuffer)
      : new Uint8Array(b)
  },
})
const rendererCodec = `(${createCodec})({ to: (b) => b.toBase64(), from: (s) => Uint8Array.fromBase64(s) })`
const pack = (value: unknown): unknown => {
  try {
    return codec.encode(structuredClone(value))
  } catch (e) {
    throw new Error('An object could not be cloned.', { cause: e })
  }
}

export function noChromium(): string {
  return [
    'electron stand-in: no Chromium was found, and the real Electron is not installed.',
    '  Debian/Ubuntu:  apt-get install chromium',
    '  or fetch the real Electron (needs github.com):  npx install-electron',
    '  or point STANDIN_CHROMIUM at a Chromium or Chrome program.',
  ].join('\n')
}
export function startBrowser(): Promise<Browser> {
  return (state.browserStarted ??= (async () => {
    const program = findChromium()
    if (!program) throw new Error(noChromium())
    const b = new Browser(
      program,
      `${state.paths.get('sessionData') ?? state.paths.get('userData')}/standin-chromium`,
    )
    trace('starting Chromium')
    await b.start(state.switches, state.debugPort)
    trace('Chromium answers')
    state.browser = b
    ;(process.versions as Record<string, string>)['chrome'] = b.version
    b.pipe.on('event', dispatch)
    updateInterception()
    b.process!.once('exit', (code, signal) => {
      if (!state.quitting)
        console.error(`electron stand-in: Chromium ended by itself (${code ?? signal})`)
      state.browserGone(state.quitting)
      for (const wc of [...state.contents.values()]) wc.onGone()
    })
    await b.pipe.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }],
    })
    return b
  })())
}

/** STANDIN_TRACE=1: milliseconds since the process began. */
export const trace = process.env['STANDIN_TRACE']
  ? (what: string): void => {
      console.error(`[trace] ${performance.now().toFixed(0).padStart(5)} ${what}`)
    }
  : (): void => {}

const popups: { opener: WebContentsImpl; url: string }[] = []
let creating: { wc: WebContentsImpl; done: () => void } | undefined
let queue: Promise<void> = Promise.resolve()
function dispatch(e: CdpEvent): void {
  if (e.sessionId !== undefined) {
    state.bySession.get(e.sessionId)?.onCdp(e.method, e.params)
    return
  }
  if (e.method === 'Target.attachedToTarget') attached(e.params)
  else if (e.method === 'Fetch.requestPaused') void onRequest(e.params)
  else if (e.method === 'Target.detachedFromTarget')
    state.bySession.get(e.params.sessionId)?.onGone()
}
function attached({ sessionId, targetInfo }: any): void {
  const pipe = state.browser!.pipe
  trace(`attached ${targetInfo.url}`)
  const asked = popups.shift()
  if (targetInfo.openerId === undefined && !asked && creating) {
    const c = creating
    creating = undefined
    c.wc.attach(sessionId, targetInfo.targetId)
    c.done()
    return
  }
  const opener = asked?.opener ?? state.byTarget.get(targetInfo.openerId)
  const url = fromAlias(asked?.url ?? targetInfo.url)
  if (opener) {
    // The target is held at its start, so nothing of it has run or loaded yet.
    const answer = opener.windowOpenHandler?.({
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'no-referrer' },
    } as Electron.HandlerDetails)
    if (answer?.action === 'deny' || !opener.adopt) {
      void pipe.send('Target.closeTarget', { targetId: targetInfo.targetId })
      return
    }
    opener.adopt(sessionId, targetInfo.targetId, url)
    return
  }
  // Not asked for by the app: e.g. a browser shortcut opened a tab. Electron has no such thing.
  void pipe.send('Target.closeTarget', { targetId: targetInfo.targetId })
}

// --- requests: intercepted for the whole browser, before any name look-up, so custom schemes need no port and no network ---
export function updateInterception(): void {
  const patterns = [
    { urlPattern: '*', resourceType: 'Document' },
    ...[...schemes.keys()].map((s) => ({ urlPattern: `https://*.${s}.invalid/*` })),
  ]
  state.browser?.pipe
    .send('Fetch.enable', { patterns: state.beforeRequest ? [{ urlPattern: '*' }] : patterns })
    .catch(() => {})
}
async function onRequest(p: any): Promise<void> {
  trace(`request ${p.request.url}`)
  const requestId = p.requestId as string,
    isDocument = p.resourceType === 'Document'
  const url = fromAlias(p.request.url)
  const send = (method: string, params: object): void => {
    state.browser!.pipe.send(method, { requestId, ...params }).catch(() => {})
  }
  const fail = (errorReason: string): void => send('Fetch.failRequest', { errorReason })
  const wc = state.byTarget.get(p.frameId),
    mainFrame = isDocument && wc !== undefined
  if (mainFrame && wc.takeRendererNavigation(p.request.url)) {
    const e = makeEvent({
      url,
      isSameDocument: false,
      isMainFrame: true,
      frame: wc.mainFrame,
      initiator: wc.mainFrame,
    })
    wc.emit('will-navigate', e, url, false, true, 1, 1)
    if (e.defaultPrevented) return fail('Aborted')
  }
  const guard = state.beforeRequest
  if (guard) {
    const resourceType = (
      mainFrame
        ? 'mainFrame'
        : ((
            {
              Document: 'subFrame',
              Stylesheet: 'stylesheet',
              Script: 'script',
              Image: 'image',
              Font: 'font',
              XHR: 'xhr',
              Fetch: 'xhr',
              Media: 'media',
              Ping: 'ping',
              CSPViolationReport: 'cspReport',
              WebSocket: 'webSocket',
            } as Record<string, string>
          )[p.resourceType] ?? 'other')
    ) as Electron.OnBeforeRequestListenerDetails['resourceType']
    const answer = await new Promise<Electron.CallbackResponse>((r) =>
      guard.listener(
        {
          id: 0,
          url,
          method: p.request.method,
          webContentsId: wc?.id,
          resourceType,
          referrer: fromAliasText(p.request.headers.Referer ?? ''),
          timestamp: Date.now(),
          uploadData: [],
        } as unknown as Electron.OnBeforeRequestListenerDetails,
        r,
      ),
    )
    if (answer.cancel) return fail('BlockedByClient')
  }
  const scheme = url === p.request.url ? undefined : url.slice(0, url.indexOf(':')),
    handler = scheme === undefined ? undefined : state.handlers.get(scheme)
  // As in Electron, every document gets the preload as it is on disk now; it must be registered before the document is.
  if (mainFrame) {
    wc.refreshPreload()
    await wc.prepared
  }
  if (!handler) {
    if (scheme !== undefined) return fail('Failed')
    return send('Fetch.continueRequest', {})
  }
  try {
    const body = p.request.hasPostData
      ? Buffer.concat(
          (p.request.postDataEntries ?? []).map((x: { bytes?: string }) =>
            Buffer.from(x.bytes ?? '', 'base64'),
          ),
        )
      : undefined
    const headers = new Headers(
      Object.entries(p.request.headers as Record<string, string>).map(
        ([k, v]): [string, string] => [k, fromAliasText(v)],
      ),
    )
    const res = await handler(
      new Request(url, { method: p.request.method, headers, ...(body?.length ? { body } : {}) }),
    )
    if (res.type === 'error') return fail('Failed')
    const responseHeaders = [...res.headers]
      .filter(([k]) => k !== 'content-encoding' && k !== 'content-length')
      .map(([name, value]) => ({ name, value: toAliasText(name, value) }))
    const data = res.body ? toBuffer(await res.arrayBuffer()).toString('base64') : ''
    const owner = isDocument ? state.byTarget.get(p.frameId) : undefined // looked up again: a new window may have attached meanwhile
    if (owner) {
      await owner.prepared
      owner.updateMedia()
    } // media again: a test driver on the same page clears it when it attaches
    send('Fetch.fulfillRequest', { responseCode: res.status, responseHeaders, body: data })
  } catch (e) {
    if (!url.endsWith('/favicon.ico'))
      console.error(`protocol.handle('${scheme}') failed for ${url}:`, e)
    fail('Failed')
  }
}

class Frame {
  readonly #wc: WebContentsImpl
  readonly url: string
  readonly origin: string
  readonly parent = null
  readonly frames: Frame[] = []
  readonly name = ''
  readonly routingId = 1
  readonly processId: number
  readonly frameToken: string
  readonly detached = false
  constructor(wc: WebContentsImpl) {
    this.#wc = wc
    this.url = wc.getURL()
    this.origin = originOf(this.url)
    this.processId = wc.id
    this.frameToken = wc.targetId
  }
  get top(): Frame {
    return this
  }
  get framesInSubtree(): Frame[] {
    return [this]
  }
  send(channel: string, ...args: unknown[]): void {
    this.#wc.send(channel, ...args)
  }
  executeJavaScript(code: string): Promise<unknown> {
    return this.#wc.executeJavaScript(code)
  }
  isDestroyed(): boolean {
    return this.#wc.isDestroyed()
  }
}
Object.setPrototypeOf(Frame.prototype, strictPrototype(Object.prototype, 'WebFrameMain'))

interface Load {
  url: string
  ok(): void
  no(e: Error): void
}
let ids = 0

export class WebContentsImpl extends Emitter {
  readonly id = ++ids
  targetId = ''
  sessionId = ''
  windowOpenHandler:
    ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | undefined
  adopt: ((sessionId: string, targetId: string, url: string) => void) | undefined
  readonly #preloads: string[]
  readonly #secret = randomBytes(12).toString('hex')
  readonly ready: Promise<void>
  #attached!: () => void
  #url = ''
  #title = ''
  #destroyed = false
  #crashed = false
  #loading = false
  #world: number | undefined
  #outbox: string[] = []
  #scripts: string[] = []
  #preloadStamp = ''
  #load: Load | undefined
  #opened = false
  closing = false
  prepared: Promise<void> = Promise.resolve()
  ignoreUnload = false

  constructor(preloads: string[], size: string) {
    super()
    this.#preloads = preloads
    state.contents.set(this.id, this)
    this.ready = new Promise((r) => {
      this.#attached = r
    })
    this.ready.catch(() => {})
    // Wait one turn so that the usual `new BrowserWindow(); win.loadURL()` opens straight at its URL.
    setImmediate(() => {
      queue = queue
        .then(() => this.#open(size))
        .catch((e: Error) => {
          console.error(e.message)
          process.exit(1)
        })
    })
  }
  async #open(size: string): Promise<void> {
    const b = await startBrowser()
    if (this.#destroyed) return
    this.#opened = true
    const first = this.#load ? toAlias(this.#load.url) : 'data:text/html,'
    await new Promise<void>((done) => {
      creating = { wc: this, done }
      trace('asking for the window')
      b.openAppWindow(first, size)
    })
  }

  get cdp() {
    return state.browser!.pipe
  }
  call(method: string, params: object = {}): Promise<any> {
    return this.cdp.send(method, params, this.sessionId)
  }
  /** Fire and forget. */
  tell(method: string, params: object = {}): void {
    this.call(method, params).catch(() => {})
  }

  attach(sessionId: string, targetId: string): void {
    this.sessionId = sessionId
    this.targetId = targetId
    state.byTarget.set(targetId, this)
    state.bySession.set(sessionId, this)
    this.tell('Page.enable')
    this.tell('Runtime.enable')
    this.tell('Inspector.enable')
    this.tell('Page.setLifecycleEventsEnabled', { enabled: true })
    this.#installPreload()
    this.updateMedia()
    this.#barrier()
    this.tell('Runtime.runIfWaitingForDebugger')
    this.#attached()
    this.emit('-attached')
  }

  #installPreload(): void {
    if (this.#preloads.length === 0) return
    const binding = `standin_${this.#secret}`,
      receiver = `standin_in_${this.#secret}`
    for (const identifier of this.#scripts.splice(0))
      this.tell('Page.removeScriptToEvaluateOnNewDocument', { identifier })
    const preloads: PreloadConfig['preloads'] = [],
      bodies: string[] = []
    for (const path of this.#preloads) {
      try {
        bodies.push(
          `function (require, process, exports, module, global, setImmediate, clearImmediate) {${readFileSync(path, 'utf8')}\n}`,
        )
        preloads.push({ path })
      } catch (e) {
        bodies.push('null')
        preloads.push({ path, error: String(e) })
      }
    }
    this.#preloadStamp = this.#stamp()
    const config: PreloadConfig = {
      binding,
      receiver,
      preloads,
      accelerators: [...state.accelerators.keys()],
      process: {
        type: 'renderer',
        sandboxed: true,
        contextIsolated: true,
        platform: process.platform,
        arch: process.arch,
        pid: process.pid,
        argv: process.argv,
        env: { ...process.env },
        execPath: process.execPath,
        version: process.version,
        versions: { ...process.versions },
        resourcesPath: (process as { resourcesPath?: string }).resourcesPath,
      },
    }
    const secret = JSON.stringify(this.#secret)
    const top = 'if (window === window.top && location.href !== "about:blank")'
    const page = `${top} (${endpoint})(${secret}, 'page')`
    const preload = `${top} (${preloadWorld})(${JSON.stringify(config)}, ${rendererCodec}, (${endpoint})(${secret}, 'preload'), [${bodies.join(',\n')}])\n//# sourceURL=${pathToFileURL(this.#preloads.at(-1)!)}`
    this.tell('Runtime.addBinding', { name: binding, executionContextName: WORLD })
    // Same order in every document: the page end first, then the preload world that exposes into it.
    const add = (p: object): void => {
      this.call('Page.addScriptToEvaluateOnNewDocument', p).then(
        (r) => this.#scripts.push(r.identifier),
        () => {},
      )
    }
    add({ source: page })
    add({ source: preload, worldName: WORLD })
  }
  #stamp(): string {
    return this.#preloads
      .map((p) => {
        try {
          return String(statSync(p).mtimeMs)
        } catch {
          return '-'
        }
      })
      .join()
  }

  updateMedia(): void {
    if (this.sessionId && state.colorScheme)
      this.tell('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: state.colorScheme }],
      })
  }
  updateAccelerators(): void {
    this.#post({ t: 'accelerators', c: '', a: [...state.accelerators.keys()] })
  }

  onCdp(method: string, p: any): void {
    switch (method) {
      case 'Runtime.bindingCalled':
        if (p.executionContextId === this.#world) this.#fromRenderer(JSON.parse(p.payload))
        break
      case 'Runtime.executionContextCreated':
        if (p.context.name === WORLD && p.context.auxData?.frameId === this.targetId) {
          this.#world = p.context.id
        }
        break
      case 'Runtime.executionContextDestroyed':
        if (p.executionContextId === this.#world) this.#world = undefined
        break
      case 'Runtime.executionContextsCleared':
        this.#world = undefined
        this.#outbox = []
        break
      case 'Runtime.consoleAPICalled': {
        const level =
            ({ warning: 'warning', error: 'error', debug: 'debug' } as Record<string, string>)[
              p.type
            ] ?? 'info',
          f = p.stackTrace?.callFrames?.[0]
        this.emit(
          'console-message',
          makeEvent({
            level,
            message: p.args.map((a: any) => String(a.value ?? a.description ?? a.type)).join(' '),
            lineNumber: (f?.lineNumber ?? 0) + 1,
            sourceId: fromAlias(f?.url ?? ''),
            frame: this.mainFrame,
          }),
        )
        break
      }
      case 'Page.windowOpen':
        popups.push({ opener: this, url: p.url })
        break
      case 'Page.frameRequestedNavigation':
        if (p.frameId === this.targetId && p.reason !== 'reload') this.#rendererNav = p.url
        break
      case 'Page.frameNavigated':
        if (p.frame.parentId === undefined) {
          this.#url = fromAlias(p.frame.url + (p.frame.urlFragment ?? ''))
          this.#crashed = false
          if (!this.#url.startsWith('data:text/html,'))
            this.emit('did-navigate', makeEvent(), this.#url, 200, '')
        }
        break
      case 'Page.navigatedWithinDocument':
        if (p.frameId === this.targetId) {
          this.#url = fromAlias(p.url)
          this.emit('did-navigate-in-page', makeEvent(), this.#url, true, 1, 1)
        }
        break
      case 'Page.frameStartedLoading':
        if (p.frameId === this.targetId) {
          this.#loading = true
          this.emit('did-start-loading')
        }
        break
      case 'Page.frameStoppedLoading':
        if (p.frameId === this.targetId) {
          this.#loading = false
          this.emit('did-stop-loading')
        }
        break
      case 'Page.domContentEventFired':
        trace('dom-ready')
        this.updateMedia()
        this.emit('dom-ready', makeEvent())
        break
      case 'Page.loadEventFired':
        trace('load')
        if (this.#url && !this.#url.startsWith('data:text/html,')) {
          this.emit('did-finish-load')
          const l = this.#load
          this.#load = undefined
          l?.ok()
          void this.#readTitle()
        }
        break
      case 'Page.lifecycleEvent':
        if (p.name === 'firstPaint' && p.frameId === this.targetId) trace('first paint')
        if (p.name === 'firstPaint' && p.frameId === this.targetId) this.emit('-first-paint')
        break
      case 'Inspector.targetCrashed':
        this.#crashed = true
        this.#world = undefined
        this.emit('render-process-gone', makeEvent(), {
          reason: 'crashed',
          exitCode: 5,
        } satisfies Electron.RenderProcessGoneDetails)
        break
      case 'Page.javascriptDialogOpening':
        if (p.type === 'beforeunload') {
          const e = makeEvent()
          this.emit('will-prevent-unload', e)
          const leave = this.ignoreUnload || e.defaultPrevented
          if (!leave) this.closing = false
          this.tell('Page.handleJavaScriptDialog', { accept: leave })
        }
        break
    }
  }
  #rendererNav: string | undefined
  takeRendererNavigation(url: string): boolean {
    const yes = this.#rendererNav === url
    if (yes) this.#rendererNav = undefined
    return yes
  }
  async #readTitle(): Promise<void> {
    const r = await this.call('Runtime.evaluate', {
      expression: 'document.title',
      returnByValue: true,
    }).catch(() => undefined)
    if (r && r.result.value !== this.#title) {
      this.#title = r.result.value
      this.emit('page-title-updated', makeEvent(), this.#title, true)
    }
  }

  #fromRenderer(m: FromRenderer): void {
    const base = {
      type: 'frame' as const,
      sender: this,
      processId: this.id,
      frameId: 1,
      senderFrame: this.mainFrame,
    }
    if (m.t === 'accelerator') {
      state.accelerators.get(m.c)?.()
      return
    }
    if (m.t === 'preload-error') {
      this.emit('preload-error', makeEvent(), m.c, codec.decode(m.a))
      return
    }
    trace(`${m.t} ${m.c}`)
    const args = codec.decode(m.a) as unknown[]
    if (m.t === 'send') {
      ipcMain.emit(
        m.c,
        makeEvent({
          ...base,
          ports: [],
          reply: (c: string, ...a: unknown[]) => this.send(c, ...a),
        }),
        ...args,
      )
      return
    }
    const reply = (r: Omit<ToRenderer, 't' | 'id' | 'c'>): void =>
      this.#post({ t: 'reply', id: m.id!, c: '', ...r })
    const error = (e: unknown): void => {
      console.error(`Error occurred in handler for '${m.c}':`, e)
      reply({ e: String(e) })
    }
    const handler = ipcMain._handlers.get(m.c)
    if (!handler) {
      error(new Error(`No handler registered for '${m.c}'`))
      return
    }
    void (async () => {
      try {
        reply({
          a: pack(
            await handler(makeEvent(base) as unknown as Electron.IpcMainInvokeEvent, ...args),
          ),
        })
      } catch (e) {
        error(e)
      }
    })()
  }
  /** Messages of one turn travel in one CDP call, in order. */
  #post(m: ToRenderer): void {
    if (this.#world === undefined || this.#destroyed) return
    if (this.#outbox.length === 0) queueMicrotask(() => this.#flush())
    this.#outbox.push(JSON.stringify(m))
  }
  #flush(): void {
    const texts = this.#outbox
    this.#outbox = []
    if (this.#world === undefined || texts.length === 0) return
    this.tell('Runtime.callFunctionOn', {
      functionDeclaration: `function (...t) { globalThis.standin_in_${this.#secret}(...t) }`,
      executionContextId: this.#world,
      arguments: texts.map((value) => ({ value })),
      silent: true,
    })
  }

  onGone(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    state.contents.delete(this.id)
    state.byTarget.delete(this.targetId)
    state.bySession.delete(this.sessionId)
    this.emit('destroyed')
    this.emit('-gone')
    const l = this.#load
    this.#load = undefined
    l?.no(new Error(`ERR_FAILED (-2) loading '${l.url}'`))
  }

  // --- the public part ---
  get mainFrame(): Frame {
    return new Frame(this)
  }
  get session(): unknown {
    return state_session.current
  }
  send(channel: string, ...args: unknown[]): void {
    this.#post({ t: 'event', c: channel, a: pack(args) })
  }
  getURL(): string {
    return this.#url
  }
  getTitle(): string {
    return this.#title
  }
  isLoading(): boolean {
    return this.#loading
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  isCrashed(): boolean {
    return this.#crashed
  }
  loadURL(url: string): Promise<void> {
    this.#load?.no(new Error(`ERR_ABORTED (-3) loading '${this.#load.url}'`))
    const done = new Promise<void>((ok, no) => {
      this.#load = { url, ok, no }
    })
    done.catch(() => {})
    if (this.#opened)
      void this.ready.then(async () => {
        const target = toAlias(url)
        const r = await this.call('Page.navigate', { url: target }).catch((e: Error) => ({
          errorText: e.message,
        }))
        if (r.errorText && this.#load?.url === url) {
          const l = this.#load
          this.#load = undefined
          this.emit('did-fail-load', makeEvent(), -2, r.errorText, url, true, 1, 1)
          l.no(new Error(`${String(r.errorText).replace('net::', '')} (-2) loading '${url}'`))
        }
      })
    return done
  }
  loadFile(path: string): Promise<void> {
    return this.loadURL(pathToFileURL(path).href)
  }
  /** Settles when everything sent so far has been handled by the page. */
  #barrier(): void {
    this.prepared = this.call('Page.getNavigationHistory').then(
      () => {},
      () => {},
    )
  }
  refreshPreload(): void {
    if (this.#preloads.length && this.#stamp() !== this.#preloadStamp) {
      this.#installPreload()
      this.#barrier()
    }
  }
  reload(): void {
    if (this.#crashed) this.tell('Page.navigate', { url: toAlias(this.#url) })
    else this.tell('Page.reload')
  }
  reloadIgnoringCache(): void {
    this.tell('Page.reload', { ignoreCache: true })
  }
  async executeJavaScript(code: string, userGesture = false): Promise<any> {
    const r = await this.call('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    })
    if (r.exceptionDetails)
      throw new Error(r.exceptionDetails.exception?.description ?? r.exceptionDetails.text)
    return r.result.value
  }
  setWindowOpenHandler(
    handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse,
  ): void {
    this.windowOpenHandler = handler
  }
  openDevTools(): void {
    console.warn('electron stand-in: DevTools open with Ctrl+Shift+I in the window')
  }
  closeDevTools(): void {
    /* closes with its window */
  }
  isDevToolsOpened(): boolean {
    return false
  }
  toggleDevTools(): void {
    this.openDevTools()
  }
  async capturePage(): Promise<Electron.NativeImage> {
    const r = await this.call('Page.captureScreenshot', { format: 'png' })
    const png = Buffer.from(r.data, 'base64')
    return {
      toPNG: () => png,
      isEmpty: () => png.length === 0,
      toDataURL: () => `data:image/png;base64,${r.data}`,
    } as unknown as Electron.NativeImage
  }
  setZoomFactor(f: number): void {
    this.tell('Emulation.setPageScaleFactor', { pageScaleFactor: f })
  }
  getOSProcessId(): number {
    return process.pid
  }
  close(opts?: { waitForBeforeUnload?: boolean }): void {
    if (this.listenerCount('-close') > 0) this.emit('-close', opts?.waitForBeforeUnload === true)
    else this.destroyTarget()
  }
  forcefullyCrashRenderer(): void {
    this.tell('Page.crash')
  }
  destroyTarget(): void {
    void this.ready.then(() =>
      this.cdp.send('Target.closeTarget', { targetId: this.targetId }).catch(() => {}),
    )
  }
  closeTarget(): void {
    void this.ready.then(() => {
      if (this.#crashed) this.destroyTarget()
      else this.tell('Page.close')
    })
  }

  static getAllWebContents(): WebContentsImpl[] {
    return [...state.contents.values()]
  }
  static fromId(id: number): WebContentsImpl | undefined {
    return state.contents.get(id)
  }
  static fromDevToolsTargetId(id: string): WebContentsImpl | undefined {
    return state.byTarget.get(id)
  }
  static getFocusedWebContents(): WebContentsImpl | null {
    return [...state.contents.values()][0] ?? null
  }
}
strictClass(WebContentsImpl, 'WebContents')
export const state_session: { current: unknown } = { current: undefined }

function fromAliasText(v: string): string {
  return v.startsWith('https://') ? fromAlias(v) : v
}
/** A policy naming the custom scheme must name its alias here. */
function toAliasText(name: string, v: string): string {
  if (name === 'location' || name === 'access-control-allow-origin') return toAlias(v)
  if (!name.startsWith('content-security-policy')) return v
  return v
    .split(/(\s+|;)/)
    .map((t) => {
      const m = /^([a-z][a-z0-9+-]*):$/i.exec(t)
      return m && state.handlers.has(m[1]!) ? `https://*.${m[1]}.invalid` : toAlias(t)
    })
    .join('')
}
