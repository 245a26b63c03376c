import { describe, expect, it } from 'vitest'
import { fusesByName } from '../../../../scripts/lib/package/fuses.ts'
import { faultsOf } from '../../../../scripts/lib/package/judge-package.ts'
import type { Layout } from '../../../../scripts/lib/package/layout.ts'
import type { PackageFacts } from '../../../../scripts/lib/package/read-package.ts'

const layout: Layout = { system: 'win32', arch: 'x64', folder: 'win-unpacked', flags: [] }
const module = 'node_modules/keytar/prebuilds/win32-x64/keytar.node'
const good: PackageFacts = {
  archive: ['dist/main/index.js', module],
  unpacked: [module],
  resources: ['verify-audit.mjs'],
  native: { [module]: 'win32 x64' },
  fuses: Object.fromEntries(
    Object.entries(fusesByName).map(([name, on]) => [name, on ? 'on' : 'off']),
  ),
  integrity: 'right',
}
const faults = (part: Partial<PackageFacts>): string =>
  faultsOf(layout, { ...good, ...part }, { 'win-unpacked': good }).join('\n')

describe('a package is judged', () => {
  it('without a fault where it is as it should be', () => {
    expect(faults({})).toBe('')
  })

  it.each([
    [
      'a fuse that is set otherwise',
      { fuses: { ...good.fuses, RunAsNode: 'on' } },
      'RunAsNode is on',
    ],
    ['a fuse that nobody burnt', { fuses: { ...good.fuses, RunAsNode: 'unset' } }, 'is unset'],
    ['a fuse without a name', { fuses: { ...good.fuses, 'fuse 9': 'off' } }, 'fuse 9 is a fuse'],
    ['a fuse that is gone', { fuses: {} }, 'WasmTrapHandlers is not in the program'],
    ['a module of another system', { native: { [module]: 'linux x64' } }, 'is for linux x64'],
    ['a module that nothing loads', { unpacked: [] }, 'is in the archive'],
    ['code outside the archive', { unpacked: [module, 'x.js'] }, 'outside the archive'],
    ['no hash of the archive', { integrity: 'missing' }, 'is missing'],
    ['another hash', { integrity: 'wrong' }, 'is wrong'],
    [
      'a file too many',
      { archive: [...good.archive, 'bin/node'] },
      'bin/node is not in the manifest',
    ],
    ['a file that is missing', { resources: [] }, 'verify-audit.mjs is missing'],
  ] satisfies [string, Partial<PackageFacts>, string][])('names %s', (_what, part, fault) => {
    expect(faults(part)).toContain(`win-unpacked: `)
    expect(faults(part)).toContain(fault)
  })

  it('names a build that the manifest does not have', () => {
    expect(faultsOf(layout, good, {})).toEqual(['win-unpacked: the manifest has no such build'])
  })
})
