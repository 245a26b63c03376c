/**
 * Jobs of the store worker for the inbox: save the found items in one transaction with the position
 * read so far, so that nothing is found twice or missed, even after a kill. They write no audit
 * act, because items follow from facts with acts of their own. An operator's action on an item is
 * recorded.
 */
import type { InboxKind } from '../../../preload/contract/api/inbox/inbox.ts'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import {
  amountFromAnswer,
  totalOf,
  type MinorUnits,
} from '../../../preload/contract/kernel/money.ts'
import { alertItems } from '../../../preload/contract/text/inbox.ts'
import { newId } from '../../platform/identifiers.ts'
import type { JobContext, StoreJob } from '../../store/store-jobs.ts'

/** A thing that needs a person. */
export interface Found {
  readonly subject: string
  readonly at: string
  readonly title: string
  readonly amount: number | null
  readonly currency: string | null
  readonly deadline: string | null
  readonly address: string
  /** The alerts that the item groups; undefined for a single thing. */
  readonly alerts?: readonly number[] | undefined
  /** Further alerts that are only counted. */
  readonly more?: number | undefined
  /** More urgent than at the last scan: an item marked done opens again. */
  readonly isMoreUrgent?: boolean
  /** Listed, but not shown as a desktop notification. */
  readonly isQuiet?: boolean
}

/** The findings of one scan of a source. */
export interface SourceFindings {
  readonly kind: InboxKind
  /** The common prefix of the source's subjects. */
  readonly prefix: string
  readonly found: readonly Found[]
  /** True if `found` holds all open things, so that items missing from it have ended. */
  readonly isWhole: boolean
}

/** The input of the job. */
export interface Findings {
  readonly at: string
  readonly noticed: readonly SourceFindings[]
  /** The position read so far, by source name. */
  readonly cursors: Readonly<Record<string, number>>
  /**
   * Where the reading began, by source name; null: no position was stored. If another one is stored
   * by now, somebody else has read on, and nothing is saved.
   */
  readonly since?: Readonly<Record<string, number | null>>
}

/** An item that was not open before. */
export interface NewItem {
  readonly id: string
  readonly kind: InboxKind
  readonly title: string
  readonly address: string
}

/** The changes made by the job. */
export interface SaveResult {
  readonly fresh: readonly NewItem[]
  readonly isChanged: boolean
}

interface ItemRow {
  readonly id: string
  readonly title: string
  readonly amount: number | null
  readonly things: number
  readonly deadline: string | null
  readonly address: string
  readonly doneAt: string | null
  readonly doneBy: string | null
}

const itemOf = `SELECT id, title, amount, things, deadline, address, done_at AS "doneAt", done_by AS "doneBy"
  FROM inbox_items WHERE kind = ? AND subject = ?`
