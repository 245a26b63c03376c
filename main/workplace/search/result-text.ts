/** The text of search results. */

const between = ' \u00b7 '

/** Joins the non-empty parts. */
export const detailOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part.trim() !== '').join(between)

/** Returns the title: the party, or `without` if it is unknown, and further parts. */
export const titleOf = (without: string, who: string, ...parts: readonly string[]): string =>
  detailOf(who.trim() === '' ? without : who, ...parts)
