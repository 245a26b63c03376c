/**
 * Changes that one administrator cannot make alone, by the table of `second-person-acts.ts` (Promise
 * P3; FFIEC, dual control). No second person is needed while a profile is set up, that is until its
 * first order is submitted, and in practice.
 *
 * Such a change is refused at first and remembered for a short time. A second person confirms
 * exactly this change, and the first operator then requests it again.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Confirmer } from '../../preload/contract/api/operators/operators.ts'
import type { PolicyChange } from '../../preload/contract/domain/operators/policy-difference.ts'
import type { Environment } from '../../preload/contract/domain/environment.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import type { Operator, Role } from '../../preload/contract/domain/operators/roles.ts'
import { canonicalJson, type JsonObject } from '../platform/json/canonical-json.ts'
import type { Clock } from '../platform/clock.ts'
import { restoreHold } from './restore-hold.ts'
import { createDraft } from '../platform/draft.ts'
import type { Store } from '../store/store.ts'
import { isSetByAny, type Operators } from './operators.service.ts'
import type { SignInRefusal } from './operators/sign-in.ts'

/** A change that may need a second person. */
export interface ProposedChange {
  readonly about: Failure<'second-person-needed'>['about']
  /** The changes as shown to the second person. */
  readonly changes: readonly PolicyChange[]
  /**
   * The complete change; a confirmation is valid for nothing else. May contain a passphrase, so it
   * is stored nowhere.
   */
  readonly content: JsonObject
  /** After a restore two people must confirm, whether or not an order was ever submitted. */
  readonly isAfterRestore?: boolean
  /**
   * The first recovery file may be written alone when no two people could confirm it; otherwise
   * nobody ever could.
   */
  readonly isFirstRecoveryFile?: boolean
}

/** Opens a chosen recovery file of this profile with its passphrase. */
export type OpensRecovery = (
  draftId: string,
  passphrase: string,
) => Promise<
  Result<null, Failure<'draft-gone'> | Failure<'passphrase-wrong'> | Failure<'recovery-of-another'>>
>

export interface SecondPerson {
  /** Ok: the change may be made now, once. An undefined change needs no second person. */
  allows(
    change: ProposedChange | undefined,
    actor: Operator,
  ): Promise<Result<null, Failure<'second-person-needed'>>>
  /**
   * Whether any two people of the profile can confirm changes for each other. If not, the recovery
   * file confirms.
   */
  isPairPossible(): boolean
  /**
   * Confirms the change that was refused last. `draft-gone`: it has expired, or belongs to someone
   * else.
   */
  confirm(
    given: { readonly changeId: string; readonly by: Confirmer },
    actor: Operator,
    opensRecovery: OpensRecovery,
  ): Promise<
    Result<undefined, SignInRefusal | Failure<'draft-gone'> | Failure<'recovery-of-another'>>
  >
}

interface Confirmation {
  /**
   * Identifies a change within this run only, so a passphrase in it cannot be guessed from the key.
   */
  readonly key: string
  /** The changes shown to the second person, as the audit stores them. */
  readonly shown: string
  readonly about: ProposedChange['about']
  readonly actor: string
  readonly signInEpoch: number
  isConfirmed: boolean
}

const confirming: readonly Role[] = ['administrator', 'checker']

/**
 * Returns who can confirm a change of this operator, and whether any two people of the profile
 * could. An operator who must still choose a passphrase confirms nothing but counts as one of two;
 * otherwise giving out a new passphrase would make the administrator count as alone.
 */
function partnersOf(operators: Operators, { id }: Pick<Operator, 'id'>) {
  const mustChange = new Set(operators.list().flatMap((line) => (line.mustChange ? [line.id] : [])))
  const able = operators.all().filter((one) => one.roles.some((role) => confirming.includes(role)))
  const administers = ({ roles }: Operator): boolean => roles.includes('administrator')
  const setBy = (one: Operator, other: Operator): boolean =>
    isSetByAny(operators.factsOf(one.id) ?? { setBy: null }, [other.id])
  const isPair = (one: Operator, other: Operator): boolean =>
    one.id !== other.id &&
    (administers(one) || administers(other)) &&
    !setBy(one, other) &&
    !setBy(other, one)
  const actor = able.find((one) => one.id === id)
  const inPairs = able.filter((one) => able.some((other) => isPair(one, other)))
  return {
    people: actor ? able.filter((other) => !mustChange.has(other.id) && isPair(actor, other)) : [],
    administrators: inPairs.filter(administers),
    isAnyPair: inPairs.length > 0,
  }
}

