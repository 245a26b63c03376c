/**
 * Acknowledges an exception that neither the payee book nor a new entry shows as handled: account
 * type and identification are in the maker's own records (C05, C09), not every return is presented
 * again, and an entry in error or unclear must not be, before the bank says more. Closes the
 * exception and moves no money.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { Reader } from '../../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../../store/superseded.ts'
import { maskOfAccounts } from '../../../bank/privacy/mask-in-text.ts'
import type { BatchContext, BatchHandlers, EntryRow } from '../types.ts'
import { findBatch, findEntry } from '../batch-records.ts'
import { typedIn } from '../../batch-facts.ts'
import {
  acknowledgedCorrection,
  acknowledgedReturn,
  acknowledgedState,
  acknowledgedVerdict,
  changeMark,
  returnMark,
  stateMark,
  verdictMark,
  type AcknowledgedMark,
} from './entry-correction.ts'
import { entryEvidence, lastEventOf } from './entry-evidence.ts'
import { openChangesOf } from './open-changes.ts'

type Acknowledged = Parameters<BatchHandlers['acknowledgeException']>[0]
type Unmarked = Failure<'not-found'> | Failure<'invalid-input'> | Failure<'changed-meanwhile'>

const refused = (message: string) =>
  err({
    code: 'invalid-input' as const,
    fields: [{ path: 'kind', message, source: 'workstation' }],
  })

/**
 * Acknowledges the exception that was shown. Fails with `invalid-input` if the entry has no such
 * exception, its data has not arrived, or somebody acknowledged it before, and with
 * `changed-meanwhile` if the entry is not as it was shown. The note enters the audit chain with
 * its numbers masked.
 */
export async function acknowledgeException(
  context: BatchContext,
  { id, entryId, kind, note, evidence }: Acknowledged,
  actor: string,
): Promise<Result<undefined, Unmarked>> {
  const { store, clock, emitEvent } = context
  const row = await findEntry(store.read, id, entryId)
  if (!row) return err({ code: 'not-found' })
  const isAsShown = async (reader: Reader, now: EntryRow | undefined): Promise<boolean> =>
    now !== undefined && (await entryEvidence(reader, now)) === evidence
  if (!(await isAsShown(store.read, row))) return err({ code: 'changed-meanwhile' })
  const lastSeq = await lastEventOf(store.read, entryId)
  const polledAt = (await findBatch(store.read, id))?.polled_at ?? null
  const why = whyNot(row, kind, { lastSeq, polledAt })
  if (why !== null) return refused(why)
  const mark = { by: actor, at: clock.now().toISOString(), note }
  const correction = await markedBy(context, row, kind, mark, lastSeq)
  const detail = { entry: entryId, kind, code: codeOf(row, kind), note: maskedNote(row, note) }
  const act = { actor, kind: 'batch.exception-acknowledged', subject: id, detail }
  const isStored = await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      if (!(await isAsShown(tx, await findEntry(tx, id, entryId)))) throw new Superseded()
      await tx.updateTable('batch_entries').set({ correction }).where('id', '=', entryId).execute()
      return true
    }),
  )
  if (isStored !== true) return err({ code: 'changed-meanwhile' })
  emitEvent('batches', 'changed', { id })
  return ok(undefined)
}

async function markedBy(
  { store }: BatchContext,
  row: EntryRow,
  kind: Acknowledged['kind'],
  mark: AcknowledgedMark,
  lastSeq: number,
): Promise<string> {
  switch (kind) {
    case 'change':
      return acknowledgedCorrection(row, mark, (await openChangesOf(store, row)).until)
    case 'return':
      return acknowledgedReturn(row, mark)
    case 'not-accepted':
      return acknowledgedVerdict(row, mark, row.verdict ?? '')
    case 'unclear':
      return acknowledgedState(row, mark, lastSeq)
  }
}

/** Returns the bank's code or status for this kind of exception. */
function codeOf(row: EntryRow, kind: Acknowledged['kind']): string | null {
  const codes = { change: row.change_code, return: row.return_code } as const
  const statuses = { 'not-accepted': row.verdict, unclear: row.bank_status_text } as const
  return { ...codes, ...statuses }[kind]
}

const before = 'Already marked as handled'

function whyNot(
  row: EntryRow,
  kind: Acknowledged['kind'],
  { lastSeq, polledAt }: { readonly lastSeq: number; readonly polledAt: string | null },
): string | null {
  switch (kind) {
    case 'return':
      if (row.returned_at === null)
        return 'The bank\u2019s inquiry does not show that the entry was returned'
      return returnMark(row) ? before : null
    case 'change':
      if (row.changed_at === null) return 'The entry has no notification of change'
      // An alert only announces a correction; the bank may answer that it has none.
      if (row.change_code === null && (polledAt === null || polledAt < row.changed_at))
        return 'The correction is not loaded yet. Load correction'
      return changeMark(row) ? before : null
    case 'not-accepted':
      if (row.verdict === null || row.verdict === 'accepted') return 'The bank accepted the entry'
      return verdictMark(row) ? before : null
    case 'unclear':
      if (row.bank_status !== 'unclear') return 'The state of the entry is clear'
      return stateMark(row, lastSeq) ? before : null
  }
}

/**
 * Masks the accounts of the entry and everything that looks like one, because typed text never
 * enters the audit chain in full.
 */
function maskedNote(row: EntryRow, note: string): string {
  const secrets = [typedIn(row).accountNumber.trim(), row.change_data?.trim() ?? '']
  return maskedDigits(maskOfAccounts(secrets.filter((one) => one !== ''))(note))
}
