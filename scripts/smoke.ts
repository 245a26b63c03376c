/**
 * `npm run smoke`: plays the smoke build on this system's Electron, or on the stand-in.
 * `npm run smoke -- PROGRAM`: starts an installed release, waits for its window, and ends it as the
 * system does.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSmokePackage } from '../test/smoke/package.ts'
import { playInstalled } from '../test/smoke/installed.ts'
import { playSmoke } from '../test/smoke/play.ts'
import { ensureBuilt } from './lib/build.ts'
import { ensureDisplay } from './lib/display.ts'
import { prepare } from './lib/prepare.ts'
import { say, stop } from './lib/say.ts'

const [program] = process.argv.slice(2)
await prepare('test')
await ensureDisplay()
const faults = await (program === undefined ? playBuild() : playInstalled(program))
for (const fault of faults) say(`smoke: ${fault}`)
if (faults.length > 0) stop(`smoke: ${String(faults.length)} faults`)
say('smoke: everything is right')

async function playBuild(): Promise<readonly string[]> {
  await ensureBuilt()
  const work = await mkdtemp(join(tmpdir(), 'countersign-smoke-build-'))
  try {
    const outcome = await playSmoke(await buildSmokePackage(work))
    for (const { step, ms } of outcome.reports) say(`smoke: ${step}: ${String(ms)} ms`)
    return outcome.faults
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
