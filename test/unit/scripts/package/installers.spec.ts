import { expect, it } from 'vitest'
import { installerOf } from '../../../../scripts/lib/package/installers.ts'

it.each([
  ['countersign_1.2.0_amd64.deb', 'linux', 'deb', 'x64'],
  ['countersign-1.2.0.aarch64.rpm', 'linux', 'rpm', 'arm64'],
  ['Countersign Setup 1.2.0.exe', 'win32', 'exe', 'x64'],
  ['Countersign-1.2.0-arm64.dmg', 'darwin', 'dmg', 'arm64'],
])('%s is for %s', (name, system, kind, arch) => {
  expect(installerOf(name)).toEqual({ system, kind, arch })
})

it.each([
  'Countersign-1.2.0.AppImage',
  'SHA256SUMS',
  'sbom.cdx.json',
  'latest.yml',
  'notes.constructor',
])('%s is no installer', (name) => {
  expect(installerOf(name)).toBeUndefined()
})
