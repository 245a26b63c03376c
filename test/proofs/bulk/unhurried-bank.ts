/**
 * A practice bank on which calls seem to arrive at half their rate. Another proof measures how
 * exactly the rate is kept; here every early call on a busy computer would only cost two minutes of
 * waiting.
 */
import { systemClock } from '../../../main/platform/clock.ts'
import { openPracticeBank } from '../../../main/practice/open-practice-bank.ts'

const clock = { ...systemClock, monotonicMs: () => 2 * systemClock.monotonicMs() }
const { address, controlUrl } = await openPracticeBank({ clock, callsPerSecond: 50 })
process.send?.({ type: 'ready', address, controlUrl })
process.on('disconnect', () => process.exit(0))
