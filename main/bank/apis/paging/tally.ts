/** Counts the rows of a list so far and compares them with the bank's figures. */
import type { PageFacts } from '../../answers/page-facts.ts'
import type { PagingStyle } from '../../../../preload/contract/bank/endpoints.ts'

export interface Fit {
  readonly got: number
  /** The total that the bank stated first and last; null if it never stated one. */
  readonly saidFirst: number | null
  readonly said: number | null
  /** Rows that had already come on an earlier page. */
  readonly repeated: number
}

/** Counts rows, remembers them, and notes every total that the bank states. */
export class Tally {
  got = 0
  pages = 0
  repeated = 0
  saidFirst: number | null = null
  said: number | null = null
  /** Whether a page claimed to hold more rows than came in it. */
  claimedMore = false
  /**
   * Whether the latest page with rows was shorter than requested, or than the bank's own page size.
   */
  lastWasShort = false
  /**
   * Whether a numbered page was short and another followed: rows between the two may be on no page.
   */
  shortWithin = false
  #totalMoved = false
  readonly #seen = new Set<string>()

  readonly #style: PagingStyle
  readonly #pageSize: number | null

  constructor(style: PagingStyle, pageSize: number | null) {
    this.#style = style
    this.#pageSize = pageSize
  }

  /** Adds a page; returns the positions of its rows that came before. */
  add(facts: PageFacts, reading: unknown): readonly number[] {
    const repeated = this.#repeatedIn(facts, reading)
    this.pages += 1
    this.got += facts.rows
    this.repeated += repeated.length
    this.claimedMore ||= (facts.retrieved ?? 0) > facts.rows
    this.#measure(facts)
    const { total } = facts
    if (total !== null && Number.isSafeInteger(total) && total >= 0) {
      this.saidFirst ??= total
      this.#totalMoved ||= this.saidFirst !== total
      this.said = total
    }
    return repeated
  }

  /** Whether every row came once, under one total that the rows do not exceed. */
  fits(): boolean {
    return this.repeated === 0 && !this.#totalMoved && (this.said === null || this.got <= this.said)
  }

  fit(): Fit {
    const { got, saidFirst, said, repeated } = this
    return { got, saidFirst, said, repeated }
  }

  #measure({ rows, perPage }: PageFacts): void {
    if (rows === 0) return
    this.shortWithin ||= this.lastWasShort && this.#style === 'page'
    this.lastWasShort = rows < (perPage ?? this.#pageSize ?? 0)
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
