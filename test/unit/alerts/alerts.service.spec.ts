/**
 * One alert in all its parts, conflicts and quarantine: shown masked, and unmasked only with an
 * audit entry.
 */
import { describe, expect, it } from 'vitest'
import {
  alertRecord,
  alertSummary,
  quarantinedDelivery,
  quarantinedBody,
  type AlertRecord,
} from '../../../preload/contract/api/alerts/alert.ts'
import {
  actsIn,
  openAlertSession,
  everything,
  mara,
  newestId,
  serviceOn,
  withoutRecords,
  type AlertSession,
} from './alert-session.ts'
import { elementsOfDeliveries } from '../../../main/alerts/alerts.records.ts'
import { achAlert, bytesOf, deliveryOf, wireAlert } from './alert-samples.ts'

const dots = '\u2022\u2022\u2022\u2022'

async function recordOf(session: AlertSession, id?: string) {
  const got = await session.service.get(id ?? (await newestId(session)))
  if (!got.ok) throw new Error(got.error.code)
  return alertRecord.parse(got.value)
}

describe('one alert', () => {
  it('shows header, body, its own JSON and how it was acknowledged, accounts masked', async () => {
    const bytes = bytesOf(
      `[{"x":1}, {"alertNotification": {"alertHeader": {"alertCode":"AL00906"},
        "alertBody": {"transactionAmount": 1.10, "originatingAccountNumber":"0004417890",
        "transactionDescription": "from 4417890"}}}]`,
    )
    const session = await openAlertSession(bytes)
    const record = await recordOf(session)
    expect(record).toMatchObject({
      isMasked: true,
      guid: null,
      account: `${dots}7890`,
      header: { alertCode: 'AL00906', eapAlertGUID: null },
      body: {
        shape: 'ach',
        reading: {
          transactionAmount: '1.10',
          originatingAccountNumber: `${dots}7890`,
          transactionDescription: `from ${dots}7890`,
        },
      },
      acknowledged: { status: 'FAILURE', at: '2026-11-23T14:00:00.250Z' },
      receiptList: [{ deliveryId: 'delivery-1', from: '192.0.2.10', place: 2, guid: null }],
    })
    expect(record.acknowledged.message).toContain('eapAlertGUID')
    expect(record.raw).toContain('"transactionAmount": 1.10, "originatingAccountNumber"')
    expect(record.raw).not.toContain('4417890')
  })

  it('is parsed once for all readers of its delivery', async () => {
    const { store } = await openAlertSession(deliveryOf(wireAlert(), achAlert()))
    const orders = elementsOfDeliveries(store)
    const batches = elementsOfDeliveries(store)
    const first = { delivery_seq: 1, place: 1 }
    const second = { delivery_seq: 1, place: 2 }
    const read = [await orders(first), await batches(first), await batches(second)]
    expect(read.every((element) => element !== undefined)).toBe(true)
    expect(read[1]).toBe(read[0])
    expect(await orders(second)).toBe(read[2])
  })

  it('shows an alert that no shape knows field by field', async () => {
    const record = await recordOf(
      await openAlertSession(
        bytesOf(
          '[{"alertHeader":{"alertCode":"AL00999"},"alertBody":{"accountNumber":"1000200031","n":[1.50]}}]',
        ),
      ),
    )
    expect(record.kind).toBe('other')
    expect(record.body).toEqual({
      shape: 'none',
      fields: [
        { path: 'accountNumber', value: `${dots}0031` },
        { path: 'n[0]', value: '1.50' },
      ],
    })
  })

  it('is shown in full only behind its audit entry', async () => {
    const session = await openAlertSession(deliveryOf(wireAlert()))
    const id = await newestId(session)
    const blind = serviceOn(withoutRecords(session.store), session.intake)
    await expect(blind.reveal(id, mara)).rejects.toThrow('nothing is recorded')
    const revealed = await session.service.reveal(id, mara)
    expect(revealed).toMatchObject({
      ok: true,
      value: { isMasked: false, account: '4417890', body: { reading: { dbArngNum: '99120001' } } },
    })
    expect(await actsIn(session.store)).toMatchObject([
      { actor: 'mara', kind: 'alerts.revealed', subject: id },
    ])
  })

  it('is not found under an id that no alert has, and nothing is recorded of it', async () => {
    const session = await openAlertSession()
    const notFound = { ok: false, error: { code: 'not-found' } }
    expect(await session.service.get('x')).toEqual(notFound)
    expect(await session.service.reveal('x', mara)).toEqual(notFound)
    expect(await session.service.reviewConflict({ id: 'x', conflictsWith: [] }, mara)).toEqual(
      notFound,
    )
    expect(await session.service.revealQuarantined('x', mara)).toEqual(notFound)
    expect(await session.service.readAgain('x', mara)).toEqual(notFound)
    expect(await actsIn(session.store)).toEqual([])
  })

  it('bank note 99: lists every receipt, and names the earlier alert with the same content', async () => {
    const later = wireAlert({ alertSentDateAndTime: '2026-11-23T15:00:00Z', eapAlertGUID: 'G2' })
    const session = await openAlertSession(
      deliveryOf(wireAlert()),
      deliveryOf(wireAlert({ eapAlertGUID: 'G9' })),
      deliveryOf(later),
    )
    const record = await recordOf(session)
    expect(record.marks).toEqual(['repeats'])
    const earlier = await recordOf(session, record.repeats?.id)
    expect(earlier).toMatchObject({ receipts: 2, repeats: null })
    expect(earlier.receiptList.map(({ deliveryId, guid }) => [deliveryId, guid])).toEqual([
      ['delivery-1', 'EAP-W-1'],
      ['delivery-2', 'G9'],
    ])
  })
})

