/**
 * `npm run dev`: Vite's server with hot reload for the window; main and preload are rebuilt on
 * change.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createBuilder, createServer, type ViteDevServer } from 'vite'
import { ensureBuilt } from './lib/build.ts'
import { ensureDisplay } from './lib/display.ts'
import {
  electronArguments,
  electronProgram,
  howToInstall,
  installElectronIfReachable,
  nameOf,
  useElectron,
} from './lib/electron-choice.ts'
import { prepare } from './lib/prepare.ts'
import { root } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

interface BuildWatcher {
  on(event: 'event', listener: (event: { code: string; error?: Error }) => void): void
}

await installElectronIfReachable()
await prepare('start')
const runtime = useElectron() ?? stop(howToInstall)
// Main checks for the built window before it uses the development server.
await ensureBuilt()
await ensureDisplay().catch((error: unknown) => stop(String(error)))

const configFile = join(root, 'vite.config.ts')
const server: ViteDevServer = await createServer({ configFile })
await server.listen()
const address = server.resolvedUrls?.local[0] ?? stop('The development server has no address.')
say(`Countersign on ${nameOf(runtime)}, its window from ${address}`)

let app: ChildProcess | undefined
let isRestarting = false
const unbuilt = new Set(['main', 'preload'])

function startApp(): void {
  const args = [root, ...electronArguments(runtime), ...process.argv.slice(2)]
  const child = spawn(electronProgram(), args, {
    stdio: 'inherit',
    env: { ...process.env, VITE_DEV_SERVER_URL: address },
  })
  app = child
  child.once('exit', (code) => {
    if (isRestarting) {
      isRestarting = false
      startApp()
    } else void server.close().finally(() => process.exit(code ?? 0))
  })
}

function onBuilt(name: string): void {
  if (unbuilt.delete(name)) {
    if (unbuilt.size === 0) startApp()
  } else if (name === 'main') {
    say('main changed: restarting')
    isRestarting = true
    app?.kill('SIGTERM')
  } else {
    say('preload changed: reloading the window')
    server.ws.send({ type: 'full-reload' })
  }
}

const builder = await createBuilder({ configFile, mode: 'development', logLevel: 'warn' })
for (const name of [...unbuilt]) {
  const environment = builder.environments[name] ?? stop(`vite.config.ts has no ${name}.`)
  environment.config.build.watch = {}
  const watcher = (await builder.build(environment)) as unknown as BuildWatcher
  watcher.on('event', ({ code, error }) => {
    if (code === 'ERROR') console.error(error)
    if (code === 'END') onBuilt(name)
  })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isRestarting = false
    app?.kill(signal)
  })
