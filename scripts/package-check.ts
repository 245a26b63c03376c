/**
 * `npm run package:check`: builds the unpacked layouts of all three systems on placeholders of
 * Electron, without network, and compares the results with `build/package-manifest.json`. With
 * `--write` the results become the manifest; the rules that no manifest can change are still
 * checked.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './lib/build.ts'
import { packagesFile, type ShippedPackage } from './lib/package/bundled-packages.ts'
import { networkCut } from './lib/network-cut.ts'
import { buildLayout } from './lib/package/build-layout.ts'
import { faultsOf, type Manifest } from './lib/package/judge-package.ts'
import { licenceFaults } from './lib/package/licences.ts'
import { layouts } from './lib/package/layout.ts'
import { readPackage, type PackageFacts } from './lib/package/read-package.ts'
import { root, runTool } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

const manifestFile = join(root, 'build/package-manifest.json')
const shippedFile = join(root, 'dist', packagesFile)
const mayWrite = process.argv.includes('--write')

if (!(await build())) stop('package:check: the bundles could not be built')
const cut = await networkCut()
if (!cut) say('package:check: the network cannot be cut off on this machine; nothing asks for it')
const work = await mkdtemp(join(tmpdir(), 'countersign-package-'))
let faults: readonly string[]
try {
  faults = await check()
} finally {
  await rm(work, { recursive: true, force: true })
}
for (const fault of faults) say(`package:check: ${fault}`)
if (faults.length > 0) stop(`package:check: ${faults.length} faults`)
say(`package:check: ${layouts.length} layouts are as they should be`)

async function check(): Promise<readonly string[]> {
  const found: Record<string, PackageFacts> = {}
  for (const layout of layouts) {
    const { code, output } = await buildLayout(layout, { work, cut })
    if (code !== 0) return [`${output}\n${layout.folder} could not be built`]
    found[layout.folder] = await readPackage(join(work, 'out'), layout)
    say(`package:check: ${layout.folder} is built`)
  }
  if (mayWrite) await writeManifest(found)
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
  const shipped = JSON.parse(await readFile(shippedFile, 'utf8')) as ShippedPackage[]
  const faults = layouts.flatMap((layout) => {
    const facts = found[layout.folder]
    return facts ? faultsOf(layout, facts, manifest) : []
  })
  return [...faults, ...licenceFaults(shipped)]
}

async function writeManifest(found: Readonly<Record<string, PackageFacts>>): Promise<void> {
  await writeFile(manifestFile, JSON.stringify(found))
  await runTool('oxfmt', [manifestFile])
}
