/**
 * The word of a maker that a notification of change or a return was heeded where neither the book of payees nor a new
 * entry shows it: the kind of an account and an identification stand in the maker's own records (C05, C09), and not
 * every return is presented again. It closes the exception, and moves no money.
 */
import type { Failure } from '../../preload/contract/failures.ts'
import { maskedDigits } from '../../preload/contract/personal-names.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import { maskOfAccounts } from '../webhooks/alert-masking.ts'
import type { BatchContext, BatchVerbs, EntryRow } from './batch-parts.ts'
import { findEntry, typedIn } from './batch-records.ts'
import { heededCorrection, heededReturn, storedCorrection } from './entry-correction.ts'
import { openChangesOf } from './open-changes.ts'

type Said = Parameters<BatchVerbs['markHeeded']>[0]
type Unmarked = Failure<'not-found'> | Failure<'invalid-input'>

const refused = (message: string) =>
  err({
    code: 'invalid-input' as const,
    fields: [{ path: 'kind', message, source: 'workstation' }],
  })

/**
 * Marks it. `invalid-input`: the entry has no such exception, its data is not here yet, or somebody said so before.
 * The note goes into the audit chain with its numbers masked.
 */
export async function markHeeded(
  context: BatchContext,
  { id, entryId, kind, note }: Said,
  actor: string,
): Promise<Result<undefined, Unmarked>> {
  const { store, clock, announce } = context
  const row = await findEntry(store.read, id, entryId)
  if (!row) return err({ code: 'not-found' })
  const why = whyNot(row, kind)
  if (why !== null) return refused(why)
  const mark = { by: actor, at: clock.now().toISOString(), note }
  const { until } = await openChangesOf(store, row)
  const correction =
    kind === 'change' ? heededCorrection(row, mark, until) : heededReturn(row, mark)
  const code = kind === 'change' ? row.change_code : row.return_code
  const detail = { entry: entryId, kind, code, note: maskedNote(row, note) }
  const act = { actor, kind: 'batch.heeded', subject: id, detail }
  try {
    await store.record(act, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('batch_entries')
        .set({ correction })
        .where('id', '=', entryId)
        .where('correction', 'is', row.correction)
        .where('change_code', 'is', row.change_code)
        .where('change_data', 'is', row.change_data)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new ChangedMeanwhile()
    })
  } catch (problem) {
    if (problem instanceof ChangedMeanwhile) {
      return refused('Something of it changed meanwhile: read it again')
    }
    throw problem
  }
  announce('batches', 'changed', { id })
  return ok(undefined)
}

/** A later notification, or somebody else, came first. */
class ChangedMeanwhile extends Error {}

function whyNot(row: EntryRow, kind: Said['kind']): string | null {
  const { heeded, returnHeeded } = storedCorrection(row)
  if (kind === 'return') {
    if (row.returned_at === null) return 'It did not come back'
    return returnHeeded ? 'Marked as heeded before' : null
  }
  if (row.changed_at === null) return 'Nothing of it is to be corrected'
  if (row.change_code === null) return 'What changed is not here yet: ask for the detail'
  return heeded ? 'Marked as heeded before' : null
}

/** Nothing that was typed goes into the chain in full: the accounts of the entry, and whatever looks like one. */
function maskedNote(row: EntryRow, note: string): string {
  const secrets = [typedIn(row).accountNumber.trim(), row.change_data?.trim() ?? '']
  return maskedDigits(maskOfAccounts(secrets.filter((one) => one !== ''))(note))
}
