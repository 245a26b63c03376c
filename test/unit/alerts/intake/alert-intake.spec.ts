/**
 * Promise P2: an acknowledged delivery is on the disk, once, in any form that the bank may send.
 */
import { expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../../../main/platform/clock.ts'
import { StoreError } from '../../../../main/store/store-error.ts'
import { storeDeliveries } from '../../../../main/alerts/intake/store-deliveries.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { achAlert, bytesOf, deliveryOf, wireAlert } from '../alert-samples.ts'
import {
  acknowledgments,
  alertsIn,
  deliveriesIn,
  intakeOf,
  receiptsIn,
  rewind,
} from '../intakes.ts'

it('stores the bytes of a delivery before it answers, and reads them after the answer', async () => {
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
      quarantine_reason: null,
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

it('bank note 99: treats a repeated alert as one alert with two receipts, under its guid or another', async () => {
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
  expect(ids[1]).toBe(ids[0])
  expect((await receiptsIn(store)).map(({ confirmation }) => confirmation)).toEqual(ids)
})

it('bank note 99: an id that comes again with the same content is the same alert, whenever it was sent', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  await intake.take(deliveryOf(wireAlert()))
  await intake.take(deliveryOf(wireAlert({ alertSentDateAndTime: '2026-11-24T07:00:00Z' })))
  await intake.settled()
  expect(await alertsIn(store)).toMatchObject([{ guid: 'EAP-W-1', receipts: 2, conflict: 0 }])
})

it('separates alerts of one call with the same content and different ids, and recognises each again', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const duplicates = ['A', 'B', 'B', 'C'].map((eapAlertGUID) => wireAlert({ eapAlertGUID }))
  const first = await intake.take(deliveryOf(...duplicates))
  await intake.take(deliveryOf(...duplicates))
  await intake.take(deliveryOf(wireAlert({ eapAlertGUID: 'C' })))
  const renamed = ['D', 'E', 'F'].map((eapAlertGUID) => wireAlert({ eapAlertGUID }))
  await intake.take(deliveryOf(...renamed))
  await intake.settled()
  const ids = acknowledgments(first).map(({ confirmationGUID }) => confirmationGUID)
  expect(new Set(ids).size).toBe(3)
  expect(ids[1]).toBe(ids[2])
  expect(await alertsIn(store)).toMatchObject([
    { id: ids[0], guid: 'A', receipts: 3, conflict: 0 },
    { id: ids[1], guid: 'B', receipts: 5, conflict: 0 },
    { id: ids[3], guid: 'C', receipts: 4, conflict: 0 },
  ])
})

it('bank notes 90, 92 and 93: recognises one alert in every form and spelling', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const spelt = wireAlert({}, { dbIpINm: null, dbIpNm: 'Ridgeway Supply' })
  const bodies = [
    { alertNotificationRequest: [wireAlert()] },
    { alertNotificationRequest: spelt },
    [wireAlert({}, { crVirtualNum: null }).alertNotification],
    spelt,
  ]
  for (const body of bodies) {
    expect(await intake.take(bytesOf(JSON.stringify(body)))).toMatchObject({ status: 200 })
  }
  await intake.settled()
  expect(await alertsIn(store)).toMatchObject([{ receipts: 4, party: 'Ridgeway Supply' }])
})

it('marks all alerts of one eapAlertGUID with different contents, and stores each', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  await intake.take(deliveryOf(wireAlert(), achAlert()))
  const others = ['1.00', '2.00', '3.00', '4.00']
  await intake.take(deliveryOf(...others.map((tranAmt) => wireAlert({}, { tranAmt }))))
  await intake.settled()
  expect(await alertsIn(store)).toMatchObject([
    { amount: '12500.00', conflict: 1 },
    { amount: '120.5', conflict: 0 },
    ...others.map((amount) => ({ amount, conflict: 1 })),
  ])
})

it('marks a conflict with an alert that came under the eapAlertGUID only the second time', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  await intake.take(deliveryOf(wireAlert()))
  await intake.take(deliveryOf(wireAlert({ eapAlertGUID: 'EAP-W-2' })))
  await intake.take(deliveryOf(wireAlert({ eapAlertGUID: 'EAP-W-2' }, { tranAmt: '1.00' })))
  await intake.settled()
  expect(await alertsIn(store)).toMatchObject([
    { guid: 'EAP-W-1', conflict: 1 },
    { guid: 'EAP-W-2', conflict: 1 },
  ])
})

