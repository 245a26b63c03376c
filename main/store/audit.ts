/** The audit chain of an open store: its end, whether it holds, and signatures of its end. */
import type { KeychainProblemShown } from '../../preload/contract/api/keychain-problem.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { ok, type Result } from '../../preload/contract/kernel/result.ts'
import { repeat, type StartTimer } from '../platform/timer.ts'
import { atMost, type Clock } from '../platform/clock.ts'
import { SerialQueue } from '../platform/serial.ts'
import type { Store } from './store.ts'
import { checkChain, saveCheckpoint, type AuditBreak } from './audit-chain/audit-jobs.ts'
import type { AuditKey, AuditKeys } from './audit-key.ts'
import { keyCreated, signCheckpoint, type Checkpoint } from './audit-chain/checkpoints.ts'
import { genesis, type ChainHead } from './hash-chain.ts'

/**
 * Delay between an act about money and the signature of the chain's end. Acts in quick succession
 * share one signature.
 */
export const settledMs = 5_000
/** Interval of the regular signature, if the chain has grown. */
export const everyMs = 15 * 60_000

/** Entries checked at once: some tens of milliseconds of the store's time. */
const checkedAtOnce = 2_000

/** Longest wait for the keychain while a store closes. */
const closingSaveMs = 2_000

export interface SigningDeps {
  readonly context: {
    readonly store: Store
    readonly clock: Clock
    readonly profileId: string
    readonly report: (where: string, problem: unknown) => void
  }
  readonly keys: AuditKeys
  readonly startTimer: StartTimer
  /** Saves the chain's end outside the store as well; reports a failure. */
  readonly saveHead: () => Promise<void>
  /** Called after a checkpoint was saved or could not be created. */
  readonly changed: () => void
}

export interface Signing {
  /** Signs the new end of the chain; creates the key if there is none. */
  sign(): Promise<Result<AuditKey, Failure<'keychain-problem'>>>
  /** Called after an act was recorded: the end is signed soon. */
  grown(): void
  /** Why the last signing failed; null: it succeeded. */
  problem(): KeychainProblemShown | null
  /** Signs an end of the chain with the existing key; undefined where the chain does not name it yet. */
  checkpointOf(head: ChainHead): Checkpoint | undefined
  /** Signs a last time with the existing key and starts nothing more. Never rejects. */
  settled(): Promise<void>
}

export const latestCheckpoint = (store: Store): Promise<Checkpoint | undefined> =>
  store.read
    .selectFrom('audit_checkpoints')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the end of a store's chain. */
export async function headOf(store: Store): Promise<ChainHead> {
  const head = await store.read
    .selectFrom('audit_entries')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? genesis
}

/** Result of a check: the first bad entry, or how many entries and checkpoints there are. */
export type CheckedChain =
  | ({ readonly kind: 'broken' } & AuditBreak)
  | { readonly kind: 'holds'; readonly entries: number; readonly checkpoints: number }

/**
 * Checks the whole chain with its checkpoints, page by page, while other work goes on. `ownKey`:
 * fingerprint of the key of this computer; undefined: there is none. Rejects as the store does.
 */
export async function checkWholeChain(
  store: Pick<Store, 'work'>,
  profileId: string,
  ownKey: string | undefined,
): Promise<CheckedChain> {
  let [head, checkpoints] = [genesis, 0]
  let keys: readonly string[] = ownKey === undefined ? [] : [ownKey]
  for (;;) {
    const page = await store.work(checkChain, { profileId, head, keys, limit: checkedAtOnce })
    checkpoints += page.checkpoints
    head = page.head
    keys = page.keys
    if (page.broken) return { kind: 'broken', ...page.broken }
    if (page.isEnd) return { kind: 'holds', entries: head.seq, checkpoints }
  }
}

/**
 * Starts signing in the background. The first signature follows some seconds after the opening, so
 * that it delays nothing.
 */
export function createSigning({
  context,
  keys,
  startTimer,
  saveHead,
  changed,
}: SigningDeps): Signing {
  const { store, clock, profileId, report } = context
  let problem: KeychainProblemShown | null = null
  let named: string | undefined
  let isClosed = false
  const signatures = new SerialQueue()
  let stopSoon: (() => void) | undefined

  const isNamed = ({ fingerprint }: AuditKey): boolean => keys.isPublic || named === fingerprint
  const checkpointBy = (key: AuditKey, head: ChainHead): Checkpoint =>
    signCheckpoint(key, profileId, head, clock.now().toISOString())

  /** A key that an attacker could have replaced is named in the chain before it signs anything. */
  async function nameKey(key: AuditKey): Promise<void> {
    if (isNamed(key)) return
    const { fingerprint } = key
    const known = await store.read
      .selectFrom('audit_entries')
      .select('seq')
      .where('subject', '=', fingerprint)
      .where('kind', '=', keyCreated)
      .executeTakeFirst()
    if (!known) {
      const act = { actor: 'system', kind: keyCreated, subject: fingerprint }
      await store.note({ ...act, detail: { fingerprint } })
    }
    named = fingerprint
  }

  async function signWith(key: AuditKey): Promise<void> {
    await nameKey(key)
    const head = await headOf(store)
    if (head.seq <= ((await latestCheckpoint(store))?.seq ?? 0)) return
    await store.work(saveCheckpoint, checkpointBy(key, head))
  }

  const sign = (): ReturnType<Signing['sign']> =>
    signatures.run(async () => {
      const key = await keys.take()
      problem = key.ok ? null : key.error.problem
      if (key.ok) await signWith(key.value)
      // Also when the chain has not grown: saving may have failed the last time.
      await saveHead()
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
  grown()
  const stopLater = repeat(startTimer, everyMs, signBehind)

  return {
    sign,
    grown,
    problem: () => problem,
    checkpointOf(head) {
      const key = keys.currentKey()
      return key !== undefined && isNamed(key) ? checkpointBy(key, head) : undefined
    },
    async settled() {
      if (isClosed) return
      isClosed = true
      stopSoon?.()
      stopLater()
      await signatures
        .run(async () => {
          const key = keys.currentKey()
          if (key) await signWith(key)
          // A keychain that hangs must not keep the store open.
          await Promise.race([saveHead(), atMost(closingSaveMs)])
        })
        .catch((trouble: unknown) => report('audit.sign', trouble))
    },
  }
}
