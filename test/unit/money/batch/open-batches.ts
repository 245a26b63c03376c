/** Drafts of batches on a real store. */
import { moneyKinds } from '../../../../main/money/money.ts'
import { createBatchDraftStore } from '../../../../main/money/batch/drafts/batch-draft-store.ts'
import { createBatchDrafts } from '../../../../main/money/batch/drafts/batch-drafts.ts'
import { createBatchExport } from '../../../../main/money/batch/drafts/batch-export.ts'
import { createBatchImports } from '../../../../main/money/batch/import/batch-imports.ts'
import type { BatchContext } from '../../../../main/money/batch/types.ts'
import { createBatchTemplates } from '../../../../main/money/batch/templates/batch-templates.ts'
import { newBatchId } from '../../../../main/platform/identifiers.ts'
import {
  defaultAchSettings,
  emptyBatchForm,
  type AchSettings,
  type BatchForm,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import { emptyEntry, type TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { sessionContext } from '../../support/session-context.ts'
import { waitsBy } from '../../support/wait-times.ts'

const operator = (id: string, ...roles: Operator['roles']): { readonly operator: Operator } => ({
  operator: { id, name: id, roles },
})
export const mara = operator('mara', 'maker')
export const nils = operator('nils', 'maker', 'checker')

/** A head that breaks no rule. */
export const payroll: BatchForm = {
  ...emptyBatchForm,
  accountId: 'practice-1',
  effectiveDate: '2026-11-25',
  companyDescriptiveDate: 'NOV 25',
  companyEntryDescription: 'PAYROLL',
}

/** An entry that breaks no rule, with its own id. */
export const entry = (part: Partial<TypedEntry> = {}): TypedEntry => ({
  ...emptyEntry(newBatchId()),
  routingNumber: '550010014',
  accountNumber: '0012345678',
  accountType: 'C',
  creditDebitCode: 'C',
  transactionType: 'L',
  amount: '1,250.00',
  receiverName: 'Ridgeway Supply',
  identificationNumber: 'E-17',
  ...part,
})

/** The value of a result that must be good. */
export function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** Opens a session; with `file` on an existing store. */
export async function openBatches(
  settings: Partial<AchSettings> = {},
  file: string = newStorePath(),
) {
  const store = await open(file)
  const { context: session, emitted, pass } = sessionContext(store)
  /** Operators who are disabled. */
  const gone = new Set<string>()
  const timers: (() => void)[] = []
  /** May be lowered while the session is open. */
  const most = { entries: settings.mostEntries ?? defaultAchSettings.mostEntries }
  const context = {
    ...session,
    waits: waitsBy(session.clock),
    newId: newBatchId,
    ach: {
      current: () => ({
        settings: { ...defaultAchSettings, ...settings, mostEntries: most.entries },
        version: 0,
        at: null,
        by: null,
        confirmation: null,
        isLocked: false,
      }),
    },
    callBlockFor: () => undefined,
    kinds: moneyKinds,
    operatorOf: (id: string) => ({
      id,
      name: id,
      roles: ['maker'],
      setBy: null,
      disabled: gone.has(id),
    }),
    operators: () => [],
  } as unknown as BatchContext
  const drafts = createBatchDraftStore(context)
  const acts = async () =>
    (await auditEntries(store)).filter(({ kind }) => !kind.startsWith('store'))
  const order = (id: string) =>
    store.read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const batch = (id: string) =>
    store.read
      .selectFrom('batches')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
  const entries = (id: string) =>
    store.read
      .selectFrom('batch_entries')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('position')
      .orderBy('id')
      .execute()
  const imports = createBatchImports(context, drafts)
  const templates = createBatchTemplates(context, (_afterMs, run) => {
    timers.push(run)
    return () => undefined
  })
  const services = [createBatchDrafts(context, drafts), imports, templates] as const
  const handlers = { ...services[0].handlers, ...services[1].handlers, ...services[2].handlers }
  const sessions = {
    drafts,
    most,
    imports,
    templates,
    handlers,
    gone,
    timers,
    ...createBatchExport(context),
  }
  return { store, file, context, emitted, pass, acts, order, batch, entries, ...sessions }
}
