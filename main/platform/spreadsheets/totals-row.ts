/** Rows of totals, which stand below the rows of a table and are none of them. */

const label = new RegExp(
  [
    String.raw`^(?:(?:grand|sub|net|batch|file|report|page|control|hash|overall|run(?:ning)?)[\s-]*)?`,
    String.raw`(?:totals?|sum|(?:record|entry|item|row)s? count)`,
    String.raw`(?:[\s:=#,-]|of|for|the|file|batch|net|pay|payroll|credits?|debits?|amounts?|entries|items?|records?|rows?|payments?|employees|count|usd|checking|savings|\(|\)|\$|\d(?:,*\.)*)*$`,
  ].join(''),
  'i',
)

/** Returns whether a cell is the label of a row of totals, such as `Total:` or `Grand total (300 items)`. */
export const isTotalsLabel = (cell: string): boolean => cell.length < 80 && label.test(cell.trim())

/** Returns whether any cell of a row is such a label. */
export const hasTotalsLabel = (cells: readonly string[]): boolean => cells.some(isTotalsLabel)
