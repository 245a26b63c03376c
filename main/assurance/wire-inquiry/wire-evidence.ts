/**
 * Saved wire inquiries as evidence of incoming wires. The bank documents no fields of their rows
 * (bank note 76), so they are rows and nothing else until a person has confirmed the fields, and
 * again after somebody has withdrawn that.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  FieldsConfirmed,
  fieldsToConfirm,
  WireReading,
  wiresRequest,
  WiresRead,
} from '../../../preload/contract/api/coverage/wires.ts'
import { wireFields, type WireFields } from '../../../preload/contract/bank/reports/wire-fields.ts'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import { dayIn } from '../../../preload/contract/kernel/calendar.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { unreadableWire } from '../../../preload/contract/text/unreadable-wire.ts'
import {
  isWireInquiry,
  wirePages,
  wireTable,
  type WirePage,
  type WireTable,
} from '../../inquiry/wire-inquiries.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { saveSetting } from '../../profile/settings.service.ts'
import { recordUnlessRefused } from '../../store/record-unless-refused.ts'
import type { Reader } from '../../store/tables.ts'
import { AlertReader } from '../reconciliation/bank-ledger.ts'
import { meansReturned, type BankEvent } from '../reconciliation/bank-event.ts'
import { isWireRow, byPayment } from '../reconciliation/movements.ts'
import { readWire, type IncomingWire, type WireRead } from './read-wire.ts'

/** An incoming wire that no alert had told of when an inquiry showed it. */
export interface MissedWire {
  /** The first row that showed it. */
  readonly found: WireEvent
  /** The first alert about it, which came later; null: none yet. */
  readonly laterAlertSeq: number | null
}

/** A row of a wire inquiry as an event of the bank. */
export interface WireEvent extends BankEvent {
  readonly inquiryId: string
  readonly account: string
  readonly day: string
}

/** Wires read at most before the oldest pages are forgotten and read again. */
const mostRemembered = 60_000

interface Confirmed {
  readonly fields: WireFields
  readonly actor: string
  readonly at: string
  /** What the row was compared with. */
  readonly note: string
}

export class WireEvidence {
  readonly #context: SessionContext
  readonly #alerts: AlertReader
  /** The wires of each page, as the fields and in the zone of `#key`. */
  readonly #pages = new Map<string, readonly WireEvent[]>()
  #key = ''

  constructor(context: SessionContext) {
    this.#context = context
    this.#alerts = new AlertReader(context.store, context.bankingZone)
  }

