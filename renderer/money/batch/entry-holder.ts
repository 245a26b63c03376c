/** Whose account an entry goes to by the payee book, in words. */
import type { EntryHolder } from '../../../preload/contract/domain/batches/batch.ts'

/** A sentence. */
export function holderWords({ name, isChosen }: EntryHolder): string {
  if (name === null) return 'Typed: several payees of the book have this account'
  const shown = name === '' ? 'the payee book' : name
  return isChosen ? `Of the payee book: ${shown}` : `Typed: its account is in the book for ${shown}`
}

/** The same for a cell of a table; empty: nobody's of the book. */
export const holderName = (holder: EntryHolder | null): string =>
  holder === null ? '' : (holder.name ?? 'Several payees')
