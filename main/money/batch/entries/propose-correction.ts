/**
 * Proposes the payee correction from a notification of change; a second person decides about it as
 * about any other. The entry itself does not change.
 */
import { maskedAccount, sameRouting } from '../../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import {
  payeeDetails,
  type PayeeDetails,
} from '../../../../preload/contract/domain/payees/payee.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import type { BatchContext, BatchHandlers, EntryRow } from '../types.ts'
import { findBatch, findEntry } from '../batch-records.ts'
import { typedIn } from '../../batch-facts.ts'
import type { Corrections } from './corrected-data.ts'
import {
  supersededCorrection,
  proposedCorrection,
  type ProposedChange,
} from './entry-correction.ts'
import { entryEvidence } from './entry-evidence.ts'
import { kindOfReceivers } from '../ownership/entry-owner-kind.ts'
import { payeeOfEntry, proposalOf } from './entry-payee.ts'
import { mergedCorrection, openChangesOf } from './open-changes.ts'

type Proposed = { readonly payeeId: string; readonly version: number }
type Unproposed = Failure<'not-found'> | Failure<'invalid-input'> | Failure<'changed-meanwhile'>

const source = 'Nacha, notification of change addenda'
const refused = (message: string, path = 'change') =>
  err({ code: 'invalid-input' as const, fields: [{ path, message, source }] })

/**
 * Proposes everything that is open on the entry as it was shown, or returns the earlier proposal for it. Fails with
 * `invalid-input` and the reason if nothing in the payee book can be derived from the notification.
 */
export async function proposeCorrection(
  context: BatchContext,
  { id, entryId, evidence }: Parameters<BatchHandlers['proposeCorrection']>[0],
  operator: Operator,
): Promise<Result<Proposed, Unproposed>> {
  const { store } = context
  const row = await findEntry(store.read, id, entryId)
  if (!row) return err({ code: 'not-found' })
  const known = await proposalOf(store, row)
  if (known && (known.state === 'proposed' || known.state === 'approved')) {
    return ok({ payeeId: known.payeeId, version: known.version })
  }
  if ((await entryEvidence(store.read, row)) !== evidence) return err({ code: 'changed-meanwhile' })
  const { open, until } = await openChangesOf(store, row)
  const derived = mergedCorrection(open)
  if (derived.kind === 'not-derived') return refused(derived.why)
  const wanted = await wantedDetails(context, row, derived.corrections)
  if (!wanted.ok) return wanted
  const proposed = await context.payees.propose(
    wanted.value.payeeId,
    wanted.value.details,
    operator,
  )
  if (!proposed.ok) return proposed
  const { id: payeeId, proposal } = proposed.value
  if (!proposal) throw new Error('a proposal that was made is not there')
  const correction = { payeeId, version: proposal.version }
  await save(context, row, { ...correction, until, whole: derived.whole }, operator.id)
  return ok(correction)
}

/**
 * Stores the proposal beside the present record: meanwhile somebody may have acknowledged the same
 * notification, or a later one may have come, which this proposal does not answer.
 */
async function save(
  { store, emitEvent }: BatchContext,
  row: EntryRow,
  correction: ProposedChange,
  actor: string,
): Promise<void> {
  const { payeeId, version } = correction
  const account = maskedAccount(typedIn(row).accountNumber.trim())
  const detail = { entry: row.id, code: row.change_code, account, payeeId, version }
  const act = { actor, kind: 'batch.correction-proposed', subject: row.order_id, detail }
  await store.record(act, async (tx) => {
    const now = await tx
      .selectFrom('batch_entries')
      .select(['correction', 'change_code', 'change_data'])
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    const isSame = now.change_code === row.change_code && now.change_data === row.change_data
    await tx
      .updateTable('batch_entries')
      .set({ correction: (isSame ? proposedCorrection : supersededCorrection)(now, correction) })
      .where('id', '=', row.id)
      .execute()
  })
  emitEvent('batches', 'changed', { id: row.order_id })
}

/** Returns the corrected details of the payee, or those of a new payee. */
async function wantedDetails(
  { store, payees }: BatchContext,
  row: EntryRow,
  corrections: Corrections,
): Promise<Result<{ payeeId: string | null; details: PayeeDetails }, Failure<'invalid-input'>>> {
  const known = await payeeOfEntry(store, row)
  const approved = known && (await payees.statusOf(known.id))?.approved
  const before = approved?.details ?? detailsOf(typedIn(row))
  const batch = await findBatch(store.read, row.order_id)
  const kind = before.kind ?? kindOfReceivers(batch?.sec_code)
  const parsed = payeeDetails.safeParse({ ...corrected(before, corrections), kind })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refused(issue?.message ?? 'Differs from the payee book', issue?.path.join('.'))
  }
  return ok({ payeeId: known?.id ?? null, details: parsed.data })
}

const nobody = { name: '', aba: '', address: [] }
/** A payee outside the book gets all that the entry says. */
const detailsOf = (typed: TypedEntry): PayeeDetails => ({
  kind: null,
  name: typed.receiverName.trim(),
  accountNumber: typed.accountNumber.trim(),
  address: [],
  bank: { ...nobody, aba: typed.routingNumber.trim() },
  intermediaries: [],
  services: [],
  note: '',
})

/** Another routing number is another bank, so its name and address are not carried over. */
function corrected(details: PayeeDetails, corrections: Corrections): PayeeDetails {
  const { accountNumber, routingNumber, receiverName } = corrections
  const isElsewhere = routingNumber !== undefined && !sameRouting(routingNumber, details.bank.aba)
  return {
    ...details,
    name: receiverName ?? details.name,
    accountNumber: accountNumber ?? details.accountNumber,
    bank: isElsewhere ? { ...nobody, aba: routingNumber } : details.bank,
  }
}
