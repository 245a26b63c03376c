/** The alerts of one open store: lists, shows, exports, and reads them again. */
import {
  mostListed,
  type AlertExportRequest,
  type AlertLine,
  type AlertListRequest,
  type AlertRecord,
  type AlertSummary,
  type QuarantinedDelivery,
  type QuarantinedBody,
  type QuarantineListRequest,
  type ReviewedConflict,
} from '../../../preload/contract/api/alerts/alert.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PageWanted } from '../../store/sorted-page.ts'
import type { Store } from '../../store/store.ts'
import { Superseded, unlessSuperseded } from '../../store/superseded.ts'
import { exportAlerts, type AlertExport } from './alert-export.ts'
import { shownAlert, type AlertContext } from './alert-view.ts'
import {
  accountsOfAlerts,
  bodyOf,
  conflictsOf,
  countAlerts,
  findAlert,
  groupsOfAlerts,
  otherAlert,
  pageOfAlerts,
  receiptsOf,
  receiversOfAlerts,
  shownLine,
  summaryOf,
  type AlertFilter,
  type AlertRow,
} from '../alerts.records.ts'
import type { AlertIntake } from '../listener/delivery.ts'
import {
  findQuarantined,
  quarantinedSeqs,
  listQuarantined,
  markUnread,
  outcomeOf,
} from '../intake/quarantine.ts'
import { sortedAlerts } from './sorted-alerts.ts'
import { elementAt } from '../split-delivery.ts'

export interface AlertsDeps {
  readonly store: Store
  readonly intake: AlertIntake
  readonly clock: Clock
  /** A conflict was acknowledged, or quarantined deliveries were read again. */
  readonly alarmsChanged?: () => void
}

type NotFound = Failure<'not-found'>
interface AlertPage {
  readonly items: AlertLine[]
  readonly next: string | null
  readonly total: number
  readonly isMore: boolean
}

export interface AlertsService {
  /**
   * One page, newest first. A search with four digits or more is first recorded in the audit,
   * without the search text.
   */
  list(request: AlertListRequest, operator: Operator): Promise<AlertPage>
  summary(): Promise<AlertSummary>
  /** Accounts masked. */
  get(id: string): Promise<Result<AlertRecord, NotFound>>
  /** The alert without masking; the operator's access is recorded first. */
  reveal(id: string, operator: Operator): Promise<Result<AlertRecord, NotFound>>
  /** Records who acknowledged a conflict, for the alerts of it that were shown. */
  reviewConflict(
    conflict: ReviewedConflict,
    operator: Operator,
  ): Promise<Result<AlertRecord, NotFound>>
  /** The filtered list as CSV; the request is recorded first. */
  exportText(request: AlertExportRequest, operator: Operator): Promise<AlertExport>
  listQuarantined(page: QuarantineListRequest): Promise<{
    readonly items: QuarantinedDelivery[]
    readonly next: string | null
    readonly total: number
  }>
  getQuarantined(id: string): Promise<Result<QuarantinedBody, NotFound>>
  revealQuarantined(id: string, operator: Operator): Promise<Result<QuarantinedBody, NotFound>>
  /** Reads one quarantined delivery again, or all; recorded. */
  readAgain(
    id: string | null,
    operator: Operator,
  ): Promise<
    Result<
      { readonly read: number; readonly alerts: number; readonly stillQuarantined: number },
      NotFound
    >
  >
}

/** A search with this many digits can reveal a masked account. */
const minAuditedDigits = 4

/** Creates the service of one open store. */
export function createAlertsService(deps: AlertsDeps): AlertsService {
  const { store, intake, clock, alarmsChanged } = deps
  const shown = async (id: string, inFull: boolean): Promise<AlertRecord | undefined> => {
    const context = await contextOf(store, id)
    return context && shownAlert(context, inFull)
  }
  const note = ({ id: actor }: Operator, kind: string, subject: string, detail: Detail) =>
    store.note({ actor, kind, subject, detail })
  const noteSearch = searchNotes(store)

  return {
    async list(request, operator) {
      await noteSearch(request, operator)
      return listPage(store, request)
    },

    summary: () => summaryOf(store),

    async get(id) {
      return found(await shown(id, false))
    },

    async reveal(id, operator) {
      const alert = await shown(id, true)
      if (alert) await note(operator, 'alerts.revealed', id, {})
      return found(alert)
    },

    async reviewConflict({ id, conflictsWith }, { id: actor }) {
      const row = await findAlert(store, id)
      if (!row) return err({ code: 'not-found' })
      if (row.conflict === 1 && row.conflict_seen_at === null) {
        const shownIds = new Set(conflictsWith)
        const others = (await conflictsOf(store, row)).filter((other) => shownIds.has(other.id))
        const seen = [row, ...others].map(({ seq }) => seq)
        await markConflictReviewed(store, row.id, seen, { actor, at: clock.now().toISOString() })
        alarmsChanged?.()
      }
      return found(await shown(id, false))
    },

    async exportText(request, operator) {
      const kind = request.inFull ? 'alerts.exported-in-full' : 'alerts.exported'
      // Recorded before the export is built: no export may exist without its record.
      await note(operator, kind, 'alerts', exportDetail(request))
      return exportAlerts(store, request)
    },

    listQuarantined: (page) => listQuarantined(store, page),

    async getQuarantined(id) {
      return found(await findQuarantined(store, id, false))
    },

    async revealQuarantined(id, operator) {
      const quarantined = await findQuarantined(store, id, true)
      if (quarantined) await note(operator, 'alerts.delivery-revealed', id, {})
      return found(quarantined)
    },

    async readAgain(id, { id: actor }) {
      const seqs = await quarantinedSeqs(store, id)
      if (id !== null && seqs.length === 0) return err({ code: 'not-found' })
      const detail = { deliveries: seqs.length }
      const act = { actor, kind: 'alerts.read-again', subject: id ?? 'deliveries', detail }
      await markUnread(store, act, seqs)
      await intake.readPending()
      alarmsChanged?.()
      return ok(await outcomeOf(store, seqs))
    },
  }
}

