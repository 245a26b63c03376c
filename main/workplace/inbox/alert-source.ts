/**
 * Alerts that need a person in addition to the items of orders and entries: repeats, alerts about
 * nothing sent from here, and ACH returns and notifications of change for entries that were not
 * originated here. Each alert is read once, after every matching (bank notes 99-102). Frequent ones
 * become one item per day, kind and account.
 */
import { sql, type SqlBool } from 'kysely'
import {
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import type { AchAlertReading } from '../../../preload/contract/bank/alerts/alert-shapes.ts'
import { countIn } from '../../bank/answers/page-facts.ts'
import type { InboxKind } from '../../../preload/contract/api/inbox/inbox.ts'
import { amountFromAnswer } from '../../../preload/contract/kernel/money.ts'
import { alertItems } from '../../../preload/contract/text/inbox.ts'
import { entryStateOf } from '../../money/batch-facts.ts'
import { changeDeadline } from '../../money/network-deadlines.ts'
import type { Store } from '../../store/store.ts'
import { elementsOfDeliveries, type AlertRow } from '../../alerts/alerts.records.ts'
import type { Found, SourceFindings } from './inbox-jobs.ts'
import { readAlert } from '../../alerts/read-alert.ts'
import type { Element } from '../../alerts/split-delivery.ts'

/** Alerts stored one by one per item; beyond this only their number is stored. */
const maxAlertsPerItem = 200

/**
 * Returns what the matched alerts after `cursor`, up to `until`, need from a person. `accounts` are
 * the profile's own, without leading zeros.
 */
export async function noticedAlerts(
  store: Store,
  {
    cursor,
    until,
    accounts,
  }: { readonly cursor: number; readonly until: number; readonly accounts: readonly string[] },
): Promise<readonly SourceFindings[]> {
  const own = JSON.stringify(accounts)
  const rows = await store.read
    .selectFrom('alerts as a')
    .selectAll('a')
    .where('a.seq', '>', cursor)
    .where('a.seq', '<=', until)
    .where(
      sql<SqlBool>`(a.repeats_seq IS NOT NULL
        OR (a.kind IN ('wire', 'rtp') AND a.direction = 'debit' AND NOT EXISTS (
          SELECT 1 FROM order_alerts o WHERE o.alert_seq = a.seq AND o.decision <> 'dismissed'))
        OR (a.kind = 'ach'
          AND EXISTS (SELECT 1 FROM alert_accounts c WHERE c.alert_seq = a.seq
            AND c.account IN (SELECT value FROM json_each(${own})))
          AND NOT EXISTS (SELECT 1 FROM batch_entries e WHERE e.trace_number = a.reference)))`,
    )
    .orderBy('a.seq')
    .execute()
  return judged(store, rows)
}

async function judged(store: Store, rows: readonly AlertRow[]): Promise<readonly SourceFindings[]> {
  const groups = new Groups()
  const single: { kind: InboxKind; found: Found }[] = []
  const elementOf = elementsOfDeliveries(store)
  for (const row of rows) {
    if (row.repeats_seq !== null) groups.add('duplicate', row)
    else if (row.kind !== 'ach') groups.add('unmatched', row)
    else if (entryStateOf(row.status) === 'returned')
      single.push({ kind: 'returned', found: singleItem(row, 'returned', null) })
    else if (isChangeRequest(await elementOf(row)))
      single.push({
        kind: 'change',
        found: singleItem(row, 'change', changeDeadline(row.at)),
      })
    else groups.add('unmatched', row)
  }
  const alone = single.map(({ kind, found }) => ({
    kind,
    prefix: 'alert/',
    found: [found],
    isWhole: false,
  }))
  return [...alone, ...groups.noticed()]
}

/**
 * Whether an ACH alert counts notifications of change; false if its delivery can no longer be read.
 */
function isChangeRequest(element: Element | undefined): boolean {
  const body = element && readAlert(element.element).body
  const reading: AchAlertReading | null = body?.shape === 'ach' ? body.reading : null
  return (countIn(reading?.notificationOfChangeAddendaCount) ?? 0) > 0
}

const endingOf = ({ account }: AlertRow): string =>
  account === null ? '' : significantAccount(account.trim()).slice(-4)

const accountOf = ({ account }: AlertRow): string | null =>
  account === null || account.trim() === '' ? null : maskedAccount(account.trim())

function singleItem(row: AlertRow, kind: 'returned' | 'change', deadline: string | null): Found {
  const { amount, currency } = row
  const read = amount === null ? null : amountFromAnswer(amount, currency ?? 'USD')
  return {
    subject: `alert/${row.id}`,
    at: row.at,
    deadline,
    title: alertItems[kind](accountOf(row)),
    amount: read !== null && 'minor' in read ? read.minor : null,
    currency: currency ?? 'USD',
    address: `/alerts/list/${row.id}`,
    alerts: [row.seq],
  }
}

type Grouped = 'duplicate' | 'unmatched'

/** Groups frequent alerts into one item per day, kind of payment and account. */
class Groups {
  readonly #rows = new Map<string, { readonly kind: Grouped; readonly rows: AlertRow[] }>()

  add(kind: Grouped, row: AlertRow): void {
    const subject = `alerts/${row.at.slice(0, 10)}/${row.kind}/${endingOf(row)}`
    const key = `${kind} ${subject}`
    const group = this.#rows.get(key) ?? { kind, rows: [] }
    group.rows.push(row)
    this.#rows.set(key, group)
  }

  noticed(): readonly SourceFindings[] {
    return [...this.#rows].flatMap(([key, { kind, rows }]) => {
      const [first] = rows
      if (first === undefined) return []
      const search = new URLSearchParams({
        ...(endingOf(first) !== '' && { search: endingOf(first) }),
        kind: first.kind,
        ...(kind === 'duplicate' && { mark: 'repeats' }),
      })
      const found: Found = {
        subject: key.slice(kind.length + 1),
        at: first.at,
        title: alertItems[kind](accountOf(first), first.kind, []),
        // The job sums those of all its alerts, also of earlier ones.
        amount: null,
        currency: null,
        deadline: null,
        address: `/alerts?${search.toString()}`,
        alerts: rows.slice(0, maxAlertsPerItem).map(({ seq }) => seq),
        more: Math.max(0, rows.length - maxAlertsPerItem),
      }
      return [{ kind, prefix: 'alerts/', found: [found], isWhole: false }]
    })
  }
}
