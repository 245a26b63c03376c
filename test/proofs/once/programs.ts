/**
 * The programs of the proof: those of the run, or for a control a workstation that a plugin has
 * spoiled.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../unit/support/programs/build-programs.ts'
import { programPath, programs, programUrl } from '../../unit/support/programs/programs.ts'
import { spoil, type SpoiledBuild } from './spoiled-build.ts'

/** The paths of the programs. */
export interface Programs {
  readonly workstation: string
  readonly practiceBank: string
  readonly storeWorker: URL
  remove(): Promise<void>
}

const results = fileURLToPath(new URL('../../../test-results/', import.meta.url))

/** Bundles the workstation again if it is to be spoiled. */
export async function onceProgramsOf(spoiled: SpoiledBuild | null): Promise<Programs> {
  const honest = {
    workstation: programPath('once-workstation'),
    practiceBank: programPath('practice-bank'),
    storeWorker: programUrl('store-worker'),
  }
  if (spoiled === null) return { ...honest, remove: () => Promise.resolve() }
  await mkdir(results, { recursive: true })
  const folder = await mkdtemp(join(results, 'once-'))
  await bundle(folder, { workstation: programs['once-workstation'] }, [spoil(spoiled)])
  return {
    ...honest,
    workstation: join(folder, 'workstation.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
