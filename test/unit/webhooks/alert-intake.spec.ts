/** P2: what was acknowledged is on the disk, once, in whatever form the bank has sent it. */
import { expect, it } from 'vitest'
import { newStorePath, open } from '../storage/stores.ts'
import { achAlert, deliveryOf, wireAlert } from './alert-samples.ts'
import { acknowledgments, alertsIn, deliveriesIn, intakeOf, receiptsIn } from './intakes.ts'

it('stores the bytes of a delivery before it answers, and reads them behind the answer', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const bytes = deliveryOf(wireAlert(), achAlert())
  const answer = await intake.take(bytes)
  expect(answer).toMatchObject({ status: 200, alerts: 2 })
  await intake.settled()
  expect(intake.problems).toEqual([])
  expect(await deliveriesIn(store)).toMatchObject([
    {
      id: 'delivery-1',
      size: bytes.byteLength,
      answered: 200,
      alerts: 2,
      held: null,
      problem: null,
      reader: 1,
    },
  ])
  const alerts = await alertsIn(store)
  expect(alerts).toMatchObject([
    { kind: 'wire', amount: '12500.00', party: 'Ridgeway Supply', incoming: 1, unlisted: 0 },
    { kind: 'ach', amount: '120.5', status: 'COLLECTED', direction: null, unlisted: 0 },
  ])
  expect(alerts.map(({ id }) => id)).toEqual(
    acknowledgments(answer).map(({ confirmationGUID }) => confirmationGUID),
  )
  expect(intake.changes).toEqual([2])
})

it('trap 99: an alert that comes again is one alert with two receipts, under its guid or another', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const answers = [
    await intake.take(deliveryOf(wireAlert())),
    await intake.take(deliveryOf(wireAlert())),
    await intake.take(deliveryOf(wireAlert({ eapAlertGUID: 'EAP-W-2' }))),
  ]
  await intake.settled()
  expect(await alertsIn(store)).toMatchObject([{ guid: 'EAP-W-1', receipts: 3, conflict: 0 }])
  expect((await receiptsIn(store)).map(({ guid }) => guid)).toEqual([
    'EAP-W-1',
    'EAP-W-1',
    'EAP-W-2',
  ])
  const ids = answers.flatMap(acknowledgments).map(({ confirmationGUID }) => confirmationGUID)
  expect(new Set(ids).size).toBe(1)
})