it('bank note 99: the same content sent at another time is a separate alert that repeats the earlier one', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  await intake.take(deliveryOf(wireAlert()))
  const later = { eapAlertGUID: 'EAP-W-2', alertSentDateAndTime: '2026-11-23T14:10:00Z' }
  await intake.take(deliveryOf(wireAlert(later)))
  await intake.settled()
  const [first, second] = await alertsIn(store)
  expect(first).toMatchObject({ repeats_seq: null, receipts: 1, conflict: 0 })
  expect(second).toMatchObject({ repeats_seq: first?.seq, receipts: 1, conflict: 0 })
})

it('bank note 94: stores an alert that it answers FAILURE, and the others of its delivery with it', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const answer = await intake.take(
    deliveryOf(wireAlert({ eapAlertGUID: null }), { alertNotification: 'nothing' }, achAlert()),
  )
  await intake.settled()
  expect(answer.status).toBe(200)
  const written = acknowledgments(answer)
  expect(written.map(({ alertStatus }) => alertStatus)).toEqual(['FAILURE', 'FAILURE', 'SUCCESS'])
  const alerts = await alertsIn(store)
  expect(alerts.map(({ id }) => id)).toEqual(written.map((each) => each.confirmationGUID))
  expect(alerts.map(({ incomplete }) => incomplete)).toEqual([1, 1, 0])
})

it('holds each delivery that it answers 400, byte for byte, and reads it again with nothing lost', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const bodies = ['{"alertNotificationRequest": [', '{}', '['.repeat(5000)]
  const answers = []
  for (const body of bodies) answers.push(await intake.take(bytesOf(body)))
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  const { message } = JSON.parse(answers[0]?.body ?? '') as { message: string }
  expect(message).toBe('The body is not JSON.')
  const reasons = async () =>
    (await deliveriesIn(store)).map(({ quarantine_reason: held, body, reader }) => ({
      held,
      reader,
      text: Buffer.from(body).toString(),
    }))
  const expected = ['not-json', 'no-alerts', 'too-deep'].map((held, index) => ({
    held,
    reader: 1,
    text: bodies[index],
  }))
  expect(await reasons()).toEqual(expected)
  await rewind(store, null)
  await intake.readPending()
  await intake.settled()
  expect(await reasons()).toEqual(expected)
})

it('takes an empty list as a delivery of nothing: a sender tries its way with it', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  expect(await intake.take(bytesOf('{"alertNotificationRequest":[]}'))).toEqual({
    status: 200,
    body: '{"alertNotificationResponse":[]}',
    alerts: 0,
  })
  await intake.settled()
  expect(await deliveriesIn(store)).toMatchObject([{ quarantine_reason: null }])
  expect(await alertsIn(store)).toEqual([])
})

it('reads once what a killed run has stored and not read', async () => {
  const file = newStorePath()
  const killed = await open(file)
  const delivery = { id: 'd', at: '2026-11-23T14:00:00.250Z', remote: null, contentType: null }
  await killed.work(storeDeliveries, [{ ...delivery, bytes: deliveryOf(wireAlert(), achAlert()) }])
  expect(await alertsIn(killed)).toEqual([])
  await killed.close()

  const store = await open(file)
  const intake = intakeOf(store)
  await intake.readPending()
  await intake.settled()
  const once = await alertsIn(store)
  expect(once).toHaveLength(2)
  await rewind(store, null)
  await intake.readPending()
  await intake.settled()
  expect(await alertsIn(store)).toEqual(once)
  expect(await receiptsIn(store)).toHaveLength(2)
})

/**
 * An intake on a clock that advances by 300 ms with each delivery stored, the names of its jobs, and
 * the next delivery, sent once the answer to the one before has had its way.
 */
async function intakeOnSlowStore() {
  const store = await open(newStorePath())
  const jobs: string[] = []
  let ms = 0
  const work: typeof store.work = async (job, input) => {
    jobs.push(job.name)
    const output = await store.work(job, input)
    ms += job.name === 'alerts.save' ? 300 : 0
    return output
  }
  const clock = { ...systemClock, monotonicMs: () => ms }
  const intake = intakeOf({ ...store, work }, 1, () => new Date(), clock)
  // The pause ends when the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const deliver = async (id: number) => {
    await intake.take(deliveryOf(wireAlert({ eapAlertGUID: String(id) }, { tranId: String(id) })))
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return { store, jobs, intake, deliver }
}

