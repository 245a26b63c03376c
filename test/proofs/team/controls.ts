/** The controls of the proof of a team. */
import type { Control } from '../harness/proof.ts'
import type { TeamSchedule } from './schedule.ts'

export interface TeamControl extends Control {
  /** What the judge says of it. */
  readonly says: string
  readonly isRight: (schedule: TeamSchedule) => boolean
}

export const teamControls: Readonly<Record<string, TeamControl>> = {
  homeless: {
    lacks: 'takes every order that is being sent for its own when it starts',
    changes: [
      [
        '/main/money/order/sending/left-orders.ts',
        'const left = await leftBy(context, context.store.membership.home)',
        `const left = await context.store.read.selectFrom('orders').select(['id', 'state', 'home']).where('state', 'in', ['sending', 'queued']).execute()`,
      ],
    ],
    says: 'its home is',
    isRight: ({ theme }) => theme === 'restart-beside',
  },
  sleeper: {
    lacks:
      'begins to send after it slept, however long ago the store confirmed the sending and though its slot was lost',
    changes: [
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
    says: 'the bank accepted it 2 times',
    isRight: ({ decision }) =>
      decision?.how === 'asleep' &&
      decision.before === 'first-byte' &&
      decision.back === 'when-confirmed',
  },
  unlocked: {
    lacks: 'does not wait for its turn to write, and continues whatever head it finds',
    changes: [
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
    says: 'cannot happen',
    isRight: ({ theme }) => theme === 'clicks',
  },
  guessed: {
    lacks: 'takes a commit without an answer for done',
    changes: [
      [
        '/main/store/postgres/postgres-engine.ts',
        'if (await this.#isStored(entry)) return',
        'if (entry.seq > 0) return',
      ],
    ],
    says: 'the chain has no such act',
    isRight: ({ troubles }) => troubles.some(({ kind }) => kind === 'lose-commit'),
  },
}
