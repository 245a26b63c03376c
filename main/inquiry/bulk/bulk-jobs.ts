/**
 * Jobs of the store worker for bulk validation: write many rows at once, in transactions of bounded
 * size.
 */
import type { StoreJob } from '../../store/store-jobs.ts'
import type { BulkRowsTable } from '../../store/tables/validations.ts'

/** New rows of one run. */
export interface RowsToSave {
  readonly runId: string
  readonly actor: string
  readonly at: string
  readonly rows: readonly Omit<
    BulkRowsTable,
    'run_id' | 'result_class' | 'score' | 'validation_id'
  >[]
}

const insertRow = `
  INSERT INTO bulk_rows
    (run_id, row, state, routing_number, account_number, owner_kind, owner_name, personal, inquiry, retained, problems,
     search_text)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Writes rows in one transaction. */
export const saveBulkRows: StoreJob<RowsToSave, null> = {
  name: 'bulk.save-rows',
  run: async (job, { runId, actor, at, rows }) => {
    const detail = { from: rows[0]?.row ?? 0, to: rows.at(-1)?.row ?? 0, rows: rows.length }
    await job.transact(
      { actor, kind: 'bulk.rows-stored', subject: runId, detail },
      at,
      async () => {
        for (const row of rows) {
          await job.run(
            insertRow,
            runId,
            row.row,
            row.state,
            row.routing_number,
            row.account_number,
            row.owner_kind,
            row.owner_name,
            row.personal,
            row.inquiry,
            row.retained,
            row.problems,
            row.search_text,
          )
        }
      },
    )
    return null
  },
}
