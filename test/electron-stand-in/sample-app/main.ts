/** A small app that shows, for the stand-in's own tests, each thing the stand-in does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  // eslint-disable-next-line no-restricted-imports -- the sample is an app of its own, without a contract
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  session,
  Tray,
  utilityProcess,
  type IpcMainInvokeEvent,
} from 'electron'
import type { Requested } from './utility.ts'

const here = import.meta.dirname
const contentPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'none'; require-trusted-types-for 'script'; trusted-types sample"

type Answer = (event: IpcMainInvokeEvent, value: unknown) => unknown

/** Events in order, for the tests to read. */
const events: string[] = []
const note = (event: string): void => {
  events.push(event)
  console.log(`[sample] ${event}`)
}

if (process.env['SAMPLE_DATA']) app.setPath('userData', process.env['SAMPLE_DATA'])
protocol.registerSchemesAsPrivileged([
  { scheme: 'sample', privileges: { standard: true, secure: true, supportFetchAPI: false } },
])

app.on('before-quit', () => note('before-quit'))
app.on('will-quit', () => note('will-quit'))
app.on('quit', () => note('quit'))
app.on('window-all-closed', () => {
  note('window-all-closed')
  app.quit()
})
app.on('second-instance', (_event, argv) => note(`second-instance ${argv.at(-1) ?? ''}`))
app.on('render-process-gone', (_event, _contents, { reason }) => note(`gone ${reason}`))
app.on('child-process-gone', (_event, { type, reason, name }) =>
  note(`child gone ${type} ${reason} ${name ?? ''}`),
)
app.on('web-contents-created', (_event, contents) => {
  contents.setWindowOpenHandler(({ url }) => {
    note(`window-open ${url}`)
    return { action: 'deny' }
  })
  contents.on('will-frame-navigate', ({ url, isMainFrame }) =>
    note(`will-frame-navigate ${isMainFrame ? 'main' : 'nested'} ${url}`),
  )
  contents.on('will-navigate', (event) => {
    note(`will-navigate ${event.url}`)
    if (!event.url.startsWith('sample://app/')) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    note(`will-redirect ${event.url}`)
    event.preventDefault()
  })
})

if (app.requestSingleInstanceLock()) void app.whenReady().then(start)
else app.quit()

const files: Readonly<Record<string, string>> = {
  '/index.html': 'text/html',
  '/page.js': 'text/javascript',
  '/sheet.html': 'text/html',
  '/sheet.js': 'text/javascript',
}

function serve(request: Request): Response {
  const { pathname } = new URL(request.url)
  const headers = { 'content-security-policy': contentPolicy }
  if (pathname === '/elsewhere')
    return new Response(null, { status: 302, headers: { location: 'https://example.invalid/' } })
  const type = files[pathname]
  if (!type) return new Response(null, { status: 404, headers })
  const body = readFileSync(join(here, pathname))
  return new Response(body, { headers: { ...headers, 'content-type': type } })
}

function start(): void {
  const inMemory = session.fromPartition('sample')
  inMemory.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  inMemory.setPermissionCheckHandler(() => false)
  inMemory.setDevicePermissionHandler(() => false)
  inMemory.protocol.handle('sample', serve)
  nativeTheme.themeSource = 'dark'
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: 'Sample', submenu: [{ id: 'greet', label: 'Greet', click: () => note('greeted') }] },
    ]),
  )

  const tray = new Tray(join(here, 'tray.png'))
  tray.setToolTip('Sample')
  tray.setContextMenu(
    Menu.buildFromTemplate([{ id: 'wave', label: 'Wave', click: () => note('waved') }]),
  )
  tray.on('click', () => note('tray clicked'))

  const waiting: ((value: unknown) => void)[] = []
  const answers: Record<string, Answer> = {
    echo: (_event, value) => value,
    fail: (_event, message) => {
      throw new RangeError(String(message))
    },
    events: () => events,
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    'end-waiting': () => {
      for (const end of waiting.splice(0)) end('earlier')
      return new Promise((resolve) => {
        setTimeout(() => resolve('own'), 200)
      })
    },
    sender: ({ sender, senderFrame }) => ({
      url: senderFrame?.url,
      origin: senderFrame?.origin,
      parent: senderFrame?.parent,
      isMainFrame: senderFrame === sender.mainFrame,
      isSame: sender.mainFrame === sender.mainFrame,
    }),
    utility: (_event, value) => callUtility(value),
    'utility-port': (_event, value) => callUtilityOverPort(value),
    'utility-exit': (_event, code) =>
      exitUtility(code === 'fill' ? { kind: 'fill' } : { kind: 'exit', code: Number(code) }),
    notify: (_event, body) => new Notification({ title: 'Sample', body: String(body) }).show(),
    'no-tray': () => new Tray(join(here, 'missing.png')),
    pdf: () => printed(),
    missing: () => Reflect.get(app, 'setBadgeCount'),
  }
  for (const [channel, answer] of Object.entries(answers)) ipcMain.handle(channel, answer)

  const window = new BrowserWindow({
    width: 640,
    height: 480,
    title: 'Sample',
    webPreferences: { preload: join(here, 'preload.js'), partition: 'sample', sandbox: true },
  })
  window.on('close', () => note('close'))
  window.on('closed', () => note('closed'))
  window.on('query-session-end', () => note('query-session-end'))
  window.on('session-end', ({ reasons }) => note(`session-end ${reasons.join()}`))
  powerMonitor.on('shutdown', () => note('shutdown'))
  void window.loadURL('sample://app/index.html#start')
}

/** Prints a page without script, in a separate window. */
async function printed(): Promise<Buffer> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { partition: 'sample', sandbox: true, javascript: false },
  })
  await window.loadURL('sample://app/sheet.html')
  const pdf = await window.webContents.printToPDF({ preferCSSPageSize: true })
  window.destroy()
  return pdf
}

const child = (...args: string[]): Electron.UtilityProcess =>
  utilityProcess.fork(join(here, 'utility.ts'), args, {
    serviceName: 'Sample Service',
    // The second has no effect in Electron.
    execArgv: ['--js-flags=--max-old-space-size=200', '--max-old-space-size=50'],
    stdio: 'pipe',
    env: { ...process.env, SAMPLE_WORD: 'from env' },
  })

/** One message there and back, from a child that goes on living. */
function callUtility(value: unknown): Promise<unknown> {
  const utility = child('argument')
  return new Promise((resolve) => {
    utility.once('message', resolve)
    utility.postMessage({ kind: 'echo', value })
  })
}

/** The same over a port that was passed to the child. */
function callUtilityOverPort(value: unknown): Promise<unknown> {
  const utility = child()
  const { port1, port2 } = new MessageChannelMain()
  utility.postMessage({ kind: 'port' }, [port2])
  return new Promise((resolve) => {
    port1.on('message', ({ data }) => {
      utility.kill()
      resolve(data)
    })
    port1.start()
    port1.postMessage(value)
  })
}

/** Returns how a child's exit is reported. */
function exitUtility(request: Requested): Promise<unknown> {
  const utility = child()
  return new Promise((resolve) => {
    utility.once('spawn', () => {
      const { pid } = utility
      utility.once('exit', (exitCode) =>
        resolve({ exitCode, hadPid: typeof pid === 'number', pidAfter: utility.pid }),
      )
      utility.postMessage(request)
    })
  })
}
