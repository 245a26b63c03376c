import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasFonts, type Machine, type Package } from '../../../scripts/lib/machine.ts'
import { planFor } from '../../../scripts/lib/prepare.ts'

/** A bare Debian container: root, apt-get, no display and nothing installed. */
const bareContainer = (installed: readonly Package[] = []): Machine => ({
  platform: 'linux',
  isRoot: true,
  hasApt: true,
  mayNotInstall: false,
  hasDisplay: false,
  hasElectron: false,
  has: (wanted) => installed.includes(wanted),
})

describe('what is prepared', () => {
  it('installs what the window needs on a bare container', () => {
    expect(planFor('start', bareContainer())).toEqual({
      kind: 'install',
      packages: ['chromium', 'fonts-liberation', 'xvfb'],
    })
  })

  it('installs a wide font, the keychain and the tools of the proofs for tests', () => {
    expect(planFor('test', bareContainer(['chromium', 'fonts-liberation', 'xvfb']))).toEqual({
      kind: 'install',
      packages: [
        'fonts-dejavu-core',
        'dbus-x11',
        'gnome-keyring',
        'libsecret-1-0',
        'libglib2.0-bin',
        'gcc',
        'libc6-dev',
        'strace',
        'openssl',
        'curl',
        'postgresql',
      ],
    })
  })

  it('needs Electron’s libraries instead of Chromium, and no Xvfb beside a display', () => {
    const desktop = { ...bareContainer(), hasElectron: true, hasDisplay: true }
    expect(planFor('start', desktop)).toEqual({
      kind: 'install',
      packages: ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2', 'fonts-liberation'],
    })
  })

  it('installs mmdebstrap for a bare root, and for nothing else', () => {
    expect(planFor('fresh', bareContainer())).toEqual({
      kind: 'install',
      packages: ['mmdebstrap'],
    })
  })

  it('does nothing when nothing is missing', () => {
    const complete = { ...bareContainer(), has: () => true }
    expect(planFor('test', complete)).toEqual({ kind: 'ready' })
  })

  it('leaves systems without apt packages alone', () => {
    expect(planFor('test', { ...bareContainer(), platform: 'win32' })).toEqual({ kind: 'ready' })
    expect(planFor('test', { ...bareContainer(), platform: 'darwin' })).toEqual({ kind: 'ready' })
  })
})

describe('which fonts are there', () => {
  const wanted = ['LiberationSans-Regular.ttf', 'LiberationMono-Regular.ttf']
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fonts-'))
    mkdirSync(join(folder, 'truetype/some'), { recursive: true })
    for (const file of ['DejaVuSans.ttf', 'LiberationSans-Regular.ttf'])
      writeFileSync(join(folder, 'truetype/some', file), '')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is not satisfied by another font, nor by one of two', () => {
    expect(hasFonts(wanted, [folder])).toBe(false)
    expect(hasFonts(wanted, [join(folder, 'absent')])).toBe(false)
  })

  it('finds each file by its name, in whichever folder of the fonts', () => {
    writeFileSync(join(folder, 'LiberationMono-Regular.ttf'), '')
    expect(hasFonts(wanted, [join(folder, 'absent'), folder])).toBe(true)
  })
})

describe('what is never installed', () => {
  const refusal = {
    kind: 'refuse',
    command: 'apt-get install --no-install-recommends chromium fonts-liberation xvfb',
  }

  it('installs nothing when the person opted out', () => {
    expect(planFor('start', { ...bareContainer(), mayNotInstall: true })).toEqual(refusal)
  })

  it('installs nothing without apt-get', () => {
    expect(planFor('start', { ...bareContainer(), hasApt: false })).toEqual(refusal)
  })

  it('goes on without PostgreSQL, but names it beside what is needed', () => {
    const person = { ...bareContainer(), mayNotInstall: true }
    const without = (...missing: Package[]): Machine => ({
      ...person,
      has: (wanted) => !missing.includes(wanted),
    })
    expect(planFor('test', without('postgresql'))).toEqual({ kind: 'ready' })
    expect(planFor('test', without('postgresql', 'curl'))).toEqual({
      kind: 'refuse',
      command: 'apt-get install --no-install-recommends curl postgresql',
    })
  })

  it('names the command with sudo for a person who is not root', () => {
    expect(planFor('start', { ...bareContainer(), isRoot: false })).toEqual({
      ...refusal,
      command: `sudo ${refusal.command}`,
    })
  })
})
