/** Gaps, recovered items and queries of sweeps: page by page, newest first. */
import { sql, type Selectable, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import {
  coverageGap,
  coverageSweep,
  recoveredItem,
  sweepPart,
  type CoverageGap,
  type CoverageSweep,
  type RecoveredItem,
  type SweepPart,
} from '../../../preload/contract/api/coverage/coverage.ts'
import { fieldsConfirmed } from '../../../preload/contract/api/coverage/wires.ts'
import { dayBoundsIn } from '../../../preload/contract/kernel/calendar.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { RecoveredItemsTable } from '../../store/tables/coverage.ts'
import { fieldsOf } from '../../store/named-row.ts'
import { sortedPage, type PageWanted, type StoredSort } from '../../store/sorted-page.ts'
import type { MissedWire } from '../wire-inquiry/wire-evidence.ts'
import { isItemOfDay } from './item-day.ts'
import {
  isLeft,
  needsManualCheck,
  isUnhealed,
  sweepsLeft,
  manualChecksBySweep,
} from './manual-checks.ts'

type ListContext = Pick<SessionContext, 'store' | 'operatorName' | 'bankingZone'>
interface Page<T> {
  readonly items: T[]
  readonly next: string | null
  readonly total: number
}

/**
 * Lists gaps. `isUnhealed`: only those that continue, wait, or leave something to check. `day`:
 * only those that touch it.
 */
export async function listGaps(
  { store, bankingZone }: ListContext,
  request: PageWanted & { readonly isUnhealed: boolean; readonly day: string | null },
): Promise<Page<CoverageGap>> {
  let matching = store.read
    .selectFrom('alert_gaps as g')
    .leftJoin('sweeps as s', 's.id', 'g.sweep_id')
  if (request.day !== null) {
    const { from, until } = dayBoundsIn(bankingZone(), request.day)
    matching = matching
      .where('g.from_at', '<', until)
      .where(sql<SqlBool>`coalesce(g.until_at, ${until}) >= ${from}`)
  }
  if (request.isUnhealed)
    matching = matching.where(sql<SqlBool>`(g.state IN ('open', 'waiting') OR g.state = 'partly'
      AND EXISTS (SELECT 1 FROM sweep_parts WHERE sweep_parts.sweep_id = g.sweep_id AND ${isLeft}))`)
  const { rows, next, total } = await newestFirst(
    matching,
    matching
      .selectAll('g')
      .select(['s.ended_at as endedAt', 's.calls as calls', 's.healed as healed']),
    { by: sql`g.from_at`, tie: sql`g.id` },
    request,
  )
  const toCheck = await manualChecksBySweep(store.read)
  const waiting = await sweepsLeft(store.read)
  const items = rows.map((row): CoverageGap => {
    const { sweep_id: sweepId } = row
    const isDone = row.state === 'partly' && !isUnhealed(row, waiting)
    const [calls, healed] = [row.calls ?? 0, row.healed ?? 0]
    const left = toCheck.get(sweepId ?? '') ?? 0
    return {
      ...fieldsOf(row, coverageGap),
      from: row.from_at,
      until: row.until_at,
      state: isDone ? 'healed' : row.state,
      sweep:
        sweepId === null
          ? null
          : { id: sweepId, endedAt: row.endedAt, calls, healed, toCheck: left },
    }
  })
  return { items, next, total }
}

/** An item of a sweep, or a wire of a wire inquiry. */
interface FoundRow extends Omit<Selectable<RecoveredItemsTable>, 'kind' | 'sweep_id'> {
  readonly kind: RecoveredItem['kind']
  readonly sweep_id: string | null
  readonly transaction_id: string | null
  readonly inquiry_id: string | null
  /** JSON of the fields' confirmation. */
  readonly confirmed: string | null
  /** Of equal instants, later ones are greater. */
  readonly tie: string
}

const ofSweeps = [
  'id',
  'at',
  'sweep_id',
  'kind',
  'event',
  'event_day',
  'account_significant',
  'trace_number',
  'par_number',
  'direction',
  'amount',
  'currency',
  'party',
  'return_code',
  'call_id',
  'order_id',
  'entry_id',
] as const
const ofWires = ['transaction_id', 'inquiry_id', 'confirmed', 'tie'] as const

/** The items of sweeps and these wires, as one table. */
function foundRows(wires: readonly MissedWire[]) {
  const rows = wires.map(({ found, laterAlertSeq }) => ({
    id: found.key,
    at: found.at,
    kind: 'wire',
    event: found.statusText ?? 'Incoming wire',
    event_day: found.day,
    account_significant: found.account,
    direction: 'credit',
    amount: found.amountText,
    currency: found.currency,
    party: found.party,
    call_id: found.callId,
    alert_seq: laterAlertSeq,
    transaction_id: found.transactionId ?? found.reference,
    inquiry_id: found.inquiryId,
    confirmed: JSON.stringify(found.fieldsConfirmed),
    tie: found.key,
  }))
  return sql<FoundRow>`(
    SELECT ${sql.join(ofSweeps.map((name) => sql.ref(name)))}, alert_seq, NULL AS transaction_id,
      NULL AS inquiry_id, NULL AS confirmed, substr('00000000000' || CAST(seq AS text), -12) AS tie
    FROM recovered_items
    UNION ALL
    SELECT ${sql.join(ofSweeps.map((name) => sql`json_extract(value, ${sql.lit(`$.${name}`)})`))},
      CAST(json_extract(value, '$.alert_seq') AS bigint),
      ${sql.join(ofWires.map((name) => sql`json_extract(value, ${sql.lit(`$.${name}`)})`))}
    FROM json_each(${JSON.stringify(rows)}))`.as('r')
}

/** Lists recovered items, with accounts masked. */
export async function listRecovered(
  { store, bankingZone }: ListContext,
  wires: readonly MissedWire[],
  request: PageWanted & { readonly search: string; readonly day: string | null },
): Promise<Page<RecoveredItem>> {
  let matching = store.read
    .selectFrom(foundRows(wires))
    .leftJoin('alerts as a', 'a.seq', 'r.alert_seq')
    .leftJoin('batch_entries as e', 'e.id', 'r.entry_id')
  const term = request.search.trim().toLowerCase()
  if (term !== '') {
    const about = sql`lower(concat_ws(' ', r.event, r.trace_number, r.par_number, r.transaction_id,
      r.amount, r.party, r.return_code, substr(r.account_significant, -4)))`
    matching = matching.where(sql<SqlBool>`instr(${about}, ${term}) > 0`)
  }
  if (request.day !== null) matching = matching.where(isItemOfDay('r', bankingZone(), request.day))
  const { rows, next, total } = await newestFirst(
    matching,
    matching.selectAll('r').select(['a.id as alertId', 'a.at as alertAt', 'e.order_id as batchId']),
    { by: sql`r.at`, tie: sql`r.tie` },
    request,
  )
  const items = rows.map((row): RecoveredItem => {
    const { alertId, alertAt } = row
    return {
      ...fieldsOf(row, recoveredItem),
      account: maskedAccount(row.account_significant),
      orderId: row.order_id ?? row.batchId,
      wireInquiry:
        row.inquiry_id === null || row.confirmed === null
          ? null
          : { id: row.inquiry_id, ...fieldsConfirmed.parse(JSON.parse(row.confirmed)) },
      alert: alertId === null || alertAt === null ? null : { id: alertId, at: alertAt },
    }
  })
  return { items, next, total }
}

/** Lists the queries of all sweeps, or of one. */
export async function listParts(
  { store, operatorName }: ListContext,
  request: PageWanted & {
    readonly which: 'to-check' | 'checked' | 'all'
    readonly sweepId: string | null
    readonly seq?: number
  },
): Promise<Page<SweepPart>> {
  let matching = store.read
    .selectFrom('sweep_parts')
    .innerJoin('sweeps as s', 's.id', 'sweep_parts.sweep_id')
    .leftJoin('orders as o', 'o.id', 'sweep_parts.order_id')
  if (request.which === 'to-check') matching = matching.where(needsManualCheck)
  if (request.which === 'checked')
    matching = matching.where('sweep_parts.checked_at', 'is not', null)
  if (request.sweepId !== null)
    matching = matching.where('sweep_parts.sweep_id', '=', request.sweepId)
  if (request.seq !== undefined) matching = matching.where('sweep_parts.seq', '=', request.seq)
  const { rows, next, total } = await newestFirst(
    matching,
    matching
      .selectAll('sweep_parts')
      .select(['s.planned_at as plannedAt', 'o.reference as reference']),
    {
      by: sql`s.planned_at`,
      tie: sql`sweep_parts.sweep_id || (1999999999 - sweep_parts.seq)`,
    },
    request,
  )
  const items = rows.map((row): SweepPart => {
    const { order_id: orderId, checked_by: by, checked_at: at } = row
    return {
      ...fieldsOf(row, sweepPart),
      account: row.account_label,
      order: orderId === null ? null : { id: orderId, reference: row.reference ?? '' },
      checked:
        by === null || at === null ? null : { by: operatorName(by, at), at, note: row.check_note },
    }
  })
  return { items, next, total }
}

/** Returns one complete sweep; undefined if it does not exist. */
export async function findSweep(
  { store, operatorName }: ListContext,
  id: string,
): Promise<CoverageSweep | undefined> {
  const row = await store.read
    .selectFrom('sweeps')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const states = await store.read
    .selectFrom('sweep_parts')
    .select(['state', (of) => of.fn.countAll<number>().as('count')])
    .where('sweep_id', '=', id)
    .groupBy('state')
    .execute()
  const count = (state: SweepPart['state']): number =>
    states.find((one) => one.state === state)?.count ?? 0
  return {
    ...fieldsOf(row, coverageSweep),
    by: row.actor === 'system' ? null : operatorName(row.actor),
    from: row.from_at,
    until: row.until_at,
    parts: states.reduce((sum, one) => sum + one.count, 0),
    partsDone: count('done'),
    partsFailed: count('failed'),
    partsImpossible: count('impossible'),
  }
}

/** Returns one page of the matches, and their number. */
async function newestFirst<DB, TB extends keyof DB, O>(
  matching: Pick<SelectQueryBuilder<DB, TB, object>, 'select'>,
  query: SelectQueryBuilder<DB, TB, O>,
  order: Pick<StoredSort, 'by' | 'tie'>,
  request: PageWanted,
): Promise<{ rows: O[]; next: string | null; total: number }> {
  const { total } = (await matching
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()) as { readonly total: number }
  return { ...(await sortedPage(query, { ...order, direction: 'descending' }, request)), total }
}
