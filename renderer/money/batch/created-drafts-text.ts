/** The message when one action created several batch drafts. */
import { plural } from '../../text/plural.ts'

/** Returns a sentence; empty for one draft, which is opened. */
export const createdDraftsText = ({ others }: { readonly others: readonly string[] }): string =>
  others.length === 0
    ? ''
    : `${plural(others.length + 1, 'draft', 'drafts')} created, each with its own id and its own approval. See ACH batches.`