  /** Returns the incoming wires to own accounts in all saved rows; none while nothing is confirmed. */
  async wires(): Promise<readonly WireEvent[]> {
    const confirmed = await this.#confirmed()
    if (confirmed === null) return []
    const { store } = this.#context
    const own = this.#ownAccounts()
    const key = JSON.stringify([confirmed, [...own], this.#context.bankingZone()])
    if (key !== this.#key) this.#pages.clear()
    this.#key = key
    const wires: WireEvent[] = []
    for (const page of await wirePages(store.read)) {
      const name = JSON.stringify(page)
      const known = this.#pages.get(name)
      const read = known ?? (await this.#eventsOf(page, confirmed, own))
      // Another call may have read with other fields meanwhile.
      if (known === undefined && this.#key === key) this.#pages.set(name, read)
      wires.push(...read)
    }
    let remembered = wires.length
    for (const [name, { length }] of this.#pages) {
      if (remembered <= mostRemembered) break
      this.#pages.delete(name)
      remembered -= length
    }
    return wires
  }

  /** Returns the incoming wires of which no alert had told, oldest first. */
  async missed(): Promise<MissedWire[]> {
    const missed: MissedWire[] = []
    for (const [account, wires] of Map.groupBy(await this.wires(), (one) => one.account))
      for (const { rows, alerts } of await this.#paired(wires, account)) {
        const [found] = rows
        const [first] = alerts
        if (found && (first === undefined || first.at > found.at))
          missed.push({ found, laterAlertSeq: first?.alertSeq ?? null })
      }
    return missed.sort((one, other) => (one.found.at < other.found.at ? -1 : 1))
  }

  /** Reads the rows of one saved inquiry by these fields, or by the confirmed ones. */
  async read({
    reportId,
    row,
    fields,
  }: z.output<typeof wiresRequest>): Promise<Result<WiresRead, Failure<'not-found'>>> {
    const { store, operatorName } = this.#context
    if (!(await isWireInquiry(store, reportId))) return err({ code: 'not-found' })
    const known = await this.#confirmed()
    const confirmed = known && {
      by: operatorName(known.actor, known.at),
      at: known.at,
      fields: known.fields,
      note: known.note,
    }
    const by = fields ?? confirmed?.fields
    if (by === undefined) return ok({ confirmed, reading: null })
    const reads = await this.#rowsOf(reportId, by)
    const chosen = reads[row]
    if (!chosen) return err({ code: 'not-found' })
    const own = this.#ownAccounts()
    const wires = wiresIn(reads, own)
    let incoming = 0
    let withoutAlert = 0
    for (const [account, some] of Map.groupBy(wires, (one) => one.account))
      for (const { alerts } of await this.#paired(some, account)) {
        incoming += 1
        if (alerts.length === 0) withoutAlert += 1
      }
    const unreadable = reads.filter(({ read }) => read.kind === 'unreadable').length
    const reading = { row: shown(chosen.read, own), incoming, withoutAlert, unreadable }
    return ok({ confirmed, reading })
  }

  /** Refused where the row is no incoming wire to an own account as these fields read it. */
  async confirm(
    { reportId, row, fields, note }: z.output<typeof fieldsToConfirm>,
    actor: string,
  ): Promise<Result<void, Failure<'not-found'> | Failure<'invalid-input'>>> {
    const { store, clock } = this.#context
    const read = await this.read({ reportId, row, fields })
    if (!read.ok) return read
    const problem = problemOf(read.value.reading?.row)
    if (problem)
      return err({ code: 'invalid-input', fields: [{ ...problem, source: 'workstation' }] })
    const at = clock.now().toISOString()
    const detail = { report: reportId, row: row + 1, fields: { ...fields }, note }
    const act = { actor, kind: 'coverage.wire-fields-confirmed', subject: settingName, detail }
    await store.record(act, (tx) =>
      saveSetting(tx, { name: settingName, value: JSON.stringify({ fields, note }), at, actor }),
    )
    return ok(undefined)
  }

  async withdraw(reason: string, actor: string): Promise<Result<void, Failure<'not-found'>>> {
    const { store, clock } = this.#context
    const at = clock.now().toISOString()
    const detail = { reason }
    const act = { actor, kind: 'coverage.wire-fields-withdrawn', subject: settingName, detail }
    return recordUnlessRefused(store, act, async (tx) => {
      if ((await confirmedIn(tx)) === null) return err({ code: 'not-found' } as const)
      await saveSetting(tx, { name: settingName, value: 'null', at, actor })
      return ok(undefined)
    })
  }

  async #confirmed() {
    return confirmedIn(this.#context.store.read)
  }

  #ownAccounts(): ReadonlySet<string> {
    const { accounts } = this.#context.profile()
    return new Set(accounts.map(({ account_significant: account }) => account))
  }

  async #eventsOf(
    page: WirePage,
    { fields, actor, at }: Confirmed,
    own: ReadonlySet<string>,
  ): Promise<WireEvent[]> {
    const table = await wireTable(this.#context.store, page)
    await nextTurn()
    const confirmed = { by: this.#context.operatorName(actor, at), at }
    return table === undefined
      ? []
      : wiresIn(readsOf(table, fields, this.#context.bankingZone()), own, confirmed)
  }

  async #rowsOf(inquiryId: string, fields: WireFields): Promise<RowRead[]> {
    const { store } = this.#context
    const reads: RowRead[] = []
    for (const page of await wirePages(store.read)) {
      if (page.inquiryId !== inquiryId) continue
      const table = await wireTable(store, page)
      if (table) reads.push(...readsOf(table, fields, this.#context.bankingZone()))
      await nextTurn()
    }
    return reads
  }

  /** Returns each wire with its alerts, both oldest first. */
  async #paired(wires: readonly WireEvent[], account: string) {
    const alerts = await this.#alerts.ofPayments(wires, account)
    const payments = await byPayment([...wires, ...alerts])
    const byTime = <E extends BankEvent>(all: readonly E[]): E[] =>
      all.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    const byKey = new Map(wires.map((one) => [one.key, one]))
    return payments.flatMap(([, events]) => {
      const rows = byTime(events.flatMap(({ key }) => byKey.get(key) ?? []))
      const told = byTime(events.filter((one) => !isWireRow(one)))
      return rows.length === 0 ? [] : [{ rows, alerts: told }]
    })
  }
}

const settingName = 'wire-fields'
const stored = z.object({ fields: wireFields, note: z.string() }).nullable()

async function confirmedIn(reader: Pick<Reader, 'selectFrom'>): Promise<Confirmed | null> {
  const row = await reader
    .selectFrom('settings')
    .selectAll()
    .where('name', '=', settingName)
    .executeTakeFirst()
  if (!row) return null
  const value = stored.parse(JSON.parse(row.value))
  return value && { ...value, at: row.at, actor: row.actor }
}

interface RowRead extends Pick<WireTable, 'inquiryId' | 'seq' | 'at' | 'callId'> {
  readonly receivedOn: string
  readonly index: number
  readonly read: WireRead
}

const readsOf = ({ table, ...page }: WireTable, fields: WireFields, zone: string): RowRead[] => {
  const receivedOn = dayIn(zone, Date.parse(page.at))
  return table.rows.map((row, index) => {
    return { ...page, receivedOn, index, read: readWire(table, row, fields) }
  })
}

const wiresIn = (
  reads: readonly RowRead[],
  own: ReadonlySet<string>,
  confirmed?: FieldsConfirmed,
): WireEvent[] =>
  reads.flatMap(({ read, ...row }) =>
    read.kind === 'incoming' && own.has(read.wire.account)
      ? [eventOf(read.wire, row, confirmed)]
      : [],
  )

const eventOf = (
  wire: IncomingWire,
  { inquiryId, seq, index, at, receivedOn, callId }: Omit<RowRead, 'read'>,
  confirmed: FieldsConfirmed | undefined,
): WireEvent => ({
  source: 'wire-inquiry',
  key: `wire-${inquiryId}-${String(seq)}-${String(index)}`,
  at,
  kind: 'wire',
  statusText: wire.status,
  isReturn: meansReturned('business', wire.status),
  trace: null,
  parNumber: null,
  reference: wire.reference,
  transactionId: wire.transactionId,
  amountText: wire.amountText,
  currency: 'USD',
  flow: 'in',
  collectedOn: null,
  settledOn: null,
  returnedOn: null,
  executedOn: wire.day,
  receivedOn,
  searchedDays: null,
  party: wire.party,
  receiver: wire.account,
  returnCode: null,
  alertSeq: null,
  alertId: null,
  callId,
  orderId: null,
  entryId: null,
  isRepeated: false,
  inquiryId,
  account: wire.account,
  day: wire.day,
  ...(confirmed && { fieldsConfirmed: confirmed }),
})

function shown(read: WireRead, own: ReadonlySet<string>): WireReading {
  if (read.kind !== 'incoming') return read
  const { account, amount, day, transactionId, reference, party, status } = read.wire
  return {
    kind: 'incoming',
    account: maskedAccount(account),
    isOwnAccount: own.has(account),
    amount,
    day,
    transactionId,
    reference,
    party,
    status,
  }
}

/** Returns why a row confirms nothing; undefined: it is an incoming wire to an own account. */
function problemOf(row: WireReading | undefined) {
  if (row?.kind === 'unreadable') {
    const path = row.field === 'number' ? 'transactionId' : row.field
    return { path: `fields.${path}`, message: unreadableWire[row.field] }
  }
  if (row?.kind !== 'incoming')
    return { path: 'fields.incoming', message: 'The row must be an incoming wire' }
  return row.isOwnAccount
    ? undefined
    : { path: 'fields.account', message: 'The account must be an own account of this profile' }
}
