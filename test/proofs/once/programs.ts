/**
 * The programs of the proof: those of the run, or for a control a workstation that a plugin has
 * spoiled.
 */
import { programPath, programUrl } from '../../unit/support/programs/programs.ts'
import { spoil, spoiledPrograms, type SpoiledBuild } from './spoiled-build.ts'

/** The paths of the programs. */
export interface Programs {
  readonly workstation: string
  readonly practiceBank: string
  readonly storeWorker: URL
  remove(): Promise<void>
}

/** Bundles the workstation again if it is to be spoiled. */
export async function onceProgramsOf(spoiled: SpoiledBuild | null): Promise<Programs> {
  const honest = {
    workstation: programPath('once-workstation'),
    practiceBank: programPath('practice-bank'),
    storeWorker: programUrl('store-worker'),
  }
  if (spoiled === null) return { ...honest, remove: () => Promise.resolve() }
  const { path, remove } = await spoiledPrograms(['once-workstation'], spoil(spoiled))
  return { ...honest, workstation: path('once-workstation'), remove }
}
