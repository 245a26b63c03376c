/** The store knows the last delivery, so a restart does not lose it. */
import { expect, it } from 'vitest'
import { lastDeliveryIn } from '../../../../main/alerts/intake/last-delivery.ts'
import { newStorePath, open } from '../../store/stores.ts'
import { achAlert, bytesOf, deliveryOf, wireAlert } from '../alert-samples.ts'
import { intakeOf } from '../intakes.ts'

const at = '2026-11-23T14:00:00.250Z'

it('is empty before the first delivery', async () => {
  expect(await lastDeliveryIn(await open(newStorePath()))).toBeNull()
})

it('is the newest delivery of an earlier run: when, and how many alerts or why it is held', async () => {
  const file = newStorePath()
  const before = await open(file)
  const intake = intakeOf(before)
  await intake.take(bytesOf('rubbish'))
  expect(await lastDeliveryIn(before)).toEqual({ at, alerts: 0, quarantineReason: 'not-json' })
  await intake.take(deliveryOf(wireAlert(), achAlert()))
  await intake.settled()
  await before.close()
  expect(await lastDeliveryIn(await open(file))).toEqual({ at, alerts: 2, quarantineReason: null })
})

it('calls a reason that only a newer version knows unread', async () => {
  const store = await open(newStorePath())
  await intakeOf(store).take(bytesOf('rubbish'))
  await store.record({ actor: 'system', kind: 'test', subject: '', detail: {} }, async (tx) => {
    await tx.updateTable('alert_deliveries').set({ quarantine_reason: 'of-tomorrow' }).execute()
  })
  expect(await lastDeliveryIn(store)).toMatchObject({ quarantineReason: 'unread' })
})
