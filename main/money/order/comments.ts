/**
 * Comments of operators on an order, in any state. Nothing is ever changed or removed, and neither
 * the row of the order nor its approvals depend on them.
 */
import type { Transaction } from 'kysely'
import {
  shownDuplicates,
  type ShownDuplicates,
} from '../../../preload/contract/domain/orders/order-course.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import type { JsonObject } from '../../platform/json/canonical-json.ts'
import { sha256Of } from '../../platform/sha256.ts'
import type { Reader, Tables } from '../../store/store.ts'
import { withDetail } from '../../store/with-detail.ts'
import { actsOf, type AuditedAct } from './approval/integrity.ts'
import { requireOrder } from './order-facts.ts'
import type { CommentRow } from './order-records.ts'
import { refuse } from './refusals.ts'
import type { OrderContext, OrderRow } from './types.ts'

/** Refuses with `profile-retired` where the profile is retired: its store is only read. */
export function requireWritable(
  { callBlockFor, kinds }: Pick<OrderContext, 'callBlockFor' | 'kinds'>,
  row: Pick<OrderRow, 'service'>,
): void {
  const blocked = callBlockFor(kinds.of(row).product(row.service))
  if (blocked && !blocked.ok && blocked.error.code === 'profile-retired') refuse(blocked.error)
}

/** Stores a text and returns its facts for the audit act, which has the hash and never the text. */
export async function storeComment(
  tx: Transaction<Tables>,
  comment: Omit<CommentRow, 'seq'>,
): Promise<JsonObject> {
  const { last } = await tx
    .selectFrom('order_comments')
    .select((select) => select.fn.max<number | null>('seq').as('last'))
    .where('order_id', '=', comment.order_id)
    .executeTakeFirstOrThrow()
  const seq = (last ?? 0) + 1
  await tx
    .insertInto('order_comments')
    .values({ ...comment, seq })
    .execute()
  return { seq, sha256: sha256Of(comment.text) }
}

export interface AuditedComment extends CommentRow {
  /** Whether its act in the audit chain has this writer and the hash of this text. */
  readonly isAudited: boolean
}

/** Why the order in its present submission is no duplicate, and of which. */
export interface GivenReason {
  readonly author: string
  readonly text: string
  readonly givenFor: ShownDuplicates
}

const turns = ['order.submitted', 'order.recalled', 'order.sent-back'] as const

/**
 * Compares the comments with the audit chain, and returns with them the reason that was given at
 * the submission; null if there was none, the order was taken back since, or its text was changed.
 */
export async function auditedComments(
  reader: Reader,
  id: string,
  comments: readonly CommentRow[],
): Promise<{
  readonly comments: readonly AuditedComment[]
  readonly duplicateReason: GivenReason | null
}> {
  // Most orders have none, and need no further reading.
  if (comments.length === 0) return { comments: [], duplicateReason: null }
  const acts = (await actsOf(reader, id, [...turns, 'order.commented'])) ?? []
  const audited = comments.map((one) => ({
    ...one,
    isAudited: acts.some((act) => isActOf(one, act)),
  }))
  const last = acts.findLast(({ kind }) => kind !== 'order.commented')
  const given = last && duplicatesIn(last)
  if (!given) return { comments: audited, duplicateReason: null }
  const { reasonSha256: _, ...givenFor } = given
  const reason = comments.findLast((one) => one.purpose === 'duplicate' && isActOf(one, last))
  const duplicateReason = reason ? { author: reason.author, text: reason.text, givenFor } : null
  return { comments: audited, duplicateReason }
}

const reasoned = shownDuplicates.strip().extend({ reasonSha256: z.string() })
/** Returns the possible duplicates that a submission has a reason for; undefined if none. */
const duplicatesIn = ({ kind, detail }: AuditedAct) =>
  kind === 'order.submitted' ? reasoned.safeParse(detail['duplicates']).data : undefined

function isActOf({ author, purpose, seq, text }: CommentRow, act: AuditedAct): boolean {
  if (act.actor !== author) return false
  const sha256 = sha256Of(text)
  if (purpose === 'duplicate') return duplicatesIn(act)?.reasonSha256 === sha256
  const { detail, kind } = act
  return kind === 'order.commented' && detail['seq'] === seq && detail['sha256'] === sha256
}

/** Adds a comment as typed. Refuses with `not-found`, and in a retired profile. */
export async function addComment(
  context: OrderContext,
  { id, text }: { readonly id: string; readonly text: string },
  author: string,
): Promise<void> {
  const { store, clock, emitEvent } = context
  const act = { actor: author, kind: 'order.commented', subject: id, detail: {} }
  const { state } = await store.record(act, async (tx) => {
    const row = await requireOrder(tx, id)
    requireWritable(context, row)
    const at = clock.now().toISOString()
    const comment = { order_id: id, at, author, purpose: 'comment', text } as const
    return withDetail(row, await storeComment(tx, comment))
  })
  emitEvent('orders', 'changed', { id, state })
}
