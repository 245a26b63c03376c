/** What needs a person, from wherever it comes. */
import { listSort } from '../../kernel/list-sort.ts'
import { page, pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'

/** `made-after-all`: the bank has what its desk said was not made. `quarantined`: a delivery that could not be read. `to-check`: what no inquiry finds again.
 * `other-account`: the bank debits another account than a batch names. `certificate`: one that ends soon. `missed-template`: its date passed, and nothing was drafted. */
export const inboxKinds = [
  'in-doubt',
  'made-after-all',
  'awaiting-me',
  'rejected',
  'returned',
  'change',
  'other-account',
  'repair',
  'conflict',
  'duplicate',
  'unmatched',
  'quarantined',
  'to-check',
  'certificate',
  'missed-template',
  'backup',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** What ends when the thing itself ends, and never by hand: nobody can be done with a doubt that stands. */
export const selfEndingKinds = [
  'in-doubt',
  'awaiting-me',
  'conflict',
  'quarantined',
  'to-check',
  'missed-template',
  'backup',
] as const satisfies readonly InboxKind[]

/** Whether items of a kind end with their thing alone. */
export const endsWithItsThing = (kind: InboxKind): boolean =>
  (selfEndingKinds as readonly InboxKind[]).includes(kind)

/** How many items are open, as the operator who asks sees them. */
export const inboxCounts = z.object({
  open: z.int(),
  /** Assigned to who asks. */
  mine: z.int(),
  byKind: z.record(z.enum(inboxKinds), z.int()),
})
export type InboxCounts = z.infer<typeof inboxCounts>

const instant = z.iso.datetime()
const who = z.object({ id: z.string(), name: z.string() })

/** One thing that needs a person; accounts are masked. */
export const inboxItem = z.object({
  id: z.string(),
  kind: z.enum(inboxKinds),
  /** When it came up. */
  at: instant,
  title: z.string(),
  /** In the currency's smallest unit; null: it has none. */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  /** How many things it stands for. */
  things: z.int(),
  /** YYYY-MM-DD: by when the network wants it heeded; null: it states no day. */
  deadline: z.string().nullable(),
  /** The window's address of the thing. */
  address: z.string(),
  assignedTo: who.nullable(),
  note: z.string(),
  /** Null: open. `by` null: it ended by itself. */
  done: z.object({ at: instant, by: who.nullable() }).nullable(),
  changedAt: instant,
})
export type InboxItem = z.infer<typeof inboxItem>

/** What became of an item, oldest first. */
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
      /** Null: the workstation itself. */
      by: who.nullable(),
      /** Whom it was assigned to. */
      to: who.nullable(),
    }),
  ),
})
export type InboxRecord = z.infer<typeof inboxRecord>

/** Which items are listed. */
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

/** As many items are changed at once. */
export const mostAtOnce = 200
export const inboxIds = z.array(z.string().max(100)).min(1).max(mostAtOnce)
export const inboxNote = z.string().trim().max(1000)

/** Of many items: how many changed, and why others did not. `by` null: nobody, or it ended by itself. */
export const inboxChanged = z.object({
  changed: z.int(),
  refused: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      why: z.enum(['not-found', 'already-done', 'ends-by-itself', 'not-done']),
      by: z.string().nullable(),
    }),
  ),
})
export type InboxChanged = z.infer<typeof inboxChanged>
