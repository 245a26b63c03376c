/** A day of one account: what was originated here compared with the bank's events. */
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  DayOfAccount,
  LinesRequest,
  ReconciliationLine,
  ReconciliationReport,
  reconciliationAccounts,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { ExportFormat } from '../../../preload/contract/api/tables.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'
import { localDay } from '../../../preload/contract/kernel/calendar.ts'
import { ListSnapshots, type SnapshotPage } from '../../store/list-snapshots.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { shownAccount, type StoredAccount } from '../../profile/profile-records.ts'
import { fetchBankLists } from './fetch-bank-lists.ts'
import { AlertReader } from './bank-ledger.ts'
import { coverageOf } from './day-coverage.ts'
import { orderedLines } from './line-list.ts'
import { buildLines } from './build-lines.ts'
import { printReport, saveFile, type SavedReport, type SavingDeps } from './report-saving.ts'
import { newestSignOff, writeSignOff, type MadeReport } from './sign-offs.ts'
import { totalsOf } from './totals.ts'
import type { AchInquiryService, NotAsked } from '../../inquiry/ach-inquiry-types.ts'

type NotFound = Failure<'not-found'>

/** The reconciliation of one open store. */
export interface ReconciliationService {
  accounts(): z.output<typeof reconciliationAccounts>
  /** Builds the report again. `not-found`: no such account in this profile. */
  report(of: DayOfAccount): Promise<Result<MadeReport, NotFound>>
  /**
   * Returns a page of the newest report's lines. Rejects with SyntaxError for a cursor of another
   * report.
   */
  list(request: LinesRequest): Promise<Result<SnapshotPage<ReconciliationLine>, NotFound>>
  /** Queries the bank's lists of the day; the returned report includes their results. */
  ask(of: DayOfAccount, operator: Operator): Promise<Result<MadeReport, NotFound | NotAsked>>
  signOff(
    of: DayOfAccount & { readonly note: string },
    operator: Operator,
  ): Promise<Result<MadeReport, NotFound>>
  /** Saves the report as a spreadsheet where a person chooses. Recorded before anybody has it. */
  exportFile(
    saving: SavingDeps,
    request: DayOfAccount & { readonly format: ExportFormat; readonly inFull: boolean },
    operator: Operator,
  ): Promise<SavedReport | Result<never, NotFound>>
  /** Saves the report as a PDF where a person chooses; the audit chain holds the file's hash. */
  printReport(
    saving: SavingDeps,
    of: DayOfAccount,
    operator: Operator,
  ): Promise<SavedReport | Result<never, NotFound>>
}

/** Reports held for the paging of their lines. */
const mostHeld = 3

export const createReconciliationService = (
  context: SessionContext,
  inquiry: Pick<AchInquiryService, 'ask' | 'readOn'>,
): ReconciliationService => new Desk(context, inquiry)

class Desk implements ReconciliationService {
  readonly #context: SessionContext
  readonly #inquiry: Pick<AchInquiryService, 'ask' | 'readOn'>
  readonly #alerts: AlertReader
  readonly #lists: ListSnapshots<ReconciliationLine>
  readonly #held = new Map<string, Promise<Result<MadeReport, NotFound>>>()

  constructor(context: SessionContext, inquiry: Pick<AchInquiryService, 'ask' | 'readOn'>) {
    this.#context = context
    this.#inquiry = inquiry
    this.#alerts = new AlertReader(context.store)
    this.#lists = new ListSnapshots(context.newId)
  }

  accounts() {
    const { accounts } = this.#context.profile()
    return { accounts: accounts.map(shownAccount), today: localDay(this.#context.clock.now()) }
  }

  report(of: DayOfAccount): Promise<Result<MadeReport, NotFound>> {
    const key = keyOf(of)
    const making = this.#make(of)
    this.#held.delete(key)
    this.#held.set(key, making)
    making.then(
      (made) => made.ok || this.#letGo(key, making),
      () => this.#letGo(key, making),
    )
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= mostHeld) break
      this.#held.delete(oldest)
    }
    return making
  }

  async list({ cursor, limit, day, accountId, ...wanted }: LinesRequest) {
    const of = { day, accountId }
    const made = await (this.#held.get(keyOf(of)) ?? this.report(of))
    if (!made.ok) return made
    const name = JSON.stringify([of, wanted])
    const make = () => orderedLines(made.value.lines, wanted)
    return ok(await this.#lists.page(name, { cursor, limit }, make))
  }

  async ask(of: DayOfAccount, operator: Operator) {
    if (!this.#account(of.accountId)) return err({ code: 'not-found' as const })
    const asked = await fetchBankLists(this.#context, this.#inquiry, of, operator)
    return asked.ok ? this.report(of) : asked
  }

  async signOff({ note, ...of }: DayOfAccount & { readonly note: string }, operator: Operator) {
    const made = await this.report(of)
    if (!made.ok) return made
    await writeSignOff(this.#context, made.value, note, operator.id)
    return this.report(of)
  }

  async exportFile(
    saving: SavingDeps,
    { format, inFull, ...of }: DayOfAccount & { format: ExportFormat; inFull: boolean },
    operator: Operator,
  ) {
    const made = await this.report(of)
    if (!made.ok) return made
    return saveFile(this.#context.store, made.value, saving, { format, inFull }, operator)
  }

  async printReport(saving: SavingDeps, of: DayOfAccount, operator: Operator) {
    const made = await this.report(of)
    return made.ok ? printReport(this.#context.store, made.value, saving, operator) : made
  }

  #letGo(key: string, making: Promise<unknown>): void {
    if (this.#held.get(key) === making) this.#held.delete(key)
  }

  #account(id: string): StoredAccount | undefined {
    return this.#context.profile().accounts.find((account) => account.id === id)
  }

  async #make(of: DayOfAccount): Promise<Result<MadeReport, NotFound>> {
    const account = this.#account(of.accountId)
    if (!account) return err({ code: 'not-found' })
    const { store, clock } = this.#context
    const madeAt = clock.now().toISOString()
    const { account_significant: significant, account_number: accountNumber } = account
    const { lines, asked, otherAccounts, digest } = await buildLines(
      ...([this.#context, this.#alerts, of, significant] as const),
    )
    const report: ReconciliationReport = {
      ...of,
      account: maskedAccount(accountNumber),
      accountName: account.name,
      madeAt,
      totals: totalsOf(lines),
      coverage: await coverageOf(store, of.day, madeAt),
      asked: [...asked],
      otherAccounts: [...otherAccounts],
      signOff: await newestSignOff(this.#context, of.day, significant, digest),
    }
    return ok({ report, lines, digest, significant, accountNumber })
  }
}

const keyOf = ({ day, accountId }: DayOfAccount): string => `${day} ${accountId}`
