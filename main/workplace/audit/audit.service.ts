/** The audit of one profile: its chain read, checked, signed and taken along (design P9). */
import type { AuditState } from '../../../preload/contract/api/audit/verbs.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { StartTimer } from '../../platform/timer.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { exportLines } from './audit-export.ts'
import { checkChain } from '../../store/audit-chain/audit-jobs.ts'
import type { AuditKeys } from '../../store/audit-chain/audit-key.ts'
import { createFacets, listEntries } from './audit-list.ts'
import { genesis } from '../../store/audit-chain/hash-chain.ts'
import { createSigning, headOf, latestCheckpoint } from '../../store/audit-chain/signing.ts'

/** A file that was begun; its lines are read while it is written. */
export interface AuditFile {
  /** The UTC day, as a name for it. */
  readonly day: string
  readonly lines: AsyncIterable<string>
}

/** What became of an export: `file` is its name without the folder, `why` is in the system's words. */
export type ExportEnd =
  | { readonly kind: 'written'; readonly file: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly file: string; readonly why: string }

/** The audit of an open store. */
export interface AuditDesk {
  readonly verbs: Omit<Handlers['audit'], 'exportFile'>
  /** Records that the chain is taken along, then hands over its lines; the key is made where there is none. */
  beginExport(
    actor: string,
    profileName: string,
  ): Promise<Result<AuditFile, Failure<'keychain-problem'>>>
  /** Records what became of it. */
  endExport(actor: string, end: ExportEnd): Promise<void>
  /** Something about money was done: the chain's end is signed soon. */
  grown(): void
  /** Signs what the chain has grown by, where it has; never rejects. */
  settled(): Promise<void>
}

/** What a check reads at once: some tens of milliseconds of the store's time. */
const checkedAtOnce = 2_000

/** What the audit is made of beside its desk. */
export interface AuditDeps {
  readonly keys: AuditKeys
  /** Keeps the chain's end outside the store as well; nowhere unless given. */
  readonly keepHead?: () => Promise<void>
  readonly startTimer?: StartTimer
}

/** A signature that waits keeps no program from ending: closing signs by itself. */
const restingTimer: StartTimer = (afterMs, run) => {
  const timer = setTimeout(run, afterMs).unref()
  return () => clearTimeout(timer)
}

/** Makes it, and begins to sign. */
export function createAuditDesk(
  context: SessionContext,
  { keys, keepHead = () => Promise.resolve(), startTimer = restingTimer }: AuditDeps,
): Promise<AuditDesk> {
  const { store, clock, profileId, environment, operatorName } = context
  const nameOf = (id: string): string => (id === 'system' ? 'Countersign' : operatorName(id))
  const facets = createFacets(store, nameOf)
  let checked: AuditState['checked'] = { kind: 'not-yet' }
  const now = (): string => clock.now().toISOString()

  const state = async (): Promise<AuditState> => {
    const [head, latest] = await Promise.all([headOf(store), latestCheckpoint(store)])
    return {
      entries: head.seq,
      head: head.seq === 0 ? null : head.hash,
      signedBy: keys.held()?.fingerprint ?? null,
      unsigned: signing.problem(),
      latestCheckpoint: latest ? { seq: latest.seq, at: latest.at, hash: latest.hash } : null,
      checked,
    }
  }
  const tell = (): void => {
    const telling = state().then(
      (next) => context.announce('audit', 'changed', next),
      () => undefined,
    )
    context.background.add('audit.changed', telling)
  }
  const signing = createSigning({ context, keys, startTimer, keepHead, changed: tell })

  async function readChain(): Promise<AuditState['checked']> {
    const own = keys.held()?.fingerprint
    let [head, checkpoints] = [genesis, 0]
    let known: readonly string[] = own === undefined ? [] : [own]
    for (;;) {
      const from = { profileId, head, keys: known, limit: checkedAtOnce }
      const page = await store.work(checkChain, from)
      checkpoints += page.checkpoints
      head = page.head
      known = page.keys
      if (page.broken) return { kind: 'broken', at: now(), ...page.broken }
      if (page.isEnd) return { kind: 'holds', at: now(), entries: head.seq, checkpoints }
    }
  }

  let checking: Promise<void> | undefined
  async function check(actor: string): Promise<void> {
    checked = await readChain()
    const { at: _at, ...detail } = checked as Exclude<typeof checked, { kind: 'not-yet' }>
    await store.note({ actor, kind: 'audit.checked', subject: 'audit', detail: { ...detail } })
    tell()
  }

  return Promise.resolve({
    verbs: {
      getState: async () => ok(await state()),
      list: async (request) => ok(await listEntries(store, nameOf, request, facets)),
      getFacets: async () => ok(await facets.read()),
      check: async (_input, { operator }) => {
        checking ??= check(operator.id).finally(() => (checking = undefined))
        await checking
        return ok(await state())
      },
      sign: async (_input, { operator }) => {
        await store.note({ actor: operator.id, kind: 'audit.signed', subject: 'audit', detail: {} })
        const signed = await signing.sign()
        return signed.ok ? ok(await state()) : signed
      },
    },
    async beginExport(actor, profileName) {
      const key = await signing.sign()
      if (!key.ok) return key
      const before = await headOf(store)
      const detail = { entries: before.seq, signedBy: key.value.fingerprint }
      // Recorded before the dialog: a file that is not recorded must not exist.
      await store.note({ actor, kind: 'audit.exported', subject: 'audit', detail })
      const head = await headOf(store)
      const profile = { id: profileId, name: profileName, environment }
      const exportedAt = now()
      const lines = exportLines({ store, key: key.value, profile, exportedAt, head })
      return ok({ day: exportedAt.slice(0, 10), lines })
    },
    async endExport(actor, { kind, ...detail }) {
      await store.note({ actor, kind: `audit.export-${kind}`, subject: 'audit', detail })
    },
    grown: () => signing.grown(),
    settled: () => signing.settled(),
  })
}
