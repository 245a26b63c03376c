/** Channels of `inbox`. */
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import * as item from './inbox.ts'

/**
 * Items that need a person. Nothing here moves money or changes the object of an item; self-closing
 * items cannot be closed by hand.
 */
export const inbox = {
  list: query(item.inboxRequest, item.inboxPage),
  get: query(z.strictObject({ id: z.string() }), item.inboxRecord),
  getCounts: query(nothing, item.inboxCounts),
  /** Assigns open items to an operator, or to nobody. */
  assign: command(
    z.strictObject({ ids: item.inboxIds, operatorId: z.string().nullable() }),
    item.inboxChanged,
    ['not-found'],
    anyOperator,
  ),
  /** Saves the note of an item; `order-changed`: another operator changed it since it was read. */
  note: command(
    z.strictObject({ id: z.string(), note: item.inboxNote, changedAt: z.iso.datetime() }),
    item.inboxRecord,
    ['not-found', 'order-changed'],
    anyOperator,
  ),
  /** Marks items done as they were shown. The note is appended to the own note of each item. */
  markDone: command(
    z.strictObject({ items: item.shownItems, note: item.inboxNote.optional() }),
    item.inboxChanged,
    [],
    anyOperator,
  ),
  reopen: command(z.strictObject({ ids: item.inboxIds }), item.inboxChanged, [], anyOperator),
  changed: event(z.strictObject({})),
} as const
