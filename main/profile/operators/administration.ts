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
  if (records.all().length > 0) return err({ code: 'operators-exist' })
  const id = newId()
  const row = await newRow(deps, { ...input, id, roles: firstRoles }, null)
  const { name } = input
  await records.add(row, {
    actor: deps.computerActor,
    kind: 'operator.first-made',
    subject: id,
    detail: { name, roles: [...firstRoles] },
  })
  if (presence.departures() === began) presence.enter(operatorIn(row))
  return ok(undefined)
}

/** Adds an operator, who must replace the passphrase at the first sign-in. */
export async function add(
  deps: AdministrationDeps,
  { name, roles, passphrase }: z.output<typeof schemas.newOperator>,
  by: Operator,
): Done<Failure<'name-taken'>> {
  const { records, newId } = deps
  if (records.named(name)) return err({ code: 'name-taken' })
  const id = newId()
  const row = await newRow(deps, { id, name, roles, passphrase }, by.id)
  const act = { actor: by.id, kind: 'operator.added', subject: id, detail: { name, roles } }
  await records.add(row, act)
  return ok(undefined)
}

/** Whether no other operator who can sign in is an administrator. */
const isLastAdministrator = (records: OperatorRecords, id: string): boolean =>
  !records
    .all()
    .some(
      (row) =>
        row.id !== id && row.disabled === 0 && operatorIn(row).roles.includes('administrator'),
    )

/**
 * Changes name and roles, disables or enables. A change to one's own row does not update `setBy`.
 */
export async function change(
  { records, presence, clock }: AdministrationDeps,
  { id, name, roles, disabled }: z.output<typeof schemas.operatorChange>,
  by: Operator,
): Done<Failure<'not-found'> | Failure<'name-taken'> | Failure<'last-administrator'>> {
  const row = records.of(id)
  if (!row) return err({ code: 'not-found' })
  const namesake = records.named(name)
  if (namesake && namesake.id !== id) return err({ code: 'name-taken' })
  const administers = roles.includes('administrator') && !disabled
  if (!administers && isLastAdministrator(records, id)) return err({ code: 'last-administrator' })
  const setBy = by.id === id ? row.set_by : by.id
  const before = { name: row.name, roles: operatorIn(row).roles, disabled: row.disabled === 1 }
  const act: Act = {
    actor: by.id,
    kind: 'operator.changed',
    subject: id,
    detail: { before: { ...before }, after: { name, roles, disabled } },
  }
  const part = { name, roles: JSON.stringify(roles), disabled: disabled ? 1 : 0 } as const
  await records.change(id, { ...part, set_by: setBy, set_at: clock.now().toISOString() }, act)
  if (presence.current().id !== id) return ok(undefined)
  if (disabled) presence.leave('not-signed-in')
  else presence.renew({ id, name, roles })
  return ok(undefined)
}

/**
 * Sets a passphrase that the operator must replace at the next sign-in, and ends a sign-in pause.
 * Never one's own.
 */
export async function resetPassphrase(
  { records, clock, passphraseCost }: AdministrationDeps,
  { id, passphrase }: { readonly id: string; readonly passphrase: string },
  by: Operator,
): Done<Failure<'not-found'> | Failure<'own-work'>> {
  if (!records.of(id)) return err({ code: 'not-found' })
  if (by.id === id) return err({ code: 'own-work' })
  const hash = await hashPassphrase(passphrase, passphraseCost)
  const set_at = clock.now().toISOString()
  await records.change(
    id,
    {
      passphrase: hash,
      must_change: 1,
      set_by: by.id,
      set_at,
      failed_sign_ins: 0,
      paused_until: null,
    },
    { actor: by.id, kind: 'operator.passphrase-set', subject: id, detail: {} },
  )
  return ok(undefined)
}
