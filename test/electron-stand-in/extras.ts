import { execFile, spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from './app.ts'
import { onPath } from './chromium.ts'
import { state } from './state.ts'
import { Emitter, makeEvent, schemes, strictClass, strictObject } from './util.ts'
import { state_session, updateInterception } from './web-contents.ts'
import { BrowserWindowImpl } from './window.ts'

// --- protocol ---
type ProtocolHandler = (request: Request) => Response | Promise<Response>
export const protocol = strictObject('protocol', {
  registerSchemesAsPrivileged(list: Electron.CustomScheme[]): void {
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const s of list) {
      if (!s.privileges?.standard)
        throw new Error(`electron stand-in: scheme '${s.scheme}' must be registered as standard`)
      schemes.set(s.scheme, s.privileges)
    }
  },
  handle(scheme: string, handler: ProtocolHandler): void {
    if (!app.isReady()) throw new Error('protocol.handle can only be used after app is ready')
    if (!schemes.has(scheme))
      throw new Error(
        `electron stand-in: protocol.handle('${scheme}') without registerSchemesAsPrivileged`,
      )
    if (state.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    state.handlers.set(scheme, handler)
  },
  unhandle(scheme: string): void {
    state.handlers.delete(scheme)
  },
  isProtocolHandled: (scheme: string): boolean => state.handlers.has(scheme),
})

// --- net ---
const mime: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain',
  '.map': 'application/json',
}
export const net = strictObject('net', {
  async fetch(
    input: string | Request,
    init?: RequestInit & { bypassCustomProtocolHandlers?: boolean },
  ): Promise<Response> {
    const url = typeof input === 'string' ? input : input.url
    if (url.startsWith('file:')) {
      const path = fileURLToPath(url)
      try {
        if (!(await stat(path)).isFile()) throw new Error()
        return new Response(await readFile(path), {
          headers: { 'content-type': mime[extname(path)] ?? 'application/octet-stream' },
        })
      } catch {
        throw new Error('net::ERR_FILE_NOT_FOUND')
      }
    }
    const scheme = url.slice(0, url.indexOf(':')),
      handler = state.handlers.get(scheme)
    if (handler && !init?.bypassCustomProtocolHandlers) return handler(new Request(input, init))
    return fetch(input, init)
  },
  isOnline: (): boolean => true,
  online: true,
})

// --- session ---
class SessionImpl extends Emitter {
  readonly protocol = protocol
  readonly webRequest = strictObject('session.webRequest', {
    onBeforeRequest: (...args: any[]): void => {
      const listener = args.at(-1) as NonNullable<typeof state.beforeRequest>['listener'] | null
      state.beforeRequest = listener
        ? { urls: args.length > 1 ? args[0].urls : undefined, listener }
        : undefined
      updateInterception()
    },
  })
  setPermissionRequestHandler(): void {
    /* not passed on: Chromium's own prompts stay */
  }
  setPermissionCheckHandler(): void {}
  setSpellCheckerEnabled(): void {}
  async clearStorageData(): Promise<void> {}
  async clearCache(): Promise<void> {}
  getUserAgent(): string {
    return `Chrome/${state.browser?.version ?? ''}`
  }
}
strictClass(SessionImpl, 'session.defaultSession')
const defaultSession = new SessionImpl()
state_session.current = defaultSession
export const session = strictObject('session', { defaultSession })

// --- menu ---
const key = (a: string): string => {
  const parts = a
      .toLowerCase()
      .split('+')
      .map((p) => p.trim()),
    last = parts.pop()!
  const has = (...n: string[]): boolean => n.some((x) => parts.includes(x))
  return (
    (has('cmdorctrl', 'commandorcontrol', 'ctrl', 'control', 'cmd', 'command', 'super', 'meta')
      ? 'ctrl+'
      : '') +
    (has('alt', 'option', 'altgr') ? 'alt+' : '') +
    (has('shift') ? 'shift+' : '') +
    ({ plus: '+', space: ' ', esc: 'escape', return: 'enter' }[last] ?? last)
  )
}
const focused = (): BrowserWindowImpl | undefined =>
  BrowserWindowImpl.getFocusedWindow() ?? BrowserWindowImpl.getAllWindows()[0]