describe('the answer sent to the bank', () => {
  /** As the intake leaves a delivery that it could not answer in time, or could not read. */
  const answered = (session: AlertSession, id: string, status: number) =>
    session.store.record({ actor: 'system', kind: 'test', subject: id, detail: {} }, (tx) =>
      tx.updateTable('alert_deliveries').set({ answered: status }).where('id', '=', id).execute(),
    )

  it('is not known after a 503, and no acknowledgment after a 400', async () => {
    const session = await openAlertSession(deliveryOf(wireAlert()))
    await answered(session, 'delivery-1', 503)
    expect((await recordOf(session)).acknowledged).toMatchObject({
      status: 'UNKNOWN',
      message: 'Answered with 503. Unknown whether the bank received an acknowledgment',
    })
    await answered(session, 'delivery-1', 400)
    expect((await recordOf(session)).acknowledged).toMatchObject({
      status: 'NONE',
      message: 'Answered with HTTP 400: not acknowledged',
    })
  })

  it('is the acknowledgment of the first delivery that had one', async () => {
    const session = await openAlertSession(deliveryOf(wireAlert()), deliveryOf(wireAlert()))
    await answered(session, 'delivery-1', 503)
    expect((await recordOf(session)).acknowledged).toMatchObject({ status: 'SUCCESS' })
    await answered(session, 'delivery-2', 503)
    expect((await recordOf(session)).acknowledged).toMatchObject({ status: 'UNKNOWN' })
  })
})

