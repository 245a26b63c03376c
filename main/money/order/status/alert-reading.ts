/**
 * Reads from the stored delivery the details of an alert that may be about an order sent from here.
 */
import type { Selectable } from 'kysely'
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import { leadingDay } from '../../../bank/answers/bank-days.ts'
import type { AlertsTable } from '../../../store/tables.ts'
import type { ElementOf } from '../../../alerts/alerts.records.ts'
import { readAlert } from '../../../alerts/read-alert.ts'

export type AlertRow = Selectable<AlertsTable>

export interface AlertWords {
  /** payNotifyTs as received, otherwise the alert's own sending time; null if neither is given. */
  readonly saidAt: string | null
  /** The business day as YYYY-MM-DD, from tranExecutedDt or else the receipt (bank note 101). */
  readonly day: string
}

/** Reads the details. An alert with an unreadable delivery still has its row. */
export async function wordsOf(elementOf: ElementOf, row: AlertRow): Promise<AlertWords> {
  const element = await elementOf(row)
  const body = element && readAlert(element.element).body
  const said = body?.shape === 'payment' ? body.reading : null
  return {
    saidAt: said?.payNotifyTs ?? row.sent_at,
    day: leadingDay(said?.tranExecutedDt) ?? row.at.slice(0, 10),
  }
}

/**
 * Returns the alert's status event for its order: tranBusnStatusCode alone, because no document
 * lists the values of wireEventNm (bank note 101).
 */
export const statementsIn = (row: AlertRow, { saidAt }: AlertWords): StatusEvent[] =>
  row.status === null || row.status.trim() === ''
    ? []
    : [
        {
          ...({ source: 'alert', vocabulary: 'business', word: row.status, saidAt } as const),
          at: row.at,
          callId: null,
          alertSeq: row.seq,
        },
      ]
