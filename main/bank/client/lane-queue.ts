/**
 * The priority of calls that wait for the bank's rate limit: five lanes, and a rule so that no lane
 * waits forever.
 */
import { lanes, type Lane } from '../../../preload/contract/bank/lanes.ts'

/**
 * How many slots may go to other lanes while a call waits in this one, before it is served ahead of
 * the higher lanes. With every lane full, of 33 slots unknown-outcome gets at least 21, initiation 6,
 * interactive 3, bulk 1 and sweep 1.
 */
const patience: Readonly<Record<Lane, number>> = {
  'unknown-outcome': Infinity,
  initiation: 4,
  interactive: 8,
  bulk: 16,
  sweep: 32,
}

/**
 * The waiting calls. `take` returns the head of the highest lane, unless a lane has been passed
 * over as often as its patience allows; of several such lanes the highest is first. All counts are
 * plain integers, so the result depends on the order of arrival only.
 */
export class LaneQueue<T> {
  readonly #waiting = new Map<Lane, T[]>(lanes.map((lane) => [lane, []]))
  readonly #passedOver = new Map<Lane, number>(lanes.map((lane) => [lane, 0]))

  /**
   * Adds a call at the end of its lane, at the head if it had a slot and could not use it, or before
   * the first call that passes the test.
   */
  add(lane: Lane, item: T, place: 'end' | 'head' | ((other: T) => boolean) = 'end'): void {
    const waiting = this.#lane(lane)
    const before = typeof place === 'function' ? waiting.findIndex(place) : -1
    if (place === 'head') waiting.unshift(item)
    else if (before < 0) waiting.push(item)
    else waiting.splice(before, 0, item)
  }

  /** Removes a call from any position of its lane; false when it is not there. */
  remove(lane: Lane, item: T): boolean {
    const waiting = this.#lane(lane)
    const place = waiting.indexOf(item)
    if (place < 0) return false
    waiting.splice(place, 1)
    if (waiting.length === 0) this.#passedOver.set(lane, 0)
    return true
  }

  /** Removes and returns the next call of those that pass the test; undefined when none waits. */
  take(test: (item: T) => boolean = () => true): T | undefined {
    const occupied = lanes.filter((lane) => this.#lane(lane).some(test))
    const overdue = occupied.find((lane) => this.#passes(lane) >= patience[lane])
    const turn = overdue ?? occupied[0]
    if (turn === undefined) return undefined
    for (const lane of occupied) this.#passedOver.set(lane, this.#passes(lane) + 1)
    this.#passedOver.set(turn, 0)
    const waiting = this.#lane(turn)
    return waiting.splice(waiting.findIndex(test), 1)[0]
  }

  /** Removes and returns every waiting call that passes the test, in order of priority. */
  takeWhere<Picked extends T>(test: (item: T) => item is Picked): Picked[] {
    return lanes.flatMap((lane) => {
      const picked = this.#lane(lane).filter(test)
      for (const item of picked) this.remove(lane, item)
      return picked
    })
  }

  /** Returns the highest lane in which a call waits that passes the test. */
  highest(test: (item: T) => boolean): Lane | undefined {
    return lanes.find((lane) => this.#lane(lane).some(test))
  }

  /** Whether no call waits in any lane. */
  isEmpty(): boolean {
    return lanes.every((lane) => this.#lane(lane).length === 0)
  }

  /** The number of waiting calls per lane. */
  lengths(): Record<Lane, number> {
    const length = (lane: Lane) => this.#lane(lane).length
    return {
      'unknown-outcome': length('unknown-outcome'),
      initiation: length('initiation'),
      interactive: length('interactive'),
      bulk: length('bulk'),
      sweep: length('sweep'),
    }
  }

  #lane(lane: Lane): T[] {
    return this.#waiting.get(lane) ?? []
  }

  #passes(lane: Lane): number {
    return this.#passedOver.get(lane) ?? 0
  }
}
