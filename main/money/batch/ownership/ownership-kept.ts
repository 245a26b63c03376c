/**
 * What the audit chain keeps of a run of ownership checks: how it began and how it ended. A run without an end was
 * interrupted, and what is left of it is read from the answers that are kept; a person goes on, nobody else.
 */
import { sql } from 'kysely'
import type { OwnershipRun } from '../../../../preload/contract/domain/batches/drafts.ts'
import { z } from '../../../../preload/contract/kernel/zod.ts'
import type { Store } from '../../../store/store.ts'

/** A longer choice of entries is not kept: it is made again. */
const mostChosenKept = 200

const begunKind = 'batch.owners-begun'
const endedKind = 'batch.owners-ended'

/** What was asked for. */
export interface OwnershipWish {
  /** Null: of all entries. */
  readonly entryIds: readonly string[] | null
  readonly maxAgeHours: number
  /** An answer since then is young enough as well (ISO UTC): it came in the run that is gone on with. */
  readonly since: string | null
}

const begunDetail = z.object({
  /** How many entries were chosen; null: all. */
  chosen: z.int().nullable(),
  entryIds: z.array(z.string()).nullable(),
  maxAgeHours: z.number(),
  since: z.string().nullable(),
  of: z.int(),
  kept: z.int(),
})
const endedDetail = z.object({
  state: z.enum(['stopped', 'done', 'failed']),
  why: z.string().nullable(),
  done: z.int(),
})

/** A run as it is kept; `ended` null: the program ended, or the profile was left, before it did. */
export interface KeptRun {
  readonly begun: z.infer<typeof begunDetail> & { readonly at: string }
  readonly ended: z.infer<typeof endedDetail> | null
  /** How often an account was asked about. */
  readonly asked: number
}

/** Keeps that a run begins. */
export function keepBegun(
  store: Store,
  { id, of, kept }: OwnershipRun,
  { entryIds, maxAgeHours, since }: OwnershipWish,
  actor: string,
): Promise<void> {
  const chosen = entryIds?.length ?? null
  const ids = entryIds !== null && entryIds.length <= mostChosenKept ? [...entryIds] : null
  const detail = { chosen, entryIds: ids, maxAgeHours, since, of, kept }
  return store.note({ actor, kind: begunKind, subject: id, detail })
}

/** Keeps how it ended. */
export function keepEnded(
  store: Store,
  { id, state, why, done }: OwnershipRun,
  actor: string,
): Promise<void> {
  return store.note({ actor, kind: endedKind, subject: id, detail: { state, why, done } })
}

/** The newest run of a batch; null: there was none. */
export async function keptRun({ read }: Pick<Store, 'read'>, id: string): Promise<KeptRun | null> {
  const acts = read.selectFrom('audit_entries').where('subject', '=', id)
  const newest = await acts
    .select(['seq', 'at', 'kind', 'detail'])
    .where('kind', 'in', [begunKind, endedKind])
    .orderBy('seq', 'desc')
    .limit(2)
    .execute()
  const begun = newest.find(({ kind }) => kind === begunKind)
  if (!begun) return null
  const ended = newest.find(({ kind, seq }) => kind === endedKind && seq > begun.seq)
  const { asked } = await acts
    .select(sql<number>`count(*)`.as('asked'))
    .where('kind', '=', 'batch.owner-asked')
    .where('seq', '>', begun.seq)
    .executeTakeFirstOrThrow()
  return {
    begun: { ...begunDetail.parse(JSON.parse(begun.detail)), at: begun.at },
    ended: ended ? endedDetail.parse(JSON.parse(ended.detail)) : null,
    asked,
  }
}

/** What a person asks by going on; null: the choice of entries was too long to be kept. */
export const wishOf = ({ begun }: KeptRun): OwnershipWish | null =>
  begun.chosen !== null && begun.entryIds === null
    ? null
    : { entryIds: begun.entryIds, maxAgeHours: begun.maxAgeHours, since: begun.since ?? begun.at }

/**
 * A run that nobody is at work on any more. `remaining`: the accounts of which nothing young enough is known now; null
 * where the choice of entries is not kept.
 */
export function shownKept(id: string, kept: KeptRun, remaining: number | null): OwnershipRun {
  const { begun, ended, asked } = kept
  const counts = { of: begun.of, kept: begun.kept, remaining: 0 }
  if (ended) return { id, ...ended, ...counts }
  if (remaining === 0) return { id, state: 'done', why: null, done: begun.of, ...counts }
  const done = remaining === null ? Math.min(asked, begun.of) : Math.max(0, begun.of - remaining)
  const why = interruptedWords(kept, remaining)
  return { id, state: 'interrupted', why, done, ...counts, remaining: remaining ?? 0 }
}

const interruptedWords = ({ begun, asked }: KeptRun, remaining: number | null): string => {
  const shown = (count: number): string => count.toLocaleString('en-US')
  const was = `The program ended, or the profile was left, while it ran. Calls that were begun: ${shown(asked)}, for ${shown(begun.of)} accounts.`
  return remaining === null
    ? `${was} Which ${shown(begun.chosen ?? 0)} entries were chosen is not kept: choose them again.`
    : `${was} Accounts of which nothing young enough is known: ${shown(remaining)}. Going on asks about these alone.`
}