type Detail = Readonly<Record<string, string | number | boolean | null>>

const found = <T>(value: T | undefined): Result<T, NotFound> =>
  value === undefined ? err({ code: 'not-found' }) : ok(value)

/**
 * Records a search that can reveal masked digits, without the search text, once while the search
 * stays the same.
 */
function searchNotes(store: Store) {
  let lastNoted = ''
  return async ({ search, account }: AlertListRequest, { id: actor }: Operator): Promise<void> => {
    const digits = `${search}${account ?? ''}`.replace(/\D/g, '').length
    const key = JSON.stringify([actor, search, account])
    if (digits < minAuditedDigits || key === lastNoted) return
    await store.note({ actor, kind: 'alerts.searched', subject: 'alerts', detail: { digits } })
    lastNoted = key
  }
}

async function listPage(store: Store, request: AlertListRequest): Promise<AlertPage> {
  const { cursor, limit, sort, ...filter } = request
  const { rows: items, next } = sort
    ? await sortedAlerts(store, filter, sort, { cursor, limit })
    : await newestAlerts(store, filter, { cursor, limit })
  const seqs = items.map(({ seq }) => seq)
  const [accounts, receivers, groups] = await Promise.all([
    accountsOfAlerts(store, seqs),
    receiversOfAlerts(store, seqs),
    filter.isGrouped ? groupsOfAlerts(store, seqs) : null,
  ])
  // A list that ends on its first page needs no count query.
  const isAll = cursor === null && next === null
  const total = isAll ? items.length : await countAlerts(store, filter)
  return {
    items: items.map((row) => ({
      ...shownLine(withParty(row, receivers), accounts.get(row.seq) ?? []),
      ...(groups && { group: groups.get(row.seq) ?? null }),
    })),
    next,
    total: Math.min(total, mostListed),
    isMore: total > mostListed,
  }
}

/** An ACH alert rarely names its receiver; the matched entry does. */
const withParty = <R extends Pick<AlertRow, 'seq' | 'party'>>(
  row: R,
  receivers: ReadonlyMap<number, string>,
): R => ({ ...row, party: row.party ?? receivers.get(row.seq) ?? null })

async function newestAlerts(store: Store, filter: AlertFilter, { cursor, limit }: PageWanted) {
  const below = cursor === null ? null : Number(cursor)
  const found = await pageOfAlerts(store, filter, { below, limit })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? String(last.seq) : null }
}

/** All stored data of one alert. */
async function contextOf(store: Store, id: string): Promise<AlertContext | undefined> {
  const stored = await findAlert(store, id)
  if (!stored) return undefined
  const row = withParty(stored, await receiversOfAlerts(store, [stored.seq]))
  const accounts = await accountsOfAlerts(store, [row.seq])
  const repeats = row.repeats_seq === null ? undefined : await otherAlert(store, row.repeats_seq)
  const conflicts = await conflictsOf(store, row)
  const receipts = await receiptsOf(store, row.seq)
  return {
    row,
    accounts: accounts.get(row.seq) ?? [],
    element: elementAt(await bodyOf(store, row.delivery_seq), row.place),
    receiptList: receipts.map(({ id: deliveryId, remote: from, answered: _, ...receipt }) => ({
      deliveryId,
      from,
      ...receipt,
    })),
    answers: receipts.map(({ at, answered }) => ({ at, answered })),
    repeats: repeats ? { id: repeats.id, receivedAt: repeats.at } : null,
    conflictsWith: conflicts.map((other) => ({ id: other.id, receivedAt: other.at })),
  }
}

/** All alerts of one guid are one conflict: an operator sees one of them beside the others. */
async function markConflictReviewed(
  store: Store,
  subject: string,
  seen: readonly number[],
  { actor, at }: { readonly actor: string; readonly at: string },
): Promise<void> {
  const act = { actor, kind: 'alerts.conflict-noted', subject, detail: { alerts: seen.length } }
  await unlessSuperseded(() =>
    store.record(act, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('alerts')
        .set({ conflict_seen_at: at })
        .where('seq', 'in', seen)
        .where('conflict', '=', 1)
        .where('conflict_seen_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Superseded()
    }),
  )
}

/** The filters of the export, without the search text. */
const exportDetail = ({ search, account, ...rest }: AlertExportRequest): Detail => ({
  ...rest,
  isSearched: search.trim() !== '',
  isOfOneAccount: account !== null && account !== '',
})
