/** The payee of an entry's account in the payee book, as text. */
import type { EntryHolder } from '../../../preload/contract/domain/batches/batch.ts'

/** Returns a sentence. */
export function holderText({ name, isChosen }: EntryHolder): string {
  if (name === null) return 'Typed: several payees in the payee book have this account'
  const shown = name === '' ? 'the payee book' : name
  return isChosen
    ? `From the payee book: ${shown}`
    : `Typed: the payee book has this account for ${shown}`
}

/** The same for a table cell; empty if the account belongs to no payee. */
export const holderName = (holder: EntryHolder | null): string =>
  holder === null ? '' : (holder.name ?? 'Several payees')
