/**
 * Packages as electron-builder makes them, on a placeholder of Electron: faults of a package are
 * found.
 */
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import manifest from '../../build/package-manifest.json' with { type: 'json' }
import { networkCut } from '../../scripts/lib/network-cut.ts'
import { buildLayout } from '../../scripts/lib/package/build-layout.ts'
import { fusesByName } from '../../scripts/lib/package/fuses.ts'
import { faultsOf, type Manifest } from '../../scripts/lib/package/judge-package.ts'
import { licenceFaults } from '../../scripts/lib/package/licences.ts'
import { packagesFile, type ShippedPackage } from '../../scripts/lib/package/bundled-packages.ts'
import { layouts, placesOf, type Layout } from '../../scripts/lib/package/layout.ts'
import { readPackage } from '../../scripts/lib/package/read-package.ts'
import { root, run } from '../../scripts/lib/run.ts'

const work = mkdtempSync(join(tmpdir(), 'countersign-package-'))
const out = join(work, 'out')
let cut: Awaited<ReturnType<typeof networkCut>>
const [linux, windows, apple] = layouts as [Layout, Layout, Layout]
const keytar = (target: string): string =>
  join(root, 'node_modules/keytar/prebuilds', target, 'keytar.node')
/** The packages in the bundles, as recorded by the build. */
const shippedPackages = (): readonly ShippedPackage[] =>
  JSON.parse(readFileSync(join(root, 'dist', packagesFile), 'utf8')) as ShippedPackage[]
const faults = async (layout: Layout): Promise<readonly string[]> =>
  faultsOf(layout, await readPackage(out, layout), manifest as Manifest)

beforeAll(async () => {
  cut = await networkCut()
  for (const layout of layouts) {
    const { code, output } = await buildLayout(layout, { work, cut })
    expect(code, output).toBe(0)
  }
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

it.each(layouts)('$folder is as the manifest says, with every fuse burnt', async (layout) => {
  expect(await faults(layout)).toEqual([])
  const { fuses } = await readPackage(out, layout)
  expect(Object.keys(fuses)).toHaveLength(9)
})

it('docs/packaging.md says why each direct dependency that is shipped is there', () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
  const names = new Set(shippedPackages().map(({ name }) => name))
  const direct = Object.keys(devDependencies).filter((name) => names.has(name))
  const table = readFileSync(join(root, 'docs/packaging.md'), 'utf8').split(
    '## What is shipped of others',
  )[1]
  const reported = (table?.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+?) +\|/gm)
  const listedNames = [...reported].flatMap(([, cell = '']) => cell.split(', '))
  expect(listedNames).toEqual(expect.arrayContaining([...Object.keys(dependencies), ...direct]))
})

it('nothing is shipped under a licence that requires more than its text', () => {
  const shipped = shippedPackages()
  expect(shipped.length).toBeGreaterThan(20)
  expect(licenceFaults(shipped)).toEqual([])
})

it('a tenth fuse of a later Electron ends the build', async () => {
  const own = join(work, 'tenth')
  const tenth = { work: own, cut, fuses: Object.keys(fusesByName).length + 1 }
  const { code, output } = await buildLayout(linux, tenth)
  expect(code).not.toBe(0)
  expect(output).toContain('strictlyRequireAllFuses')
})

it('a native module of another system, another machine or no system is named', async () => {
  const place = (layout: Layout, target: string): string =>
    join(
      out,
      layout.folder,
      placesOf(layout.system).resources,
      'app.asar.unpacked',
      'node_modules/keytar/prebuilds',
      target,
      'keytar.node',
    )
  const own = { linux: place(linux, 'linux-x64'), windows: place(windows, 'win32-x64') }
  copyFileSync(keytar('linux-x64'), own.windows)
  expect(await faults(windows)).toEqual([
    expect.stringMatching(/keytar\.node is for linux x64, and has to be for win32 x64/),
  ])
  copyFileSync(keytar('linux-arm64'), own.linux)
  expect(await faults(linux)).toEqual([expect.stringContaining('is for linux arm64')])
  writeFileSync(own.linux, 'not a program')
  expect(await faults(linux)).toEqual([expect.stringContaining('is for no native module')])
})

it('the deb is the same byte for byte in two builds of one commit, and depends on the keychain', async () => {
  const debs: Buffer[] = []
  for (const at of ['one', 'other']) {
    const own = join(work, at)
    const flags = ['--linux', 'deb', '--x64']
    const env = {
      CUSTOM_FPM_PATH: join(root, 'scripts/fpm-for-debs.mjs'),
      SOURCE_DATE_EPOCH: '1700000000',
      TZ: 'UTC',
    }
    const { code, output } = await buildLayout({ ...linux, flags }, { work: own, cut, env })
    expect(code, output).toBe(0)
    const name = readdirSync(join(own, 'out')).find((file) => file.endsWith('.deb')) ?? ''
    debs.push(readFileSync(join(own, 'out', name)))
    if (at === 'one') continue
    const info = await run('dpkg-deb', ['--info', join(own, 'out', name)], { quiet: true })
    expect(info.output).toMatch(/Depends:.*libsecret-1-0/)
    const listed = await run('dpkg-deb', ['--contents', join(own, 'out', name)], { quiet: true })
    expect(listed.output).toContain('/usr/share/applications/countersign.desktop')
    expect(listed.output).toContain('/opt/Countersign/resources/app.asar')
  }
  expect(debs[0]?.length).toBeGreaterThan(100_000)
  expect(debs[0]?.equals(debs[1] ?? Buffer.alloc(0))).toBe(true)
})

it('an archive that was changed after it was packed is named', async () => {
  const archive = join(out, apple.folder, placesOf('darwin').resources, 'app.asar')
  copyFileSync(join(out, linux.folder, placesOf('linux').resources, 'app.asar'), archive)
  expect((await faults(apple)).join()).toContain('hash in the program is wrong')
})
