/** Builds the content of a batch for its view. */
import type { SecCode } from '../../../preload/contract/bank/ach-origination/batch.ts'
import { isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { maskedUnnamed } from '../../../preload/contract/domain/personal-names.ts'
import type { RequestWarning } from '../../../preload/contract/kernel/request-warning.ts'
import { mayStillLeave } from '../../../preload/contract/domain/orders/order-states.ts'
import { inFull as unmasked, type OrderMask } from '../order/reading/order-masking.ts'
import { certificateExpiryWarnings, type FollowUp } from '../order/sending/certificate-expiry.ts'
import type { OrderContext, OrderRow, OrderDetails } from '../order/types.ts'
import { batchContentOf } from './batch-content.ts'
import { accountWarnings } from './drafts/account-warnings.ts'
import { duplicateFlags, noDuplicates, possibleDuplicatesOf } from './drafts/duplicate-checks.ts'
import { checkedBatch, type CheckedBatch } from './drafts/checked-batch.ts'
import { shownBody } from './drafts/shown-body.ts'
import { payeeFlaggedEntries, payeeFlagsIn, payeeWarnings } from './entries/batch-payee-flags.ts'
import { returnPossibleUntil } from '../network-deadlines.ts'

const nothing: CheckedBatch = {
  body: null,
  sha256: null,
  problems: [],
  entriesWithProblems: 0,
  warnings: [],
}

/**
 * Reads the content, masked. Pass `inFull` only after the view was recorded in the audit chain. The
 * answer to a batch is shown with the batch and its entries, never as the answer to a payment; its
 * text is in its stored call.
 */
export async function batchDetails(
  context: OrderContext,
  row: OrderRow,
  inFull: boolean,
): Promise<OrderDetails> {
  const mayLeave = mayStillLeave(row.state)
  const checking = mayLeave ? checkedBatch(context, row) : Promise.resolve(nothing)
  const entriesWithProblems = checking.then((one) => one.entriesWithProblems)
  const [checked, batch, about] = await Promise.all([
    checking,
    batchContentOf(context, row, { entriesWithProblems, mayLeave }),
    aboutAccounts(context, row),
    // Also awaited here: with a malformed stored form, `batchContentOf` rejects before it awaits
    // this promise, which would then reject unhandled.
    entriesWithProblems,
  ])
  const mask: OrderMask['text'] = inFull ? unmasked.text : maskedUnnamed
  const [body, sha256] =
    row.body === null ? [checked.body, checked.sha256] : [row.body, row.body_sha256]
  const problems = row.state === 'draft' ? checked.problems : []
  const duplicates = await possibleDuplicatesOf(
    context.store.read,
    row.id,
    context.waits.earliest(),
    batch ?? noDuplicates,
  )
  const flags = [...about.flags, ...duplicateFlags(batch ?? noDuplicates, duplicates)]
  return {
    form: null,
    batch,
    mask,
    bodySha256: sha256,
    brokenRules: checked.problems.length,
    body: body === null ? null : shownBody(body, sha256 ?? '', inFull),
    problems: problems.map((one) => ({ ...one, message: mask('message', one.message) })),
    warnings: [
      ...(mayLeave ? expiryWarnings(context, batch) : []),
      ...[...about.warnings, ...checked.warnings].map((one) => ({
        ...one,
        message: mask('message', one.message),
      })),
    ],
    duplicates,
    flags: mayLeave ? flags : [],
    evidence: { ownership: null, validate: null, payee: null, flags: mayLeave ? [...flags] : [] },
    answer: null,
    raw: null,
    callId: row.last_call_id,
  }
}

/** Warns if returns of its entries may arrive after a certificate for bank calls expires. */
function expiryWarnings({ profile, clock }: OrderContext, batch: Order['batch']): RequestWarning[] {
  if (!batch) return []
  const { secCode, form, debits } = batch
  const { effectiveDate } = form
  const facts = { secCode, effectiveDate, hasDebits: debits > 0 }
  return certificateExpiryWarnings(
    followUpOfBatch(facts, clock.now()),
    profile().certificates ?? [],
  )
}

/**
 * Returns flags and warnings about the accounts of a batch that may still leave, from the payee
 * book and earlier batches.
 */
async function aboutAccounts(
  { store, clock }: OrderContext,
  { id, state }: OrderRow,
): Promise<Pick<Order, 'flags' | 'warnings'>> {
  if (!mayStillLeave(state)) return { flags: [], warnings: [] }
  const [flagged, warnings] = await Promise.all([
    payeeFlaggedEntries(store.read, id),
    accountWarnings({ reader: store.read, clock }, id),
  ])
  return { flags: payeeFlagsIn(flagged), warnings: [...payeeWarnings(flagged), ...warnings] }
}

/**
 * An ACH entry may come back within two banking days after it settles, and a consumer debit within
 * 60 days. Returns null if the effective date cannot be read.
 */
export function followUpOfBatch(
  batch: { readonly secCode: SecCode; readonly effectiveDate: string; readonly hasDebits: boolean },
  now: Date,
): FollowUp | null {
  const given = batch.effectiveDate.trim()
  if (!isCalendarDate(given)) return null
  const today = networkDay(now)
  const effectiveDate = given > today ? given : today
  const creditDebitCode = batch.hasDebits ? 'D' : 'C'
  const until = returnPossibleUntil({ secCode: batch.secCode, creditDebitCode, effectiveDate })
  if (until === null) return null
  return {
    until,
    path: 'effectiveDate',
    what: 'returns',
    source: 'network',
    where:
      'Nacha Operating Rules: returns within 2 banking days, of unauthorized consumer debits within 60 days',
  }
}
