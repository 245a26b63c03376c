/** Bulk validation: a file of accounts, each sent to the bank at most once. */
import {
  importOptions,
  type CheckedImport,
  type ColumnMapping,
  type ImportDraft,
  type ImportOptions,
} from '../../../preload/contract/api/bulk/import.ts'
import type { BulkRun, BulkRowsRequest } from '../../../preload/contract/api/bulk/run.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { exportTable, type ExportTable } from './bulk-export.ts'
import {
  listRows,
  matchingAccounts,
  tallyOf,
  type MatchingAccounts,
  type RowsWanted,
} from './bulk-rows.ts'
import { BulkRuns, type MayNotBegin } from './bulk-runs.ts'
import { correctableRows, findRun, latestOfFile, rememberedMapping } from './bulk.records.ts'
import { ImportDrafts, readWithinBounds, sha256Of, type OpenPaymentForm } from './import-drafts.ts'
import { tidyRuns } from './run-steps.ts'
import { rescueFromGone } from '../../store/gone.ts'

/** Bulk validation of one open store. */
export interface BulkService {
  readonly drafts: ImportDrafts
  readonly runs: BulkRuns
  /**
   * Saves every row of the checked draft and starts the run. A draft that was not checked yet is
   * checked with the proposed mapping.
   */
  start(
    draftId: string,
    name: string,
    actor: string,
  ): Promise<Result<BulkRun, Failure<'draft-gone' | 'nothing-to-send'> | MayNotBegin>>
  /**
   * Returns a draft of the held-back rows of an ended run that no run has taken since, for their
   * correction; null if the file is no longer in memory and must be chosen again. Fails if there is
   * no such row, or if `chosen` is another file.
   */
  correctHeldBack(
    id: string,
    actor: string,
    chosen?: { readonly name: string; readonly bytes: Uint8Array },
  ): Promise<
    Result<
      ImportDraft | null,
      Failure<'not-found' | 'nothing-to-send' | 'file-differs' | 'file-not-understood'>
    >
  >
  listRows(request: BulkRowsRequest): ReturnType<typeof listRows>
  getTally(id: string, threshold: number): ReturnType<typeof tallyOf>
  /**
   * Returns the accounts whose owner matches, by row and in full, for proposed payees. The higher of
   * `threshold` and the score threshold of the settings counts.
   */
  matchingAccounts(
    id: string,
    threshold: number,
  ): Promise<Result<{ name: string } & MatchingAccounts, Failure<'not-found'>>>
  /**
   * Returns the rows for a file. For an unmasked export, the operator is recorded before the rows
   * are read.
   */
  exportRows(wanted: RowsWanted, inFull: boolean, actor: string): Promise<ExportTable>
  /** Records that rows were written to a file, after the write. */
  noteExport(
    wanted: RowsWanted,
    exported: { format: string; inFull: boolean; rows: number },
    actor: string,
  ): Promise<void>
  isRunning(): boolean
  /** Interrupts the active run. Resolves when calls in flight are stored. */
  rest(): Promise<void>
}

export type { CheckedImport, ColumnMapping, ImportDraft, ImportOptions }

/**
 * Creates the service. A run that an ended program left running here is set to interrupted first; so
 * is one of a workstation that is gone, while this one is the keeper.
 */
export async function createBulkService(context: SessionContext): Promise<BulkService> {
  const { store, operatorName, settings } = context
  await tidyRuns(store)
  const drafts = new ImportDrafts({
    ...context,
    note: (act) => store.note(act),
    memory: {
      remembered: (headers, actor) => rememberedMapping(store, headers, actor),
      ranBefore: async (sha256) => {
        const run = await latestOfFile(store, sha256)
        return run ? { at: run.at, operator: operatorName(run.actor), runId: run.id } : null
      },
    },
  })
  const runs = new BulkRuns(context)
  rescueFromGone(store.membership, { ...context, where: 'bulk.rescue' }, (home) =>
    runs.rescue(home),
  )
  /** The file of the run started last: its held-back rows are corrected without choosing it again. */
  let latest: { readonly runId: string; readonly draft: OpenPaymentForm } | undefined
  return {
    drafts,
    runs,
    async start(draftId, name, actor) {
      const draft = drafts.get(draftId)
      if (draft?.actor !== actor) return err({ code: 'draft-gone' })
      if (!draft.checked) await drafts.check(draftId, draft, actor)
      await draft.checking
      if (!draft.checked) return err({ code: 'draft-gone' })
      const started = await runs.start({ draft, checked: draft.checked, name, actor })
      if (!started.ok) return started
      latest = { runId: started.value.id, draft }
      drafts.discard(draftId, actor)
      return started
    },
    async correctHeldBack(id, actor, chosen) {
      const run = await findRun(store, id)
      if (!run) return err({ code: 'not-found' })
      const only = await correctableRows(store, run)
      const isOver = run.state === 'stopped' || run.state === 'finished'
      if (!isOver || only.size === 0) return err({ code: 'nothing-to-send' })
      const mapping = JSON.parse(run.mapping) as ColumnMapping
      const options = importOptions.parse(JSON.parse(run.options))
      if (!chosen) {
        if (latest?.runId !== id || latest.draft.actor !== actor) return ok(null)
        return ok(drafts.correct({ ...latest.draft, mapping, options, only }))
      }
      const { name, bytes } = chosen
      const sha256 = sha256Of(bytes)
      if (sha256 !== run.file_sha256)
        return err({ code: 'file-differs', file: name, wanted: run.file })
      const read = await readWithinBounds(name, bytes, run.sheet ?? undefined)
      if (!read.ok) return read
      const { file } = run
      const source = { actor, file, sha256, bytes, sheet: read.value, mapping, options, only }
      return ok(drafts.correct({ ...source, editedRows: new Set() }))
    },
    listRows: (request) => listRows(store, request),
    getTally: (id, threshold) => tallyOf(store, id, threshold),
    async matchingAccounts(id, threshold) {
      const run = await findRun(store, id)
      if (!run) return err({ code: 'not-found' })
      const least = Math.max(threshold, settings.current().scoreThreshold)
      return ok({ name: run.name, ...(await matchingAccounts(store, id, least)) })
    },
    async exportRows(wanted, inFull, actor) {
      const { id, ...narrowed } = wanted
      if (inFull)
        await store.note({ actor, kind: 'bulk.revealed', subject: id, detail: { ...narrowed } })
      return exportTable(store, wanted, inFull)
    },
    noteExport: ({ id, ...narrowed }, exported, actor) =>
      store.note({
        actor,
        kind: 'bulk.exported',
        subject: id,
        detail: { ...exported, ...narrowed },
      }),
    isRunning: () => runs.isRunning(),
    rest() {
      drafts.forget()
      latest = undefined
      return runs.rest()
    },
  }
}
