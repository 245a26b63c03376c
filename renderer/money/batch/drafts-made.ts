/** What is said where one act made several drafts of batches. */
import { plural } from '../../text/plural.ts'

/** A sentence; empty for one draft, which is opened. */
export const draftsMade = ({ others }: { readonly others: readonly string[] }): string =>
  others.length === 0
    ? ''
    : `${plural(others.length + 1, 'draft was', 'drafts were')} made, each with its own id and its own approval: they stand under ACH batches.`