it('stores deliveries that follow at once before it reads, and reads them together in the pause', async () => {
  const { store, jobs, intake, deliver } = await intakeOnSlowStore()
  for (let n = 1; n <= 3; n += 1) await deliver(n)
  expect(jobs).toEqual(['alerts.save', 'alerts.save', 'alerts.save'])
  vi.advanceTimersByTime(5)
  await intake.settled()
  expect(jobs.slice(3)).toEqual(['alerts.read'])
  expect(await alertsIn(store)).toHaveLength(3)
})

it('reads between deliveries that never pause once the reading has waited for a second', async () => {
  const { store, jobs, intake, deliver } = await intakeOnSlowStore()
  for (let n = 1; n <= 6; n += 1) await deliver(n)
  vi.advanceTimersByTime(5)
  await intake.settled()
  const saves = (many: number) => Array<string>(many).fill('alerts.save')
  expect(jobs).toEqual([...saves(5), 'alerts.read', ...saves(1), 'alerts.read'])
  expect(await alertsIn(store)).toHaveLength(6)
})

it('lists alerts whose reading failed twice, with no other delivery and no restart', async () => {
  const store = await open(newStorePath())
  let failures = 0
  const work: typeof store.work = (job, input) => {
    if (job.name !== 'alerts.read' || failures === 2) return store.work(job, input)
    failures += 1
    return Promise.reject(new StoreError('full', 'database or disk is full'))
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const intake = intakeOf({ ...store, work })
  expect(await intake.take(deliveryOf(wireAlert(), achAlert()))).toMatchObject({ status: 200 })
  while (intake.changes.length === 0) {
    vi.advanceTimersByTime(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await intake.settled()
  expect(intake.problems).toHaveLength(2)
  expect(await alertsIn(store)).toHaveLength(2)
})

it('reads again the deliveries of an older version: same alerts, newer reading', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  await intake.take(deliveryOf(wireAlert(), achAlert()))
  await intake.take(deliveryOf(wireAlert()))
  await intake.settled()
  const before = await alertsIn(store)
  await rewind(store, 0)
  await intake.readPending()
  await intake.settled()
  expect(intake.problems).toEqual([])
  expect(await alertsIn(store)).toEqual(before)
  expect((await deliveriesIn(store)).map(({ reader }) => reader)).toEqual([1, 1])
  const accounts = await store.read.selectFrom('alert_accounts').selectAll().execute()
  expect(accounts.map(({ account }) => account).sort()).toEqual(
    ['123456789', '4417890', '4417890', '99120001'].sort(),
  )
})

it('counts each alert in its hour once, as the newest reading knows it', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const hours = () => store.read.selectFrom('alert_hours').selectAll().orderBy('kind').execute()
  await intake.take(deliveryOf(wireAlert(), achAlert()))
  await intake.take(deliveryOf(wireAlert()))
  await intake.settled()
  const [{ at } = { at: '' }] = await alertsIn(store)
  const hour = at.slice(0, 13)
  const counted = (ach: number, other: number, wire: number) =>
    Object.entries({ ach, other, wire }).flatMap(([kind, received]) =>
      received < 0 ? [] : [{ hour, kind, received }],
    )
  expect(await hours()).toEqual(counted(1, -1, 1))

  await store.record({ actor: 'system', kind: 'test', subject: '', detail: {} }, async (tx) => {
    await tx.updateTable('alerts').set({ kind: 'other' }).where('kind', '=', 'wire').execute()
    await tx.deleteFrom('alert_hours').where('kind', '=', 'wire').execute()
    await tx.insertInto('alert_hours').values({ hour, kind: 'other', received: 1 }).execute()
  })
  await rewind(store, 0)
  await intake.readPending()
  await intake.settled()
  expect(await hours()).toEqual(counted(1, 0, 1))
})

it('bank note 97: flushes deliveries together that arrive together, at most 64, each once and in order', async () => {
  const store = await open(newStorePath())
  const intake = intakeOf(store)
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, n) =>
      intake.take(
        deliveryOf(achAlert({ eapAlertGUID: `G-${String(n)}` }, { traceNumber: String(n) })),
      ),
    ),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await intake.settled()
  expect((await deliveriesIn(store)).map(({ id }) => id)).toEqual(
    Array.from({ length: 150 }, (_, n) => `delivery-${String(n + 1)}`),
  )
  expect((await alertsIn(store)).map(({ reference }) => reference)).toEqual(
    Array.from({ length: 150 }, (_, n) => String(n)),
  )
  const acts = (await auditEntries(store)).filter(({ kind }) => kind === 'alerts.received')
  const flushed = acts.map(({ detail }) => (JSON.parse(detail) as { deliveries: [] }).deliveries)
  expect(flushed.map(({ length }) => length)).toEqual([64, 64, 22])
})
