/**
 * ACH inquiry: requests the bank's pages, records which calls answered, and shows rows of every
 * endpoint alike.
 */
import type {
  AchInquiriesRequest,
  AchInquiry,
  AchQuestion,
  AchRowRecord,
  InquiryAccounts,
} from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { mostRows as mostRowsOfPage } from '../../bank/apis/paging.ts'
import { listInquiries } from '../history/inquiry-list.ts'
import { findInquiry, type InquiryRow } from '../inquiry-records.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { shownAccount } from '../../profile/profile-records.ts'
import type {
  AchInquiryService,
  QueryBlocked,
  NotFound,
  OfRow,
  RowPage,
  RowsRequest,
  WhyNot,
} from '../ach-inquiry-types.ts'
import { Inquirer } from './inquirer.ts'
import { RowCache } from './cached-rows.ts'
import { titleOf } from './inquiry-title.ts'
import { isOver } from '../ach-lists.ts'
import { inquiryOrder, questionOf } from './stored-inquiry.ts'
import { shownAccounts, type AchRequest } from './question.ts'
import { Readings } from './readings.ts'
import { receiverOf } from './row-lines.ts'
import {
  detailKind,
  detailReading,
  findRow,
  parNumberOf,
  rowRecord,
  type FoundRow,
} from './row-records.ts'

/** Limits of requesting, reading and holding rows; tests use smaller ones. */
export interface InquiryBounds {
  readonly pageSize: number
  readonly mostRows: number
  readonly inquiriesCached: number
}

const usualBounds: InquiryBounds = {
  pageSize: mostRowsOfPage,
  mostRows: 50_000,
  inquiriesCached: 3,
}

/** The kind of inquiry that this list shows. */
const inquiryKind = 'ach'

export const createAchInquiryService = (
  context: SessionContext,
  bounds: InquiryBounds = usualBounds,
): AchInquiryService => new AchInquirer(context, bounds)

class AchInquirer implements AchInquiryService {
  readonly #context: SessionContext
  readonly #readings: Readings
  readonly #cache: RowCache
  readonly #inquirer: Inquirer

  constructor(context: SessionContext, bounds: InquiryBounds) {
    this.#context = context
    this.#readings = new Readings(context, bounds)
    this.#inquirer = new Inquirer(context, this.#readings)
    const { pageSize, mostRows, inquiriesCached: inquiries } = bounds
    // The page that reaches the limit may hold more rows than were missing.
    this.#cache = new RowCache(context, { inquiries, rowsOfEach: mostRows + pageSize })
  }

  accounts(): InquiryAccounts {
    const { profile, bankingZone } = this.#context
    const { accounts, details } = profile()
    const settlement = details?.settlement ?? null
    return { accounts: accounts.map(shownAccount), settlement, zone: bankingZone() }
  }

