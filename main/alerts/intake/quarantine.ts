/** Quarantined deliveries: lists them, shows them, and returns them to the reading. */
import { sql, type SqlBool } from 'kysely'
import type {
  QuarantinedDelivery,
  QuarantinedBody,
  QuarantineListRequest,
} from '../../../preload/contract/api/alerts/alert.ts'
import { quarantineReasons } from '../../../preload/contract/api/alerts/alert.ts'
import { byText, sortedPage, type StoredSort } from '../../store/sorted-page.ts'
import type { Act, Store } from '../../store/store.ts'
import { maskedBody, maskedRuns } from '../../bank/privacy/mask-in-text.ts'

const columns = [
  'seq',
  'id',
  'at',
  'remote',
  'content_type',
  'size',
  'quarantine_reason',
  'problem',
  'answered',
] as const

interface QuarantineRow {
  readonly id: string
  readonly at: string
  readonly remote: string | null
  readonly content_type: string | null
  readonly size: number
  readonly quarantine_reason: string | null
  readonly problem: string | null
  readonly answered: number
}

const shown = (row: QuarantineRow): QuarantinedDelivery => ({
  id: row.id,
  at: row.at,
  from: row.remote,
  contentType: row.content_type,
  bytes: row.size,
  // A reason of a newer version is shown as the most general one of this version.
  reason: quarantineReasons.find((reason) => reason === row.quarantine_reason) ?? 'unread',
  problem: row.problem === null ? null : maskedRuns(row.problem),
  answered: row.answered,
})

const quarantinedIn = (store: Store) =>
  store.read.selectFrom('alert_deliveries').where('quarantine_reason', 'is not', null)

function sortOf(sort: NonNullable<QuarantineListRequest['sort']>): StoredSort {
  const by = {
    at: sql`at`,
    reason: byText(sql`quarantine_reason || ' ' || coalesce(problem, '')`, sort),
    from: byText(sql`remote`, sort),
    type: byText(sql`content_type`, sort),
    size: sql`size`,
    answered: sql`answered`,
  }
  return { by: by[sort.column], direction: sort.direction, tie: sql`seq` }
}

/** Returns one page, newest first or sorted. */
export async function listQuarantined(
  store: Store,
  { cursor, limit, sort }: QuarantineListRequest,
): Promise<{ items: QuarantinedDelivery[]; next: string | null; total: number }> {
  const { total } = await quarantinedIn(store)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (sort) {
    const page = { cursor, limit }
    const { rows, next } = await sortedPage(
      quarantinedIn(store).select(columns),
      sortOf(sort),
      page,
    )
    return { items: rows.map(shown), next, total }
  }
  let page = quarantinedIn(store)
    .select(columns)
    .orderBy('seq', 'desc')
    .limit(limit + 1)
  if (cursor !== null) page = page.where('seq', '<', Number(cursor))
  const rows = await page.execute()
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(shown),
    next: rows.length > limit && last ? String(last.seq) : null,
    total,
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/**
 * Returns the text of a body; null if it has control characters or is not UTF-8: nobody can read or
 * mask that.
 */
function decoded(bytes: Uint8Array): string | null {
  if (bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) {
    return null
  }
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/**
 * Returns one delivery with its body; undefined if no such delivery is quarantined. Bytes that are
 * not text cannot be masked.
 */
export async function findQuarantined(
  store: Store,
  id: string,
  inFull: boolean,
): Promise<QuarantinedBody | undefined> {
  const row = await quarantinedIn(store)
    .select([...columns, 'body'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const text = decoded(row.body)
  const about = { ...shown(row), isMasked: !inFull, isBase64: text === null }
  if (!inFull) return { ...about, text: text === null ? null : maskedBody(text) }
  return {
    ...about,
    problem: row.problem,
    text: text ?? Buffer.from(row.body).toString('base64'),
  }
}

/** Returns the seqs of one quarantined delivery, or of all. */
export async function quarantinedSeqs(store: Store, id: string | null): Promise<readonly number[]> {
  const quarantined = quarantinedIn(store).select('seq')
  const query = id === null ? quarantined : quarantined.where('id', '=', id)
  const rows = await query.orderBy('seq').execute()
  return rows.map(({ seq }) => seq)
}

/** Marks quarantined deliveries as unread, so that the intake reads them like any other. */
export const markUnread = (store: Store, act: Act, seqs: readonly number[]): Promise<unknown> =>
  store.record(act, (tx) =>
    tx.updateTable('alert_deliveries').set({ reader: null }).where(among(seqs)).execute(),
  )

/** Returns the result of reading these deliveries. */
export async function outcomeOf(
  store: Store,
  seqs: readonly number[],
): Promise<{ readonly read: number; readonly alerts: number; readonly stillQuarantined: number }> {
  const stillQuarantined = await quarantinedIn(store)
    .where(among(seqs))
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const receipts = await store.read
    .selectFrom('alert_receipts')
    .where(sql<SqlBool>`delivery_seq IN ${listed(seqs)}`)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    read: seqs.length - stillQuarantined.total,
    alerts: receipts.total,
    stillQuarantined: stillQuarantined.total,
  }
}

/** One parameter, for any number of seqs. */
const listed = (seqs: readonly number[]) =>
  sql`(SELECT CAST(value AS bigint) FROM json_each(${JSON.stringify(seqs)}))`
const among = (seqs: readonly number[]) => sql<SqlBool>`seq IN ${listed(seqs)}`
