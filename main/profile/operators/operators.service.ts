/**
 * The operators of one profile: who signs in, who is here, and what administrators change (design, P3). Kept in
 * main: the window is told, never asked.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type * as schemas from '../../../preload/contract/api/operators/operators.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ScryptCost } from '../../platform/passphrase-key.ts'
import type { Act, Store } from '../../store/store.ts'
import * as administration from './administration.ts'
import { lineOf, operatorIn, readOperators } from './operators.records.ts'
import { createPresence } from './presence.ts'
import { changePassphrase, prove, signIn, type SignInRefusal } from './sign-in.ts'

/** What the desks need to know of an operator, signed in or not. */
export interface OperatorFacts extends Operator {
  readonly disabled: boolean
  /** Who set its name, roles or passphrase last; null: nobody else did. */
  readonly setBy: string | null
  /**
   * Everybody who ever gave it a passphrase or roles, and who did so for them in turn: none of these is another
   * person beside it.
   */
  readonly setters?: readonly string[]
}

/** Whether one of these people can be this operator: whoever set another's sign-in, through others too, can. */
export const isSetByAny = (
  { setBy, setters = [] }: Pick<OperatorFacts, 'setBy' | 'setters'>,
  people: readonly string[],
): boolean => [...setters, ...(setBy === null ? [] : [setBy])].some((id) => people.includes(id))

/** One done, or why not. */
export type Done<F extends Failure> = Promise<Result<undefined, F>>
type PracticeOnly = Failure<'practice-only'>

/** The operators of one profile, and the one who is here. */
export interface Operators {
  /** Who can sign in, by name. */
  all(): readonly Operator[]
  access(): schemas.Access
  /** Whoever is signed in; nobody, without a role, otherwise. */
  current(): Operator
  isSignedIn(): boolean
  /** Another number after each lock and each sign-in. */
  visit(): number
  /** Undefined: nobody of that id ever worked here. */
  factsOf(id: string): OperatorFacts | undefined
  /** The name of an id of the audit: an operator, or the account of the computer. */
  nameOf(id: string): string
  /** In practice any passphrase will do, and none. */
  signIn(id: string, passphrase: string | null): Done<SignInRefusal>
  /** Tries the passphrase of somebody who is not signed in, and records the act where it is the right one. */
  prove(id: string, passphrase: string, act: Act): Done<SignInRefusal>
  /** At once; the promise is about the record of it, and never rejects. */
  lock(reason: schemas.LockReason): Promise<void>
  changePassphrase(input: {
    readonly current: string
    readonly next: string
  }): Done<SignInRefusal | Failure<'passphrase-same'> | PracticeOnly>
  createFirst(
    input: z.output<typeof schemas.firstAdministrator>,
  ): Done<Failure<'operators-exist'> | PracticeOnly>
  list(): readonly schemas.OperatorLine[]
  add(
    input: z.output<typeof schemas.newOperator>,
    by: Operator,
  ): Done<Failure<'name-taken'> | PracticeOnly>
  change(
    input: z.output<typeof schemas.operatorChange>,
    by: Operator,
  ): Done<
    Failure<'not-found'> | Failure<'name-taken'> | Failure<'last-administrator'> | PracticeOnly
  >
  resetPassphrase(
    input: { readonly id: string; readonly passphrase: string },
    by: Operator,
  ): Done<Failure<'not-found'> | Failure<'own-work'> | PracticeOnly>
}

/** What the operators of a real profile are made of. */
export interface OperatorsDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  /** Who acts before anybody is known: `computer:` and the name of the account. */
  readonly atDoor: string
  /** What a guess at a new passphrase costs; the product's cost when left out. */
  readonly passphraseCost?: ScryptCost | undefined
  /** Who is here, or who can be, has changed. */
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
}

const account = 'computer:'

/** Who acts before anybody is known: the account of the computer. */
export const atDoorOf = (accountName: string): string => account + accountName

/** Reads the operators of an open store; nobody is signed in. */
export async function openOperators(deps: OperatorsDeps): Promise<Operators> {
  const records = await readOperators(deps.store)
  const presence = createPresence(
    records.all().length === 0
      ? { state: 'no-operators' }
      : { state: 'locked', reason: 'not-signed-in', operatorId: null },
  )
  const desk = { ...deps, records, presence, pauseEnds: new Map<string, number>() }
  let last: Promise<unknown> = Promise.resolve()
  /** One after the other: no two guesses at once, and each change sees what the one before left. */
  const inTurn = <T>(work: (began: number) => Promise<T>): Promise<T> => {
    const began = presence.departures()
    const done = last.then(() => work(began)).finally(deps.changed)
    last = done.catch(() => undefined)
    return done
  }
  return {
    all: () => records.all().flatMap((row) => (row.disabled === 0 ? [operatorIn(row)] : [])),
    access: presence.access,
    current: presence.current,
    isSignedIn: () => presence.access().state === 'in',
    visit: () => presence.visit(),
    factsOf(id) {
      const row = records.of(id)
      if (!row) return undefined
      const setters = records.setters(id)
      return { ...operatorIn(row), disabled: row.disabled === 1, setBy: row.set_by, setters }
    },
    nameOf(id) {
      const name = records.of(id)?.name
      return name ?? (id.startsWith(account) ? id.slice(account.length) : id)
    },
    signIn: (id, passphrase) =>
      inTurn((began) => signIn(desk, { id, passphrase: passphrase ?? '' }, began)),
    prove: (id, passphrase, act) => inTurn(() => prove(desk, { id, passphrase }, act)),
    lock(reason) {
      const before = presence.leave(reason)
      deps.changed()
      if (!before) return Promise.resolve()
      const { id } = before
      return deps.store
        .note({ actor: id, kind: 'operator.locked', subject: id, detail: { reason } })
        .catch((problem: unknown) => deps.report('operators.lock', problem))
    },
    changePassphrase: (input) => inTurn((began) => changePassphrase(desk, input, began)),
    createFirst: (input) => inTurn((began) => administration.createFirst(desk, input, began)),
    list: () => records.all().map(lineOf),
    add: (input, by) => inTurn(() => administration.add(desk, input, by)),
    change: (input, by) => inTurn(() => administration.change(desk, input, by)),
    resetPassphrase: (input, by) => inTurn(() => administration.resetPassphrase(desk, input, by)),
  }
}