const roles: Record<string, { label: string; accelerator?: string; act(): void }> = {
  quit: { label: 'Quit', accelerator: 'Ctrl+Q', act: () => app.quit() },
  close: { label: 'Close', accelerator: 'Ctrl+W', act: () => focused()?.close() },
  minimize: { label: 'Minimize', accelerator: 'Ctrl+M', act: () => focused()?.minimize() },
  reload: { label: 'Reload', accelerator: 'Ctrl+R', act: () => focused()?.reload() },
  forcereload: {
    label: 'Force Reload',
    accelerator: 'Ctrl+Shift+R',
    act: () => focused()?.webContents.reloadIgnoringCache(),
  },
  toggledevtools: {
    label: 'Toggle Developer Tools',
    accelerator: 'Ctrl+Shift+I',
    act: () => focused()?.webContents.toggleDevTools(),
  },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    accelerator: 'F11',
    act: () => {
      const w = focused()
      w?.setFullScreen(!w.isFullScreen())
    },
  },
}
for (const r of [
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'pasteandmatchstyle',
  'delete',
  'selectall',
  'resetzoom',
  'zoomin',
  'zoomout',
  'about',
  'editmenu',
  'viewmenu',
  'windowmenu',
  'filemenu',
  'appmenu',
  'help',
  'window',
  'services',
  'hide',
  'hideothers',
  'unhide',
  'front',
  'zoom',
])
  roles[r] = { label: r, act() {} }
let commands = 0
export class MenuItemImpl {
  id: string
  label: string
  type: 'normal' | 'separator' | 'submenu' | 'checkbox' | 'radio'
  role: string | undefined
  accelerator: string | undefined
  enabled: boolean
  visible: boolean
  checked: boolean
  submenu: MenuImpl | undefined
  readonly commandId = ++commands
  sublabel = ''
  toolTip = ''
  menu!: MenuImpl
  click: (...args: any[]) => void
  constructor(o: Electron.MenuItemConstructorOptions) {
    const role = o.role ? roles[o.role.toLowerCase()] : undefined
    if (o.role && !role) throw new Error(`electron stand-in: menu role '${o.role}' is not known`)
    this.submenu = Array.isArray(o.submenu)
      ? MenuImpl.buildFromTemplate(o.submenu)
      : (o.submenu as unknown as MenuImpl | undefined)
    this.id = o.id ?? ''
    this.role = o.role
    this.label = o.label ?? role?.label ?? ''
    this.type = (o.type as MenuItemImpl['type']) ?? (this.submenu ? 'submenu' : 'normal')
    this.accelerator = (o.accelerator as string | undefined) ?? role?.accelerator
    this.enabled = o.enabled ?? true
    this.visible = o.visible ?? true
    this.checked = o.checked ?? false
    this.click = () => {
      if (!this.enabled) return
      if (this.type === 'checkbox') this.checked = !this.checked
      const w = focused()
      if (o.click)
        o.click(
          this as unknown as Electron.MenuItem,
          w as unknown as Electron.BrowserWindow | undefined,
          { triggeredByAccelerator: false } as Electron.KeyboardEvent,
        )
      else role?.act()
    }
  }
}
export class MenuImpl extends Emitter {
  readonly items: MenuItemImpl[] = []
  append(i: MenuItemImpl): void {
    this.items.push(i)
    i.menu = this
  }
  insert(pos: number, i: MenuItemImpl): void {
    this.items.splice(pos, 0, i)
    i.menu = this
  }
  getMenuItemById(id: string): MenuItemImpl | null {
    for (const i of this.items) {
      if (i.id === id) return i
      const d = i.submenu?.getMenuItemById(id)
      if (d) return d
    }
    return null
  }
  popup(): void {
    this.emit('menu-will-show')
  }
  closePopup(): void {
    this.emit('menu-will-close')
  }
  static #application: MenuImpl | null = null
  static buildFromTemplate(t: (Electron.MenuItemConstructorOptions | MenuItemImpl)[]): MenuImpl {
    const m = new MenuImpl()
    for (const i of t) m.append(i instanceof MenuItemImpl ? i : new MenuItemImpl(i))
    return m
  }
  static getApplicationMenu(): MenuImpl | null {
    return this.#application
  }
  static setApplicationMenu(m: MenuImpl | null): void {
    this.#application = m
    state.accelerators.clear()
    const walk = (x: MenuImpl): void => {
      for (const i of x.items) {
        if (i.accelerator) state.accelerators.set(key(i.accelerator), () => i.click())
        if (i.submenu) walk(i.submenu)
      }
    }
    if (m) walk(m)
    for (const wc of state.contents.values()) wc.updateAccelerators()
  }
}
strictClass(MenuImpl, 'Menu')

