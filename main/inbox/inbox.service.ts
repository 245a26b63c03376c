/** What needs a person, from wherever it comes. This file composes the desk; each part of it has a file of its own. */
import type { InboxCounts } from '../../preload/contract/inbox/inbox.ts'
import type { Operator } from '../../preload/contract/roles.ts'
import type { DeskContext } from '../profiles/desk-context.ts'

/** The desk of one open store. */
export interface InboxDesk {
  /** As this operator sees it. */
  counts(operator: Operator): Promise<InboxCounts>
  /** Something that may need a person has changed: looked at soon. */
  look(): void
  /** Resolves when what was under way has been stored. */
  interrupt(): Promise<void>
}

/** Makes the desk. */
export function createInboxDesk(_context: DeskContext): InboxDesk {
  return {
    counts: () => Promise.reject(new Error('not built')),
    look: () => undefined,
    interrupt: () => Promise.resolve(),
  }
}
