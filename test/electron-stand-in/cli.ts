/** `electron [-r module] [flags] path [args…]`, as Electron's default app reads it. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const standin = import.meta.dirname
const own = new Set(['electron', 'electron/main', 'electron/common'])
registerHooks({
  resolve: (id, context, next) =>
    own.has(id)
      ? {
          url: pathToFileURL(join(standin, 'electron.ts')).href,
          format: 'module-typescript',
          shortCircuit: true,
        }
      : next(id, context),
})

const require = createRequire(join(process.cwd(), 'x.js'))
const version = ((): string => {
  try {
    return (
      JSON.parse(
        readFileSync(createRequire(import.meta.url).resolve('electron/package.json'), 'utf8'),
      ) as { version: string }
    ).version
  } catch {
    return '0.0.0'
  }
})()
Object.assign(process.versions, { electron: version, chrome: process.versions['chrome'] ?? '' })
Object.assign(process, { type: 'browser', resourcesPath: standin })
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })

const { state } = await import('./state.ts')
const { app, state_entry } = await import('./app.ts')
const { trace } = await import('./web-contents.ts')
const electron = await import('./electron.ts')

state_entry.argv = process.argv.slice(1)
// As in Electron: argv[0] is the program, what follows are the arguments.
process.argv.splice(0, 2, join(standin, 'electron'))
const modules: string[] = []
let file: string | undefined
// A Chromium switch counts wherever it stands.
state.debugPort = process.argv.find((a) => a.startsWith('--remote-debugging-port='))?.slice(24)
for (let i = 1; i < process.argv.length; i++) {
  const a = process.argv[i]!
  if (a === '-r' || a === '--require') modules.push(process.argv[++i]!)
  else if (a === '-v' || a === '--version') {
    console.log(`v${version}`)
    process.exit(0)
  } else if (a[0] !== '-') {
    file = a
    break
  }
}
if (file === undefined) {
  console.error('electron stand-in: usage: electron <app directory or main file>')
  process.exit(1)
}
const fail = (e: Error): never => {
  console.error(e.message)
  process.exit(1)
}

// What real Electron says, and what Playwright waits for.
if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
  fail(
    new Error(
      'electron stand-in: Unable to open X display.\nNo DISPLAY is set: use `npm start` (which starts Xvfb where it is installed) or `xvfb-run -a npx electron .`',
    ),
  )

let path = resolve(file)
const manifest = join(path, 'package.json')
if (existsSync(manifest)) {
  const p = JSON.parse(readFileSync(manifest, 'utf8')) as {
    name?: string
    productName?: string
    version?: string
    main?: string
  }
  state.packagePath = path
  state.appName = p.productName ?? p.name ?? 'Electron'
  state.appVersion = p.version ?? '0.0.0'
  path = join(path, p.main ?? 'index.js')
} else state.packagePath = dirname(path)
if (!existsSync(path))
  fail(new Error(`electron stand-in: ${path} does not exist; build the app first`))

// Electron keeps running after an uncaught error in main.
process.on('uncaughtException', (e) => {
  if (process.listenerCount('uncaughtException') === 1)
    console.error(
      'A JavaScript error occurred in the main process\nUncaught Exception:\n' +
        (e.stack ?? String(e)),
    )
})
for (const s of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(s, () => app.quit())
const hold = setInterval(() => {}, 2 ** 30) // main lives until app.quit(), like Electron's
void hold
void electron

for (const m of modules) require(m)
// 'ready' only comes after the entry module has been evaluated: a top-level `await app.whenReady()` hangs in Electron, so it does here.
const entry = import(pathToFileURL(path).href)
const slow = setTimeout(
  () =>
    console.warn(
      'electron stand-in: the main module has been loading for 5 s; a top-level await on app.whenReady() never ends in Electron',
    ),
  5000,
)
try {
  await entry
} catch (e) {
  console.error('App threw an error during load')
  console.error((e as Error).stack ?? e)
}
clearTimeout(slow)
trace('main module loaded')
await app._launch()