// --- notification, shell, clipboard ---
export class NotificationImpl extends Emitter {
  title: string
  body: string
  silent: boolean
  constructor(o: Electron.NotificationConstructorOptions = {}) {
    super()
    this.title = o.title ?? ''
    this.body = o.body ?? ''
    this.silent = o.silent ?? false
  }
  static isSupported(): boolean {
    return true
  }
  show(): void {
    const tool = process.env['DBUS_SESSION_BUS_ADDRESS'] ? onPath('notify-send') : undefined
    if (tool)
      spawn(tool, ['--app-name', app.name, '--', this.title, this.body], { stdio: 'ignore' }).on(
        'error',
        () => {},
      )
    else console.log(`[stand-in] notification: ${this.title}: ${this.body}`)
    queueMicrotask(() => this.emit('show', makeEvent()))
  }
  close(): void {
    this.emit('close', makeEvent())
  }
}
strictClass(NotificationImpl, 'Notification')

const open = (target: string): Promise<void> =>
  new Promise((ok, no) => {
    const tool = onPath('xdg-open')
    if (!tool) {
      no(new Error('electron stand-in: xdg-open is not installed'))
      return
    }
    const p = spawn(tool, [target], { stdio: 'ignore', detached: true })
    p.on('error', no)
    p.on('spawn', () => {
      p.unref()
      ok()
    })
  })
export const shell = strictObject('shell', {
  openExternal: (url: string): Promise<void> => open(url),
  openPath: (path: string): Promise<string> =>
    open(path).then(
      () => '',
      (e: Error) => e.message,
    ),
  showItemInFolder(path: string): void {
    void open(path).catch(() => {})
  },
  trashItem: (path: string): Promise<void> =>
    new Promise((ok, no) => {
      execFile('gio', ['trash', '--', path], (e) => (e ? no(e) : ok()))
    }),
  beep(): void {
    process.stderr.write('\x07')
  },
})
let memory = ''
const tools: [string, string[], string[]][] = [
  ['wl-copy', [], []],
  ['xclip', ['-selection', 'clipboard', '-in'], ['-selection', 'clipboard', '-out']],
]
export const clipboard = strictObject('clipboard', {
  async writeText(text: string): Promise<void> {
    memory = text
    const t = tools.find(([n]) => onPath(n))
    if (t) {
      const p = spawn(t[0], t[1], { stdio: ['pipe', 'ignore', 'ignore'] })
      p.on('error', () => {})
      p.stdin.end(text)
    }
  },
  async readText(): Promise<string> {
    return onPath('xclip')
      ? new Promise((r) => {
          execFile('xclip', tools[1]![2], (e, out) => r(e ? memory : out))
        })
      : memory
  },
  clear(): void {
    memory = ''
  },
})

