/** Problems of rows, collected while they are read and shown with the row numbers. */

/** Number of row numbers that are shown; the others are only counted. */
const shownRowNumbers = 8

/** Returns "Row 3", "Rows 3, 4 and 9" or "Rows 3, 4, … and 12 more". */
export function rowsText(rows: readonly number[]): string {
  if (rows.length === 1) return `Row ${String(rows[0])}`
  if (rows.length > shownRowNumbers) {
    const more = String(rows.length - shownRowNumbers)
    return `Rows ${rows.slice(0, shownRowNumbers).join(', ')} and ${more} more`
  }
  return `Rows ${rows.slice(0, -1).join(', ')} and ${String(rows.at(-1))}`
}

/** Row numbers by problem; a row is counted once for each problem. */
export class RowRemarks {
  readonly #rows = new Map<string, number[]>()

  /** @param what the text after the row numbers, such as `: a quotation mark is not closed.` */
  add(what: string, row: number): void {
    const rows = this.#rows.get(what)
    if (rows === undefined) this.#rows.set(what, [row])
    else if (rows.at(-1) !== row) rows.push(row)
  }

  remarks(): string[] {
    return [...this.#rows].map(([what, rows]) => `${rowsText(rows)}${what}`)
  }
}
