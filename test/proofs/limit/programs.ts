/** The programs of the proof: those of the run, or for a control a workstation that is spoiled. */
import { programPath, programUrl } from '../../unit/support/programs/programs.ts'
import { spoilBy, spoiledPrograms, type Change } from '../once/spoiled-build.ts'

/**
 * `window`: a slot is used again after 0.9 s. `quarantine`: also one whose holder was lost. `fence`:
 * calls go on without the database. `pause`: a 429 is not told. `brief` breaks nothing: a pause
 * is two seconds long, so that many can be measured.
 */
const changes = {
  window: [['/main/bank/client/budget/rate-slot.ts', 'windowMs = 1_000 + 1', 'windowMs = 900 + 1']],
  quarantine: [
    [
      '/main/bank/client/budget/rate-budget.ts',
      'if (arrivingMs === null) this.#unused += 1',
      'if (arrivingMs !== -1) this.#unused += 1',
    ],
  ],
  fence: [['/main/store/membership.ts', 'msSince(one, now) < this.#fenceMs', 'now !== undefined']],
  pause: [
    [
      '/main/store/shared-slots.ts',
      "pause: (ms) => this.#send({ kind: 'pause', key, ms })",
      'pause: () => undefined',
    ],
  ],
  brief: [
    [
      '/main/bank/client/budget/rate-budget.ts',
      'pauseAfter429Ms = 120_000',
      'pauseAfter429Ms = 2_000',
    ],
  ],
} as const satisfies Record<string, readonly Change[]>

export type ChangedLimit = keyof typeof changes
export const spoiledLimits = (Object.keys(changes) as ChangedLimit[]).filter(
  (how) => how !== 'brief',
)

export interface LimitPrograms {
  readonly member: string
  readonly storeWorker: URL
  remove(): Promise<void>
}

/** Bundles the workstation again if it is to be changed. */
export async function limitProgramsOf(changed: ChangedLimit | null): Promise<LimitPrograms> {
  const storeWorker = programUrl('store-worker')
  if (changed === null)
    return { member: programPath('limit-member'), storeWorker, remove: () => Promise.resolve() }
  const { path, remove } = await spoiledPrograms(['limit-member'], spoilBy(changes[changed]))
  return { member: path('limit-member'), storeWorker, remove }
}
