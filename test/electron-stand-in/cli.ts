/** `electron [-r module] [switches] path [arguments]`, read as Electron's default app reads it. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from './api/app.ts'
import { electronVersion, provideElectron } from './provide-electron.ts'
import { state } from './state.ts'
import { trace } from './trace.ts'
import './electron.ts'

interface CommandLine {
  readonly modules: readonly string[]
  readonly path: string
}

function fail(reason: string): never {
  console.error(`electron stand-in: ${reason}`)
  process.exit(1)
}

function readCommandLine([, ...args]: readonly string[]): CommandLine {
  const modules: string[] = []
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? ''
    if (argument === '-v' || argument === '--version') {
      console.log(`v${electronVersion()}`)
      process.exit(0)
    }
    if (argument === '-r' || argument === '--require') modules.push(args[++index] ?? '')
    else if (!argument.startsWith('-')) return { modules, path: argument }
  }
  return fail('usage: electron <app folder or main file>')
}

/** The app's main module; its manifest, if it has one, names the app. */
function findApp(path: string): string {
  const place = resolve(path)
  const manifest = join(place, 'package.json')
  if (!existsSync(manifest)) {
    state.appPath = dirname(place)
    return place
  }
  const { productName, name, version, main } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  ) as Partial<Record<'productName' | 'name' | 'version' | 'main', string>>
  state.appPath = place
  state.appName = productName ?? name ?? 'Electron'
  state.appVersion = version ?? '0.0.0'
  return join(place, main ?? 'index.js')
}

/** Main runs until app.quit(), and continues after an uncaught error, as Electron's does. */
function liveLikeElectron(): void {
  setInterval(() => undefined, 2 ** 30)
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return
    console.error(
      `A JavaScript error occurred in the main process\nUncaught Exception:\n${error.stack ?? error.message}`,
    )
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A listener of the app's takes the place of Electron's own handler.
      if (process.listenerCount(signal) === 1) app.quit()
    })
}

async function importMain(path: string): Promise<void> {
  const slow = setTimeout(() => {
    console.error(
      'electron stand-in: the main module has been loading for 5 s; a top-level await on app.whenReady() never ends in Electron',
    )
  }, 5000)
  try {
    await import(pathToFileURL(path).href)
  } catch (error) {
    console.error('App threw an error during load')
    console.error(error)
  }
  clearTimeout(slow)
}

state.commandLine = process.argv.slice(1)
// As in Electron: argv[0] is the program, what follows are the arguments.
process.argv.splice(0, 2, join(import.meta.dirname, 'electron'))
Object.assign(process.versions, { electron: electronVersion(), chrome: '' })
Object.assign(process, { type: 'browser', resourcesPath: import.meta.dirname, defaultApp: true })
provideElectron('electron.ts')

const portSwitch = '--remote-debugging-port='
state.debuggingPort = process.argv
  .find((argument) => argument.startsWith(portSwitch))
  ?.slice(portSwitch.length)
const { modules, path } = readCommandLine(process.argv)
// Electron's own message, which Playwright waits for.
if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
  fail(
    'Unable to open X display.\nDISPLAY is not set; `xvfb-run -a` starts a display for one command.',
  )
const main = findApp(path)
if (!existsSync(main)) fail(`${main} does not exist; build the app first`)

liveLikeElectron()
const require = createRequire(join(process.cwd(), 'electron-stand-in.js'))
for (const module of modules) require(module)
await importMain(main)
trace('main module loaded')
await app.launch()
