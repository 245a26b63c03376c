/** What came of a list so far, beside what the bank said would come. */

/** What one page says of itself and of the list. */
export interface PageFacts {
  readonly rows: number
  /** How many match in all (`totalRows`, `totalRecords`); null where the answer does not say. */
  readonly total: number | null
  /** Whether the bank calls it the last page; null where it does not say. */
  readonly last: boolean | null
  /** The number with which the next page of a sequence starts. */
  readonly nextStart?: string | null
  /**
   * One text for each row that tells it from every other, so that a row that comes twice is noticed.
   * Without it only a whole page that comes again is.
   */
  readonly identities?: readonly string[]
}

/** What the bank's own figures amount to. */
export interface Fit {
  readonly got: number
  /** What the bank said first and last; null when it never did. */
  readonly saidFirst: number | null
  readonly said: number | null
  /** Rows that had already come on an earlier page. */
  readonly repeated: number
}

/** A count as the bank wrote it; null for anything that is none. */
export const countIn = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null

/** Counts rows, remembers them, and notes every total that the bank names. */
export class Tally {
  got = 0
  pages = 0
  repeated = 0
  saidFirst: number | null = null
  said: number | null = null
  #totalMoved = false
  readonly #seen = new Set<string>()

  /** Takes a page in; gives the places of its rows that came before. */
  add(facts: PageFacts, reading: unknown): readonly number[] {
    const repeated = this.#repeatedIn(facts, reading)
    this.pages += 1
    this.got += facts.rows
    this.repeated += repeated.length
    const { total } = facts
    if (total !== null && Number.isSafeInteger(total) && total >= 0) {
      this.saidFirst ??= total
      this.#totalMoved ||= this.saidFirst !== total
      this.said = total
    }
    return repeated
  }

  /** Whether rows came once each, under one total that they do not exceed. */
  fits(): boolean {
    return this.repeated === 0 && !this.#totalMoved && (this.said === null || this.got <= this.said)
  }

  fit(): Fit {
    const { got, saidFirst, said, repeated } = this
    return { got, saidFirst, said, repeated }
  }

  #repeatedIn({ rows, identities }: PageFacts, reading: unknown): readonly number[] {
    if (rows === 0) return []
    const all = Array.from({ length: rows }, (_, index) => index)
    if (identities?.length !== rows) {
      const page = JSON.stringify(reading)
      if (this.#seen.has(page)) return all
      this.#seen.add(page)
      return []
    }
    const repeated = all.filter((index) => this.#seen.has(identities[index] ?? ''))
    for (const identity of identities) this.#seen.add(identity)
    return repeated
  }
}
