/**
 * The bank of one fortnight: the practice bank in this process, on the simulated clock, with
 * processing that takes hours.
 */
import { issue } from '../../../main/practice/enrolment.ts'
import { openPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import { connectPracticeBank } from '../../../main/practice/practice-control.ts'
import { makePracticePki } from '../../../main/practice/practice-pki.ts'
import type { Scenario } from '../../../preload/contract/api/practice/practice-scenarios.ts'
import type { SimulatedTime } from './simulated-time.ts'

/**
 * A thousand times slower than in practice: an entry settles after 17 hours and returns after 25.
 */
const stretch = 1_000

/** Opens the bank. Its certificates use the real date, because TLS knows no other clock. */
export async function openBank(time: SimulatedTime, days: number, callsPerSecond: number) {
  const bank = await openPracticeBank({
    clock: time.bankClock,
    countingClock: time.callingClock,
    identity: { pki: await makePracticePki(new Date()), issued: issue(callsPerSecond) },
    stretch,
    daysToCome: days,
  })
  const control = connectPracticeBank(bank.controlUrl)
  return {
    enrolment: bank.enrolment,
    control,
    report: () => bank.publishAlerts(),
    async arm(scenarios: readonly Scenario[]) {
      for (const scenario of scenarios) await control.setScenario({ scenario, times: 1 })
    },
    async close() {
      await control.close()
      await bank.close()
    },
  }
}

export type FortnightBank = Awaited<ReturnType<typeof openBank>>