// --- dialog: zenity where there is a desktop, else a plain refusal that says what to install ---
const zenity = (args: string[]): Promise<{ code: number; out: string }> =>
  new Promise((ok, no) => {
    const tool = onPath('zenity')
    if (!tool) {
      no(
        new Error(
          'electron stand-in: native dialogs need zenity (apt-get install zenity); tests replace dialog.* instead',
        ),
      )
      return
    }
    execFile(tool, args, (e, out) =>
      ok({ code: e ? Number(e.code ?? 1) : 0, out: out.replace(/\n$/, '') }),
    )
  })
const options = (a: unknown[]): any => (a.length > 1 ? a[1] : a[0]) ?? {}
const filters = (o: { filters?: Electron.FileFilter[] }): string[] =>
  (o.filters ?? []).map(
    (f) =>
      `--file-filter=${f.name} | ${f.extensions.map((e) => (e === '*' ? '*' : `*.${e}`)).join(' ')}`,
  )
export const dialog = strictObject('dialog', {
  async showOpenDialog(...a: any[]): Promise<Electron.OpenDialogReturnValue> {
    const o = options(a) as Electron.OpenDialogOptions,
      p = o.properties ?? []
    const r = await zenity([
      '--file-selection',
      `--title=${o.title ?? 'Open'}`,
      ...(p.includes('multiSelections') ? ['--multiple', '--separator=\n'] : []),
      ...(p.includes('openDirectory') ? ['--directory'] : []),
      ...(o.defaultPath ? [`--filename=${o.defaultPath}`] : []),
      ...filters(o),
    ])
    return r.code === 0
      ? { canceled: false, filePaths: r.out.split('\n') }
      : { canceled: true, filePaths: [] }
  },
  async showSaveDialog(...a: any[]): Promise<Electron.SaveDialogReturnValue> {
    const o = options(a) as Electron.SaveDialogOptions
    const r = await zenity([
      '--file-selection',
      '--save',
      `--title=${o.title ?? 'Save'}`,
      ...(o.defaultPath ? [`--filename=${o.defaultPath}`] : []),
      ...filters(o),
    ])
    return r.code === 0 ? { canceled: false, filePath: r.out } : { canceled: true, filePath: '' }
  },
  async showMessageBox(...a: any[]): Promise<Electron.MessageBoxReturnValue> {
    const o = options(a) as Electron.MessageBoxOptions,
      buttons = o.buttons?.length ? o.buttons : ['OK']
    const r = await zenity([
      '--question',
      '--switch',
      `--title=${o.title ?? app.name}`,
      `--text=${o.message}${o.detail ? `\n\n${o.detail}` : ''}`,
      ...buttons.map((b) => `--extra-button=${b}`),
    ])
    const i = buttons.indexOf(r.out)
    return { response: i >= 0 ? i : (o.cancelId ?? 0), checkboxChecked: o.checkboxChecked ?? false }
  },
  showErrorBox(title: string, content: string): void {
    console.error(`${title}\n${content}`)
    zenity(['--error', `--title=${title}`, `--text=${content}`]).catch(() => {})
  },
})

// --- theme, power, screen ---
class NativeThemeImpl extends Emitter {
  #source: 'system' | 'light' | 'dark' = 'system'
  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source
  }
  set themeSource(v: 'system' | 'light' | 'dark') {
    this.#source = v
    state.colorScheme = v === 'system' ? undefined : v
    for (const wc of state.contents.values()) wc.updateMedia()
    this.emit('updated')
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
  get shouldUseHighContrastColors(): boolean {
    return false
  }
}
strictClass(NativeThemeImpl, 'nativeTheme')
export const nativeTheme = new NativeThemeImpl()
class PowerMonitorImpl extends Emitter {
  getSystemIdleTime(): number {
    return 0
  }
  getSystemIdleState(): 'active' {
    return 'active'
  }
  isOnBatteryPower(): boolean {
    return false
  }
  get onBatteryPower(): boolean {
    return false
  }
}
strictClass(PowerMonitorImpl, 'powerMonitor')
export const powerMonitor = new PowerMonitorImpl()
