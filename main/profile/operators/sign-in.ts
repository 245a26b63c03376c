/**
 * Sign-in with a passphrase: one attempt at a time, with growing pauses after failures, across
 * restarts too.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ScryptCost } from '../../platform/passphrase-key.ts'
import type { Act } from '../../store/store.ts'
import { operatorIn, type OperatorRecords, type OperatorRow } from './operators.records.ts'
import { fitsPassphrase, hashPassphrase, pauseAfter } from '../passphrases.ts'
import type { Presence } from './presence.ts'

export type SignInRefusal =
  | Failure<'not-found'>
  | Failure<'passphrase-wrong'>
  | Failure<'sign-in-paused'>
  | Failure<'signed-out'>

export interface SignInDeps {
  readonly records: OperatorRecords
  readonly presence: Presence
  readonly clock: Clock
  /**
   * The end of each operator's pause on the monotonic clock, which nobody can set, by operator id.
   */
  readonly pauseEnds: Map<string, number>
  /** The actor before anyone signs in: the computer's account. */
  readonly computerActor: string
  readonly passphraseCost?: ScryptCost | undefined
}

/**
 * Returns the rest of a pause in milliseconds. In the run that began the pause, the wall clock is
 * ignored. A later run has only the wall clock; if it shows more than the pause for these failures,
 * the clock was set back and the pause starts again.
 */
function pauseLeft({ clock, pauseEnds }: SignInDeps, row: OperatorRow): number {
  if (row.paused_until === null) return 0
  const known = pauseEnds.get(row.id)
  if (known !== undefined) return known - clock.monotonicMs()
  const byWallMs = Date.parse(row.paused_until) - clock.now().getTime()
  const leftMs = Math.min(byWallMs, pauseAfter(row.failed_sign_ins))
  pauseEnds.set(row.id, clock.monotonicMs() + leftMs)
  return leftMs
}

/** Checks a passphrase and returns the operator's row. Records a failure before reporting it. */
async function tryPassphrase(
  deps: SignInDeps,
  id: string,
  passphrase: string,
): Promise<Result<OperatorRow, SignInRefusal>> {
  const { records, clock, pauseEnds, computerActor, passphraseCost } = deps
  const row = records.of(id)
  const known = row?.disabled === 0 ? row : undefined
  const leftMs = known ? pauseLeft(deps, known) : 0
  if (leftMs > 0) {
    const until = new Date(clock.now().getTime() + leftMs).toISOString()
    return err({ code: 'sign-in-paused', until })
  }
  const fits = await fitsPassphrase(passphrase, known?.passphrase ?? null, passphraseCost)
  if (!known) return err({ code: 'not-found' })
  if (fits) return ok(known)
  const failures = known.failed_sign_ins + 1
  const pauseMs = pauseAfter(failures)
  pauseEnds.set(id, clock.monotonicMs() + pauseMs)
  const paused_until =
    pauseMs === 0 ? null : new Date(clock.now().getTime() + pauseMs).toISOString()
  await records.change(
    id,
    { failed_sign_ins: failures, paused_until },
    {
      actor: computerActor,
      kind: 'operator.sign-in-failed',
      subject: id,
      detail: { failures, pausedUntil: paused_until },
    },
  )
  return err({ code: 'passphrase-wrong' })
}

/**
 * Signs in, unless the workstation was locked or left since the request: `began` is `departures()`
 * at that time.
 */
export async function signIn(
  deps: SignInDeps,
  { id, passphrase }: { readonly id: string; readonly passphrase: string },
  began: number,
): Promise<Result<undefined, SignInRefusal>> {
  const { records, presence, clock } = deps
  const tried = await tryPassphrase(deps, id, passphrase)
  if (!tried.ok) return tried
  const row = tried.value
  const mustChange = row.must_change === 1
  await records.change(
    id,
    { failed_sign_ins: 0, paused_until: null, last_sign_in_at: clock.now().toISOString() },
    { actor: id, kind: 'operator.signed-in', subject: id, detail: { mustChange } },
  )
  if (presence.departures() !== began) return err({ code: 'signed-out' })
  if (mustChange) presence.mustChange(id)
  else presence.enter(operatorIn(row))
  return ok(undefined)
}

/** Checks an operator's passphrase and records the act. Nobody is signed in. */
export async function prove(
  deps: SignInDeps,
  { id, passphrase }: { readonly id: string; readonly passphrase: string },
  act: Act,
): Promise<Result<undefined, SignInRefusal>> {
  const tried = await tryPassphrase(deps, id, passphrase)
  if (!tried.ok) return tried
  await deps.records.change(id, { failed_sign_ins: 0, paused_until: null }, act)
  return ok(undefined)
}

/**
 * Replaces the operator's own passphrase. If the change was required, the operator is then signed
 * in.
 */
export async function changePassphrase(
  deps: SignInDeps,
  { current, next }: { readonly current: string; readonly next: string },
  began: number,
): Promise<Result<undefined, SignInRefusal | Failure<'passphrase-same'>>> {
  const { records, presence } = deps
  const access = presence.access()
  const id = access.state === 'must-change' ? access.operatorId : presence.current().id
  if (id === '') return err({ code: 'signed-out' })
  const tried = await tryPassphrase(deps, id, current)
  if (!tried.ok) return tried
  if (await fitsPassphrase(next, tried.value.passphrase)) return err({ code: 'passphrase-same' })
  const passphrase = await hashPassphrase(next, deps.passphraseCost)
  await records.change(
    id,
    { passphrase, must_change: 0, failed_sign_ins: 0, paused_until: null },
    { actor: id, kind: 'operator.passphrase-changed', subject: id, detail: {} },
  )
  if (presence.departures() === began && presence.access().state === 'must-change')
    presence.enter(operatorIn(tried.value))
  return ok(undefined)
}
