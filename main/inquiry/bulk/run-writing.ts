/** The first write of a run from a checked file: with all its rows, not started. */
import type { Clock } from '../../platform/clock.ts'
import type { Store } from '../../store/store.ts'
import { keepBulkRows } from './bulk-jobs.ts'
import { insertRun, rowToKeep, type RunRow } from './bulk.records.ts'
import { isSendable, type CheckedRows } from './check-rows.ts'
import { headersKey, type OpenPaymentForm } from './import-drafts.ts'

export interface Beginning {
  readonly draft: OpenPaymentForm
  readonly checked: CheckedRows
  readonly name: string
  readonly actor: string
}

/** Rows per write. */
const rowsAtOnce = 1_000

const newRun = (id: string, at: string, { draft, checked, name, actor }: Beginning): RunRow => ({
  id,
  at,
  actor,
  name,
  file: draft.file,
  file_sha256: draft.sha256,
  sheet: draft.sheet.sheet,
  mapping: JSON.stringify(checked.rules.mapping),
  options: JSON.stringify(checked.rules.options),
  api_version: checked.rules.options.apiVersion,
  row_count: checked.rows.length,
  // Until every row is written, the run counts as never started.
  state: 'stopped',
  ended_at: null,
})

/** Writes the run and its rows. */
export async function writeRun(
  { store, clock, newId }: { store: Store; clock: Clock; newId: () => string },
  begun: Beginning,
): Promise<RunRow> {
  const { draft, checked, actor } = begun
  const run = newRun(newId(), clock.now().toISOString(), begun)
  const { id, at } = run
  const detail = { file: run.file, sha256: run.file_sha256, rows: run.row_count }
  const act = { actor, kind: 'bulk.imported', subject: id, detail }
  await insertRun(store, act, run, headersKey(draft.sheet.headers))
  for (let from = 0; from < checked.rows.length; from += rowsAtOnce) {
    const some = checked.rows.slice(from, from + rowsAtOnce)
    const rows = some.map((row) => rowToKeep(row, isSendable(checked, row)))
    await store.work(keepBulkRows, { runId: id, actor, at, rows })
  }
  return run
}
