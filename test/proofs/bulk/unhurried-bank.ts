/**
 * A practice bank to whom calls seem to come at half their pace. How exactly the rate is kept is measured by another
 * proof; this one would only wait two minutes whenever a busy computer has a call arrive early.
 */
import { systemClock } from '../../../main/platform/clock.ts'
import { openPracticeBank } from '../../../main/practice/open-practice-bank.ts'

const clock = { ...systemClock, monotonicMs: () => 2 * systemClock.monotonicMs() }
const { address, controlUrl } = await openPracticeBank({ clock, callsPerSecond: 50 })
process.send?.({ type: 'ready', address, controlUrl })
process.on('disconnect', () => process.exit(0))
