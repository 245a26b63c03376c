/**
 * Checks who owns the accounts of entries, at the bank's rate, and reuses results while they are
 * young enough.
 */
import type { EntryOwnership } from '../../../../preload/contract/domain/batches/drafts.ts'
import { err, ok } from '../../../../preload/contract/kernel/result.ts'
import type { BatchContext, BatchOwnership } from '../types.ts'
import { ListSnapshots } from '../../../store/list-snapshots.ts'
import { ownershipOfEntries } from './store.ts'
import { OwnershipRuns } from './run.ts'

/**
 * Creates the service. Leaving the profile interrupts a run; answers so far are stored as
 * validations, so that a resumed run queries only the rest.
 */
export function createBatchOwnership(context: BatchContext): BatchOwnership {
  const runs = new OwnershipRuns(context)
  const known = new ListSnapshots<EntryOwnership>(context.newId)
  return {
    handlers: {
      checkOwnership: ({ id, entryIds, maxAgeHours }, { operator }) =>
        runs.begin(id, { entryIds, maxAgeHours, since: null }, operator.id),
      resumeOwnership: ({ id }, { operator }) => runs.resume(id, operator.id),
      stopOwnership({ id }) {
        const run = runs.stop(id)
        return run ? ok(run) : err({ code: 'not-found' })
      },
      getOwnershipRun: async ({ id }) => ok(await runs.shown(id)),
      listOwnership: async ({ id, ...wanted }) =>
        ok(await known.page(id, wanted, () => ownershipOfEntries(context, id))),
    },
    rest: () => runs.rest(),
  }
}
