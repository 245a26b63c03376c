/**
 * One pass over the entries of a batch: read what is known, ask, keep what was heard with the act and with when it is
 * asked next, in one transaction. Passes of one batch never overlap.
 */
import { significantAccount } from '../../preload/contract/account-number.ts'
import { maxAccountLength } from '../../preload/contract/ach-inquiry/request-rules.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import type { Lane } from '../../preload/contract/lanes.ts'
import type { BatchContext } from './batch-parts.ts'
import { batchFormIn } from './batch-records.ts'
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
  const account = accountOf(context, followed)
  if (!account.ok) return account
  const hearings = await readHearings(store, id)
  const pass = passOf(context, { followed, hearings, account: account.value, api, asking })
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

/** The own account that the batch is drawn on, as the list takes it (trap 36). */
function accountOf(
  { profile }: BatchContext,
  { order }: FollowedBatch,
): Result<string, Failure<'invalid-input'>> {
  const { accountId } = batchFormIn(order).form
  const number = profile().accounts.find(({ id }) => id === accountId)?.account_number
  const refuse = (message: string, source: string) =>
    err({ code: 'invalid-input' as const, fields: [{ path: 'accountId', message, source }] })
  if (number === undefined) {
    return refuse('Not an account of this profile any more', 'workstation')
  }
  const sendable = number.length > maxAccountLength ? significantAccount(number) : number
  if (sendable.length <= maxAccountLength) return ok(sendable)
  return refuse(
    'ACH inquiry cannot list an account of 17 digits: its entries are followed by alerts alone',
    '2-validation-and-ach-inquiry.md, POST /accounts/transactions/v1/ach/list',
  )
}

interface PassParts {
  readonly followed: FollowedBatch
  readonly hearings: Hearings
  readonly account: string
  readonly api: FollowApi
  readonly asking: Asking
}

function passOf(
  { clock, profile, environment }: BatchContext,
  { followed, hearings, account, api, asking }: PassParts,
): Pass {
  const { order, since } = followed
  return {
    ...{ api, hearings, account, clock, uuid: order.reference },
    days: searchedDays({
      acceptedOn: bankDay(environment, since),
      effectiveDate: effectiveDateOf(followed),
      today: bankDay(environment, clock.now()),
    }),
    isConsolidated: profile().details?.settlement === 'consolidated',
    manner: {
      ...{ actor: asking.actor, lane: asking.lane, whenPaused: 'fail' as const },
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
  ...{ environment, since: followed.since, open },
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
