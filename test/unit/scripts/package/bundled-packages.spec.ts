/** A package of others that anything of ours imports, however far down, is judged by its licence. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  gatherPackages,
  noticesOf,
  readPackageFacts,
  shippedFolders,
} from '../../../../scripts/lib/package/bundled-packages.ts'
import { licenceFaults } from '../../../../scripts/lib/package/licences.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-bundle-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(name: string, text: string): void {
  mkdirSync(join(root, name, '..'), { recursive: true })
  writeFileSync(join(root, name), text)
}
function addPackage(name: string, license: string | undefined, text: string): void {
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', license }))
  write(`node_modules/${name}/index.js`, text)
  write(`node_modules/${name}/LICENSE`, `The text of ${name}.`)
}

/** Bundles an entry as the product is bundled, and hands over the folders that it shipped. */
async function shipped(entry: string): Promise<readonly string[]> {
  write('entry.js', entry)
  const found = new Set<string>()
  await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [gatherPackages(found)],
    build: { write: false, lib: { entry: join(root, 'entry.js'), formats: ['es'] } },
  })
  return shippedFolders(found)
}
const faults = async (entry: string): Promise<readonly string[]> =>
  licenceFaults((await shipped(entry)).map(readPackageFacts))

it('names a package that requires more than its text, also where another brings it along', async () => {
  addPackage('copyleft', 'GPL-3.0-or-later', 'export const a = globalThis.a')
  addPackage('kind', 'MIT', "export { a } from 'copyleft'")
  expect(await faults("import { a } from 'kind'\nconsole.log(a)")).toEqual([
    'copyleft 1.0.0 is shipped under GPL-3.0-or-later',
  ])
})

it('does not name what only the tests use', async () => {
  addPackage('copyleft', 'AGPL-3.0', 'export const a = globalThis.a')
  addPackage('kind', 'ISC', 'export const b = globalThis.b')
  expect(await faults("import { b } from 'kind'\nconsole.log(b)")).toEqual([])
})

it('does not ship a package without a licence', async () => {
  addPackage('silent', undefined, 'export const a = globalThis.a')
  await expect(faults("import { a } from 'silent'\nconsole.log(a)")).rejects.toThrow(
    'silent names no licence',
  )
})

it('carries the text of every licence along', async () => {
  addPackage('kind', 'MIT', 'export const b = globalThis.b')
  const notices = noticesOf(await shipped("import { b } from 'kind'\nconsole.log(b)"))
  expect(notices).toContain('kind 1.0.0 (MIT)\n\nThe text of kind.')
})
