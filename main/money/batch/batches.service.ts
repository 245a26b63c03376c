/**
 * ACH batches of one profile: their content and the tracking of their entries. This file composes
 * the services; each has a file of its own. Sending is shared with all orders (`main/money/order`).
 */
import { ok } from '../../../preload/contract/kernel/result.ts'
import { shownAccount } from '../../profile/profile-records.ts'
import { createBatchDraftStore } from './drafts/batch-draft-store.ts'
import { createBatchDrafts } from './drafts/batch-drafts.ts'
import { createBatchExport } from './drafts/batch-export.ts'
import { createEntryTracking, type EntryTrackingDeps } from './tracking/entry-tracking.ts'
import { createBatchImports } from './import/batch-imports.ts'
import { createCorrections } from './entries/corrections.ts'
import { createBatchOwnership } from './ownership/batch-ownership.ts'
import type {
  BatchContext,
  BatchExport,
  EntryTracking,
  BatchImports,
  BatchHandlers,
} from './types.ts'
import { createBatchReading } from './batch-reading.ts'
import { createBatchTemplates } from './templates/batch-templates.ts'
import { confirmUnit } from './unit-confirmation.ts'

/** The batch services of one open store. */
export interface BatchService {
  readonly handlers: Omit<BatchHandlers, 'selectImport' | 'readDroppedImport' | 'exportFile'>
  readonly readImport: BatchImports['readImport']
  readonly exported: BatchExport['written']
  readonly alertsRead: EntryTracking['alertsRead']
  /** Call when a batch was accepted or found again; its entries are tracked from now on. */
  readonly accepted: EntryTracking['accepted']
  /** Applies the rows of a sweep to the entries that they are about. */
  readonly applySweepRows: EntryTracking['applySweepRows']
  /** Starts automatic queries and templates after the profile is opened or resumed. Repeatable. */
  start(): Promise<void>
  /** Prepares the drafts of days that began while the computer slept. */
  wake(): void
  rest(): Promise<void>
}

/**
 * Creates the batch services. Calls `inquireSoon` for a batch with unknown outcome that the bank
 * reported.
 */
export async function createBatchService(
  context: BatchContext,
  callbacks: Pick<EntryTrackingDeps, 'inquireSoon'> = {},
): Promise<BatchService> {
  const store = createBatchDraftStore(context)
  const drafts = createBatchDrafts(context, store)
  const imports = createBatchImports(context, store)
  const templates = createBatchTemplates(context)
  const ownership = createBatchOwnership(context)
  const reading = createBatchReading(context)
  const entryTracking = createEntryTracking(context, callbacks)
  const correctionService = createCorrections(context, store)
  const { written } = createBatchExport(context)
  const start = async (): Promise<void> => {
    await entryTracking.start()
    await templates.start()
  }
  await start()
  return {
    handlers: {
      ...drafts.handlers,
      ...imports.handlers,
      ...templates.handlers,
      ...ownership.handlers,
      ...reading.handlers,
      ...entryTracking.handlers,
      ...correctionService.handlers,
      listAccounts: () => {
        const { accounts, batchAccounts } = context.profile()
        const offered = accounts.filter(({ id }) => batchAccounts?.includes(id) ?? true)
        return ok(offered.map(shownAccount))
      },
      getSettings: () => ok(context.ach.current()),
      changeSettings: ({ version, ...settings }, { operator }) =>
        context.ach.change(settings, operator.id, version),
      confirmUnit: (input, { operator }) => confirmUnit(context, input, operator.id),
    },
    readImport: imports.readImport,
    exported: written,
    alertsRead: entryTracking.alertsRead,
    accepted: entryTracking.accepted,
    applySweepRows: entryTracking.applySweepRows,
    start,
    wake: () => templates.wake(),
    async rest() {
      imports.rest()
      await Promise.all([entryTracking.rest(), templates.rest(), ownership.rest()])
    },
  }
}