describe('an alarm', () => {
  const shownOf = ({ id, conflictsWith }: AlertRecord) => ({
    id,
    conflictsWith: conflictsWith.map((other) => other.id),
  })
  const thirdComes = async (session: Awaited<ReturnType<typeof openAlertSession>>) => {
    await session.intake.take(deliveryOf(wireAlert({}, { tranAmt: '3.00' })))
    await session.intake.settled()
  }
  const inConflict = () =>
    openAlertSession(
      deliveryOf(wireAlert({}, { tranAmt: '1.00' })),
      deliveryOf(wireAlert({}, { tranAmt: '2.00' })),
    )

  it('bank note 99: names the other alerts of its guid, and counts until somebody acknowledged it', async () => {
    const session = await inConflict()
    const record = await recordOf(session)
    expect(record).toMatchObject({ marks: ['conflict'], conflictReviewedAt: null })
    const other = await recordOf(session, record.conflictsWith[0]?.id)
    expect(other.conflictsWith).toMatchObject([{ id: record.id }])
    expect(await session.service.summary()).toMatchObject({ conflicts: 2 })

    const shown = { id: record.id, conflictsWith: [other.id] }
    const noted = await session.service.reviewConflict(shown, mara)
    if (!noted.ok) throw new Error(noted.error.code)
    expect(noted.value.conflictReviewedAt).not.toBeNull()
    expect(await session.service.summary()).toMatchObject({ conflicts: 0 })
    await session.service.reviewConflict(shown, mara)
    expect(await actsIn(session.store)).toEqual([
      {
        actor: 'mara',
        kind: 'alerts.conflict-noted',
        subject: record.id,
        detail: '{"alerts":2}',
      },
    ])
  })

  it('is an alarm again when a third alert comes under the guid', async () => {
    const session = await inConflict()
    await session.service.reviewConflict(shownOf(await recordOf(session)), mara)
    await thirdComes(session)
    expect(await session.service.summary()).toMatchObject({ conflicts: 1 })
    expect((await recordOf(session)).conflictsWith).toHaveLength(2)
  })

  it('stays for an alert that came under the guid after those that the reviewer saw', async () => {
    const session = await inConflict()
    const shown = shownOf(await recordOf(session))
    await thirdComes(session)
    expect(await session.service.summary()).toMatchObject({ conflicts: 3 })
    await session.service.reviewConflict(shown, mara)
    expect(await session.service.summary()).toMatchObject({ conflicts: 1 })
    expect(await recordOf(session)).toMatchObject({ conflictReviewedAt: null })
  })

  it('is reviewed for alerts of its own conflict only, whichever are named', async () => {
    const session = await inConflict()
    const { id } = await recordOf(session)
    await session.intake.take(
      deliveryOf(wireAlert({ eapAlertGUID: 'EAP-W-2' }, { tranAmt: '5.00' })),
    )
    await session.intake.take(
      deliveryOf(wireAlert({ eapAlertGUID: 'EAP-W-2' }, { tranAmt: '6.00' })),
    )
    await session.intake.settled()
    const others = [await newestId(session)]
    await session.service.reviewConflict({ id, conflictsWith: others }, mara)
    expect(await session.service.summary()).toMatchObject({ conflicts: 3 })
  })

  it('is also raised where the guid came with a later receipt', async () => {
    const session = await openAlertSession(
      deliveryOf(wireAlert({}, { tranAmt: '1.00' })),
      deliveryOf(wireAlert({ eapAlertGUID: 'G2' }, { tranAmt: '1.00' })),
      deliveryOf(wireAlert({ eapAlertGUID: 'G2' }, { tranAmt: '2.00' })),
    )
    const record = await recordOf(session)
    expect(record.conflictsWith).toHaveLength(1)
    const other = await recordOf(session, record.conflictsWith[0]?.id)
    expect(other).toMatchObject({ amount: '1.00', conflictsWith: [{ id: record.id }] })
  })
})

describe('the head of the screen', () => {
  it('counts what needs attention, and lists each status once', async () => {
    const session = await openAlertSession(
      deliveryOf(wireAlert(), achAlert(), achAlert({}, { traceNumber: '2' })),
      bytesOf('not JSON'),
    )
    expect(alertSummary.parse(await session.service.summary())).toEqual({
      conflicts: 2,
      quarantined: 1,
      unread: 0,
      lastReceivedAt: '2026-11-23T14:00:00.250Z',
      statuses: ['COLLECTED', 'Completed'],
    })
    const empty = await openAlertSession()
    expect(await empty.service.summary()).toMatchObject({ lastReceivedAt: null, statuses: [] })
  })
})

