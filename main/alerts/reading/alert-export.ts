/**
 * The alerts of a filter as the text of a file, built in small steps so that main and the store
 * stay responsive.
 */
import { setImmediate } from 'node:timers/promises'
import { mostListed, type AlertExportRequest } from '../../../preload/contract/api/alerts/alert.ts'
import type { Store } from '../../store/store.ts'
import { csvAlert, csvHead } from './alert-csv.ts'
import { alertMask, maskedLine, unmasked } from '../../bank/privacy/mask-alert.ts'
import { missingElement, readingsOf } from './alert-view.ts'
import {
  accountsOfAlerts,
  elementsOfDeliveries,
  lineInFull,
  pageOfAlerts,
  type AlertFilter,
  type LineRow,
} from '../alerts.records.ts'
import type { Element } from '../split-delivery.ts'

/** The alerts per query to the store, so that deliveries can be stored in between. */
const perPage = 500
/** The alerts built before main can do other work: a few milliseconds. */
const perStep = 10

/** The text of the file, and the number of alerts in it. */
export interface AlertExport {
  readonly text: string
  readonly alerts: number
}

/** Writes the alerts of the filter, newest first, up to the limit of the list. */
export async function exportAlerts(
  store: Store,
  request: AlertExportRequest,
): Promise<AlertExport> {
  const { inFull, ...filter } = request
  const rows: string[] = []
  const elementOf = elementsOfDeliveries(store)
  for await (const { row, accounts } of readLines(store, filter)) {
    const element = (await elementOf(row)) ?? missingElement
    rows.push(written(row, accounts, element, inFull))
    if (rows.length % perStep === 0) await setImmediate()
  }
  return { text: csvHead() + rows.join(''), alerts: rows.length }
}

function written(
  row: LineRow,
  accounts: readonly string[],
  element: Element,
  inFull: boolean,
): string {
  const mask = inFull ? unmasked : alertMask(element.text, accounts)
  const line = lineInFull(row)
  return csvAlert({
    line: inFull ? line : maskedLine(line, mask.accounts),
    readings: readingsOf(element, mask),
  })
}

async function* readLines(store: Store, filter: AlertFilter) {
  let below: number | null = null
  for (let left = mostListed; left > 0;) {
    const limit = Math.min(perPage, left)
    const rows: readonly LineRow[] = await pageOfAlerts(store, filter, { below, limit })
    const page = rows.slice(0, limit)
    const seqs = page.map(({ seq }) => seq)
    const accounts = await accountsOfAlerts(store, seqs)
    for (const row of page) yield { row, accounts: accounts.get(row.seq) ?? [] }
    if (rows.length <= limit) return
    left -= page.length
    below = seqs.at(-1) ?? null
  }
}
