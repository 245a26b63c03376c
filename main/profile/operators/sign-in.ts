/**
 * Sign-in with a passphrase: one attempt at a time, with growing pauses after failures, across
 * restarts too.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ScryptCost } from '../../platform/passphrase-key.ts'
import type { Act } from '../../store/store.ts'
import { withDetail } from '../../store/with-detail.ts'
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
   * The end of each operator's pause on the monotonic clock, which nobody can set, by operator id,
   * with the stored end of that pause.
   */
  readonly pauseEnds: Map<string, { readonly until: string; readonly endMs: number }>
  /** The actor before anyone signs in: the computer's account. */
  readonly computerActor: string
  readonly passphraseCost?: ScryptCost | undefined
}

/**
 * Returns the rest of a pause in milliseconds. In the run that began the pause, the wall clock is
 * ignored. A later run, and another workstation, has only the wall clock; if it shows more than the
 * pause for these failures, the clock was set back and the pause starts again.
 */
function pauseLeft({ clock, pauseEnds }: SignInDeps, row: OperatorRow): number {
  const { id, paused_until: until } = row
  if (until === null) return 0
  const known = pauseEnds.get(id)
  if (known?.until === until) return known.endMs - clock.monotonicMs()
  const byWallMs = Date.parse(until) - clock.now().getTime()
  const leftMs = Math.min(byWallMs, pauseAfter(row.failed_sign_ins))
  pauseEnds.set(id, { until, endMs: clock.monotonicMs() + leftMs })
  return leftMs
}

/** Refuses while an operator is paused, and one who cannot sign in. */
function checkMayTry(
  deps: SignInDeps,
  id: string,
): Result<OperatorRow, Failure<'not-found'> | Failure<'sign-in-paused'>> {
  const row = deps.records.of(id)
  if (row?.disabled !== 0) return err({ code: 'not-found' })
  const leftMs = pauseLeft(deps, row)
  if (leftMs <= 0) return ok(row)
  const until = new Date(deps.clock.now().getTime() + leftMs).toISOString()
  return err({ code: 'sign-in-paused', until })
}

/** Checks a passphrase and returns the operator's row. Records a failure before reporting it. */
async function tryPassphrase(
  deps: SignInDeps,
  id: string,
  passphrase: string,
): Promise<Result<OperatorRow, SignInRefusal>> {
  const { records, clock, pauseEnds, computerActor, passphraseCost } = deps
  const known = checkMayTry(deps, id)
  if (!known.ok && known.error.code === 'sign-in-paused') return known
  const hash = known.ok ? known.value.passphrase : null
  const fits = await fitsPassphrase(passphrase, hash, passphraseCost)
  if (!known.ok || fits) return known
  const act = { actor: computerActor, kind: 'operator.sign-in-failed', subject: id, detail: {} }
  // Counted in the transaction: attempts at other workstations count too.
  await records.change(id, act, () => {
    const failures = (records.of(id)?.failed_sign_ins ?? 0) + 1
    const pauseMs = pauseAfter(failures)
    const until = pauseMs === 0 ? null : new Date(clock.now().getTime() + pauseMs).toISOString()
    if (until !== null) pauseEnds.set(id, { until, endMs: clock.monotonicMs() + pauseMs })
    const part = { failed_sign_ins: failures, paused_until: until }
    return ok(withDetail(part, { failures, pausedUntil: until }))
  })
  return err({ code: 'passphrase-wrong' })
}

/** Changes an operator whose passphrase fitted, unless that or the operator has changed since. */
const changeProven = (
  deps: SignInDeps,
  { id, passphrase }: OperatorRow,
  part: Partial<OperatorRow>,
  act: Act,
): Promise<Result<undefined, SignInRefusal>> =>
  deps.records.change(id, act, (): Result<Partial<OperatorRow>, SignInRefusal> => {
    const known = checkMayTry(deps, id)
    if (!known.ok) return known
    return known.value.passphrase === passphrase
      ? ok({ failed_sign_ins: 0, paused_until: null, ...part })
      : err({ code: 'passphrase-wrong' })
  })

/**
 * Signs in, unless the workstation was locked or left since the request: `began` is `departures()`
 * at that time.
 */
export async function signIn(
  deps: SignInDeps,
  { id, passphrase }: { readonly id: string; readonly passphrase: string },
  began: number,
): Promise<Result<undefined, SignInRefusal>> {
  const { presence, clock } = deps
  const tried = await tryPassphrase(deps, id, passphrase)
  if (!tried.ok) return tried
  const row = tried.value
  // A new passphrase, which alone would change this, does not fit the one that was tried.
  const mustChange = row.must_change === 1
  const act = { actor: id, kind: 'operator.signed-in', subject: id, detail: { mustChange } }
  const last_sign_in_at = clock.now().toISOString()
  const changed = await changeProven(deps, row, { last_sign_in_at }, act)
  if (!changed.ok) return changed
  if (presence.departures() !== began) return err({ code: 'signed-out' })
  if (mustChange) presence.mustChange(id)
  else presence.enter(operatorIn(deps.records.of(id) ?? row))
  return ok(undefined)
}

/** Checks an operator's passphrase and records the act. Nobody is signed in. */
export async function prove(
  deps: SignInDeps,
  { id, passphrase }: { readonly id: string; readonly passphrase: string },
  act: Act,
): Promise<Result<undefined, SignInRefusal>> {
  const tried = await tryPassphrase(deps, id, passphrase)
  return tried.ok ? changeProven(deps, tried.value, {}, act) : tried
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
  const { presence } = deps
  const access = presence.access()
  const id = access.state === 'must-change' ? access.operatorId : presence.current().id
  if (id === '') return err({ code: 'signed-out' })
  const tried = await tryPassphrase(deps, id, current)
  if (!tried.ok) return tried
  if (await fitsPassphrase(next, tried.value.passphrase)) return err({ code: 'passphrase-same' })
  const passphrase = await hashPassphrase(next, deps.passphraseCost)
  const act = { actor: id, kind: 'operator.passphrase-changed', subject: id, detail: {} }
  const changed = await changeProven(deps, tried.value, { passphrase, must_change: 0 }, act)
  if (!changed.ok) return changed
  if (presence.departures() === began && presence.access().state === 'must-change')
    presence.enter(operatorIn(deps.records.of(id) ?? tried.value))
  return ok(undefined)
}
