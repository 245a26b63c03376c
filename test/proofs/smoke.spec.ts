/** The smoke build on the stand-in, and a release started and ended without being driven. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../build/package-manifest.json' with { type: 'json' }
import { electronProgram } from '../../scripts/lib/electron-choice.ts'
import { ensureDisplay } from '../../scripts/lib/display.ts'
import { buildLayout } from '../../scripts/lib/package/build-layout.ts'
import { faultsOf, smokeFiles, type Manifest } from '../../scripts/lib/package/judge-package.ts'
import { layouts, type Layout } from '../../scripts/lib/package/layout.ts'
import { readPackage } from '../../scripts/lib/package/read-package.ts'
import { playInstalled } from '../smoke/installed.ts'
import { buildSmokePackage, type StartableProgram } from '../smoke/package.ts'
import { playSmoke } from '../smoke/play.ts'
import { smokeSteps } from '../smoke/plan.ts'

const work = mkdtempSync(join(tmpdir(), 'countersign-smoke-build-'))
const [linux] = layouts as [Layout, ...Layout[]]
let smoke: StartableProgram

beforeAll(async () => {
  await ensureDisplay()
  smoke = await buildSmokePackage(work)
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

describe.concurrent('the smoke build', () => {
  it('does every step on what a release packs, and leaves nothing wrong behind', async () => {
    const { reports, faults } = await playSmoke(smoke)
    expect(faults.join('\n')).toBe('')
    expect(reports.map(({ step }) => step)).toEqual(smokeSteps)
  })

  it('fails where a bank accepts the certificate that it should refuse', async () => {
    const { faults } = await playSmoke(smoke, 'own')
    expect(faults.slice(0, 2)).toEqual([
      expect.stringMatching(
        /^wrong certificate refused: Error: a refused certificate was expected/,
      ),
      'locked: not reached',
    ])
  })

  it('differs from a release by its two files alone, and is refused as one', async () => {
    const facts = await readPackage(join(work, 'out'), linux)
    expect(faultsOf(linux, facts, manifest as Manifest).toSorted()).toEqual(
      smokeFiles
        .flatMap((name) => [
          `linux-unpacked: ${name} belongs to the smoke build`,
          `linux-unpacked: archive: ${name} is not in the manifest`,
        ])
        .toSorted(),
    )
  })
})

it('a release shows its window, and ends in order when the system ends it', async () => {
  const own = mkdtempSync(join(tmpdir(), 'countersign-release-'))
  const before = process.env['XDG_CONFIG_HOME']
  try {
    const { code, output } = await buildLayout(linux, { work: own, cut: undefined })
    expect(code, output).toBe(0)
    extractAll(join(own, 'out/linux-unpacked/resources/app.asar'), join(own, 'app'))
    const program = join(own, 'countersign')
    writeFileSync(
      program,
      `#!/bin/sh\nSTANDIN_PACKAGED=1 exec "${electronProgram()}" "${join(own, 'app')}"\n`,
    )
    chmodSync(program, 0o755)
    process.env['XDG_CONFIG_HOME'] = join(own, 'data')
    expect(await playInstalled(program)).toEqual([])
  } finally {
    if (before === undefined) delete process.env['XDG_CONFIG_HOME']
    else process.env['XDG_CONFIG_HOME'] = before
    rmSync(own, { recursive: true, force: true })
  }
})
