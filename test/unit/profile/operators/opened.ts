/** The operators of a real store, with a clock that the test moves. */
import type { Store } from '../../../../main/store/store.ts'
import { openOperators, type Operators } from '../../../../main/profile/operators.service.ts'
import { newStorePath, open } from '../../store/stores.ts'
import { cheapCost } from '../../support/workstation.ts'

export interface Opened {
  readonly operators: Operators
  readonly store: Store
  readonly file: string
  /** Lets this much time pass. */
  readonly pass: (ms: number) => void
  /** Moves the wall clock forward, or back for a negative value. */
  readonly setClock: (ms: number) => void
  readonly emitted: string[]
  /** Closes the store and opens it again, as a start of the program does. */
  readonly again: () => Promise<Opened>
}

export const first = { name: 'Ana Ruiz', passphrase: 'harbour lantern quietly 41' }
export const second = {
  name: 'Ben Okafor',
  roles: ['checker'] as ('maker' | 'checker' | 'administrator')[],
  passphrase: 'given by somebody else',
}

/** The hash cost of a passphrase: cheap, or the product's. */
type GuessCost = 'cheap' | 'real'

/** Opens the operators of a store file, or of a new one. */
export async function openedOperators({
  file = newStorePath(),
  startsAt = Date.parse('2026-11-23T14:00:00.000Z'),
  guessCost = 'cheap',
}: {
  readonly file?: string
  readonly startsAt?: number
  readonly guessCost?: GuessCost
} = {}): Promise<Opened> {
  let now = startsAt
  let monotonicMs = 0
  const clock = { now: () => new Date(now), monotonicMs: () => monotonicMs }
  const store = await open(file, { clock })
  let created = 0
  const emitted: string[] = []
  const operators = await openOperators({
    store,
    clock,
    newId: () => `op${String((created += 1))}-${String(startsAt)}`,
    computerActor: 'computer:tester',
    ...(guessCost === 'cheap' && { passphraseCost: cheapCost }),
    changed: () => void emitted.push(operators.access().state),
    report: (where, problem) => {
      throw new Error(where, { cause: problem })
    },
  })
  return {
    operators,
    store,
    file,
    emitted,
    pass: (ms) => {
      now += ms
      monotonicMs += ms
    },
    setClock: (ms) => (now += ms),
    again: async () => {
      await store.close()
      return openedOperators({ file, startsAt: now, guessCost })
    },
  }
}

/** Opens a store with a first administrator, who is signed in. */
export async function withFirst(
  guessCost: GuessCost = 'cheap',
): Promise<Opened & { readonly anaId: string }> {
  const opened = await openedOperators({ guessCost })
  await opened.operators.createFirst(first)
  return { ...opened, anaId: opened.operators.current().id }
}

/** Returns the id of an operator by name. */
export const idOf = (operators: Operators, name: string): string =>
  operators.list().find((line) => line.name === name)?.id ?? 'nobody'
