/** Resolves `electron` to the stand-in, for both import and require. */
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const names = new Set(['electron', 'electron/main', 'electron/common'])

/** From here on Electron's names resolve to a module of this folder. */
export function provideElectron(module: string): void {
  const url = pathToFileURL(join(import.meta.dirname, module)).href
  registerHooks({
    resolve: (specifier, context, next) =>
      names.has(specifier)
        ? { url, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  })
}

/** The version of Electron whose typings are installed. */
export function electronVersion(): string {
  const manifest = createRequire(import.meta.url).resolve('electron/package.json')
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
