/**
 * The effect of a stored alert if it were read again, by today's parsing and the rules that match
 * alerts. Nothing is changed; an operator sees why an alert moved a payment, or why it did not.
 */
import { orderKindOf } from '../../preload/contract/domain/orders/order.ts'
import type { AlertReplay } from '../../preload/contract/api/alerts/alert.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { bankStatusText, entryStateText } from '../../preload/contract/text/bank-status.ts'
import { receiverTitle } from '../../preload/contract/text/inbox.ts'
import { typedIn } from './batch-facts.ts'
import {
  candidatesFor,
  isAboutEntry,
  misfits,
  otherAmount,
  unidentified,
} from './batch/tracking/match-entry.ts'
import type { EntryUpdate, EntryReport } from './batch/tracking/entry-status.ts'
import { applyEntryUpdate } from './batch/tracking/entry-state.ts'
import { reportIn } from './batch/tracking/match-alerts.ts'
import { readEntryTracker } from './batch/tracking/tracked-batch.ts'
import { matchOf, statusEventsIn, timesOf } from './order/status/find-alert-match.ts'
import { bankStatusOf, statusEventsOf } from './bank-status.ts'
import type { Store } from '../store/store.ts'
import { alertMask } from '../bank/privacy/mask-alert.ts'
import {
  accountsOfAlerts,
  elementsOfDeliveries,
  findAlert,
  type AlertRow,
  type ElementOf,
} from '../alerts/alerts.records.ts'
import { readAlert, type ReadAlert } from '../alerts/read-alert.ts'

type About = AlertReplay['about'][number]

/** Returns the effect. Accounts are masked. */
export async function replayAlert(
  store: Store,
  id: string,
): Promise<Result<AlertReplay, Failure<'not-found'>>> {
  const row = await findAlert(store, id)
  if (!row) return err({ code: 'not-found' })
  const elementOf = elementsOfDeliveries(store)
  const element = await elementOf(row)
  const read = element && readAlert(element.element)
  const accounts = (await accountsOfAlerts(store, [row.seq])).get(row.seq) ?? []
  const { text } = alertMask(element?.text ?? 'null', accounts)
  const masked = (value: string | null): string | null => (value === null ? null : text(value))
  const differences = (read ? differencesOf(row, read) : []).map((one) => ({
    field: one.field,
    stored: masked(one.stored),
    read: masked(one.read),
  }))
  const about =
    row.kind === 'ach'
      ? await aboutEntries(store, row, read)
      : await aboutOrder(store, row, elementOf)
  return ok({ differences, isMissing: read === undefined, about: [...about] })
}

/** Returns the fields that today's parsing reads differently from the stored row. */
function differencesOf(row: AlertRow, read: ReadAlert): AlertReplay['differences'] {
  const pairs: readonly (readonly [string, string | null, string | null])[] = [
    ['Kind', row.kind, read.kind],
    ['Code', row.code, read.code],
    ['Status', row.status, read.status],
    ['Direction', row.direction, read.direction],
    ['Amount', row.amount, read.amount],
    ['Currency', row.currency, read.currency],
    ['Account', row.account, read.account],
    ['Party', row.party, read.party],
    ['Reference', row.reference, read.reference],
    ['Transaction id', row.transaction_id, read.transactionId],
    ['Sent', row.sent_at, read.sentAt],
  ]
  return pairs.flatMap(([field, stored, now]) => {
    // The store holds no character that UTF-8 cannot encode.
    const current = now?.toWellFormed() ?? null
    return stored === current ? [] : [{ field, stored, read: current }]
  })
}

async function aboutOrder(
  store: Store,
  row: AlertRow,
  elementOf: ElementOf,
): Promise<readonly About[]> {
  const times = await timesOf(elementOf, row)
  const decided = await store.read
    .selectFrom('order_alerts')
    .select(['order_id as orderId', 'matched_by as matchedBy', 'decision'])
    .where('alert_seq', '=', row.seq)
    .where('decision', '<>', 'dismissed')
    .executeTakeFirst()
  const found = decided ?? (await matchOf(store, row, times))
  if (!found) return []
  const order = await store.read
    .selectFrom('orders')
    .select(['id', 'service', 'beneficiary'])
    .where('id', '=', found.orderId)
    .executeTakeFirst()
  if (!order) return []
  const vocabulary = orderKindOf(order.service)
  const reported = await statusEventsOf(store.read, order.id)
  // A suggested match says nothing about an order before somebody has confirmed it.
  const isOpen = decided ? decided.decision === 'open' : found.matchedBy === 'suggestion'
  const next = isOpen ? reported : [...reported, ...statusEventsIn(row, times)]
  const statusTextOf = (reports: typeof reported): string =>
    bankStatusText(bankStatusOf(reports), vocabulary)
  return [
    {
      address: `/orders/${order.id}`,
      title: `${order.service} to ${order.beneficiary}`,
      matchedBy: found.matchedBy,
      isAlreadyApplied: decided?.decision === 'counts',
      against: [],
      before: statusTextOf(reported),
      after: statusTextOf(next),
    },
  ]
}

/** Returns the meant entries of its trace number, each with its present and its resulting state. */
async function aboutEntries(
  store: Store,
  row: AlertRow,
  read: ReadAlert | undefined,
): Promise<readonly About[]> {
  const trace = row.reference?.trim() ?? ''
  if (trace === '') return []
  const entries = await store.read
    .selectFrom('batch_entries')
    .selectAll()
    .where('trace_number', '=', trace)
    .execute()
  const tracker = new Map<string, EntryUpdate>()
  for (const [orderId, some] of Map.groupBy(entries, ({ order_id }) => order_id)) {
    const ids = some.map(({ id }) => id)
    const known = await readEntryTracker(store, orderId, ids)
    for (const id of ids) {
      const update = known.get(id)
      if (update) tracker.set(id, update)
    }
  }
  const alertReport = reportIn(row, read?.body.shape === 'ach' ? read.body.reading : null)
  const { meant, reported } = candidatesFor([...tracker.values()], alertReport)
  return entries.flatMap((entry) => {
    const update = tracker.get(entry.id)
    if (!update || !meant.includes(update)) return []
    const after = applyEntryUpdate(update, reported, row.at)
    return [
      {
        address: `/batches/${entry.order_id}/${entry.id}`,
        title: `Entry to ${receiverTitle(typedIn(entry).receiverName)}`,
        matchedBy: 'trace-number' as const,
        isAlreadyApplied: after.events.length === 0,
        before: stateTextOf(update),
        after: stateTextOf(after),
        against: againstOf(update, reported),
      },
    ]
  })
}

const stateTextOf = ({ entry }: EntryUpdate): string =>
  entryStateText(entry.bank_status, entry.return_reported_at !== null)

const fieldLabels: Readonly<Record<string, string>> = {
  receivingAccountNumber: 'Receiving account',
  transactionDirection: 'Direction',
  traceNumber: 'Trace number',
  transactionAmount: 'Amount',
  date: 'Date',
}

/** Returns why an alert is not matched to the entry. */
function againstOf(update: EntryUpdate, reported: EntryReport): string[] {
  if (isAboutEntry(update, reported))
    return reported.isAmbiguous === true ? ['Several entries have this trace number'] : []
  const against = [...misfits(update, reported), ...otherAmount(update.entry.amount, reported)]
  const all = against.length > 0 ? against : unidentified(update, reported)
  return all.map(({ text, detail }) => `${fieldLabels[text] ?? text}: ${detail}`)
}
