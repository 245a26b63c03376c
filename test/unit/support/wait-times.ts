import type { Clock } from '../../../main/platform/clock.ts'
import type { WaitTime } from '../../../main/money/order/sending/wait-time.ts'

/** Wait times of a test whose bank sends no time and whose clock nobody sets. */
export const waitsBy = ({ now }: Pick<Clock, 'now'>): WaitTime => ({
  earliest: now,
  latest: now,
  earliestKnown: now,
})
