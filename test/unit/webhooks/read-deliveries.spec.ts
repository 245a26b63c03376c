/** Reading what was kept: one delivery that cannot be stored as read is held, and keeps no other back. */
import { expect, it } from 'vitest'
import { keepDeliveries, readDeliveries } from '../../../main/webhooks/alert-jobs.ts'
import { newStorePath } from '../storage/stores.ts'
import { deliveryOf, wireAlert } from './alert-samples.ts'
import { connectionTo, deskOn, makeTables } from './in-process-desk.ts'

const at = '2026-11-23T14:00:00.250Z'

it('holds the delivery on which this version fails, reads the others, and reads it when it can', () => {
  const connection = connectionTo(newStorePath())
  makeTables(connection)
  const desk = deskOn(connection)
  connection.exec(`CREATE TRIGGER bad BEFORE INSERT ON alerts WHEN new.guid = 'BAD'
    BEGIN SELECT RAISE(ABORT, 'it cannot be stored'); END`)
  const guids = ['G-1', 'BAD', 'G-2']
  const deliveries = guids.map((eapAlertGUID, n) => {
    const alerts = [wireAlert({}, { tranId: `first-${String(n)}` })]
    const bytes = deliveryOf(...alerts, wireAlert({ eapAlertGUID }, { tranId: String(n) }))
    return { id: eapAlertGUID, at, remote: null, contentType: null, bytes }
  })
  keepDeliveries.run(desk, deliveries)
  expect(readDeliveries.run(desk, { at, atMost: 64 })).toMatchObject({ deliveries: 3, alerts: 4 })
  const held = () => connection.prepare('SELECT held FROM alert_deliveries').pluck().all()
  const count = () => connection.prepare('SELECT count(*) FROM alerts').pluck().get()
  expect([held(), count()]).toEqual([[null, 'unread', null], 4])

  connection.exec('DROP TRIGGER bad; UPDATE alert_deliveries SET reader = 0 WHERE held IS NOT NULL')
  expect(readDeliveries.run(desk, { at, atMost: 64 })).toMatchObject({ deliveries: 1, alerts: 2 })
  expect([held(), count()]).toEqual([[null, null, null], 6])
  connection.close()
})

it('ends a job after so many deliveries and says that there is more', () => {
  const connection = connectionTo(newStorePath())
  makeTables(connection)
  const desk = deskOn(connection)
  const deliveries = ['1', '2', '3'].map((id) => {
    const bytes = deliveryOf(wireAlert({}, { tranId: id }))
    return { id, at, remote: null, contentType: null, bytes }
  })
  keepDeliveries.run(desk, deliveries)
  const two = readDeliveries.run(desk, { at, atMost: 2 })
  expect(two).toEqual({ deliveries: 2, alerts: 2, latestSeq: 2, isMore: true })
  const one = readDeliveries.run(desk, { at, atMost: 2 })
  expect(one).toEqual({ deliveries: 1, alerts: 1, latestSeq: 3, isMore: false })
  connection.close()
})
