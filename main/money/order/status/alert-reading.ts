/** What an alert says that may be about an order sent from here; its own words, from the delivery that it came in. */
import type { Selectable } from 'kysely'
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import type { AlertsTable } from '../../../store/tables.ts'
import type { ElementOf } from '../../../alerts/alerts.records.ts'
import { readAlert } from '../../../alerts/reading/read-alert.ts'

/** An alert's row. */
export type AlertRow = Selectable<AlertsTable>

/** What else is needed of it. */
export interface AlertWords {
  /** payNotifyTs as it came, else when the alert was sent; null: neither is said. */
  readonly saidAt: string | null
  /** The business day as YYYY-MM-DD, from tranExecutedDt or the receipt (trap 101). */
  readonly day: string
}

/** YYYYMMDD or YYYY-MM-DD as YYYY-MM-DD; null: neither. */
function dayIn(text: string | null): string | null {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text?.trim() ?? '')
  return found ? found.slice(1, 4).join('-') : null
}

/** Reads them. An alert whose delivery cannot be read any more still has its row. */
export async function wordsOf(elementOf: ElementOf, row: AlertRow): Promise<AlertWords> {
  const element = await elementOf(row)
  const body = element && readAlert(element.element).body
  const said = body?.shape === 'payment' ? body.reading : null
  return {
    saidAt: said?.payNotifyTs ?? row.sent_at,
    day: dayIn(said?.tranExecutedDt ?? null) ?? row.at.slice(0, 10),
  }
}

/** What it says of an order it is about: tranBusnStatusCode alone, since wireEventNm has no list of words (trap 101). */
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
