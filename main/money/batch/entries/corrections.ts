/**
 * Prepares follow-ups of returned entries: corrections, entries presented again, reversals. Each is
 * a proposal or a draft that other people must approve; nothing is sent. A reversal is a network
 * practice: the bank documents no endpoint to undo an entry (bank note 85).
 */
import { sql } from 'kysely'
import type {
  ReversalGround,
  ReversalReason,
} from '../../../../preload/contract/domain/batches/exceptions.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { makersOf } from '../../order/approval/approvals.ts'
import type { OrderRow, OrderSummary } from '../../order/types.ts'
import { refusalOf, Refused as RefusedAct } from '../../order/refusals.ts'
import type {
  BatchContext,
  BatchDraftStore,
  BatchCorrections,
  DraftPlan,
  EntryRow,
  CreatedDrafts,
} from '../types.ts'
import { batchFormIn, findBatch } from '../batch-records.ts'
import { retriedCodes } from './entry-chain.ts'
import { correctionIn } from './entry-payee.ts'
import {
  entriesWithFollowUp,
  isBack,
  isReturnOpen,
  rejectedWithoutFollowUp,
  whyNoFollowUp,
} from '../tracking/reversal-rules.ts'
import { acknowledgeException } from './acknowledge-exception.ts'
import { networkDay } from '../../../../preload/contract/kernel/banking-days.ts'
import { entriesAfter, formAfter, presentedAgain, reversed } from '../drafts/prepare-entries.ts'
import { proposeCorrection } from './propose-correction.ts'
import { returnReplyHandlers } from './return-reply.ts'
import { findSummary } from '../../order/order-records.ts'

type Refused =
  | Failure<'not-found'>
  | Failure<'order-state'>
  | Failure<'nothing-to-send'>
  | Failure<'invalid-input'>

const refused = (message: string, source: string) =>
  err({ code: 'invalid-input' as const, fields: [{ path: 'entryIds', message, source }] })

/** Creates the handlers that prepare follow-ups. */
export function createCorrections(
  context: BatchContext,
  drafts: BatchDraftStore,
): BatchCorrections {
  return {
    handlers: {
      proposeCorrection: (of, { operator }) => proposeCorrection(context, of, operator),
      acknowledgeException: (input, { operator }) =>
        acknowledgeException(context, input, operator.id),
      ...returnReplyHandlers(context),
      prepareReentry: (wanted, { operator }) =>
        prepareReentry(context, drafts, wanted, operator.id),
      prepareReversal: (wanted, { operator }) =>
        prepareReversal(context, drafts, wanted, operator.id),
    },
  }
}

interface Wanted {
  readonly id: string
  readonly entryIds: readonly string[] | null
}
interface Ground {
  readonly order: OrderSummary
  readonly rows: readonly EntryRow[]
}

/**
 * Returns the batch with the wanted entries; `not-found` also if an entry belongs to another batch.
 */
async function groundOf(
  { store }: BatchContext,
  { id, entryIds }: Wanted,
  states: readonly OrderRow['state'][],
): Promise<Result<Ground, Failure<'not-found'> | Failure<'order-state'>>> {
  const order = await findSummary(store.read, id)
  if (!order || !(await findBatch(store.read, id))) return err({ code: 'not-found' })
  if (!states.includes(order.state)) return err({ code: 'order-state', state: order.state })
  let entries = store.read.selectFrom('batch_entries').selectAll().where('order_id', '=', id)
  if (entryIds) {
    const ids = JSON.stringify(entryIds)
    entries = entries.where(sql<boolean>`id IN (SELECT value FROM json_each(${ids}))`)
  }
  const rows = await entries.orderBy('position').orderBy('id').execute()
  const isWhole = entryIds === null || rows.length === new Set(entryIds).size
  return isWhole ? ok({ order, rows }) : err({ code: 'not-found' })
}

const isRetried = ({ return_code: code, direction }: EntryRow): boolean =>
  direction === 'D' && code !== null && retriedCodes.includes(code.trim().toUpperCase())

/**
 * Creates drafts of entries that were returned or refused, with RETRY PYMT entries in a draft of
 * their own. Fails with `invalid-input` if an entry was neither, or is presented again already.
 */
async function prepareReentry(
  context: BatchContext,
  drafts: BatchDraftStore,
  wanted: Wanted,
  maker: string,
): Promise<Result<CreatedDrafts, Refused>> {
  const ground = await groundOf(context, wanted, ['accepted', 'rejected'])
  if (!ground.ok) return ground
  const { order } = ground.value
  const rejected =
    wanted.entryIds === null
      ? new Set(await rejectedWithoutFollowUp(context.store.read, order.id))
      : null
  const rows = ground.value.rows.filter(({ id }) => rejected === null || rejected.has(id))
  if (rows.length === 0) return err({ code: 'nothing-to-send' })
  const ids = rows.map(({ id }) => id)
  const why = await whyNoFollowUp(context.store.read, ids, 'reentry')
  if (why !== undefined) return err(refusalOf(why))
  const authors = await makersOf(context.store.read, order)
  const agreed = await agreedDetails(context, rows)
  const planOf = (those: readonly EntryRow[], description: object): DraftPlan => {
    const today = networkDay(context.clock.now())
    const { entries, follows } = entriesAfter(those, (typed, row) =>
      presentedAgain(typed, row, agreed.get(row.id) ?? null),
    )
    const form = formAfter(batchFormIn(order).form, today, description)
    const prepared = { as: 'reentry', uuid: order.reference, reason: whyBack(those) } as const
    return { form, entries, origin: { reentryOf: order.id, follows, prepared, authors } }
  }
  // Debits after R01 and R09 go in a batch of their own (Nacha, reinitiated entries).
  const plans = [
    planOf(rows.filter(isRetried), { companyEntryDescription: 'RETRY PYMT' }),
    planOf(
      rows.filter((row) => !isRetried(row)),
      {},
    ),
  ]
  const filled = plans.filter(({ entries }) => entries.length > 0)
  return failureIfFollowedUp(() => drafts.createAll(filled, maker))
}

