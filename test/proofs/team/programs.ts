/**
 * The programs of the proof: those of the run, or for a control a workstation and a store worker
 * that a plugin has spoiled.
 */
import { pathToFileURL } from 'node:url'
import { programPath, programUrl } from '../../unit/support/programs/programs.ts'
import { spoiledPrograms } from '../once/spoiled-build.ts'
import { spoilTeam, type SpoiledTeam } from './spoiled-build.ts'

/** The paths of the programs. */
export interface TeamPrograms {
  readonly workstation: string
  readonly storeWorker: URL
  readonly practiceBank: string
  remove(): Promise<void>
}

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
  const { path, remove } = await spoiledPrograms(
    ['team-workstation', 'store-worker'],
    spoilTeam(spoiled),
  )
  return {
    practiceBank,
    workstation: path('team-workstation'),
    storeWorker: pathToFileURL(path('store-worker')),
    remove,
  }
}
