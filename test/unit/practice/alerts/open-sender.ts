/** An alert sender with a real subscriber and a test clock. */
import { AlertSender } from '../../../../main/practice/alerts/alert-sender.ts'
import { InventedAlerts } from '../../../../main/practice/alerts/invented-alerts.ts'
import { AchLedger } from '../../../../main/practice/ach/ledger.ts'
import { BreachBook } from '../../../../main/practice/breach-book.ts'
import { ScenarioQueue, type AlertScenario } from '../../../../main/practice/scenario.ts'
import type { SendAlertsOrder } from '../../../../preload/contract/api/practice/practice.ts'
import { TestClock } from '../practice-caller.ts'
import { alertsIn, Receiver, type Alert } from './receiver.ts'

/** Opens sender and subscriber, optionally with an armed scenario. */
export async function openSession(scenario?: AlertScenario, times: number | 'until-cleared' = 1) {
  const clock = new TestClock()
  const breaches = new BreachBook(clock)
  const scenarios = new ScenarioQueue()
  if (scenario) scenarios.order({ scenario, times })
  const nowMs = (): number => clock.now().getTime()
  const ledger = new AchLedger(nowMs())
  const invented = new InventedAlerts(
    () => ledger.history(),
    () => undefined,
  )
  const sender = new AlertSender({
    clock,
    breaches,
    scenarios,
    unreported: () => [],
    invent: (count) => invented.make({ kind: 'incoming-rtp', count }, nowMs()),
  })
  const receiver = await Receiver.open()
  await sender.subscribe(receiver.subscription)
  const send = async (kind: SendAlertsOrder['kind'], count: number): Promise<Alert[][]> => {
    sender.add(invented.make({ kind, count }, nowMs()))
    await sender.tick()
    return receiver.received.map(alertsIn)
  }
  return {
    clock,
    breaches,
    sender,
    receiver,
    send,
    async [Symbol.asyncDispose]() {
      await sender.close()
      await receiver[Symbol.asyncDispose]()
    },
  }
}