  async inquire(
    { question, again }: { readonly question: AchQuestion; readonly again: boolean },
    operator: Operator,
    whyNot?: WhyNot,
  ) {
    const resolved = this.#inquirer.resolve(question)
    if (!resolved.ok) return resolved
    const title = titleOf(question, shownAccounts(question, this.#context.profile().accounts))
    const inquiry = { kind: inquiryKind, title, question, wanted: resolved.value, again }
    const row = await this.#inquirer.answered(inquiry, operator, whyNot)
    return row.ok ? ok(this.#shown(row.value)) : row
  }

  async inquireAgain(id: string, operator: Operator, whyNot?: WhyNot) {
    const row = await this.#find(id)
    if (!row) return err({ code: 'not-found' as const })
    return this.inquire({ question: questionOf(row), again: true }, operator, whyNot)
  }

  async readOn(id: string, operator: Operator, whyNot?: WhyNot) {
    const row = await this.#find(id)
    if (!row) return err({ code: 'not-found' as const })
    if (this.#readings.isReading(id) || isOver(this.#shown(row))) return ok(this.#shown(row))
    const begun = this.#inquirer.readOn(row, operator, whyNot)
    return begun.ok ? ok(this.#shown(row)) : begun
  }

  async stopReading(id: string) {
    await this.#readings.stop(id)
    return this.get(id)
  }

  async list(request: AchInquiriesRequest) {
    const { store, operatorName } = this.#context
    const list = { kind: inquiryKind, operatorName, columns: inquiryOrder }
    const { rows, next, total } = await listInquiries(store, list, request)
    return { items: rows.map((row) => this.#shown(row)), next, total }
  }

  async get(id: string): Promise<Result<AchInquiry, NotFound>> {
    const row = await this.#find(id)
    return row ? ok(this.#shown(row)) : err({ code: 'not-found' })
  }

  async listRows({
    id,
    cursor,
    limit,
    ...wanted
  }: RowsRequest): Promise<Result<RowPage, NotFound>> {
    const row = await this.#find(id)
    if (!row) return err({ code: 'not-found' })
    const cached = await this.#cache.rowsOf(id, questionOf(row).mode)
    const rows = cached.ordered(wanted)
    // A cursor is the last row of the page before, so rows that arrive later neither repeat nor
    // hide others.
    const from = cursor === null ? 0 : rows.indexOf(Number(cursor)) + 1
    const page = rows.slice(from, from + limit)
    const last = page.at(-1)
    const isMore = from + page.length < rows.length
    return ok({
      items: page.flatMap((index) => cached.lines[index] ?? []),
      next: isMore && last !== undefined ? String(last) : null,
      total: rows.length,
    })
  }

  async getRow(of: OfRow): Promise<Result<AchRowRecord, NotFound>> {
    const found = await this.#findRow(of)
    if (!found) return err({ code: 'not-found' })
    return ok(await rowRecord(this.#context.store, found, { inFull: false }))
  }

  async queryDetail(
    { again, ...of }: OfRow & { readonly again: boolean },
    operator: Operator,
    whyNot?: WhyNot,
  ): Promise<Result<AchRowRecord, QueryBlocked | NotFound>> {
    const found = await this.#findRow(of)
    const parNumber = found && parNumberOf(found)
    if (!found || parNumber === undefined || parNumber === null) return err({ code: 'not-found' })
    const question: AchQuestion = { mode: 'par', parNumber }
    const wanted: AchRequest = { mode: 'par', request: { parNumber } }
    const title = titleOf(question, [])
    const inquiry = { kind: detailKind, title, question, wanted, again }
    const detail = await this.#inquirer.answered(inquiry, operator, whyNot)
    if (!detail.ok) return detail
    const { store } = this.#context
    return ok(await rowRecord(store, found, { inFull: false, detail: detail.value }))
  }

  async reveal(of: OfRow, operator: Operator): Promise<Result<AchRowRecord, NotFound>> {
    const found = await this.#findRow(of)
    if (!found) return err({ code: 'not-found' })
    await this.#noteLook(of, operator, 'inquiry.revealed')
    return ok(await rowRecord(this.#context.store, found, { inFull: true }))
  }

  /**
   * List items carry no routing number. The routing number comes from the detail, if that was
   * requested, and is blank otherwise.
   */
  async takeReceiver(of: OfRow, operator: Operator) {
    const found = await this.#findRow(of)
    if (!found) return err({ code: 'not-found' as const })
    await this.#noteLook(of, operator, 'inquiry.receiver-taken')
    const row = receiverOf(found.reading)
    const reading = await detailReading(this.#context.store, found)
    const detail = reading && receiverOf(reading)
    return ok({
      accountNumber: row.accountNumber || (detail?.accountNumber ?? ''),
      routingNumber: row.routingNumber || (detail?.routingNumber ?? ''),
      name: row.name || (detail?.name ?? ''),
    })
  }

  #noteLook({ id, row }: OfRow, operator: Operator, kind: string): Promise<void> {
    return this.#context.store.note({ actor: operator.id, kind, subject: id, detail: { row } })
  }

  async rest(): Promise<void> {
    await this.#readings.rest()
    await this.#inquirer.settled()
  }

  async #find(id: string): Promise<InquiryRow | undefined> {
    const row = await findInquiry(this.#context.store, id)
    return row?.kind === inquiryKind ? row : undefined
  }

  async #findRow({ id, row: index }: OfRow): Promise<FoundRow | undefined> {
    const row = await this.#find(id)
    if (!row) return undefined
    const { mode } = questionOf(row)
    const { lines, places } = await this.#cache.rowsOf(id, mode)
    const [line, place] = [lines[index], places[index]]
    return line && place && findRow(this.#context.store, { id, mode }, line, place)
  }

  #shown(row: InquiryRow): AchInquiry {
    return this.#readings.shown(row)
  }
}
