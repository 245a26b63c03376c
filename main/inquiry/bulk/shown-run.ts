/** A run as the window sees it, with its progress. */
import type { ApiVersion } from '../../../preload/contract/bank/account-validation.ts'
import type { BulkRun } from '../../../preload/contract/api/bulk/run.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { BulkRunner } from './bulk-runner.ts'
import { countRows, countWaitingWithPersonal, type RunRow } from './bulk.records.ts'

/** Returns the run. The runner's knowledge, where there is one, is newer than the stored row. */
export async function shownRun(
  { store, operatorName }: Pick<SessionContext, 'store' | 'operatorName'>,
  run: RunRow,
  runner: BulkRunner | undefined,
): Promise<BulkRun> {
  const counts = runner?.counts ?? (await countRows(store, run.id))
  const left = counts.waiting + counts.asking - (runner?.withoutPersonal ?? 0)
  return {
    id: run.id,
    name: run.name,
    file: run.file,
    at: run.at,
    operator: operatorName(run.actor),
    apiVersion: run.api_version as ApiVersion,
    state: runner?.state ?? run.state,
    endedAt: runner ? runner.endedAt : run.ended_at,
    rows: run.row_count,
    counts,
    waitsFor: runner?.waitsFor ?? null,
    trouble: runner?.trouble ?? null,
    pace: runner?.isRunning() ? runner.pace.over(Math.max(0, left)) : null,
    withoutPersonalNumbers:
      runner?.withoutPersonal ?? (await countWaitingWithPersonal(store, run.id)),
  }
}
