/**
 * A job of the store worker: saves a validation and returns its call, so that each of the two
 * crosses the threads once.
 */
import type { Act } from '../../store/hash-chain.ts'
import type { StoreJob } from '../../store/store-jobs.ts'
import type { CallRow, ValidationRow } from './validation.records.ts'

/**
 * Writes a validation with its act in one transaction; returns its call, or null if none was
 * recorded.
 */
export const saveValidation: StoreJob<
  { readonly row: ValidationRow; readonly act: Act; readonly at: string },
  CallRow | null
> = {
  name: 'validation.save',
  async run(job, { row, act, at }) {
    const columns = Object.keys(row)
    await job.transact(act, at, async () => {
      await job.run(
        `INSERT INTO validations (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        ...Object.values(row),
      )
    })
    const call = await job.one('SELECT * FROM bank_calls WHERE id = ?', row.bank_call_id)
    return (call as CallRow | undefined) ?? null
  },
}
