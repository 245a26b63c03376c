/**
 * The list of alerts in another order than that of receipt: all alerts that the list reaches are
 * sorted, and one page is read.
 */
import { sql } from 'kysely'
import { mostListed, type AlertListRequest } from '../../../preload/contract/api/alerts/alert.ts'
import { numberIn } from '../../store/dialect.ts'
import { byName, byNumber, byText, sortedPage, type PageWanted } from '../../store/sorted-page.ts'
import type { Store } from '../../store/store.ts'
import {
  entryReceiver,
  foundAlerts,
  linesOf,
  ofMatchedEntry,
  shownAmount,
  type AlertFilter,
  type LineRow,
} from '../alerts.records.ts'

export type AlertSort = NonNullable<AlertListRequest['sort']>

/** The amount as the bank wrote it, without thousands separators. */
const amount = numberIn(sql`nullif(replace(a.amount, ',', ''), '')`)

const counterparty = sql`coalesce(a.party, ${ofMatchedEntry(entryReceiver)})`
/** A grouped list shows the description of a batch, and the amount of what is reported of it. */
const ofBatch = {
  party: sql`coalesce(nullif(${ofMatchedEntry(sql`o.beneficiary`)}, ''), ${counterparty})`,
  amount: sql`coalesce(${ofMatchedEntry(shownAmount)}, ${amount})`,
}

/**
 * The sort keys follow the columns of the list: an account by its last four characters, an event by
 * its status or else its code.
 */
function keyOf(sort: AlertSort, isGrouped: boolean) {
  const shown = isGrouped ? ofBatch : { party: counterparty, amount }
  const by = {
    at: sql`a.at`,
    kind: sql`a.kind`,
    event: byText(sql`coalesce(a.status, a.code)`, sort),
    direction: byText(sql`a.direction`, sort),
    amount: byNumber(shown.amount, sort),
    account: byText(sql`substr(a.account, -4)`, sort),
    party: byName(shown.party, sort),
    reference: byText(sql`a.reference`, sort),
  }
  return by[sort.column]
}

/**
 * One page of the newest alerts that a filter finds, up to the limit of the list, in the order of
 * the sort. The store sorts all of them for each page, so that new alerts appear in their place at
 * once.
 */
export async function sortedAlerts(
  store: Store,
  filter: AlertFilter,
  sort: AlertSort,
  page: PageWanted,
): Promise<{ rows: readonly LineRow[]; next: string | null }> {
  const reached = await foundAlerts(
    store,
    filter,
    keyOf(sort, filter.isGrouped === true),
    mostListed,
  )
  const { rows, next } = await sortedPage(
    store.read.selectFrom(reached.as('reached')).select('seq'),
    { by: sql`reached.key`, direction: sort.direction, tie: sql`reached.seq` },
    page,
  )
  return {
    rows: await linesOf(
      store,
      rows.map(({ seq }) => seq),
    ),
    next,
  }
}
