/** Items that need a person, from every part of the workstation. */
import { listSort } from '../../kernel/list-sort.ts'
import { page, pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'

/**
 * `made-after-all`: the bank has a payment that its support had declared not made.
 * `later-day`: the day of a payment has come, and it waits at the bank for a later one.
 * `quarantined`: a delivery that could not be parsed. `to-check`: events that no inquiry can
 * recover. `other-account`: the bank debits another account than the batch names. `unclear`: a batch
 * with entries that the bank neither accepted nor refused. `certificate`: one expires soon.
 * `missed-template`: the draft of a recurring batch is due and missing, or its date passed without one.
 * `scheduled`: drafts of a scheduled payment wait to be submitted, or a planned day has none.
 */
export const inboxKinds = [
  'unknown-outcome',
  'made-after-all',
  'awaiting-me',
  'rejected',
  'unclear',
  'returned',
  'change',
  'other-account',
  'repair',
  'later-day',
  'conflict',
  'duplicate',
  'unmatched',
  'quarantined',
  'to-check',
  'certificate',
  'missed-template',
  'scheduled',
  'backup',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/**
 * Kinds that close only when their cause ends, never by hand: nobody can dismiss an unknown
 * outcome.
 */
export const selfClosingKinds = [
  'unknown-outcome',
  'awaiting-me',
  'conflict',
  'quarantined',
  'to-check',
  'missed-template',
  'scheduled',
  'backup',
] as const satisfies readonly InboxKind[]

/** Returns whether items of this kind close only with their cause. */
export const closesWithCause = (kind: InboxKind): boolean =>
  (selfClosingKinds as readonly InboxKind[]).includes(kind)

/** Number of open items that the signed-in operator may see. */
export const inboxCounts = z.object({
  open: z.int(),
  /** Assigned to the signed-in operator. */
  mine: z.int(),
  byKind: z.record(z.enum(inboxKinds), z.int()),
})
export type InboxCounts = z.infer<typeof inboxCounts>

const instant = z.iso.datetime()
const who = z.object({ id: z.string(), name: z.string() })

/** One item that needs a person; accounts are masked. */
export const inboxItem = z.object({
  id: z.string(),
  kind: z.enum(inboxKinds),
  /** When the item appeared. */
  at: instant,
  title: z.string(),
  /** In the currency's smallest unit; null if the item has no amount. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  /** Number of objects that the item represents. */
  things: z.int(),
  /** YYYY-MM-DD by which the network requires action; null if it sets no day. */
  deadline: z.string().nullable(),
  /** Address of the object's screen in the window. */
  address: z.string(),
  assignedTo: who.nullable(),
  note: z.string(),
  /** Null while open. `by` null: closed automatically. */
  done: z.object({ at: instant, by: who.nullable() }).nullable(),
  changedAt: instant,
})
export type InboxItem = z.infer<typeof inboxItem>

/** History of an item, oldest first. */
export const inboxEvents = [
  'noticed',
  'came-again',
  'assigned',
  'unassigned',
  'noted',
  'done',
  'ended',
  'reopened',
] as const
export const inboxRecord = z.object({
  item: inboxItem,
  history: z.array(
    z.object({
      at: instant,
      what: z.enum(inboxEvents),
      /** Null for the workstation itself. */
      by: who.nullable(),
      /** The new assignee. */
      to: who.nullable(),
    }),
  ),
})
export type InboxRecord = z.infer<typeof inboxRecord>

export const inboxRequest = z.object({
  ...pageRequest,
  kind: z.enum(['all', ...inboxKinds]),
  whose: z.enum(['all', 'mine', 'unassigned']),
  state: z.enum(['open', 'done']),
  search: z.string().max(100).optional(),
  sort: listSort(['at', 'kind', 'title', 'amount', 'assignee', 'deadline']),
})
export type InboxRequest = z.infer<typeof inboxRequest>
export const inboxPage = page(inboxItem)

/** Most items changed in one call. */
export const mostAtOnce = 200
export const inboxIds = z.array(z.string().max(100)).min(1).max(mostAtOnce)
/** An item as it was shown, which a person marks done; one that changed since is not. */
export const shownItem = inboxItem.pick({ id: true, at: true, title: true, things: true }).strict()
export type ShownItem = z.infer<typeof shownItem>
export const shownItems = z.array(shownItem).min(1).max(mostAtOnce)
/** Returns an item as a person sees it. */
export const shownItemOf = ({ id, at, title, things }: ShownItem): ShownItem => ({
  id,
  at,
  title,
  things,
})
export const inboxNote = z.string().trim().max(1000)

/**
 * Result for many items: the number changed, and reasons for the others. `by` null: nobody, or
 * closed automatically.
 */
export const inboxChanged = z.object({
  changed: z.int(),
  refused: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      why: z.enum(['not-found', 'already-done', 'ends-by-itself', 'not-done', 'changed']),
      by: z.string().nullable(),
    }),
  ),
})
export type InboxChanged = z.infer<typeof inboxChanged>