const insertItem = `INSERT INTO inbox_items
  (id, kind, subject, at, title, amount, currency, things, deadline, address, changed_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const insertEvent =
  "INSERT INTO inbox_events (item_id, at, actor, what, about) VALUES (?, ?, 'system', ?, NULL)"
const refresh =
  'UPDATE inbox_items SET title = ?, amount = ?, deadline = ?, address = ? WHERE id = ?'
const refreshSum = 'UPDATE inbox_items SET title = ?, amount = ?, currency = ? WHERE id = ?'
const openAgain =
  'UPDATE inbox_items SET done_at = NULL, done_by = NULL, at = ?, changed_at = ? WHERE id = ?'
const endItem =
  "UPDATE inbox_items SET done_at = ?, done_by = 'system', changed_at = ? WHERE id = ? AND done_at IS NULL"
const openOf = `SELECT id, subject FROM inbox_items INDEXED BY inbox_items_open
  WHERE kind = ? AND done_at IS NULL AND substr(subject, 1, ?) = ?`
const cursorOf = 'SELECT seq FROM inbox_cursors WHERE name = ?'
const saveCursor = `INSERT INTO inbox_cursors (name, seq) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET seq = excluded.seq`

/** Saves the findings. */
export const saveFindings: StoreJob<Findings, SaveResult> = {
  name: 'inbox.save',
  run: (job, findings) => job.tally(() => save(job, findings)),
}

async function save(
  job: JobContext,
  { at, noticed, cursors, since = {} }: Findings,
): Promise<SaveResult> {
  for (const [name, seq] of Object.entries(since))
    if (
      ((await job.one(cursorOf, name)) as { seq: number } | undefined)?.seq !== (seq ?? undefined)
    )
      return { fresh: [], isChanged: false }
  const fresh: NewItem[] = []
  let isChanged = false
  for (const one of noticed) {
    for (const found of one.found) {
      const saved = await saveOne(job, one.kind, found, at)
      if (saved.fresh) fresh.push(saved.fresh)
      isChanged ||= saved.isChanged
    }
    if (one.isWhole) isChanged = (await endOthers(job, one, at)) || isChanged
  }
  for (const [name, seq] of Object.entries(cursors)) await job.run(saveCursor, name, seq)
  return { fresh, isChanged }
}

interface ItemChange {
  readonly fresh?: NewItem
  readonly isChanged: boolean
}

async function saveOne(
  job: JobContext,
  kind: InboxKind,
  found: Found,
  at: string,
): Promise<ItemChange> {
  const row = (await job.one(itemOf, kind, found.subject)) as ItemRow | undefined
  if (!row) return added(job, kind, found, at)
  const grown = await grow(job, row.id, found)
  const { address } = found
  const { title, amount } = (kind === 'unmatched' ? await sumUp(job, row.id) : undefined) ?? found
  const isOther =
    row.title !== title ||
    row.amount !== amount ||
    row.deadline !== found.deadline ||
    row.address !== address
  if (isOther) await job.run(refresh, title, amount, found.deadline, address, row.id)
  // An item marked done stays done unless it grew; an item that ended automatically may open again.
  const isMore = grown > 0 || found.isMoreUrgent === true
  const notice = { fresh: { id: row.id, kind, title, address } }
  if (row.doneAt !== null && (row.doneBy === 'system' || isMore)) {
    await job.run(openAgain, found.at, at, row.id)
    await job.run(insertEvent, row.id, at, 'came-again')
    return { ...(found.isQuiet !== true && notice), isChanged: true }
  }
  // Open and more urgent: notified once more. Growth alone is not notified again.
  const isNotifiedAgain =
    row.doneAt === null && found.isMoreUrgent === true && found.isQuiet !== true
  return { ...(isNotifiedAgain && notice), isChanged: isOther || isMore }
}

async function added(
  job: JobContext,
  kind: InboxKind,
  found: Found,
  at: string,
): Promise<ItemChange> {
  const id = newId()
  const { subject, title, amount, currency, deadline, address } = found
  const things = found.alerts === undefined ? 1 : 0
  await job.run(
    insertItem,
    id,
    kind,
    subject,
    found.at,
    title,
    amount,
    currency,
    things,
    deadline,
    address,
    at,
  )
  await grow(job, id, found)
  const shown = (kind === 'unmatched' ? (await sumUp(job, id))?.title : undefined) ?? title
  await job.run(insertEvent, id, at, 'noticed')
  const fresh = { id, kind, title: shown, address }
  return { ...(found.isQuiet !== true && { fresh }), isChanged: true }
}

/** Alerts read for the sum of one item. */
const mostSummed = 1000
const alertsOf = `SELECT a.kind, a.account, a.amount, a.currency, trim(a.party) AS party,
    coalesce(a.reference, a.transaction_id) AS reference
  FROM inbox_alerts m JOIN alerts a ON a.seq = m.alert_seq WHERE m.item_id = ?
  ORDER BY m.alert_seq LIMIT ${String(mostSummed)}`
interface GroupedAlert {
  readonly kind: 'ach' | 'wire' | 'rtp' | 'other'
  readonly account: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly party: string | null
  readonly reference: string | null
}

interface Sum {
  readonly title: string
  readonly amount: number | null
}

/** Names the other parties of an item's alerts and sums its payments; undefined: it has no alerts. */
async function sumUp(job: JobContext, id: string): Promise<Sum | undefined> {
  const alerts = (await job.all(alertsOf, id)) as readonly GroupedAlert[]
  const [first] = alerts
  if (first === undefined) return undefined
  const account = first.account?.trim() ?? ''
  const parties = [
    ...new Set(alerts.flatMap(({ party }) => (party === null || party === '' ? [] : [party]))),
  ]
  const title = alertItems.unmatched(
    account === '' ? null : maskedAccount(account),
    first.kind,
    parties,
  )
  const { things } = (await job.one(isEmpty, id)) as { readonly things: number }
  const currency = first.currency ?? 'USD'
  const amount = things === alerts.length ? sumOf(alerts, currency) : null
  await job.run(refreshSum, title, amount, currency, id)
  return { title, amount }
}

/** The sum of the payments, each once for all its alerts; null where an alert leaves it open. */
function sumOf(alerts: readonly GroupedAlert[], currency: string): number | null {
  const payments = new Map<string, MinorUnits>()
  for (const { amount, currency: own, reference } of alerts) {
    const read = amount === null ? undefined : amountFromAnswer(amount, currency)
    if (!read || !('minor' in read) || (own ?? 'USD') !== currency) return null
    if (reference === null && alerts.length > 1) return null
    const known = payments.get(reference ?? '')
    if (known !== undefined && known !== read.minor) return null
    payments.set(reference ?? '', read.minor)
  }
  const total = totalOf(payments.values())
  return 'minor' in total ? total.minor : null
}

const addAlert = `INSERT INTO inbox_alerts (alert_seq, item_id) VALUES (?, ?) ON CONFLICT DO NOTHING`
const addThings = 'UPDATE inbox_items SET things = things + ? WHERE id = ?'

/** Adds alerts to an item; returns how many were new. */
async function grow(
  job: JobContext,
  id: string,
  { alerts = [], more = 0 }: Found,
): Promise<number> {
  let added = more
  for (const seq of alerts) added += (await job.run(addAlert, seq, id)).changes
  if (added > 0) await job.run(addThings, added, id)
  return added
}

async function endOthers(
  job: JobContext,
  { kind, prefix, found }: SourceFindings,
  at: string,
): Promise<boolean> {
  const subjects = new Set(found.map(({ subject }) => subject))
  const open = (await job.all(openOf, kind, prefix.length, prefix)) as readonly {
    readonly id: string
    readonly subject: string
  }[]
  const ended = open.filter(({ subject }) => !subjects.has(subject))
  for (const { id } of ended) await end(job, id, at)
  return ended.length > 0
}

async function end(job: JobContext, id: string, at: string): Promise<void> {
  await job.run(endItem, at, at, id)
  await job.run(insertEvent, id, at, 'ended')
}

// Only open items can end; of items with very many alerts, only the newest are examined.
const matchedSince = `
  SELECT m.alert_seq AS seq, m.item_id AS item FROM inbox_items i
  JOIN inbox_alerts m ON m.item_id = i.id JOIN alerts a ON a.seq = m.alert_seq
  WHERE i.kind IN ('unmatched', 'returned', 'change') AND i.done_at IS NULL AND i.at >= ?
    AND (EXISTS (SELECT 1 FROM order_alerts o WHERE o.alert_seq = a.seq AND o.decision <> 'dismissed')
      OR (a.kind = 'ach' AND EXISTS (
        SELECT 1 FROM batch_entries e WHERE e.trace_number = a.reference)))
  LIMIT 1000`
const dropAlert = 'DELETE FROM inbox_alerts WHERE alert_seq = ?'
const lessThings = 'UPDATE inbox_items SET things = things - 1, changed_at = ? WHERE id = ?'
const isEmpty = 'SELECT things FROM inbox_items WHERE id = ?'

/**
 * Removes alerts that have been matched since; an item without alerts ends. `since`: ignores older
 * items.
 */
export const dropMatched: StoreJob<{ readonly at: string; readonly since: string }, boolean> = {
  name: 'inbox.drop-matched',
  run: async (job, { at, since }) => {
    const rows = (await job.all(matchedSince, since)) as readonly {
      readonly seq: number
      readonly item: string
    }[]
    if (rows.length === 0) return false
    await job.tally(async () => {
      const fewer = new Set<string>()
      for (const { seq, item } of rows) {
        // Somebody else may have removed it since it was read.
        if ((await job.run(dropAlert, seq)).changes === 0) continue
        await job.run(lessThings, at, item)
        const left = (await job.one(isEmpty, item)) as { readonly things: number }
        if (left.things <= 0) await end(job, item, at)
        else fewer.add(item)
      }
      for (const item of fewer) await sumUp(job, item)
    })
    return true
  },
}
