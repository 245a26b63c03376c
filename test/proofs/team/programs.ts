/**
 * The programs of the proof: those of the run, or for a control a workstation and a store worker
 * that a plugin has spoiled.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundle } from '../../unit/support/programs/build-programs.ts'
import { programPath, programs, programUrl } from '../../unit/support/programs/programs.ts'
import { spoilTeam, type SpoiledTeam } from './spoiled-build.ts'

/** The paths of the programs. */
export interface TeamPrograms {
  readonly workstation: string
  readonly storeWorker: URL
  readonly practiceBank: string
  remove(): Promise<void>
}

const results = fileURLToPath(new URL('../../../test-results/', import.meta.url))

/** Bundles the programs of a workstation again if they are to be spoiled. */
export async function teamProgramsOf(spoiled: SpoiledTeam | null): Promise<TeamPrograms> {
  const practiceBank = programPath('practice-bank')
  if (spoiled === null)
    return {
      practiceBank,
      workstation: programPath('team-workstation'),
      storeWorker: programUrl('store-worker'),
      remove: () => Promise.resolve(),
    }
  await mkdir(results, { recursive: true })
  const folder = await mkdtemp(join(results, 'team-'))
  await bundle(
    folder,
    {
      workstation: programs['team-workstation'],
      'store-worker': programs['store-worker'],
    },
    [spoilTeam(spoiled)],
  )
  return {
    practiceBank,
    workstation: join(folder, 'workstation.js'),
    storeWorker: pathToFileURL(join(folder, 'store-worker.js')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
