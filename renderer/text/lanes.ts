/** The lanes in which calls wait for the bank's rate limit, as text. */
import { lanes, type Lane } from '../../preload/contract/bank/lanes.ts'

export const laneLabels: Readonly<Record<Lane, string>> = {
  'unknown-outcome': 'Unknown outcome',
  initiation: 'Initiation',
  interactive: 'Interactive',
  bulk: 'Bulk',
  sweep: 'Sweep',
}

/** Returns how many calls wait, and in which lanes: `12 (Unknown outcome 2, Bulk 10)`. */
export function waitingText(waiting: Readonly<Record<Lane, number>>): string {
  const occupied = lanes.filter((lane) => waiting[lane] > 0)
  const all = occupied.reduce((sum, lane) => sum + waiting[lane], 0)
  const each = occupied.map((lane) => `${laneLabels[lane]} ${String(waiting[lane])}`)
  return all === 0 ? '0' : `${String(all)} (${each.join(', ')})`
}
