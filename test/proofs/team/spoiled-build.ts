/** Builds of a workstation that lack a guard of a team, which the proof must detect. */
import type { Plugin } from 'vite'
import { spoilBy, type Change } from '../once/spoiled-build.ts'

/**
 * `homeless`: a workstation that starts takes every order that is being sent for its own. `sleeper`:
 * the first byte leaves however long ago the store confirmed the sending, and though its slot of the
 * bank's calls was lost. `unlocked`: a transaction
 * does not lock the head of the chain first, and continues whatever head it finds in the end: one
 * that only continues the head that it began with is refused where another wrote meanwhile.
 * `guessed`: a commit whose answer was lost counts as done.
 */
const changes = {
  homeless: [
    [
      '/main/money/order/sending/left-orders.ts',
      'const left = await leftBy(context, context.store.membership.home)',
      `const left = await context.store.read.selectFrom('orders').select(['id', 'state', 'home']).where('state', 'in', ['sending', 'queued']).execute()`,
    ],
  ],
  sleeper: [
    [
      '/main/money/order/sending/sender.ts',
      'if (this.#context.store.membership.isFresh(run.confirmed)) return true',
      'if (run) return true',
    ],
    [
      '/main/bank/client/budget/rate-budget.ts',
      'const isHeld = era === this.#era && this.#team?.isFresh() !== false',
      'const isHeld = era >= 0',
    ],
  ],
  unlocked: [
    [
      '/main/store/postgres/postgres-engine.ts',
      'SELECT seq, hash FROM chain_head FOR UPDATE',
      'SELECT seq, hash FROM chain_head',
    ],
    [
      '/main/store/store-server.ts',
      'nextEntry(head ?? (await headOf(engine)),',
      'nextEntry(await headOf(engine),',
    ],
  ],
  guessed: [
    [
      '/main/store/postgres/postgres-engine.ts',
      'if (await this.#isStored(entry)) return',
      'if (entry.seq > 0) return',
    ],
  ],
} as const satisfies Record<string, readonly Change[]>

export type SpoiledTeam = keyof typeof changes
export const spoiledTeams = Object.keys(changes) as readonly SpoiledTeam[]

/** Returns the plugin. Bundling fails if a file does not contain the expected text. */
export const spoilTeam = (how: SpoiledTeam): Plugin => spoilBy(changes[how])
