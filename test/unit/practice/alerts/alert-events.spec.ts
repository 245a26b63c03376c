/** Events in the bank's own ledgers, delivered as alerts to a subscriber. */
import { expect, it, vi } from 'vitest'
import { AlertEvents } from '../../../../main/practice/alerts/alert-events.ts'
import { PaymentLedger } from '../../../../main/practice/payments/payment-ledger.ts'
import type { PaymentOrder } from '../../../../main/practice/payments/payment-order.ts'
import { originate, ppd, traceIn } from '../ach-caller.ts'
import { PaymentBank, wire } from '../payments/payment-bank.ts'
import { Caller, dayIn, TestClock } from '../practice-caller.ts'
import { alertsIn, Receiver, type Alert } from './receiver.ts'

const minute = 60_000
const order: PaymentOrder = {
  service: 'RTP',
  requestReference: 'E1',
  sendersReference: 'E1',
  receiversReference: null,
  valueDate: dayIn(0),
  debitAccount: '7200450011',
  creditAccount: '880017',
  creditName: 'Ridgeway Supply',
  creditBank: '550030038',
  amountMinor: 12_500,
  currency: 'USD',
}

/** Waits for `count` alerts and returns them in order of arrival. */
const alertsReceived = async (receiver: Receiver, count: number): Promise<Alert[]> =>
  vi.waitFor(
    () => {
      const alerts = receiver.received.flatMap(alertsIn)
      expect(alerts.length).toBeGreaterThanOrEqual(count)
      return alerts
    },
    { timeout: 10_000, interval: 20 },
  )

/** The bank checks its events, finds nothing new, and sends an alert of this kind. */
async function reportedAfter(caller: Caller, receiver: Receiver, count: number): Promise<Alert[]> {
  await caller.control.sendAlerts({ kind: 'incoming-rtp', count: 1 })
  const alerts = await alertsReceived(receiver, count + 1)
  return alerts.filter(({ alertBody }) => alertBody['crOrDbCode'] !== 'C')
}

it('reports each step of an originated payment once, in order', async () => {
  await using session = await PaymentBank.open()
  await using receiver = await Receiver.open()
  await session.caller.control.subscribe(receiver.subscription)
  const transactionId = (await session.initiate(wire())).json['transactionId']
  session.caller.clock.advance(10 * minute)
  const alerts = await reportedAfter(session.caller, receiver, 9)
  expect(alerts.map(({ alertBody }) => alertBody['tranBusnStatusCode'])).toEqual([
    'ProductSelection',
    'InternalFilter',
    'Limitcheck',
    'RegulatoryFilter',
    'FundsRelease',
    'Pricing',
    'Clearing',
    'Advising',
    'Completed',
  ])
  for (const { alertHeader, alertBody } of alerts) {
    expect(alertHeader).toMatchObject({ alertCode: 'AL00901', payType: 'WIRE' })
    expect(alertBody).toMatchObject({
      tranId: transactionId,
      requestReferenceNumber: 'REF0001',
      wireEventNm: alertBody['tranBusnStatusCode'],
      crOrDbCode: 'D',
    })
  }
  const times = alerts.map(({ alertBody }) => String(alertBody['payNotifyTs']))
  expect(times).toEqual(times.toSorted())
  expect(new Set(alerts.map(({ alertHeader }) => alertHeader['eapAlertGUID'])).size).toBe(
    alerts.length,
  )
})

it('reports that an ACH entry was collected, settled and returned, each once, in order', async () => {
  await using caller = await Caller.open()
  await using receiver = await Receiver.open()
  await caller.control.subscribe(receiver.subscription)
  await caller.control.setScenario({ scenario: 'entry-returned', times: 1 })
  const trace = traceIn(await originate(caller, 'ppd', [ppd(11)]))
  caller.clock.advance(24 * 60 * minute)
  const alerts = await reportedAfter(caller, receiver, 3)
  expect(
    alerts.map(({ alertHeader, alertBody }) => [
      alertHeader['alertCode'],
      alertBody['transactionStatus'],
    ]),
  ).toEqual([
    ['AL00906', 'COLLECTED'],
    ['AL00906', 'SETTLED'],
    ['AL00906', 'RETURNED'],
  ])
  expect(alerts.map(({ alertBody }) => alertBody['traceNumber'])).toEqual([trace, trace, trace])
  const dates = alerts.map(({ alertBody }) => [
    alertBody['settlementDate'] !== null,
    alertBody['returnDate'] !== null,
    alertBody['returnReasonCode'] !== null,
  ])
  expect(dates).toEqual([
    [false, false, false],
    [true, false, false],
    [true, true, true],
  ])
  expect(alerts.map(({ alertBody }) => alertBody['notificationOfChangeAddendaCount'])).toEqual([
    '0',
    '0',
    '0',
  ])
})

it('bank note 54: reports a notification of change by its count, as an event of its own', async () => {
  await using caller = await Caller.open()
  await using receiver = await Receiver.open()
  await caller.control.subscribe(receiver.subscription)
  await caller.control.setScenario({ scenario: 'entry-changed', times: 1 })
  const sent = await originate(caller, 'ppd', [ppd(11), ppd(12)])
  caller.clock.advance(24 * 60 * minute)
  const alerts = await reportedAfter(caller, receiver, 5)
  const steps = (trace: string): unknown[][] =>
    alerts
      .filter(({ alertBody }) => alertBody['traceNumber'] === trace)
      .map(({ alertBody }) => [
        alertBody['transactionStatus'],
        alertBody['notificationOfChangeAddendaCount'],
      ])
  expect(steps(traceIn(sent))).toEqual([
    ['COLLECTED', '0'],
    ['SETTLED', '0'],
    ['SETTLED', '1'],
  ])
  expect(steps(traceIn(sent, 1))).toEqual([
    ['COLLECTED', '0'],
    ['SETTLED', '0'],
  ])
})

it('reports nothing twice, and everything again once it is cleared', () => {
  const clock = new TestClock()
  const payments = new PaymentLedger(clock)
  const events = new AlertEvents({ paymentEvents: () => payments.events(), achEntries: () => [] })
  const statuses = (): unknown[] =>
    events.unreported(clock.now().getTime()).map(({ body }) => body['tranBusnStatusCode'])
  payments.accept(order, 'completes')
  expect(statuses()).toEqual(['ProductSelection'])
  expect(statuses()).toEqual([])
  clock.advance(minute)
  expect(statuses()).toEqual(['Limitcheck', 'RegulatoryFilter', 'Clearing', 'Completed'])
  events.clear()
  expect(statuses()).toEqual([
    'ProductSelection',
    'Limitcheck',
    'RegulatoryFilter',
    'Clearing',
    'Completed',
  ])
})
