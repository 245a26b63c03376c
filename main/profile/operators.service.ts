/**
 * The operators of one profile: sign-in, presence, and changes by administrators (Promise P3).
 * State is held in main; the window is notified and never trusted for it.
 */
import type { Failure } from '../../preload/contract/api/failures.ts'
import type * as schemas from '../../preload/contract/api/operators/operators.ts'
import type { Operator } from '../../preload/contract/domain/operators/roles.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'
import type { Clock } from '../platform/clock.ts'
import type { ScryptCost } from '../platform/passphrase-key.ts'
import { SerialQueue } from '../platform/serial.ts'
import type { Act, Store } from '../store/store.ts'
import * as administration from './operators/administration.ts'
import {
  lineOf,
  operatorIn,
  readOperators,
  type EarlierName,
  type OperatorRecords,
} from './operators/operators.records.ts'
import { createPresence } from './operators/presence.ts'
import { changePassphrase, prove, signIn, type SignInRefusal } from './operators/sign-in.ts'

/** Facts about an operator, signed in or not. */
export interface OperatorFacts extends Operator {
  readonly disabled: boolean
  /** The operator who last set this one's name, roles or passphrase; null when nobody else did. */
  readonly setBy: string | null
  /**
   * Everyone who ever gave this operator a passphrase or roles, and everyone who did so for them in
   * turn. None of these counts as a second person beside this operator.
   */
  readonly setters?: readonly string[]
}

/**
 * Returns whether one of these people can act as this operator, because they set up the operator's
 * sign-in, directly or through others.
 */
export const isSetByAny = (
  { setBy, setters = [] }: Pick<OperatorFacts, 'setBy' | 'setters'>,
  people: readonly string[],
): boolean => [...setters, ...(setBy === null ? [] : [setBy])].some((id) => people.includes(id))

export type { EarlierName } from './operators/operators.records.ts'

export type Done<F extends Failure> = Promise<Result<undefined, F>>
type PracticeOnly = Failure<'practice-only'>

/** The operators of one profile, and the one who is signed in. */
export interface Operators {
  /** Operators who can sign in, by name. */
  all(): readonly Operator[]
  access(): schemas.Access
  /** The signed-in operator; otherwise `nobody`, who has no role. */
  current(): Operator
  isSignedIn(): boolean
  /** Changes after each lock and each sign-in. */
  signInEpoch(): number
  /** Undefined when no operator ever had that id. */
  factsOf(id: string): OperatorFacts | undefined
  /**
   * Returns the name for an id in the audit: an operator, or the computer's account. `at`: the name
   * that the operator had at that instant; without it, the present one.
   */
  nameOf(id: string, at?: string): string
  /** The names that operators had before their present ones, oldest first. */
  earlierNames(): readonly EarlierName[]
  /** Practice accepts any passphrase, and none. */
  signIn(id: string, passphrase: string | null): Done<SignInRefusal>
  /**
   * Checks the passphrase of an operator who is not signed in, and records the act when it is
   * right.
   */
  prove(id: string, passphrase: string, act: Act): Done<SignInRefusal>
  /** Locks at once. The promise covers only the audit record and never rejects. */
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
  ): Done<Failure<'name-taken'> | Failure<'not-permitted'> | PracticeOnly>
  /** Changes the operator that `seen` describes; by default, as main knows them. */
  change(
    input: z.output<typeof schemas.operatorChange>,
    by: Operator,
    seen?: administration.SeenOperator,
  ): Done<
    | Failure<'not-found'>
    | Failure<'name-taken'>
    | Failure<'last-administrator'>
    | Failure<'changed-meanwhile'>
    | Failure<'not-permitted'>
    | PracticeOnly
  >
  resetPassphrase(
    input: { readonly id: string; readonly passphrase: string },
    by: Operator,
  ): Done<Failure<'not-found'> | Failure<'own-work'> | Failure<'not-permitted'> | PracticeOnly>
}

