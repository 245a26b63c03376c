/** The alerts and the quarantine in the order of each of their columns, page after page. */
import { describe, expect, it } from 'vitest'
import type {
  AlertLine,
  AlertListRequest,
  QuarantinedDelivery,
  QuarantineListRequest,
  QuarantineReason,
} from '../../../preload/contract/api/alerts/alert.ts'
import { listQuarantined } from '../../../main/alerts/intake/quarantine.ts'
import { newStorePath, open } from '../store/stores.ts'
import { bothWays, expected, idsOf, paged } from '../store/read-pages.ts'
import { openAlertSession, everything, mara } from './alert-session.ts'
import { achAlert, deliveryOf, wireAlert } from './alert-samples.ts'

const sixAlerts = () =>
  openAlertSession(
    deliveryOf(
      wireAlert({ eapAlertGUID: 'G1' }, { tranId: 'T1', requestReferenceNumber: 'WIRE1' }),
      wireAlert(
        { eapAlertGUID: 'G2', payType: 'RTP' },
        { tranId: 'T2', requestReferenceNumber: 'RTP2', amount: '9.5' },
      ),
      achAlert({ eapAlertGUID: 'G3' }, { traceNumber: '091000010000003', amount: 1000000 }),
      achAlert(
        { eapAlertGUID: 'G4', alertCode: 'AL00904' },
        {
          traceNumber: '091000010000004',
          transactionStatus: 'RETURNED',
          receivingCompanyName: '\u00c9toile Caf\u00e9',
        },
      ),
      achAlert(
        { eapAlertGUID: 'G5' },
        { traceNumber: '091000010000005', somethingNew: 'x', amount: null },
      ),
      achAlert(
        { eapAlertGUID: null },
        {
          traceNumber: '091000010000006',
          transactionStatus: null,
          receivingCompanyName: null,
        },
      ),
    ),
  )

type AlertColumn = NonNullable<AlertListRequest['sort']>['column']
const alertKeys: Record<AlertColumn, (row: AlertLine) => string | number | null> = {
  at: (row) => row.receivedAt,
  kind: (row) => row.kind,
  event: (row) => row.status ?? row.code,
  direction: (row) => row.direction,
  amount: (row) => (row.amount === null ? null : Number(row.amount)),
  account: (row) => row.account,
  party: (row) => row.party,
  reference: (row) => row.reference,
}

describe('the alerts, sorted', () => {
  it.each(Object.keys(alertKeys) as AlertColumn[])(
    'by %s, contain each alert once',
    async (column) => {
      const { service } = await sixAlerts()
      const whole = await service.list(everything, mara)
      // In the list's own order the newest come first, so a later one has a higher number.
      const places = new Map(idsOf(whole.items).map((id, at) => [id, -at]))
      for (const direction of bothWays) {
        for (const part of [{}, { kind: 'ach' as const }, { search: 'wire' }]) {
          const { total } = await service.list({ ...everything, ...part }, mara)
          const rows = await paged(async (page) => {
            const sort = { column, direction }
            const { items, next } = await service.list(
              { ...everything, ...part, ...page, sort },
              mara,
            )
            return { rows: items, next }
          })
          expect(rows).toHaveLength(total)
          expect(idsOf(rows), `${direction} ${JSON.stringify(part)}`).toEqual(
            expected(rows, direction, alertKeys[column], ({ id }) => places.get(id) ?? 0),
          )
        }
      }
    },
  )
})

const reasons: readonly QuarantineReason[] = [
  ...(['unread', 'not-json', 'unread', 'no-alerts', 'unread', 'not-json'] as const),
]
type QuarantineColumn = NonNullable<QuarantineListRequest['sort']>['column']
const quarantineKeys: Record<
  QuarantineColumn,
  (row: QuarantinedDelivery) => string | number | null
> = {
  at: (row) => row.at,
  reason: (row) => `${row.reason} ${row.problem ?? ''}`,
  from: (row) => row.from,
  type: (row) => row.contentType,
  size: (row) => row.bytes,
  answered: (row) => row.answered,
}

describe('the quarantine, sorted', () => {
  it.each(Object.keys(quarantineKeys) as QuarantineColumn[])(
    'by %s, contains each delivery once',
    async (column) => {
      const store = await open(newStorePath())
      await store.record({ actor: 'a', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
        for (const [index, held] of reasons.entries()) {
          const isOdd = index % 2 === 1
          const values = {
            id: `h${String(index)}`,
            at: `2026-11-21T14:00:0${String(index % 3)}.000Z`,
            remote: isOdd ? null : `10.0.0.${String(9 - index)}`,
            quarantine_reason: held,
            content_type: index === 2 ? null : 'application/json',
            size: (index * 7) % 11,
            answered: isOdd ? 200 : 400,
            problem: index === 1 ? null : `p${String(9 - index)}`,
            sha256: 'x',
            alerts: 0,
            reader: null,
            body: new Uint8Array(),
          }
          await tx.insertInto('alert_deliveries').values(values).execute()
        }
      })
      for (const direction of bothWays) {
        const rows = await paged(async (page) => {
          const { items, next } = await listQuarantined(store, {
            ...page,
            sort: { column, direction },
          })
          return { rows: items, next }
        })
        expect(rows).toHaveLength(reasons.length)
        expect(idsOf(rows), direction).toEqual(expected(rows, direction, quarantineKeys[column]))
      }
    },
  )
})
