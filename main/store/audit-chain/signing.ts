/** Signs the chain's end when it has grown: beside everything else, and never in the way of it. */
import type { KeychainProblemShown } from '../../../preload/contract/api/keychain-problem.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { StartTimer } from '../../platform/timer.ts'
import { atMost, type Clock } from '../../platform/clock.ts'
import type { Store } from '../store.ts'
import { keepCheckpoint } from './audit-jobs.ts'
import type { AuditKey, AuditKeys } from './audit-key.ts'
import { keyMade, signCheckpoint, type Checkpoint } from './checkpoints.ts'
import { genesis, type ChainHead } from './hash-chain.ts'

/** So long after an act about money the chain's end is signed: acts that follow at once cost one signature. */
export const settledMs = 5_000
/** And so often whatever was done, if the chain has grown. */
export const everyMs = 15 * 60_000

/** So long the keychain may take while a store is closed. */
const closingKeepMs = 2_000

/** What signing is made of. */
export interface SigningDeps {
  readonly context: {
    readonly store: Store
    readonly clock: Clock
    readonly profileId: string
    readonly report: (where: string, problem: unknown) => void
  }
  readonly keys: AuditKeys
  readonly startTimer: StartTimer
  /** Keeps the chain's end outside the store as well; reports where that cannot be done. */
  readonly keepHead: () => Promise<void>
  /** A checkpoint was kept, or could not be made. */
  readonly changed: () => void
}

/** The signing of one chain. */
export interface Signing {
  /** Signs what the chain has grown by; the key is made where there is none. */
  sign(): Promise<Result<AuditKey, Failure<'keychain-problem'>>>
  /** Something was done: the end is signed soon. */
  grown(): void
  /** Why nothing could be signed the last time; null: it could. */
  problem(): KeychainProblemShown | null
  /** Signs a last time with the key that is there, and begins nothing more. Never rejects. */
  settled(): Promise<void>
}

/** The newest checkpoint of a store. */
export const latestCheckpoint = (store: Store): Promise<Checkpoint | undefined> =>
  store.read
    .selectFrom('audit_checkpoints')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The end of a store's chain. */
export async function headOf(store: Store): Promise<ChainHead> {
  const head = await store.read
    .selectFrom('audit_entries')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? genesis
}

/** Begins: the first signature follows the opening by a few seconds, so that it holds up nothing. */
export function createSigning({
  context,
  keys,
  startTimer,
  keepHead,
  changed,
}: SigningDeps): Signing {
  const { store, clock, profileId, report } = context
  let problem: KeychainProblemShown | null = null
  let named: string | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()
  let stopSoon: (() => void) | undefined
  let stopLater: () => void = () => undefined

  /** A key that somebody could have put there is named in the chain before it signs anything. */
  async function nameKey({ fingerprint }: AuditKey): Promise<void> {
    if (keys.isPublic || named === fingerprint) return
    const known = await store.read
      .selectFrom('audit_entries')
      .select('seq')
      .where('subject', '=', fingerprint)
      .where('kind', '=', keyMade)
      .executeTakeFirst()
    if (!known) {
      const act = { actor: 'system', kind: keyMade, subject: fingerprint }
      await store.note({ ...act, detail: { fingerprint } })
    }
    named = fingerprint
  }

  async function signWith(key: AuditKey): Promise<void> {
    await nameKey(key)
    const head = await headOf(store)
    if (head.seq <= ((await latestCheckpoint(store))?.seq ?? 0)) return
    const at = clock.now().toISOString()
    await store.work(keepCheckpoint, signCheckpoint(key, profileId, head, at))
  }

  /** One signature after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work, work)
    last = next
    return next
  }

  const sign = (): ReturnType<Signing['sign']> =>
    inTurn(async () => {
      const key = await keys.take()
      problem = key.ok ? null : key.error.problem
      if (key.ok) await signWith(key.value)
      // Also where nothing has grown: it may not have been kept the last time.
      await keepHead()
      changed()
      return key.ok ? ok(key.value) : key
    })

  const signBehind = (): void => {
    sign().catch((trouble: unknown) => {
      if (!isClosed) report('audit.sign', trouble)
    })
  }
  function grown(): void {
    if (isClosed) return
    stopSoon ??= startTimer(settledMs, () => {
      stopSoon = undefined
      signBehind()
    })
  }
  function startLater(): void {
    stopLater = startTimer(everyMs, () => {
      signBehind()
      startLater()
    })
  }
  grown()
  startLater()

  return {
    sign,
    grown,
    problem: () => problem,
    async settled() {
      if (isClosed) return
      isClosed = true
      stopSoon?.()
      stopLater()
      await inTurn(async () => {
        const key = keys.held()
        if (key) await signWith(key)
        // A keychain that hangs keeps no store open.
        await Promise.race([keepHead(), atMost(closingKeepMs)])
      }).catch((trouble: unknown) => report('audit.sign', trouble))
    },
  }
}
