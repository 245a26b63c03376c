/**
 * One pass over the entries of a batch: read what is known, ask, keep what was heard with the act and with when it is
 * asked next, in one transaction. Passes of one batch never overlap.
 */
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import type { Lane } from '../../../../preload/contract/bank/lanes.ts'
import { collectionDay } from './batch-collection.ts'
import type { BatchContext } from '../types.ts'
import { batchFormIn } from '../batch-records.ts'
import { askedAccounts, listable } from './debited-account.ts'
import { askEntries, type FollowApi, type Pass, type PassEnd } from './follow-asking.ts'
import { nextFollow, searchedDays, type FollowFacts } from './follow-pace.ts'
import {
  effectiveDateOf,
  readFollowed,
  readHearings,
  type FollowedBatch,
  type Hearings,
} from './followed-batch.ts'
import { bankDay } from './network-deadlines.ts'
import { tracesByAddenda, tracesByCustomData } from './missing-traces.ts'

/** Who asks, and how urgently. */
export interface Asking {
  readonly actor: string
  readonly lane: Lane
  readonly signal: AbortSignal
}

/** What came of a pass. */
export interface Followed {
  /** False: the bank did not answer to the end; it is asked again soon. */
  readonly isDone: boolean
  /** Trace numbers became known: earlier alerts may be about them. */
  readonly hasLearned: boolean
  readonly next: Date | null
}
type Unfollowed = Failure<'not-found'> | Failure<'order-state'> | Failure<'invalid-input'>

/** Asks about one batch. `invalid-input`: its account cannot be listed, or is none of this profile any more. */
export async function followOnce(
  context: BatchContext,
  api: FollowApi,
  id: string,
  asking: Asking,
): Promise<Result<Followed, Unfollowed>> {
  const { store, clock } = context
  const followed = await readFollowed(store, id)
  if (!followed) return err({ code: 'not-found' })
  const { state } = followed.order
  if (state !== 'accepted') return err({ code: 'order-state', state })
  const accounts = await accountsOf(context, followed)
  if (!accounts.ok) return accounts
  const hearings = await readHearings(store, id)
  const pass = passOf(context, { followed, hearings, accounts: accounts.value, api, asking })
  await tracesByAddenda(pass)
  const end = await askEntries(pass)
  await tracesByCustomData(store, pass, end.strangers)
  const now = clock.now()
  const { isDone } = end
  const { hasLearned, news } = hearings
  if (!isDone && news.entries === 0) return ok({ isDone, hasLearned, next: null })
  const next = isDone ? nextOf(context, followed, hearings, now) : now
  await keepPass(context, { followed, hearings, end, asking, now, next })
  return ok({ isDone, hasLearned, next })
}

/** Where its entries are asked about: on the account that a person said or the batch names, and where else. */
async function accountsOf(
  { store, profile }: BatchContext,
  { order }: FollowedBatch,
): Promise<Result<Pick<Pass, 'account' | 'elsewhere'>, Failure<'invalid-input'>>> {
  const { accountId } = batchFormIn(order).form
  const named = profile().accounts.find(({ id }) => id === accountId)?.account_number
  const of = { orderId: order.id, named }
  const { first, seen, others } = await askedAccounts(store.read, of, profile())
  const refuse = (message: string, source: string) =>
    err({ code: 'invalid-input' as const, fields: [{ path: 'accountId', message, source }] })
  if (first === undefined) {
    return refuse('Not an account of this profile any more', 'workstation')
  }
  const account = listable(first)
  if (account !== null) return ok({ account, elsewhere: { seen, others } })
  return refuse(
    'ACH inquiry cannot list an account of 17 digits: its entries are followed by alerts alone',
    'Account Validation and ACH Inquiry Specification, POST /accounts/transactions/v1/ach/list',
  )
}

interface PassParts {
  readonly followed: FollowedBatch
  readonly hearings: Hearings
  readonly accounts: Pick<Pass, 'account' | 'elsewhere'>
  readonly api: FollowApi
  readonly asking: Asking
}

function passOf(
  { clock, profile, environment }: BatchContext,
  { followed, hearings, accounts, api, asking }: PassParts,
): Pass {
  const { order, since } = followed
  const effectiveDate = effectiveDateOf(followed)
  const today = bankDay(environment, clock.now())
  const sentOn = bankDay(environment, since)
  return {
    api,
    hearings,
    ...accounts,
    clock,
    uuid: order.reference,
    days: searchedDays({ acceptedOn: sentOn, effectiveDate, today }),
    // Before, an empty list says nothing: the bank collects by the effective date.
    isOverdue: today > collectionDay({ effectiveDate, lastSentOn: sentOn }),
    isConsolidated: profile().details?.settlement === 'consolidated',
    manner: {
      actor: asking.actor,
      lane: asking.lane,
      whenPaused: 'fail' as const,
      signal: asking.signal,
    },
  }
}

/** What the pace of a batch goes by. */
export const followFacts = (
  { environment }: Pick<BatchContext, 'environment'>,
  followed: FollowedBatch,
  open: number,
): FollowFacts => ({
  environment,
  since: followed.since,
  open,
  effectiveDate: effectiveDateOf(followed),
})

const nextOf = (
  context: BatchContext,
  followed: FollowedBatch,
  hearings: Hearings,
  now: Date,
): Date | null => {
  const open = hearings.all().filter(({ entry }) => entry.returned_at === null).length
  return nextFollow(followFacts(context, followed, open), now)
}

interface ToKeep {
  readonly followed: FollowedBatch
  readonly hearings: Hearings
  readonly end: PassEnd
  readonly asking: Asking
  readonly now: Date
  readonly next: Date | null
}

async function keepPass(context: BatchContext, kept: ToKeep): Promise<void> {
  const { followed, hearings, end, asking, now, next } = kept
  const { id } = followed.order
  const at = now.toISOString()
  const detail = { ...hearings.news, ends: [...end.ends], details: end.details }
  const act = { actor: asking.actor, kind: 'batch.followed', subject: id, detail }
  await context.store.record(act, async (tx) => {
    await hearings.keep(tx, at)
    await tx
      .updateTable('batches')
      .set({
        ...(end.isDone && end.isWhole && { followed_at: at }),
        next_follow_at: next?.toISOString() ?? null,
      })
      .where('order_id', '=', id)
      .execute()
  })
  if (hearings.sawOtherAmount) await context.ach.look()
  context.announce('batches', 'changed', { id })
}
