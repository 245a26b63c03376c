/**
 * Changes that administrators make to operators. Rows are never removed, so past acts keep their
 * names.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import type * as schemas from '../../../preload/contract/api/operators/operators.ts'
import type { Operator, Role } from '../../../preload/contract/domain/operators/roles.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ScryptCost } from '../../platform/passphrase-key.ts'
import type { Act } from '../../store/store.ts'
import { withDetail } from '../../store/with-detail.ts'
import { operatorIn, type OperatorRecords, type OperatorRow } from './operators.records.ts'
import { hashPassphrase } from '../passphrases.ts'
import type { Presence } from './presence.ts'

export interface AdministrationDeps {
  readonly records: OperatorRecords
  readonly presence: Presence
  readonly clock: Pick<Clock, 'now'>
  readonly newId: () => string
  readonly computerActor: string
  readonly passphraseCost?: ScryptCost | undefined
}

type Done<F extends Failure> = Promise<Result<undefined, F>>

/**
 * Roles of the first administrator: all but approver, because approval needs a second person
 * anyway.
 */
const firstRoles: readonly Role[] = ['maker', 'administrator']

async function newRow(
  { clock, passphraseCost }: AdministrationDeps,
  operator: { id: string; name: string; roles: readonly Role[]; passphrase: string },
  setBy: string | null,
): Promise<OperatorRow> {
  const at = clock.now().toISOString()
  return {
    id: operator.id,
    name: operator.name,
    roles: JSON.stringify(operator.roles),
    passphrase: await hashPassphrase(operator.passphrase, passphraseCost),
    must_change: setBy === null ? 0 : 1,
    disabled: 0,
    added_at: at,
    set_by: setBy,
    set_at: at,
    // The first administrator is signed in at once.
    last_sign_in_at: setBy === null ? at : null,
    failed_sign_ins: 0,
    paused_until: null,
  }
}

/** Creates the first administrator, and signs them in. */
export async function createFirst(
  deps: AdministrationDeps,
  input: z.output<typeof schemas.firstAdministrator>,
  began: number,
): Done<Failure<'operators-exist'>> {
  const { records, presence, newId } = deps
  const check = (): Result<undefined, Failure<'operators-exist'>> =>
    records.all().length > 0 ? err({ code: 'operators-exist' }) : ok(undefined)
  const before = check()
  if (!before.ok) return before
  const id = newId()
  const row = await newRow(deps, { ...input, id, roles: firstRoles }, null)
  const { name } = input
  const act = {
    actor: deps.computerActor,
    kind: 'operator.first-created',
    subject: id,
    detail: { name, roles: [...firstRoles] },
  }
  const added = await records.add(row, act, check)
  if (added.ok && presence.departures() === began) presence.enter(operatorIn(row))
  return added
}

/** Adds an operator, who must replace the passphrase at the first sign-in. */
export async function add(
  deps: AdministrationDeps,
  { name, roles, passphrase }: z.output<typeof schemas.newOperator>,
  by: Operator,
): Done<Failure<'name-taken'> | NotPermitted> {
  const { records, newId } = deps
  const check = (): Result<undefined, Failure<'name-taken'> | NotPermitted> => {
    if (!administers(records.of(by.id))) return notPermitted
    return records.named(name) ? err({ code: 'name-taken' }) : ok(undefined)
  }
  const before = check()
  if (!before.ok) return before
  const id = newId()
  const row = await newRow(deps, { id, name, roles, passphrase }, by.id)
  const act = { actor: by.id, kind: 'operator.added', subject: id, detail: { name, roles } }
  return records.add(row, act, check)
}

/** Whether this is an administrator who can sign in. */
const administers = (row: OperatorRow | undefined): boolean =>
  row?.disabled === 0 && operatorIn(row).roles.includes('administrator')

/** An operator as the administrator saw them. */
export type SeenOperator = Pick<schemas.OperatorLine, 'name' | 'roles' | 'disabled'>

const isSame = (one: SeenOperator, other: SeenOperator): boolean =>
  one.name === other.name &&
  one.disabled === other.disabled &&
  one.roles.join() === other.roles.join()

type NotPermitted = Failure<'not-permitted'>
const notPermitted = err<NotPermitted>({ code: 'not-permitted', needs: ['administrator'] })

type ChangeFailure =
  | Failure<'not-found'>
  | Failure<'name-taken'>
  | Failure<'last-administrator'>
  | Failure<'changed-meanwhile'>
  | NotPermitted

/**
 * Changes name and roles, disables or enables. A change to one's own row does not update `setBy`.
 */
export async function change(
  { records, presence, clock }: AdministrationDeps,
  { id, name, roles, disabled }: z.output<typeof schemas.operatorChange>,
  by: Operator,
  seen: SeenOperator | undefined,
): Done<ChangeFailure> {
  const detail = { after: { name, roles, disabled } }
  const act: Act = { actor: by.id, kind: 'operator.changed', subject: id, detail }
  const set_at = clock.now().toISOString()
  const changed = await records.change<ChangeFailure>(id, act, () => {
    const row = records.of(id)
    if (!row || !seen) return err({ code: 'not-found' })
    if (!administers(records.of(by.id))) return notPermitted
    const before = { name: row.name, roles: operatorIn(row).roles, disabled: row.disabled === 1 }
    // Whether a second person had to confirm it was decided by what was seen.
    if (!isSame(before, seen)) return err({ code: 'changed-meanwhile' })
    const namesake = records.named(name)
    if (namesake && namesake.id !== id) return err({ code: 'name-taken' })
    const isAdministrator = roles.includes('administrator') && !disabled
    const others = records.all().filter((one) => one.id !== id)
    if (!isAdministrator && !others.some(administers)) return err({ code: 'last-administrator' })
    const set_by = by.id === id ? row.set_by : by.id
    const part = {
      name,
      roles: JSON.stringify(roles),
      disabled: disabled ? 1 : 0,
      set_by,
      set_at,
    } as const
    return ok(withDetail(part, { before }))
  })
  if (changed.ok) presence.take(records.of(id))
  return changed
}

/**
 * Sets a passphrase that the operator must replace at the next sign-in, and ends a sign-in pause.
 * Never one's own.
 */
export async function resetPassphrase(
  { records, clock, passphraseCost }: AdministrationDeps,
  { id, passphrase }: { readonly id: string; readonly passphrase: string },
  by: Operator,
): Done<Failure<'not-found'> | Failure<'own-work'> | NotPermitted> {
  if (!records.of(id)) return err({ code: 'not-found' })
  if (by.id === id) return err({ code: 'own-work' })
  const hash = await hashPassphrase(passphrase, passphraseCost)
  const set_at = clock.now().toISOString()
  const act = { actor: by.id, kind: 'operator.passphrase-set', subject: id, detail: {} }
  return records.change(id, act, () =>
    administers(records.of(by.id))
      ? ok({
          passphrase: hash,
          must_change: 1,
          set_by: by.id,
          set_at,
          failed_sign_ins: 0,
          paused_until: null,
        })
      : notPermitted,
  )
}
