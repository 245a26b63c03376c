/** The neighbours of the open item in the queue of approvals. */

export interface QueuePlace {
  /** The place of the open item; -1: it is not listed. */
  readonly index: number
  /** The last place that the open item had; -1: none is open. */
  readonly place: number
  readonly count: number
}

/**
 * Returns the place of the next (1) or the previous (-1) item; undefined if there is none. The one
 * after a decided item, which has left the queue, is at its old place.
 */
export function neighbourOf({ index, place, count }: QueuePlace, by: 1 | -1): number | undefined {
  const isListed = index >= 0
  const to = by === 1 && !isListed ? Math.max(0, place) : (isListed ? index : place) + by
  return to >= 0 && to < count ? to : undefined
}