/** Creates the second-person check of an open store. */
export function createSecondPerson(deps: {
  readonly store: Store
  readonly operators: Operators
  readonly environment: Environment
  readonly clock: Clock
  readonly newId: () => string
}): SecondPerson {
  const { store, operators, environment } = deps
  const pending = createDraft<Confirmation>(deps)
  const secret = randomBytes(32)
  let latestId = ''
  let wasSubmitted = false

  /**
   * Whether set-up has ended: an order was submitted, or the store was restored from an earlier day
   * and may not contain it.
   */
  async function isSetUp(): Promise<boolean> {
    wasSubmitted ||=
      (await store.read
        .selectFrom('audit_entries')
        .select('seq')
        .where('kind', 'in', ['order.submitted', 'store.restored'])
        .limit(1)
        .executeTakeFirst()) !== undefined
    return wasSubmitted
  }

  return {
    async allows(change, actor) {
      if (change === undefined || environment === 'practice') return ok(null)
      const { about, changes, content, isAfterRestore, isFirstRecoveryFile } = change
      if (isAfterRestore !== true && !(await isSetUp())) return ok(null)
      const signInEpoch = operators.signInEpoch()
      const seen = canonicalJson({ about, changes: changes.map((one) => ({ ...one })) })
      const shown = createHash('sha256').update(seen).digest('hex')
      const key = createHmac('sha256', secret)
        .update(canonicalJson({ seen, content }))
        .digest('hex')
      const before = pending.get(latestId)
      const isSame =
        before?.key === key && before.actor === actor.id && before.signInEpoch === signInEpoch
      const { people, administrators, isAnyPair } = partnersOf(operators, actor)
      // After a restore a recovery file may exist that the store does not know of.
      if (isFirstRecoveryFile === true && !isAnyPair && !(await restoreHold(store.read)))
        return ok(null)
      if (isSame && before.isConfirmed) {
        pending.forget()
        return ok(null)
      }
      latestId = pending.put({
        key,
        shown,
        about,
        actor: actor.id,
        signInEpoch,
        isConfirmed: false,
      })
      return err({
        code: 'second-person-needed',
        changeId: latestId,
        about,
        changes: changes.map((one) => ({ ...one })),
        people: people.map(({ id, name }) => ({ id, name })),
        administrators: people.length > 0 ? [] : administrators.map(({ name }) => name),
        byRecovery: !isAnyPair,
      })
    },

    isPairPossible: () => partnersOf(operators, { id: '' }).isAnyPair,

    async confirm({ changeId, by }, actor, opensRecovery) {
      const change = pending.get(changeId)
      const isTheirs = change?.actor === actor.id && change.signInEpoch === operators.signInEpoch()
      if (!isTheirs) return err({ code: 'draft-gone' })
      const { people, isAnyPair } = partnersOf(operators, actor)
      const { about, shown } = change
      const detail = { about, requestedBy: actor.id, by: by.kind, change: shown }
      if (by.kind === 'operator') {
        if (!people.some(({ id }) => id === by.operatorId)) return err({ code: 'not-found' })
        const proven = await operators.prove(by.operatorId, by.passphrase, {
          actor: by.operatorId,
          kind: 'change.confirmed',
          subject: actor.id,
          detail,
        })
        if (!proven.ok) return proven
      } else {
        if (isAnyPair) return err({ code: 'not-found' })
        const opened = await opensRecovery(by.draftId, by.passphrase)
        if (!opened.ok) return opened
        await store.note({ actor: actor.id, kind: 'change.confirmed', subject: actor.id, detail })
      }
      change.isConfirmed = true
      return ok(undefined)
    },
  }
}