describe('the quarantine', () => {
  const page = { cursor: null, limit: 2 }

  it('lists newest first, page by page, without the alerts', async () => {
    const bodies = ['not 1', 'not 2', '{}'].map(bytesOf)
    const session = await openAlertSession(...bodies, deliveryOf(wireAlert()))
    const first = await session.service.listQuarantined(page)
    expect(first.total).toBe(3)
    expect(first.items.map((item) => quarantinedDelivery.parse(item))).toMatchObject([
      { id: 'delivery-3', reason: 'no-alerts', bytes: 2, answered: 400, from: '192.0.2.10' },
      { id: 'delivery-2', reason: 'not-json' },
    ])
    const second = await session.service.listQuarantined({ ...page, cursor: first.next })
    expect(second).toMatchObject({ items: [{ id: 'delivery-1' }], next: null })
  })

  it('shows a body masked wherever digits may be an account, and in full behind its audit entry', async () => {
    const session = await openAlertSession(bytesOf('{"acct": 1000200031, "abc98765": 1234,'))
    const masked = await session.service.getQuarantined('delivery-1')
    if (!masked.ok) throw new Error(masked.error.code)
    expect(quarantinedBody.parse(masked.value)).toMatchObject({
      isMasked: true,
      isBase64: false,
      text: `{"acct": ${dots}0031, "abc${dots}8765": 1234,`,
    })
    const blind = serviceOn(withoutRecords(session.store), session.intake)
    await expect(blind.revealQuarantined('delivery-1', mara)).rejects.toThrow('nothing is recorded')
    expect(await session.service.revealQuarantined('delivery-1', mara)).toMatchObject({
      value: { isMasked: false, text: '{"acct": 1000200031, "abc98765": 1234,' },
    })
    expect(await actsIn(session.store)).toMatchObject([
      { kind: 'alerts.delivery-revealed', subject: 'delivery-1' },
    ])
  })

  it('leaves the code of an alert readable in a masked body, and nothing that only begins like one', async () => {
    const body = '["AL00906", "AL0090612345", "xAL00906", "AL00906x", "al00906", 00906,'
    const session = await openAlertSession(bytesOf(body))
    const coded = `"AL${dots}2345", "xAL${dots}0906", "AL${dots}0906x", "al${dots}0906"`
    expect(await session.service.getQuarantined('delivery-1')).toMatchObject({
      value: { text: `["AL00906", ${coded}, ${dots}0906,` },
    })
  })

  it('hides bytes that are no text while masked, and shows them as base64 when revealed', async () => {
    const session = await openAlertSession(new Uint8Array([0xff, 0xfe, 0x31]))
    expect(await session.service.getQuarantined('delivery-1')).toMatchObject({
      value: { isMasked: true, isBase64: true, text: null },
    })
    expect(await session.service.revealQuarantined('delivery-1', mara)).toMatchObject({
      value: { isMasked: false, isBase64: true, text: '//4x' },
    })
  })

  it('reads again what a newer version may understand, and reports what is still held', async () => {
    const session = await openAlertSession(deliveryOf(wireAlert(), achAlert()), bytesOf('not JSON'))
    // As an older version would have left it: quarantined, and none of its alerts read.
    await session.store.record(
      { actor: 'system', kind: 'test', subject: 'older', detail: {} },
      async (tx) => {
        await tx
          .updateTable('alert_deliveries')
          .set({ quarantine_reason: 'unread' })
          .where('seq', '=', 1)
          .execute()
        for (const table of ['alert_receipts', 'alert_accounts', 'alerts'] as const) {
          await tx.deleteFrom(table).execute()
        }
        await tx.deleteFrom('alert_text').execute()
      },
    )
    expect(await session.service.listQuarantined(page)).toMatchObject({ total: 2 })
    expect(await session.service.readAgain('delivery-1', mara)).toEqual({
      ok: true,
      value: { read: 1, alerts: 2, stillQuarantined: 0 },
    })
    expect(await session.service.readAgain(null, mara)).toEqual({
      ok: true,
      value: { read: 0, alerts: 0, stillQuarantined: 1 },
    })
    expect((await session.service.list(everything, mara)).total).toBe(2)
    expect(await session.service.summary()).toMatchObject({ quarantined: 1, unread: 0 })
    expect(await actsIn(session.store)).toMatchObject([
      { kind: 'alerts.read-again', subject: 'delivery-1', detail: '{"deliveries":1}' },
      { kind: 'alerts.read-again', subject: 'deliveries', detail: '{"deliveries":1}' },
    ])
  })
})
