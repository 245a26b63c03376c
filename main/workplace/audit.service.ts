/** The audit chain of one profile: listed, verified, signed and exported (Promise P9). */
import type { AuditState } from '../../preload/contract/api/audit/channels.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { ok, type Result } from '../../preload/contract/kernel/result.ts'
import { idleTimer, type StartTimer } from '../platform/timer.ts'
import type { Handlers } from '../platform/handlers.ts'
import type { SessionContext } from '../profile/session-context.ts'
import { exportLines } from './audit/audit-export.ts'
import type { AuditKeys } from '../store/audit-key.ts'
import { createFacets, listEntries } from './audit/audit-list.ts'
import {
  checkWholeChain,
  createSigning,
  headOf,
  latestCheckpoint,
  type Signing,
} from '../store/audit.ts'

/** An export that has started; its lines are read while the file is written. */
export interface AuditFile {
  /** The UTC day, for the file name. */
  readonly day: string
  readonly lines: AsyncIterable<string>
}

/**
 * The result of an export: `file` is the name without the folder, `why` is the system's message.
 */
export type ExportEnd =
  | { readonly kind: 'written'; readonly file: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly file: string; readonly why: string }

/** The audit service of an open store. */
export interface AuditService {
  readonly handlers: Omit<Handlers['audit'], 'exportFile'>
  /** Records the export, then returns its lines. Creates the signing key if there is none. */
  beginExport(
    actor: string,
    profileName: string,
  ): Promise<Result<AuditFile, Failure<'keychain-problem'>>>
  /** Records the result of the export. */
  endExport(actor: string, end: ExportEnd): Promise<void>
  /** Called after an act on money: the end of the chain is signed soon. */
  grown(): void
  /** Another workstation has recorded acts, and signs them itself: the window is told. */
  grownElsewhere(): void
  readonly checkpointOf: Signing['checkpointOf']
  /** Signs the chain if it has grown. Never rejects. */
  settled(): Promise<void>
}

export interface AuditDeps {
  readonly keys: AuditKeys
  /** Saves the end of the chain outside the store as well; by default nowhere. */
  readonly saveHead?: () => Promise<void>
  /** Need not keep the program running, because closing signs anyway. */
  readonly startTimer?: StartTimer
}

/** Creates the service and starts to sign. */
export function createAuditService(
  context: SessionContext,
  { keys, saveHead = () => Promise.resolve(), startTimer = idleTimer }: AuditDeps,
): Promise<AuditService> {
  const { store, clock, profileId, environment } = context
  const facets = createFacets(store, context)
  let checked: AuditState['checked'] = { kind: 'not-yet' }
  const now = (): string => clock.now().toISOString()

  const state = async (): Promise<AuditState> => {
    const [head, latest] = await Promise.all([headOf(store), latestCheckpoint(store)])
    return {
      entries: head.seq,
      head: head.seq === 0 ? null : head.hash,
      signedBy: keys.currentKey()?.fingerprint ?? null,
      unsigned: signing.problem(),
      latestCheckpoint: latest ? { seq: latest.seq, at: latest.at, hash: latest.hash } : null,
      checked,
    }
  }
  const notify = (): void => {
    const emitted = state().then(
      (next) => context.emitEvent('audit', 'changed', next),
      () => undefined,
    )
    context.background.add('audit.changed', emitted)
  }
  const signing = createSigning({ context, keys, startTimer, saveHead, changed: notify })

  let checking: Promise<void> | undefined
  async function check(actor: string): Promise<void> {
    const found = await checkWholeChain(store, profileId, keys.currentKey()?.fingerprint)
    checked = { ...found, at: now() }
    await store.note({ actor, kind: 'audit.checked', subject: 'audit', detail: { ...found } })
    notify()
  }

  return Promise.resolve({
    handlers: {
      getState: async () => ok(await state()),
      list: async (request) => ok(await listEntries(store, context, request, facets)),
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
      // Recorded before the dialog opens: a file without a record must not exist.
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
    grownElsewhere: notify,
    checkpointOf: (head) => signing.checkpointOf(head),
    settled: () => signing.settled(),
  })
}
