/**
 * The payee book flags that an approval of a payment relies on. They are recorded in the act of the
 * approval, and compared with the present flags whenever evidence is checked, also before a payment
 * leaves. A new flag must be seen by the approver; a flag that is gone changes nothing.
 */
import {
  entryPayeeFlags,
  type EntryPayeeFlag,
} from '../../../preload/contract/domain/batches/batch.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { sha256Of } from '../../platform/sha256.ts'
import type { Reader } from '../../store/store.ts'
import { basesOfApprovals } from '../order/approval/approval-basis.ts'
import type { OrderRow } from '../order/types.ts'
import { paidText } from '../payee-details.ts'
import { readStatuses, type PayeeStatus } from '../payees/payees.service.ts'
import { formOf } from './draft-row.ts'
import { bookFlagsOf } from './payee-flags.ts'

/**
 * By flag. One that differs from the book has the hash of what the book says, so that another
 * approved version is news.
 */
export const payeeEvidence = z.partialRecord(z.enum(entryPayeeFlags), z.string())
export type PayeeEvidence = z.infer<typeof payeeEvidence>

/** Returns the evidence for the present flags of a payment. */
export async function payeeEvidenceOf(
  reader: Reader,
  row: Pick<OrderRow, 'form'>,
): Promise<PayeeEvidence> {
  const form = formOf(row)
  const { payeeId } = form
  const status = payeeId === null ? undefined : await payeeStatusIn(reader, payeeId)
  const detailOf: Readonly<Record<EntryPayeeFlag, () => string>> = {
    'differs-from-book': () =>
      status?.approved ? sha256Of(paidText(status.approved.details)) : '',
    'not-approved': () => '',
    'not-in-book': () => '',
    'change-proposed': () => '',
  }
  return Object.fromEntries(bookFlagsOf(form, status).map((flag) => [flag, detailOf[flag]()]))
}

/** Returns the payee as table and audit chain have it now. */
export const payeeStatusIn = async (reader: Reader, id: string): Promise<PayeeStatus | undefined> =>
  (await readStatuses(reader, [id])).get(id)

/** Returns whether a flag is there that was not, or that the book has another version against. */
export const isNewlyFlagged = (before: PayeeEvidence, now: PayeeEvidence): boolean =>
  entryPayeeFlags.some((flag) => now[flag] !== undefined && now[flag] !== before[flag])

const approvalDetail = z.object({ payee: payeeEvidence })

/** Returns the missing evidence if a valid approval was given on other flags than the present ones. */
export async function payeeUnseen(
  reader: Reader,
  row: Pick<OrderRow, 'id' | 'form' | 'state' | 'approval_hash' | 'resend'>,
): Promise<Failure<'evidence-needed'>['missing']> {
  const given = await basesOfApprovals(reader, row, approvalDetail)
  if (given.length === 0) return []
  const now = await payeeEvidenceOf(reader, row)
  // An approval of an older version recorded none, and relies on none.
  return given.some((before) => isNewlyFlagged(before?.payee ?? {}, now)) ? ['payees-changed'] : []
}
