/** How what was found is put into words. */

const between = ' \u00b7 '

/** The parts that say something, apart from each other. */
export const detailOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part.trim() !== '').join(between)

/** Who it is about, or `without` where that is not said, and what else there is to tell. */
export const titleOf = (without: string, who: string, ...parts: readonly string[]): string =>
  detailOf(who.trim() === '' ? without : who, ...parts)
