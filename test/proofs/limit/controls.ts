/** The controls of the proof of the limit, and how each is found out. */
import type { Control } from '../harness/proof.ts'
import { killAWhile, refuse, sleepAWhile, somebodyCalls, violated, violatedByLoss } from './run.ts'
import type { LimitTeam } from './team.ts'

export interface LimitControl extends Control {
  /** Multiplies how long workstations wait for each other. */
  readonly factor: number
  /** Resolves when the bank has seen what the guard prevents; rejects after a minute. */
  readonly isSeen: (team: LimitTeam) => Promise<void>
}

export const limitControls: Readonly<Record<string, LimitControl>> = {
  window: {
    lacks: 'uses a slot again after 0.9 s',
    changes: [
      ['/main/bank/client/budget/rate-slot.ts', 'windowMs = 1_000 + 1', 'windowMs = 900 + 1'],
    ],
    factor: 1,
    isSeen: violated,
  },
  quarantine: {
    lacks: 'uses a slot again at once whose holder was lost',
    changes: [
      [
        '/main/bank/client/budget/rate-budget.ts',
        'if (arrivingMs === null) this.#unused += 1',
        'if (arrivingMs !== -1) this.#unused += 1',
      ],
    ],
    factor: 0.1,
    isSeen: (team) => violatedByLoss(team, killAWhile),
  },
  fence: {
    lacks: 'goes on calling without the database',
    changes: [
      ['/main/store/membership.ts', 'msSince(one, now) < this.#fenceMs', 'now !== undefined'],
    ],
    factor: 0.1,
    isSeen: (team) => violatedByLoss(team, (member) => sleepAWhile(team, member)),
  },
  pause: {
    lacks: 'tells nobody of a 429',
    changes: [
      [
        '/main/store/shared-slots.ts',
        "pause: (ms) => this.#send({ kind: 'pause', key, ms })",
        'pause: () => undefined',
      ],
    ],
    factor: 0.25,
    isSeen: async (team) => {
      const [refused] = team.members
      if (refused === undefined) throw new RangeError('a team has members')
      const refusedAt = await refuse(team, refused)
      // A workstation that pauses keeps its slots until then.
      await refused.kill()
      await somebodyCalls(team, refusedAt + 1_000)
    },
  },
}