/**
 * Another draft may follow the same entries meanwhile; the transaction that creates the drafts
 * reports it.
 */
async function failureIfFollowedUp(
  make: () => Promise<CreatedDrafts>,
): Promise<Result<CreatedDrafts, Failure<'invalid-input'>>> {
  try {
    return ok(await make())
  } catch (problem) {
    if (!(problem instanceof RefusedAct) || problem.failure.code !== 'invalid-input') throw problem
    return err(problem.failure)
  }
}

/** Returns the approved payee details of each corrected entry, with one query for each payee. */
async function agreedDetails({ payees }: BatchContext, rows: readonly EntryRow[]) {
  const statuses = new Map<string, ReturnType<typeof payees.statusOf>>()
  const found = new Map<string, NonNullable<Awaited<ReturnType<typeof approvedOf>>>>()
  const approvedOf = async (payeeId: string, version: number) => {
    const status = statuses.get(payeeId) ?? payees.statusOf(payeeId)
    statuses.set(payeeId, status)
    const approved = (await status)?.approved ?? null
    // A later approved version contains the correction too; an earlier one does not.
    return approved !== null && approved.version >= version ? approved.details : null
  }
  for (const row of rows) {
    const correction = correctionIn(row)
    if (!correction) continue
    const details = await approvedOf(correction.payeeId, correction.version)
    if (details) found.set(row.id, details)
  }
  return found
}

/** Returns whether the bank has the entry, it moved money and it did not come back. */
const isReversible = (row: EntryRow): boolean =>
  !isBack(row) &&
  !isReturnOpen(row) &&
  (row.amount ?? 0) > 0 &&
  (row.verdict === 'accepted' || row.bank_status === 'collected' || row.bank_status === 'settled')

/**
 * Creates a draft in the other direction: same class, same amounts, REVERSAL, and the original
 * uuid. Fails with `invalid-input` if an entry was returned, not accepted, or is reversed already.
 */
async function prepareReversal(
  context: BatchContext,
  drafts: BatchDraftStore,
  wanted: Wanted & { readonly reason: ReversalReason },
  maker: string,
): Promise<Result<CreatedDrafts, Refused>> {
  const ground = await groundOf(context, wanted, ['accepted'])
  if (!ground.ok) return ground
  const { order, rows } = ground.value
  const ids = rows.map(({ id }) => id)
  const already = await entriesWithFollowUp(context.store.read, ids)
  const fit = rows.filter((row) => isReversible(row) && !already.has(row.id))
  if (wanted.entryIds && fit.length < rows.length) {
    const message = 'Only accepted entries that were not returned and not reversed yet'
    return refused(message, 'Nacha, reversing entries')
  }
  if (fit.length === 0) return err({ code: 'nothing-to-send' })
  const form = formAfter(batchFormIn(order).form, networkDay(context.clock.now()), {
    companyEntryDescription: 'REVERSAL',
    reversalOf: order.reference,
  })
  const { entries, follows } = entriesAfter(fit, reversed)
  const reason = reasonText(wanted.reason)
  const prepared = { as: 'reversal', uuid: order.reference, reason } as const
  const authors = await makersOf(context.store.read, order)
  const origin = { reversalOf: order.id, follows, prepared, authors }
  return failureIfFollowedUp(() => drafts.createAll([{ form, entries, origin }], maker))
}

/** Returns why entries are presented again: their return codes, counted. */
function whyBack(rows: readonly EntryRow[]): string {
  const counts = new Map<string, number>()
  for (const { return_code: code, returned_at: at } of rows) {
    const known = code === null || code.trim() === '' ? 'without a code' : code.trim()
    const why = at === null ? 'Refused by the bank' : `Returned ${known}`
    counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  const reasons = [...counts].sort().map(([why, count]) => `${why} (${String(count)})`)
  const shown = reasons.slice(0, mostReasons).join(', ')
  return reasons.length > mostReasons ? `${shown} and others` : shown
}
/** Codes come from the bank, so the number shown is limited. */
const mostReasons = 8

const groundTexts: Readonly<Record<ReversalGround, string>> = {
  duplicate: 'A duplicate',
  receiver: 'Wrong receiver or account',
  amount: 'Wrong amount',
  date: 'Wrong date',
  other: 'Another reason',
}
/** For the audit chain, which can never be changed: numbers that may be accounts are masked. */
const reasonText = ({ ground, note }: ReversalReason): string =>
  note === '' ? groundTexts[ground] : `${groundTexts[ground]}: ${maskedDigits(note)}`
