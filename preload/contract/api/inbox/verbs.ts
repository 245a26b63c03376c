/** The verbs of the noun `inbox`. */
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import * as item from './inbox.ts'

/** What needs a person. What ends by itself is not done by hand; nothing here moves money or changes what it is about. */
export const inbox = {
  list: query(item.inboxRequest, item.inboxPage),
  get: query(z.strictObject({ id: z.string() }), item.inboxRecord),
  getCounts: query(nothing, item.inboxCounts),
  /** Gives open items to an operator, or to nobody. */
  assign: command(
    z.strictObject({ ids: item.inboxIds, operatorId: z.string().nullable() }),
    item.inboxChanged,
    ['not-found'],
    anyOperator,
  ),
  /** Writes the note of an item; `order-changed`: somebody changed it since it was read. */
  note: command(
    z.strictObject({ id: z.string(), note: item.inboxNote, changedAt: z.iso.datetime() }),
    item.inboxRecord,
    ['not-found', 'order-changed'],
    anyOperator,
  ),
  /** With a note, that takes the place of each item's own. */
  markDone: command(
    z.strictObject({ ids: item.inboxIds, note: item.inboxNote.optional() }),
    item.inboxChanged,
    [],
    anyOperator,
  ),
  reopen: command(z.strictObject({ ids: item.inboxIds }), item.inboxChanged, [], anyOperator),
  changed: event(z.strictObject({})),
} as const
