/** Alerts as search results. Accounts are masked. */
import { sql } from 'kysely'
import { alertKindLabels, type AlertLine } from '../../../../preload/contract/api/alerts/alert.ts'
import { amountAsWritten } from '../../../../preload/contract/kernel/money.ts'
import type { Found } from '../../../../preload/contract/api/search/search.ts'
import type { Reader, Store } from '../../../store/store.ts'
import { accountsOfAlerts, linesOf, shownLine } from '../../../alerts/alerts.records.ts'
import { detailOf, titleOf } from '../result-text.ts'

/** `receiver`: of the entry that an ACH alert is about, since most of these alerts name nobody. */
function foundAlert(line: AlertLine, receiver: string | null): Found {
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
      line.status,
      line.reference,
      line.account,
    ),
    address: `/alerts/list/${line.id}`,
  }
}

/** Returns the alerts with these numbers, in their order. */
export async function alertsWith(store: Store, seqs: readonly number[]): Promise<Found[]> {
  const [lines, accounts, receivers] = await Promise.all([
    linesOf(store, seqs),
    accountsOfAlerts(store, seqs),
    receiversOf(store, seqs),
  ])
  return lines.map((row) =>
    foundAlert(shownLine(row, accounts.get(row.seq) ?? []), receivers.get(row.seq) ?? null),
  )
}

/** Returns the receivers of the entries that these alerts were counted for, by number of alert. */
async function receiversOf(
  store: Store,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await store.read
    .selectFrom('batch_entry_events as v')
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
      sql<{ seq: number }>`(SELECT rowid AS seq FROM alert_words WHERE alert_words MATCH ${match}
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
