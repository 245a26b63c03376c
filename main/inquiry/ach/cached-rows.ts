/**
 * The rows of the inquiries that were opened last, in memory. Rows are read again from the saved
 * answers, one page at a time, with other work in between. Only list lines are held; a full row is
 * read from its page when an operator opens it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AchMode, AchRow } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { Clock } from '../../platform/clock.ts'
import { SerialQueue } from '../../platform/serial.ts'
import { callsOfInquiry, positionsOfInquiry, type InquiryCall } from '../inquiry-records.ts'
import type { Store } from '../../store/store.ts'
import { endpointFor } from './endpoints.ts'
import { readPosition } from './stored-inquiry.ts'
import { storedAnswerOf, pageMask, rowInFull } from './masked-answer.ts'
import { accountsOf, maskedLine } from './row-lines.ts'
import { orderedRows, type RowsWanted } from './row-order.ts'

export interface CacheBounds {
  readonly inquiries: number
  readonly rowsOfEach: number
}

/** The place of a row: the call of its inquiry, and the index in that call. */
export interface RowPlace {
  readonly seq: number
  readonly index: number
}

/** Longest time, in milliseconds, that reading rows may block the main thread. */
const longestTurnMs = 12

/** The rows of one inquiry, from the pages that have arrived so far. */
export class CachedRows {
  readonly lines: AchRow[] = []
  readonly places: RowPlace[] = []
  readonly #accounts: string[] = []
  readonly #deps: { readonly store: Store; readonly clock: Clock }
  readonly #id: string
  readonly #mode: AchMode
  readonly #most: number
  #nextSeq = 0
  readonly #reads = new SerialQueue()
  #ordered: { readonly by: string; readonly rows: readonly number[] } | undefined

  constructor(
    deps: { readonly store: Store; readonly clock: Clock },
    { id, mode, most }: { readonly id: string; readonly mode: AchMode; readonly most: number },
  ) {
    this.#deps = deps
    this.#id = id
    this.#mode = mode
    this.#most = most
  }

  /** Reads the pages that have arrived since the last call. */
  catchUp(): Promise<void> {
    return this.#reads.run(() => this.#readOn())
  }

  async #readOn(): Promise<void> {
    const calls = await positionsOfInquiry(this.#deps.store, this.#id)
    for (const { seq, position } of calls) {
      if (seq < this.#nextSeq) continue
      const isPage = readPosition(position).isGiven && this.lines.length < this.#most
      const [call] = isPage ? await callsOfInquiry(this.#deps.store, this.#id, only(seq)) : []
      if (call) await this.#take(call)
      this.#nextSeq = seq + 1
    }
  }

  async #take(call: InquiryCall): Promise<void> {
    const stored = storedAnswerOf(call)
    if (!stored || stored.base64) return
    const endpoint = endpointFor(this.#mode)
    const { clock } = this.#deps
    const rows = endpoint.rowsIn(stored.body)
    await nextTurn()
    const masked = pageMask(endpoint, call, stored.body)
    await nextTurn()
    let turnEnds = clock.monotonicMs() + longestTurnMs
    for (const [index, row] of rows.entries()) {
      if (this.lines.length >= this.#most) return
      if (clock.monotonicMs() > turnEnds) {
        await nextTurn()
        turnEnds = clock.monotonicMs() + longestTurnMs
      }
      const full = rowInFull(endpoint, row).reading
      this.lines.push(maskedLine(this.lines.length, masked(row).reading, full))
      this.places.push({ seq: call.seq, index })
      this.#accounts.push(accountsOf(full))
    }
  }

  /** The indexes of the requested rows, in order; cached for the next page of the same list. */
  ordered(wanted: RowsWanted): readonly number[] {
    const { search, status, sort } = wanted
    const by = JSON.stringify([this.lines.length, search, status, sort ?? null])
    if (this.#ordered?.by !== by) {
      this.#ordered = { by, rows: orderedRows(this.lines, this.#accounts, wanted) }
    }
    return this.#ordered.rows
  }
}

const only = (seq: number) => ({ from: seq, limit: 1 })

/** The cached inquiries, most recently used ones only. */
export class RowCache {
  readonly #deps: { readonly store: Store; readonly clock: Clock }
  readonly #bounds: CacheBounds
  readonly #cached = new Map<string, CachedRows>()

  constructor(deps: { readonly store: Store; readonly clock: Clock }, bounds: CacheBounds) {
    this.#deps = deps
    this.#bounds = bounds
  }

  /** Returns the rows of an inquiry as they are saved now. */
  async rowsOf(id: string, mode: AchMode): Promise<CachedRows> {
    const cached =
      this.#cached.get(id) ??
      new CachedRows(this.#deps, { id, mode, most: this.#bounds.rowsOfEach })
    this.#cached.delete(id)
    this.#cached.set(id, cached)
    for (const [oldest] of this.#cached) {
      if (this.#cached.size <= this.#bounds.inquiries) break
      this.#cached.delete(oldest)
    }
    await cached.catchUp()
    return cached
  }
}