export interface OperatorsDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  /** The actor before anyone signs in: `computer:` and the account name. */
  readonly computerActor: string
  /** Hash cost of a new passphrase; the product's default when left out. */
  readonly passphraseCost?: ScryptCost | undefined
  /** Called when the signed-in operator, or the list of operators, changes. */
  readonly changed: () => void
  readonly report: (where: string, problem: unknown) => void
}

const account = 'computer:'

/** Returns the earlier name that somebody had at an instant; undefined: the present one. */
const nameAt = (
  { earlierNames }: Pick<OperatorRecords, 'earlierNames'>,
  id: string,
  at: string | undefined,
): string | undefined =>
  at === undefined
    ? undefined
    : earlierNames().find((earlier) => earlier.id === id && at < earlier.until)?.name

/** Returns the actor id before anyone signs in: the computer's account. */
export const computerActorOf = (accountName: string): string => account + accountName

/** Reads the operators of an open store; nobody is signed in. */
export async function openOperators(deps: OperatorsDeps): Promise<Operators> {
  const records = await readOperators(deps.store, takeOthers)
  const presence = createPresence(
    records.all().length === 0
      ? { state: 'no-operators' }
      : { state: 'locked', reason: 'not-signed-in', operatorId: null },
  )
  const signInDeps = { ...deps, records, presence, pauseEnds: new Map() }
  const changes = new SerialQueue()
  /** Another workstation has changed the operators. */
  function takeOthers(): void {
    presence.operatorsAdded()
    for (const row of records.all()) presence.take(row)
    deps.changed()
  }
  /**
   * Runs one change at a time: no two passphrase guesses at once, and each change sees the result
   * of the previous one.
   */
  const inTurn = <T>(work: (began: number) => Promise<T>): Promise<T> => {
    const began = presence.departures()
    return changes.run(() => work(began).finally(deps.changed))
  }
  const lineIn = (id: string): schemas.OperatorLine | undefined => {
    const row = records.of(id)
    return row && lineOf(row)
  }
  return {
    all: () => records.all().flatMap((row) => (row.disabled === 0 ? [operatorIn(row)] : [])),
    access: presence.access,
    current: presence.current,
    isSignedIn: () => presence.access().state === 'in',
    signInEpoch: () => presence.signInEpoch(),
    factsOf(id) {
      const row = records.of(id)
      if (!row) return undefined
      const setters = records.setters(id)
      return { ...operatorIn(row), disabled: row.disabled === 1, setBy: row.set_by, setters }
    },
    earlierNames: () => records.earlierNames(),
    nameOf(id, at) {
      const name = nameAt(records, id, at) ?? records.of(id)?.name
      return name ?? (id.startsWith(account) ? id.slice(account.length) : id)
    },
    signIn: (id, passphrase) =>
      inTurn((began) => signIn(signInDeps, { id, passphrase: passphrase ?? '' }, began)),
    prove: (id, passphrase, act) => inTurn(() => prove(signInDeps, { id, passphrase }, act)),
    lock(reason) {
      const before = presence.leave(reason)
      deps.changed()
      if (!before) return Promise.resolve()
      const { id } = before
      return deps.store
        .note({ actor: id, kind: 'operator.locked', subject: id, detail: { reason } })
        .catch((problem: unknown) => deps.report('operators.lock', problem))
    },
    changePassphrase: (input) => inTurn((began) => changePassphrase(signInDeps, input, began)),
    createFirst: (input) => inTurn((began) => administration.createFirst(signInDeps, input, began)),
    list: () => records.all().map(lineOf),
    add: (input, by) => inTurn(() => administration.add(signInDeps, input, by)),
    change: (input, by, seen = lineIn(input.id)) =>
      inTurn(() => administration.change(signInDeps, input, by, seen)),
    resetPassphrase: (input, by) =>
      inTurn(() => administration.resetPassphrase(signInDeps, input, by)),
  }
}
