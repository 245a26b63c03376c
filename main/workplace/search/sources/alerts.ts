/** Alerts as search results. Accounts are masked. */
import { sql } from 'kysely'
import { alertKindLabels, type AlertLine } from '../../../../preload/contract/api/alerts/alert.ts'
import { meaningOf } from '../../../../preload/contract/bank/codes/index.ts'
import { amountAsWritten } from '../../../../preload/contract/kernel/money.ts'
import type { Found } from '../../../../preload/contract/api/search/search.ts'
import { hasWords } from '../../../store/dialect.ts'
import type { Reader, Store } from '../../../store/store.ts'
import {
  accountsOfAlerts,
  groupsOfAlerts,
  linesOf,
  shownLine,
} from '../../../alerts/alerts.records.ts'
import { detailOf, titleOf } from '../result-text.ts'

/** The newest alert of a payment or an entry, and how many alerts of it were found. */
interface FoundAlert {
  readonly line: AlertLine
  readonly seq: number
  readonly alerts: number
  /** Of the entry that an ACH alert is about, since most of these alerts name nobody. */
  readonly receiver: string | null
}

/** A documented status in lower case, any other as received. */
function statusOf({ kind, status }: AlertLine): string | null {
  const family = kind === 'ach' ? 'ach-transaction-status' : 'payment-business-status'
  return (status && meaningOf(family, status)?.code.toLowerCase()) ?? status
}

function foundAlert({ line, receiver, alerts }: FoundAlert): Found {
  const amount = line.amount === null ? '' : amountAsWritten(line.amount.trim())
  return {
    kind: 'alert',
    id: line.id,
    at: line.receivedAt,
    title: titleOf(
      'No party',
      line.party ?? receiver ?? '',
      [line.currency, amount].filter((part) => part !== null && part !== '').join(' '),
    ),
    detail: detailOf(
      alertKindLabels[line.kind],
      line.isIncomingCredit ? 'incoming credit' : line.direction,
      statusOf(line),
      line.reference,
      line.account,
      alerts > 1 ? `${String(alerts)} alerts` : '',
    ),
    address: `/alerts/list/${line.id}`,
  }
}

/**
 * Returns the alerts with these numbers, in their order; of several alerts of one payment or entry,
 * only the newest.
 */
export async function alertsWith(store: Store, seqs: readonly number[]): Promise<Found[]> {
  const [lines, accounts, receivers, groups] = await Promise.all([
    linesOf(store, seqs),
    accountsOfAlerts(store, seqs),
    receiversOf(store, seqs),
    groupsOfAlerts(store, seqs),
  ])
  const found = new Map<string, FoundAlert>()
  for (const row of lines) {
    const { seq } = row
    const line = shownLine(row, accounts.get(seq) ?? [])
    const group = groups.get(seq)
    const key =
      group?.kind === 'payment'
        ? group.orderId
        : JSON.stringify(
            line.reference === null ? line.id : [line.kind, line.reference, line.account],
          )
    const known = found.get(key)
    const newer =
      known && known.seq > seq ? known : { line, seq, receiver: receivers.get(seq) ?? null }
    found.set(key, { ...newer, alerts: (known?.alerts ?? 0) + 1 })
  }
  return [...found.values()].map(foundAlert)
}

/** Returns the receivers of the entries that these alerts were counted for, by number of alert. */
async function receiversOf(
  store: Store,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await store.read
    .selectFrom('batch_entry_status_events as v')
    .innerJoin('batch_entries as e', 'e.id', 'v.entry_id')
    .where('v.alert_seq', 'in', seqs)
    .select([
      'v.alert_seq as seq',
      sql<string | null>`json_extract(e.typed, '$.receiverName')`.as('receiver'),
    ])
    .execute()
  return new Map(
    rows.flatMap(({ seq, receiver }) => (seq === null || !receiver ? [] : [[seq, receiver]])),
  )
}

/** Returns the numbers of the newest alerts that the word index finds. */
export async function alertSeqs(reader: Reader, match: string, atMost: number): Promise<number[]> {
  const rows = await reader
    .selectFrom(
      sql<{
        seq: number
      }>`(SELECT rowid AS seq FROM alert_text WHERE ${hasWords('alert_text', match)}
        ORDER BY rowid DESC LIMIT ${atMost})`.as('found'),
    )
    .select('seq')
    .execute()
  return rows.map(({ seq }) => seq)
}

/**
 * Returns the numbers of the alerts whose reference or transaction id begins with the text, highest
 * first.
 */
export async function numberedAlerts(
  reader: Reader,
  beginning: string,
  atMost: number,
): Promise<number[]> {
  const both = await Promise.all(
    (['reference', 'transaction_id'] as const).map((column) =>
      reader
        .selectFrom('alerts')
        .select('seq')
        .where(column, '>=', beginning)
        .where(column, '<', `${beginning}\u{10ffff}`)
        .orderBy(column, 'desc')
        .limit(atMost)
        .execute(),
    ),
  )
  return both.flat().map(({ seq }) => seq)
}
