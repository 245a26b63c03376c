/**
 * Lists that are computed as a whole and read page by page. All pages of one reading show the
 * moment of its first page: a draft written meanwhile does not move any row.
 */
import type { PageWanted } from './sorted-page.ts'

/** A page in the shape of the contract. */
export interface SnapshotPage<T> {
  readonly items: T[]
  readonly next: string | null
  readonly total: number
}

/** Readings that can be open at once; each may hold ten thousand lines. */
const mostSnapshots = 4

/** Holds each list until its last page is read. */
export class ListSnapshots<T> {
  readonly #lists = new Map<string, { readonly of: string; readonly items: readonly T[] }>()
  readonly #newId: () => string

  constructor(newId: () => string) {
    this.#newId = newId
  }

  /**
   * Returns one page of the list of this order. The first page shows the current result of `make`.
   * Rejects with SyntaxError for a cursor of another order, or of a reading that has ended or was
   * dropped for later ones.
   */
  async page(
    of: string,
    { cursor, limit }: PageWanted,
    make: () => Promise<readonly T[]>,
  ): Promise<SnapshotPage<T>> {
    if (cursor === null) {
      const items = await make()
      return this.#cut(this.#newId(), { of, items }, 0, limit)
    }
    const [id = '', place = ''] = cursor.split(':')
    const known = this.#lists.get(id)
    const from = /^\d{1,9}$/.test(place) ? Number(place) : Number.NaN
    if (known?.of !== of || !(from < known.items.length))
      throw new SyntaxError('no cursor of a reading')
    return this.#cut(id, known, from, limit)
  }

  #cut(
    id: string,
    one: { readonly of: string; readonly items: readonly T[] },
    from: number,
    limit: number,
  ): SnapshotPage<T> {
    const total = one.items.length
    const until = from + limit
    // The last reading in use moves to the end, so that abandoned readings are dropped first.
    this.#lists.delete(id)
    if (until < total) this.#lists.set(id, one)
    const [oldest] = this.#lists.keys()
    if (this.#lists.size > mostSnapshots && oldest !== undefined) this.#lists.delete(oldest)
    const next = until < total ? `${id}:${String(until)}` : null
    return { items: one.items.slice(from, until), next, total }
  }
}
